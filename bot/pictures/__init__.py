"""Pictures of tables and hands: from a ``Board`` and its texts to an encoded PNG."""

from bot.pictures.board import draw_board, planned
from bot.pictures.cards import art_name
from bot.pictures.drawing import TALL, CardRow, Drawing, Poster, Quote, Wording
from bot.pictures.painter import EXTENSION, LazyPicture, board_picture

__all__ = [
    "EXTENSION",
    "TALL",
    "CardRow",
    "Drawing",
    "LazyPicture",
    "Poster",
    "Quote",
    "Wording",
    "art_name",
    "board_picture",
    "draw_board",
    "planned",
]
