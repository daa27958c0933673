"""Pictures of tables and hands: from a ``Board`` and its texts to an encoded PNG."""

from bot.pictures.board import (
    EXTENSION,
    LazyPicture,
    PictureFacts,
    PlannedPicture,
    board_picture,
    draw_board,
    least_height,
    picture_facts,
    plan_picture,
)
from bot.pictures.cards import art_name
from bot.pictures.drawing import MAX_BOARD_HEIGHT, CardRow, Drawing, Poster, Quote, RowTexts

__all__ = [
    "EXTENSION",
    "MAX_BOARD_HEIGHT",
    "CardRow",
    "Drawing",
    "LazyPicture",
    "PictureFacts",
    "PlannedPicture",
    "Poster",
    "Quote",
    "RowTexts",
    "art_name",
    "board_picture",
    "draw_board",
    "least_height",
    "picture_facts",
    "plan_picture",
]
