"""A whole game with every seat's view after each move, kept as a file."""

from __future__ import annotations

import os
from pathlib import Path

from tests.games.play import check_golden, play_random, transcript
from tests.games.trick3.tables import new


def test_golden_transcript() -> None:
    """Nothing that anybody sees in this game has changed since the file was looked at last."""
    match = play_random(new(3, first=1, family="mahjong", deck="M9D1", end="M"), "golden trick3")
    assert match.is_over
    golden = Path(__file__).parent / "golden.txt"
    check_golden(transcript(match), golden, os.environ.get("TEFUDA_GOLDEN") == "write")
