"""The ladder of levels in the games of counting: who plans stands clearly above who does not.

How much better more thinking is takes longer series to tell (docs/ARENA.md). Deals and whims are fixed, so
the same games are played every time.
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
@pytest.mark.parametrize(("stronger", "weaker"), [("hard", "easy"), ("normal", "easy")])
def test_a_level_beats_the_weakest(game: str, stronger: str, weaker: str) -> None:
    """Alone among two of them, in every seat, it beats more than 0.55 of its opponents."""
    options, effort = BRIEF[game]
    series = Series(game, (stronger, weaker, weaker), options, seed="ladder", effort=effort)
    found = {standing.name: standing for standing in standings(play_series(series, DEALS, jobs=1))}
    beaten = found[stronger].beaten
    assert beaten is not None
    assert beaten.mean > 0.55
