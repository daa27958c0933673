"""The ladder of levels in the games of counting: each stands clearly above the one below it.

Deals and whims are fixed, so the same games are played every time; the long series, with intervals, are told
in docs/ARENA.md.
"""

from __future__ import annotations

import pytest

from bot.arena.series import Series, play_series
from bot.arena.standings import standings

DEALS = 8
"""Each of them is three games."""
BRIEF: dict[str, tuple[dict[str, str], float]] = {"tomoe": ({}, 0.02), "trick3": ({"length": "short"}, 0.03)}
"""Options, and how much of its full thinking ``hard`` does: at tables it does more."""


@pytest.mark.parametrize("game", BRIEF)
@pytest.mark.parametrize(("stronger", "weaker"), [("hard", "normal"), ("normal", "easy")])
def test_a_level_beats_the_one_below(game: str, stronger: str, weaker: str) -> None:
    """Alone among two of them, in every seat, it beats more than 0.55 of its opponents."""
    options, effort = BRIEF[game]
    series = Series(game, (stronger, weaker, weaker), options, seed="ladder", effort=effort)
    found = {standing.name: standing for standing in standings(play_series(series, DEALS, jobs=1))}
    beaten = found[stronger].beaten
    assert beaten is not None
    assert beaten.mean > 0.55
