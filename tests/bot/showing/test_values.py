"""Messages are values: nothing in one leads back to it, so the garbage collector need not look at it."""

from __future__ import annotations

import gc

from bot.language.localizer import Localizer
from bot.showing.pages import board_gallery
from games.core.presentation import Board, Row, faces
from games.core.words import Seat


def test_a_board_in_a_message_is_nothing_to_the_collector() -> None:
    """What is kept of boards and messages by the ten thousand would be looked through again and again."""
    board = Board("standard", (Row(Seat(0), (faces(["2c"]),)),))
    gallery, picture = board_gallery(board, Localizer("en", ("Ann",)), ("Ann",), "table")
    for value in (board, board.rows[0], gallery, *picture.drawing.bands):
        assert not gc.is_tracked(value), value
