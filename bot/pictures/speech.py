"""Lays out what a player says or thinks: the player's disc with a bubble beside it."""

from __future__ import annotations

from bot.pictures import colours
from bot.pictures.holdings import initial
from bot.pictures.pieces import NOTHING, Op, Piece, beside, lines_piece, piece_of, stacked
from bot.pictures.sprites import Box, Disc

DISC = 128
"""Width of the player's disc in pixels."""

_INSIDE, _TAIL = 34, 26
_LETTERS = 58


def speech_piece(
    name: str,
    colour_number: int | None,
    title: Piece,
    text: str,
    max_width: int,
    *,
    is_thought: bool = False,
) -> Piece:
    """Return a player's disc with a title and a speech or thought bubble beside the disc.

    Args:
        colour_number: the index of the player's colour, or ``None`` for no disc.
        title: no wider than ``width_beside_disc`` returns.
        text: the text in the bubble, or empty for no bubble.
        max_width: pixels.
    """
    bubble = _bubble(text, width_beside_disc(max_width, colour_number), colour_number, is_thought=is_thought)
    texts = stacked([title, bubble], 8)
    if colour_number is None:
        return texts
    return beside([piece_of(Disc(initial(name), colour_number, DISC), (DISC, DISC)), texts], _TAIL + 12, 0.0)


def width_beside_disc(max_width: int, colour_number: int | None) -> int:
    """Return the width in pixels that a player's disc leaves for texts beside it.

    Args:
        max_width: the width of disc and texts together, in pixels.
        colour_number: the index of the player's colour, or ``None`` for no disc.
    """
    return max_width - (0 if colour_number is None else DISC + _TAIL + 12)


def _bubble(text: str, max_width: int, colour_number: int | None, *, is_thought: bool) -> Piece:
    if not text:
        return NOTHING
    lines = lines_piece(text, _LETTERS, max_width - 2 * _INSIDE, colours.INK)
    wide, high = lines.width + 2 * _INSIDE, lines.height + 24
    # The bubble, and the tail or the circles that lead to the player.
    ops = [Op(Box(wide, high, 36, colours.PAPER), 0, 0, wide, high)]
    if colour_number is not None:
        for x, size in ((-18, 24), (-40, 16)) if is_thought else ((-14, 28), (-24, 18), (-32, 10)):
            y = 24 + (28 - size) // 2
            ops.append(Op(Box(size, size, size // 2, colours.PAPER), x, y, size, size))
    ops += lines.at(_INSIDE, 12)
    return Piece(wide, high, tuple(ops))
