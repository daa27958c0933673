"""Lays out what a player says or thinks: the player's disc with a bubble beside it."""

from __future__ import annotations

from bot.pictures import colours
from bot.pictures.colours import Colour
from bot.pictures.holdings import initial
from bot.pictures.pieces import NOTHING, Op, Piece, beside, lines_of, of, stacked
from bot.pictures.sprites import Box, Disc

DISC = 128
"""Width of the player's disc in pixels."""

_INSIDE, _TAIL = 34, 26
_LETTERS = 58


def speech(
    name: str,
    tone: int | None,
    title: Piece,
    said: str,
    limit: int,
    ground: Colour,
    *,
    is_thought: bool = False,
) -> Piece:
    """Return a player's disc, and beside it a title and a bubble with what the player says or thinks.

    Args:
        name: the player's name, of which the disc shows the initial.
        tone: the number of the player's colour; ``None`` for no disc.
        title: the layout of the title, which must not be wider than ``room_beside(limit, tone)``.
        said: the text in the bubble; empty for no bubble.
        limit: greatest width of the result, in pixels.
        ground: the colour of the background.
        is_thought: the bubble is a thought bubble.
    """
    texts = stacked([title, _bubble(said, room_beside(limit, tone), tone, ground, is_thought=is_thought)], 8)
    if tone is None:
        return texts
    return beside([of(Disc(initial(name), tone, DISC), (DISC, DISC)), texts], _TAIL + 12, 0.0)


def room_beside(limit: int, tone: int | None) -> int:
    """Return the width in pixels that remains for texts beside a player's disc.

    Args:
        limit: width of the disc and the texts together, in pixels.
        tone: the number of the player's colour; ``None`` for no disc.
    """
    return limit - (0 if tone is None else DISC + _TAIL + 12)


def _bubble(said: str, limit: int, tone: int | None, ground: Colour, *, is_thought: bool) -> Piece:
    if not said:
        return NOTHING
    text = lines_of(said, _LETTERS, limit - 2 * _INSIDE, colours.PAPER, colours.INK)
    wide, high = text.width + 2 * _INSIDE, text.height + 24
    # The bubble, and the tail or the circles that lead to the player.
    ops = [Op(Box(wide, high, 36, ground, colours.PAPER), 0, 0, wide, high)]
    if tone is not None:
        for x, size in ((-18, 24), (-40, 16)) if is_thought else ((-14, 28), (-24, 18), (-32, 10)):
            y = 24 + (28 - size) // 2
            ops.append(Op(Box(size, size, size // 2, ground, colours.PAPER), x, y, size, size))
    ops += text.at(_INSIDE, 12)
    return Piece(wide, high, tuple(ops))
