"""A whole game with every seat's view after each move, kept as a file."""

from __future__ import annotations

import os
from pathlib import Path

from games.core.rules import CHANCE
from games.core.shuffle import ShuffleKey
from tests.games.netsuzo.tables import actor, new
from tests.games.play import check_golden, transcript

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
    golden = Path(__file__).parent / "golden.txt"
    check_golden(transcript(match), golden, os.environ.get("TEFUDA_GOLDEN") == "write")
