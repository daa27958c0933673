"""A game and the beginning of the next with every seat's view after deals and tricks, kept as a file."""

from __future__ import annotations

from games.core.rules import CHANCE
from games.core.shuffle import ShuffleKey
from games.tomoe.events import TrickWon
from tests.games.golden import check_golden
from tests.games.tomoe.tables import new_match

KEY = ShuffleKey.from_text("golden tomoe")


def test_golden_transcript() -> None:
    """Nothing that anybody sees in this game has changed since the file was looked at last."""
    match = new_match(1, metals="on", ace="1.5")
    for number in range(42):
        if match.to_act == CHANCE:
            match.play(CHANCE, match.chance_move(KEY))
        else:
            seat = match.to_act[0]
            assert isinstance(seat, int)
            legal = match.legal(seat)
            match.play(seat, legal[7 * number % len(legal)])
    check_golden(match, __file__, TrickWon)
