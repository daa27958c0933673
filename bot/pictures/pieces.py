"""Builds layouts from pieces: groups of sprites (parts of a picture) with their positions in pixels."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from bot.pictures import colours
from bot.pictures.cloths import ColourScheme
from bot.pictures.colours import Colour
from bot.pictures.labels import ELLIPSIS, MOST_LINES, fit, text_width, wrapped_lines
from bot.pictures.palette import line_height
from bot.pictures.sprites import Badge, Box, Sprite, Symbol, TextLine
from games.core.presentation import Mark

PHONE = 258
"""Width of a picture on a phone in points: 400, without the avatar column and the message's frame."""

SCALE = 4
"""Pixels per point of a phone: pictures stay sharp where a point has three pixels."""

WIDTH = PHONE * SCALE
"""Width of all pictures in pixels."""

LETTERS = 44
"""Size of the smallest letters, which are legible on a phone: eleven points."""

NAME = 50
CHIP = 60
"""Height in pixels of a chip (a short text in a coloured box) with one line."""

GAP = 12
_CHIP_SIDES, _LEAST_SIDES = 20, 2
"""Pixels at each side of the text of a chip: usually, and at least if space is short."""

_TOKEN = 50


class Op(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A sprite (part of a picture) with the position and size of its box."""

    sprite: Sprite
    x: int
    y: int
    width: int
    height: int


class Piece(msgspec.Struct, frozen=True, gc=False):
    """A part of a layout: its size, and its sprites in the order in which they are drawn."""

    width: int
    height: int
    ops: tuple[Op, ...] = ()

    def at(self, x: int, y: int) -> Iterator[Op]:
        """Yield the sprites of the piece, moved so that its upper left corner is at (``x``, ``y``)."""
        return (Op(op.sprite, op.x + x, op.y + y, op.width, op.height) for op in self.ops)


NOTHING = Piece(0, 0)


def piece_of(sprite: Sprite, size: tuple[int, int]) -> Piece:
    """Return a piece that contains a single sprite."""
    return Piece(*size, (Op(sprite, 0, 0, *size),))


def stacked(pieces: Iterable[Piece], gap: int = 0, side: float = 0.0, min_width: int = 0) -> Piece:
    """Return a piece that has the given pieces below each other. Empty pieces take no space.

    Args:
        side: aligns the pieces: 0 left, 0.5 centred, 1 right.
    """
    visible = [piece for piece in pieces if piece.height]
    if not visible:
        return NOTHING
    wide = max(min_width, *[piece.width for piece in visible])
    ops, y = list[Op](), 0
    for piece in visible:
        ops += piece.at(round((wide - piece.width) * side), y)
        y += piece.height + gap
    return Piece(wide, y - gap, tuple(ops))


def beside(pieces: Iterable[Piece], gap: int = GAP, side: float = 0.5) -> Piece:
    """Return a piece that has the given pieces side by side. Empty pieces take no space.

    Args:
        side: aligns the pieces: 0 top, 0.5 centred, 1 bottom.
    """
    visible = [piece for piece in pieces if piece.width]
    if not visible:
        return NOTHING
    high = max(piece.height for piece in visible)
    ops, x = list[Op](), 0
    for piece in visible:
        ops += piece.at(x, round((high - piece.height) * side))
        x += piece.width + gap
    return Piece(x - gap, high, tuple(ops))


def flowing(pieces: Sequence[Piece], max_width: int, gap: int = GAP, side: float = 0.0) -> Piece:
    """Return a piece that has the given pieces side by side, broken into lines.

    Args:
        side: aligns the lines: 0 left, 0.5 centred, 1 right.
    """
    lines, line, wide = list[Piece](), list[Piece](), 0
    for piece in pieces:
        if line and wide + gap + piece.width > max_width:
            lines.append(beside(line, gap))
            line, wide = [], 0
        wide += piece.width + (gap if line else 0)
        line.append(piece)
    return stacked([*lines, beside(line, gap)], 6, side)


def line_piece(text: str, size: int, max_width: int, ink: Colour) -> Piece:
    """Return a line of text, cut if it is too wide. ``size`` is the size of its letters."""
    fitted = fit(text, size, max_width) if text else ""
    if not fitted:
        return NOTHING
    return piece_of(TextLine(fitted, size, ink), (text_width(fitted, size), line_height(size)))


def lines_piece(
    text: str, size: int, max_width: int, ink: Colour, *, side: float = 0.0, parts: str = ""
) -> Piece:
    """Return a text in at most three lines of limited width.

    If the text is too long, the last line ends in an ellipsis.

    Args:
        size: the size of the letters.
        side: aligns the lines: 0 left, 0.5 centred, 1 right.
        parts: a separator such as " · ", at which lines break.
    """
    # Short texts need no breaks.
    if not text:
        return NOTHING
    if text_width(text, size) <= max_width:
        return line_piece(text, size, max_width, ink)
    # As many parts as fit on each line.
    split = text.split(parts) if parts else [text]
    lines: list[str] = []
    for part in split:
        joined = f"{lines[-1]}{parts}{part}" if lines else part
        if lines and text_width(joined, size) <= max_width:
            lines[-1] = joined
        else:
            lines.append(part)
    # A part that is wider than a line breaks between words.
    lines = [wrapped for line in lines for wrapped in wrapped_lines(line, size, max_width)]
    if len(lines) > MOST_LINES:
        last = lines[MOST_LINES - 1].rstrip(ELLIPSIS) + ELLIPSIS
        lines = [*lines[: MOST_LINES - 1], fit(last, size, max_width)]
    return stacked([line_piece(line, size, max_width, ink) for line in lines], 0, side)


def chip_piece(text: str, mark: Mark, max_width: int, scheme: ColourScheme) -> Piece:
    """Return a short text in a coloured box.

    Args:
        mark: ``"hot"`` for a gold box, ``"dim"`` for no box, ``"new"`` for a red dot at the corner.
    """
    if mark == "dim":
        return lines_piece(text, LETTERS, max_width, colours.NOTE)
    paper, ink = (colours.GOLD, colours.INK) if mark == "hot" else (scheme.chip, colours.TITLE)
    # a word that just fits is not broken
    spare = max_width - text_width(text, LETTERS)
    sides = _LEAST_SIDES if 2 * _LEAST_SIDES <= spare < 2 * _CHIP_SIDES else _CHIP_SIDES
    inside = lines_piece(text, LETTERS, max_width - 2 * sides, ink, side=0.5)
    wide, high = inside.width + 2 * sides, max(CHIP, inside.height + 6)
    ops = [Op(Box(wide, high, CHIP // 2, paper), 0, 0, wide, high)]
    ops += inside.at(sides, (high - inside.height) // 2)
    if mark == "new":
        ops.append(Op(Symbol("dot", 28), wide - 26, 0, 28, 28))
    return Piece(wide, high, tuple(ops))


def number_piece(label: str, ink: Colour, paper: Colour, size: int = _TOKEN) -> Piece:
    """Return a small disc with a number.

    Args:
        label: the number.
        ink: the colour of the number.
        paper: the colour of the disc.
    """
    return piece_of(Badge(label, size, ink, paper), (size, size))
