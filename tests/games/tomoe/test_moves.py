"""Notation of the one move (tomoe.md, Play; README, Moves)."""

from __future__ import annotations

import pytest

from games.core.errors import NotationError
from tests.games.tomoe.tables import RULES


@pytest.mark.parametrize(
    "text",
    ["", "play", "3r", "play 3r 4r", "play 7r", "play 0r", "play 3x", "play r3", "call 3r", "play ３r"],
)
def test_other_texts_are_no_moves(text: str) -> None:
    """What is no move is refused as notation, and the text is quoted."""
    with pytest.raises(NotationError):
        RULES.parse(text)
