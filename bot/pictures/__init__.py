"""Pictures of tables and hands: a ``Board`` with its words in, an encoded picture out."""

from bot.pictures.board import draw_board
from bot.pictures.colours import FELT, Theme
from bot.pictures.drawing import Drawing, Wording
from bot.pictures.painter import board_picture, forget_drawn

EXTENSION = "png"
"""What the encoded pictures are, for naming files."""

__all__ = ["EXTENSION", "FELT", "Drawing", "Theme", "Wording", "board_picture", "draw_board", "forget_drawn"]
