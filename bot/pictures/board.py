"""Draws a board as a PNG in bands: horizontal strips of the picture that are drawn and compressed once, and
cached.

What has not changed from one picture to the next is not drawn again. Equal drawings give equal bytes, even if
bands come from the cache.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import NamedTuple, TypeAlias

from msgspec.structs import replace
from PIL import Image

from bot.caches import Memory, cached
from bot.pictures.drawing import Drawing
from bot.pictures.palette import Palette, palette_of
from bot.pictures.pieces import Op
from bot.pictures.sprites import Box
from bot.pictures.strips import Strip, encode, join
from bot.pictures.table import Arrangement, arranged
from games.core.presentation import Cloth

BAND = 96
"""Height of a band, a horizontal strip of a picture, in pixels."""

_BLEED = 24
"""Pixels by which letters and frames may reach over the edge of their box."""

Key: TypeAlias = tuple[str, Cloth, int, int, tuple[Op, ...]]
"""The cache key of a band: name of the card drawings, look of the table, width, height, and the sprites in
it.
"""

STRIPS: Memory[Key, Strip] = Memory()


def draw_board(drawing: Drawing) -> bytes:
    """Draw a board as a palette PNG.

    Raises:
        KeyError: the set of card drawings lacks a card.
    """
    laid = planned(drawing)
    return put_together(laid, [*strips_of(laid)])


class Planned(NamedTuple):
    """A board and its layout."""

    drawing: Drawing
    plan: Arrangement


@cached(512)
def planned(drawing: Drawing) -> Planned:
    """Return a board with its layout."""
    return Planned(drawing, arranged(drawing))


def strips_of(planned: Planned) -> Iterator[Strip]:
    """Yield the compressed bands (horizontal strips) of a picture from top to bottom, from the cache if
    possible.
    """
    palette = palette_of(planned.drawing.art, planned.drawing.cloth)
    for key in keys_of(planned):
        strip = STRIPS.get(key)
        if strip is None:
            strip = encode(draw_band(palette, key))
            STRIPS.put(key, strip)
        yield strip


def keys_of(planned: Planned) -> Iterator[Key]:
    """Yield the cache keys of a picture's bands (horizontal strips), from top to bottom. Equal keys mean
    equal bands.
    """
    drawing, plan = planned
    for top in range(0, plan.height, BAND):
        height = min(BAND, plan.height - top)
        ops = tuple([
            Op(op.sprite, op.x, op.y - top, op.width, op.height)
            for op in plan.ops
            if op.y - _BLEED < top + height and op.y + op.height + _BLEED > top
        ])  # fmt: skip
        yield drawing.art, drawing.cloth, plan.width, height, ops


def draw_band(palette: Palette, key: Key) -> Image.Image:
    """Draw the band (horizontal strip of a picture) that has this cache key."""
    *_, width, height, ops = key
    boxes = tuple(takewhile(lambda op: isinstance(op.sprite, Box), ops))
    image = _ground(palette, width, height, tuple([_clipped(op, height) for op in boxes])).copy()
    for op in ops[len(boxes) :]:
        if isinstance(op.sprite, Box):
            _fill(image, palette, op.sprite, op.x, op.y)
        else:
            cell = palette.cell(op.sprite)
            image.paste(cell.image, (op.x + cell.x, op.y + cell.y), cell.mask)
    return image


def _clipped(op: Op, height: int) -> Op:
    """Return a rectangle with the part cut off that is far above or below the band. So more bands have the
    same background.
    """
    assert isinstance(op.sprite, Box)
    radius = op.sprite.radius
    top, bottom = max(op.y, -2 * radius - 1), min(op.y + op.height, height + 2 * radius + 1)
    box = replace(op.sprite, height=bottom - top)
    return Op(box, op.x, top, op.width, bottom - top)


@cached(64, of_people=False)
def _ground(palette: Palette, width: int, height: int, boxes: tuple[Op, ...]) -> Image.Image:
    """Return the background of a band: the rectangles below everything else. It is cached, since most bands
    of a table share it.
    """
    image = palette.blank((width, height))
    for op in boxes:
        assert isinstance(op.sprite, Box)
        _fill(image, palette, op.sprite, op.x, op.y)
    return image


def _fill(image: Image.Image, palette: Palette, box: Box, x: int, y: int) -> None:
    """Fill a rectangle with round corners; pixels outside of them stay unchanged."""
    radius, ink = box.radius, palette.index(box.ink)
    right, bottom = x + box.width, y + box.height
    image.paste(ink, (x, y + radius, right, max(y + radius, bottom - radius)))
    if not radius:
        return
    for top in (y, bottom - radius):
        image.paste(ink, (x + radius, top, right - radius, top + radius))
    corners = palette.corners(radius, box.ground, box.ink)
    places = (x, y), (right - radius, y), (x, bottom - radius), (right - radius, bottom - radius)
    for at, (corner, touched) in zip(places, corners, strict=True):
        if at[1] < image.height and at[1] + radius > 0:
            image.paste(corner, at, touched)


def put_together(planned: Planned, strips: Sequence[Strip]) -> bytes:
    """Return the PNG file of a picture, made of its compressed bands (horizontal strips) from top to
    bottom.
    """
    drawing, plan = planned
    return join(plan.width, plan.height, palette_of(drawing.art, drawing.cloth).rgb, strips)
