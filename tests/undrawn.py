"""Replaces the drawing of pictures, for tests that do not look at pictures.

Drawing takes a large part of a game's processor time. A picture that is not drawn consists of its
description, so different pictures still differ.
"""

from __future__ import annotations

import pytest

from bot.clock import yield_to_loop
from bot.pages.boards import MovingPicture
from bot.pictures import LazyPicture, board
from bot.pictures.board import plan_picture
from bot.pictures.drawing import Drawing

BEGINNING = b"\x89PNG\r\n"


async def laid_out(drawing: Drawing) -> bytes:
    """Return a board's description in place of its picture, after other tasks have run."""
    plan_picture(drawing)
    await yield_to_loop()
    return BEGINNING + drawing.encoded


async def described(picture: LazyPicture) -> bytes:
    """Return a picture's description in place of the picture, after other tasks have run."""
    await yield_to_loop()
    return BEGINNING + picture._content


def draw_nothing(patch: pytest.MonkeyPatch) -> None:
    """Replace the drawing of all pictures by their descriptions."""
    patch.setattr(board, "drawn_picture", laid_out)
    patch.setattr(LazyPicture, "data", described)
    patch.setattr(MovingPicture, "data", described)
