"""A whole game with every seat's view wherever cards move, kept as a file."""

from __future__ import annotations

from games.core.rules import CHANCE
from games.core.shuffle import ShuffleKey
from games.netsuzo.events import Accepted, Discarded
from tests.games.golden import check_golden
from tests.games.netsuzo.tables import actor, new

KEY = ShuffleKey.from_text("golden netsuzo")


def test_golden_transcript() -> None:
    """Nothing that anybody sees in this game has changed since the file was looked at last."""
    match = new(3, first=1, blues="2")
    while not match.is_over:
        number = len(match.moves)
        if match.to_act == CHANCE:
            match.play(CHANCE, match.chance_move(KEY))
        else:
            seat = actor(match)
            legal = match.legal(seat)
            # Small raises, one answer in four a rejection.
            pick = number % 4 == 0 if len(legal) == 2 else 7 * number % min(len(legal), 40)
            match.play(seat, legal[pick])
    check_golden(match, __file__, Accepted, Discarded)
