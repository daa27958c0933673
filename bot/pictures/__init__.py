"""Pictures of tables and hands: a ``Board`` with its words in, an encoded picture out."""

from bot.pictures.board import draw_board, planned
from bot.pictures.cards import art_name
from bot.pictures.colours import FELT, Theme
from bot.pictures.drawing import TALL, Band, Drawing, Wording
from bot.pictures.painter import EXTENSION, Drawn, board_picture

__all__ = [
    "EXTENSION",
    "FELT",
    "TALL",
    "Band",
    "Drawing",
    "Drawn",
    "Theme",
    "Wording",
    "art_name",
    "board_picture",
    "draw_board",
    "planned",
]
