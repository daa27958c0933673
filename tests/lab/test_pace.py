"""Tests of the simulated slow machine that computer players are timed on."""

from __future__ import annotations

from argparse import Namespace

import pytest

from bot.thinking import thinkers
from games import find_game
from lab.pace import measure, measure_waits

BULL = find_game("bull")


@pytest.mark.parametrize(("slowness", "is_late"), [(3.0, False), (1e5, True)])
async def test_moves_are_late_only_on_a_very_slow_machine(slowness: float, is_late: bool) -> None:
    """Moves are on time on a machine three times slower, and late on one a hundred thousand times slower.

    On a slow machine the effort falls. Afterwards the bot's own processes are back.
    """
    workers = thinkers.__dict__["Worker"]
    pace = await measure(BULL, "normal", Namespace(slowness=slowness, seats=3, games_each=1))
    assert pace.moves > 10
    assert (pace.late > 0, pace.latest > 0, pace.effort < 0.5, pace.longest > 1000) == (is_late,) * 4
    assert thinkers.__dict__["Worker"] is workers


@pytest.mark.parametrize(("options", "out"), [("", 2), ("end=first", 0)])
def test_waits_are_those_of_eliminated_seats(options: str, out: int) -> None:
    """Two of four players are out before the end and wait; nobody is if the first elimination ends it."""
    chosen = Namespace(options=options, games_each=1, effort=1.0)
    waits = measure_waits(BULL, 4, "easy", chosen)
    assert waits.out == out
    assert (waits.computers_mean > 0) == (out > 0)
    assert waits.computers_longest < waits.people_longest < waits.people_last or not out
    assert waits.all_certain <= waits.winner_certain < 0.5
