"""A whole game with every seat's view after the deal and each shuffle, kept as a file."""

from __future__ import annotations

from tests.examples import OLD_MAID
from tests.games.golden import check_golden
from tests.games.play import new_match, play_random


def test_golden_transcript() -> None:
    """Nothing that anybody sees in this game has changed since the file was looked at last."""
    match = play_random(new_match(OLD_MAID, 4, first=1), "golden old maid")
    assert match.is_over
    check_golden(match, __file__)
