"""The ladder of levels in the games of counting: who plans stands clearly above who does not.

Deals and whims are fixed, so the same games are played every time; longer series are in docs/ARENA.md.
"""

from __future__ import annotations

import pytest

from bot.arena.series import Series, play_series
from bot.arena.standings import standings

DEALS = 4
"""Each of them is three games."""
BRIEF: dict[str, tuple[dict[str, str], float]] = {"tomoe": ({}, 0.02), "trick3": ({"length": "short"}, 0.03)}
"""Options, and how much of their full thinking both do: at tables it is more."""


@pytest.mark.parametrize("game", BRIEF)
def test_normal_beats_easy(game: str) -> None:
    """Alone among two of them, in every seat, it beats more than 0.55 of its opponents."""
    options, effort = BRIEF[game]
    series = Series(game, ("normal", "easy", "easy"), options, seed="ladder", effort=effort)
    found = {standing.name: standing for standing in standings(play_series(series, DEALS, jobs=1))}
    beaten = found["normal"].beaten
    assert beaten is not None
    assert beaten.mean > 0.55
