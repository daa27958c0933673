"""Pictures of tables and hands: a ``Board`` in, an encoded picture out."""

from bot.pictures.board import draw_board
from bot.pictures.cache import board_picture
from bot.pictures.colours import FELT, Theme

EXTENSION = "png"
"""What the encoded pictures are, for naming files."""

__all__ = ["EXTENSION", "FELT", "Theme", "board_picture", "draw_board"]
