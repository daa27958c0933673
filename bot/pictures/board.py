"""Draws a board as a PNG in bands (horizontal strips of the picture), and caches the bands."""

from __future__ import annotations

import hashlib
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple, TypeAlias

import msgspec
from msgspec.structs import replace

from bot.caches import ByteCache, cached
from bot.pictures.drawing import Drawing
from bot.pictures.layers import Stencil, corner_stencils, layers_of
from bot.pictures.palette import Palette, palette_of
from bot.pictures.pieces import Op
from bot.pictures.sprites import Box, TextLine
from bot.pictures.strips import CompressedBand, canvas_of, compress_band, png_of_bands
from bot.pictures.table import PictureLayout, best_layout
from games.core.presentation import Cloth

MAX_BAND_HEIGHT = 112
"""Greatest height of a band (horizontal strip of a picture) in pixels."""

_BLEED = 14
"""Pixels by which letters may extend beyond their box."""

_HIGH = 2 * MAX_BAND_HEIGHT
"""Boxes (filled rectangles) higher than this are cut to the part near their band. Round corners are lower
than half of it.
"""

BandKey: TypeAlias = tuple[str, Cloth, int, int, tuple[Op, ...]]
"""The content of a band (horizontal strip): name of the set of card drawings, cloth of the table, width,
height, and the sprites with their positions in the band.
"""

BAND_CACHE: ByteCache[bytes, CompressedBand] = ByteCache()
"""Cache of compressed bands, by ``band_digest``."""


def draw_board(drawing: Drawing) -> bytes:
    """Draw a picture of a table, a hand or a result as a palette PNG.

    Raises:
        KeyError: the set of card drawings lacks a card.
    """
    planned = plan_picture(drawing)
    return assemble_png(planned, [*compressed_bands(planned)])


class PlannedPicture(NamedTuple):
    """The contents and the layout of a picture that is not drawn yet."""

    drawing: Drawing
    layout: PictureLayout


@cached(512)
def plan_picture(drawing: Drawing) -> PlannedPicture:
    """Compute the layout of a picture. Results are cached."""
    return PlannedPicture(drawing, best_layout(drawing))


def compressed_bands(planned: PlannedPicture) -> Iterator[CompressedBand]:
    """Yield a picture's compressed bands (horizontal strips) from top to bottom."""
    palette = palette_of(planned.drawing.art, planned.drawing.cloth)
    return (compressed_band(palette, key)[0] for key in band_keys(planned))


def compressed_band(palette: Palette, key: BandKey) -> tuple[CompressedBand, bool]:
    """Return a compressed band. The second value is true if the band was not in the cache."""
    name = band_digest(key)
    band = BAND_CACHE.get(name)
    if band is not None:
        return band, False
    band = compress_band(draw_band(palette, key), key[2])
    BAND_CACHE.put(name, band)
    return band, True


def band_keys(planned: PlannedPicture) -> Iterator[BandKey]:
    """Yield the content of each band (horizontal strip) of a picture, from top to bottom.

    The content is also the band's key in the cache.
    """
    drawing, layout = planned
    tops = _band_tops(layout)
    bands: list[list[Op]] = [[] for _ in tops]
    for op in layout.ops:
        bleed = _BLEED if isinstance(op.sprite, TextLine) else 0
        first = max(0, bisect_right(tops, op.y - bleed) - 1)
        last = bisect_left(tops, op.y + op.height + bleed)
        for number in range(first, last):
            bands[number].append(_shifted_into_band(op, tops[number]))
    for top, bottom, band in zip(tops, (*tops[1:], layout.height), bands, strict=True):
        yield drawing.art, drawing.cloth, layout.width, bottom - top, tuple(band)


def band_digest(key: BandKey) -> bytes:
    """Return a hash of a band's content."""
    return hashlib.blake2s(msgspec.msgpack.encode(key), digest_size=16).digest()


def _band_tops(layout: PictureLayout) -> list[int]:
    cuts = sorted({cut for cut in layout.cuts if 0 < cut < layout.height})
    tops = list[int]()
    for top, bottom in pairwise((0, *cuts, layout.height)):
        count = -(-(bottom - top) // MAX_BAND_HEIGHT)
        tops += [top + (bottom - top) * number // count for number in range(count)]
    return tops


def _shifted_into_band(op: Op, band_top: int) -> Op:
    # A high box is cut far above and below the band, so that equal parts of different tables have equal
    # keys.
    sprite, y = op.sprite, op.y - band_top
    if not isinstance(sprite, Box) or op.height <= _HIGH:
        return Op(sprite, op.x, y, op.width, op.height)
    start, end = max(y, -_HIGH), min(y + op.height, _HIGH + MAX_BAND_HEIGHT)
    return Op(replace(sprite, height=end - start), op.x, start, op.width, end - start)


def draw_band(palette: Palette, key: BandKey) -> bytearray:
    """Draw a band (horizontal strip of a picture).

    Returns:
        The index of each pixel's colour in the palette, one byte each. An additional 0 begins each line,
        as the PNG encoder needs it.
    """
    *_, width, height, ops = key
    # Drawing into the bytes that are compressed saves copying them. All are ``ROOM`` at first.
    pixels = bytearray((width + 1) * height)
    canvas = canvas_of(pixels, width + 1)
    paste = canvas.paste  # ``Image.paste`` takes several times as long as the pasting
    for op in ops:
        x, y = op.x + 1, op.y
        if isinstance(op.sprite, Box):
            _fill(canvas, palette.index(op.sprite.ink), op.sprite, x, y)
            continue
        for source, mask, left, top, right, bottom in layers_of(op.sprite, palette):
            paste(source, (x + left, y + top, x + right, y + bottom), mask)
    return pixels


def _fill(canvas: Stencil, ink: int, box: Box, x: int, y: int) -> None:
    radius, paste = box.radius, canvas.paste
    right, bottom, high = x + box.width, y + box.height, canvas.size[1]
    paste(ink, (x, max(0, y + radius), right, min(high, max(y + radius, bottom - radius))))
    if not radius:
        return
    stencils = corner_stencils(radius)
    for top, pair in ((y, stencils[:2]), (bottom - radius, stencils[2:])):
        if top < high and top + radius > 0:
            paste(ink, (x + radius, top, right - radius, top + radius))
            for left, corner in zip((x, right - radius), pair, strict=True):
                paste(ink, (left, top, left + radius, top + radius), corner)


def assemble_png(planned: PlannedPicture, bands: Sequence[CompressedBand]) -> bytes:
    """Return the PNG file of a picture from its compressed bands, top first."""
    drawing, layout = planned
    return png_of_bands(layout.width, layout.height, palette_of(drawing.art, drawing.cloth).rgb, bands)
