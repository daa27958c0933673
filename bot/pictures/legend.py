"""Draws the legend, which explains the symbols of the pictures."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bot.pictures import colours
from bot.pictures.board import PlannedPicture, assemble_png, compressed_bands
from bot.pictures.cloths import COLOUR_SCHEMES
from bot.pictures.drawing import Drawing
from bot.pictures.labels import printable
from bot.pictures.pen import Box, CardFace, Disc, Symbol, card_height, card_margin
from bot.pictures.pieces import (
    LETTERS,
    WIDTH,
    Op,
    Piece,
    beside,
    fan_piece,
    lines_piece,
    number_piece,
    piece_of,
    stacked,
)
from bot.pictures.table import PictureLayout
from games.core.presentation import Cloth, Mark

_CLOTH: Cloth = "felt"
_MARGIN, _GAP, _COLUMN = 32, 18, 150
"""In pixels: the margin around the signs, the gap between two signs, the width of their column."""

_CARD, _DISC, _CROWN, _ARROW = 72, 76, 60, 52
_BACKS = 4


def _card(mark: Mark) -> Piece:
    margin = card_margin(_CARD)
    return piece_of(CardFace("Qh", mark, _CARD), (_CARD + 2 * margin, card_height(_CARD) + 2 * margin))


def _won() -> Piece:
    crown = piece_of(Symbol("crown", _CROWN), (_CROWN, _CROWN * 3 // 4))
    return stacked([crown, piece_of(Disc("A", 1, _DISC, "won"), (_DISC, _DISC))], -10, 0.5)


def _turn() -> Piece:
    arrow = piece_of(Symbol("up", _ARROW), (_ARROW, _ARROW))
    return beside([piece_of(Disc("A", 1, _DISC, "turn"), (_DISC, _DISC)), arrow], 10)


def _out() -> Piece:
    return piece_of(Disc("A", 1, _DISC, "out"), (_DISC, _DISC))


def _leader() -> Piece:
    button, at = 46, _DISC - 36
    ops = Op(Disc("A", 1, _DISC), 0, 0, _DISC, _DISC), Op(Symbol("leader", button), at, at, button, button)
    return Piece(_DISC + 10, _DISC + 10, ops)


def _place() -> Piece:
    return number_piece("1", colours.INK, colours.MEDALS[0], 60)


SIGNS: dict[str, Callable[[], Piece]] = {
    "hot": lambda: _card("hot"),
    "new": lambda: _card("new"),
    "dim": lambda: _card("dim"),
    "turn": _turn,
    "won": _won,
    "out": _out,
    "leader": _leader,
    "hidden": lambda: fan_piece(_BACKS, _CARD),
    "place": _place,
}
"""The signs by name, in the order of the legend. A sign has one meaning: the text ``signs-<name>``."""


def draw_legend(meanings: Sequence[str]) -> bytes:
    """Draw the legend as a palette PNG.

    Args:
        meanings: the explanation of each symbol, in the order of ``SIGNS``.
    """
    planned = PlannedPicture(Drawing("standard", (), cloth=_CLOTH), layout_of(meanings))
    return assemble_png(planned, [*compressed_bands(planned)])


def layout_of(meanings: Sequence[str]) -> PictureLayout:
    """Return the layout of the legend.

    Args:
        meanings: the explanation of each symbol, in the order of ``SIGNS``.
    """
    background, room = COLOUR_SCHEMES[_CLOTH].felt, WIDTH - 2 * _MARGIN - _COLUMN - 28
    ops, y = list[Op](), _MARGIN
    for make, text in zip(SIGNS.values(), meanings, strict=True):
        sign = make()
        words = lines_piece(printable(text), LETTERS, room, colours.TITLE)
        high = max(sign.height, words.height)
        ops += sign.at(_MARGIN + (_COLUMN - sign.width) // 2, y + (high - sign.height) // 2)
        ops += words.at(WIDTH - _MARGIN - room, y + (high - words.height) // 2)
        y += high + _GAP
    height = y - _GAP + _MARGIN
    box = Op(Box(WIDTH, height, 40, background), 0, 0, WIDTH, height)
    return PictureLayout(WIDTH, height, (box, *ops))
