"""From the pixels of a layout to those of the file: pictures of play are drawn with fewer of them.

A layout has four pixels for each point of a phone (``SCALE``), and its picture three and a quarter. So it is
sharp where a point has three pixels, in galleries up to 279 points wide. The widest phones have 298 points,
and enlarge it by a fifteenth. Most bytes of a picture are for the edges on each line of pixels, so fewer
lines are fewer bytes.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable

from msgspec.structs import replace

from bot.pictures.colours import PixelSize
from bot.pictures.pen import (
    Box,
    CardFace,
    Fan,
    Sprite,
    StampSprite,
    card_height,
    card_margin,
)
from bot.pictures.pieces import WIDTH, Op
from bot.pictures.table import PictureLayout

_SHARE = 13, 16
"""The pixels of a picture, and the pixels of its layout on the same length."""


def drawn_layout(layout: PictureLayout) -> PictureLayout:
    """Return the layout in the pixels of its file."""
    rows = _Rows((0, *layout.cuts))
    ops = tuple([_drawn_op(op, rows) for op in layout.ops])
    cuts = tuple([drawn_length(cut) for cut in layout.cuts])
    size = drawn_size(layout)
    return PictureLayout(size.width, size.height, ops, cuts)


def drawn_size(layout: PictureLayout) -> PixelSize:
    """Return the size of a layout's picture in pixels of the file."""
    return PixelSize(drawn_length(layout.width), _Rows((0, *layout.cuts)).drawn(layout.height))


class _Rows:
    # Places are rounded in relation to their row, so that a row which moves down keeps its pixels.

    def __init__(self, tops: Iterable[int]) -> None:
        self._tops = sorted(tops)

    def drawn(self, y: int) -> int:
        top = self._tops[max(0, bisect_right(self._tops, y) - 1)]
        return drawn_length(top) + drawn_length(y - top)


def drawn_length(length: int) -> int:
    """Return a length of a layout in the pixels of its file.

    >>> drawn_length(1032), drawn_length(44)
    (839, 36)
    """
    pixels, of_layout = _SHARE
    return (length * pixels + of_layout // 2) // of_layout


def _drawn_op(op: Op, rows: _Rows) -> Op:
    # Both edges are rounded, so that neighbours do not overlap.
    left = drawn_length(op.x)
    top = rows.drawn(op.y)
    width = drawn_length(op.x + op.width) - left
    height = rows.drawn(op.y + op.height) - top
    sprite = op.sprite
    if isinstance(sprite, CardFace):
        # The margin has its own least width, so the card's corner is what keeps its place.
        corner = card_margin(sprite.width)
        card_width = drawn_length(sprite.width)
        margin = card_margin(card_width)
        left = drawn_length(op.x + corner) - margin
        top = rows.drawn(op.y + corner) - margin
        width = card_width + 2 * margin
        height = card_height(card_width) + 2 * margin
    return Op(_drawn_sprite(sprite, width, height), left, top, width, height)


def _drawn_sprite(sprite: Sprite, width: int, height: int) -> Sprite:
    match sprite:
        case Box(radius=radius):
            corner = min(drawn_length(radius), width // 2, height // 2)
            return replace(sprite, width=width, height=height, radius=corner)
        case CardFace() | Fan():
            return replace(sprite, width=drawn_length(sprite.width))
        case StampSprite():
            frame_width = drawn_length(sprite.width)
            frame_height = drawn_length(sprite.height)
            return replace(sprite, size=drawn_length(sprite.size), width=frame_width, height=frame_height)
    return replace(sprite, size=drawn_length(sprite.size))


PICTURE_WIDTH = drawn_length(WIDTH)
"""Width of the pictures of play, in pixels of the file."""
