"""A whole game with every seat's view after deals and showdowns, kept as a file."""

from __future__ import annotations

from tests.games.bull.tables import new
from tests.games.golden import check_golden
from tests.games.play import play_random


def test_golden_transcript() -> None:
    """Nothing that anybody sees in this game has changed since the file was looked at last."""
    match = play_random(new(3, first=1, start="2", wild="twos", end="first"), "golden bull")
    assert match.is_over
    check_golden(match, __file__)
