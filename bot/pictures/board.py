"""From a ``Board`` and its texts to an encoded picture."""

from __future__ import annotations

import asyncio
import hashlib
from bisect import bisect_left, bisect_right
from collections.abc import Awaitable, Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property, partial
from itertools import groupby, pairwise
from math import ceil
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import msgspec
from msgspec.structs import replace
from PIL import _imaging
from zlib_ng import zlib_ng

from bot.caches import ByteCache, RecentCache, cached
from bot.clock import yield_to_loop
from bot.pictures.colours import PixelSize
from bot.pictures.drawing import Drawing
from bot.pictures.layers import Stencil, corner_stencils, layers_of, palette_of
from bot.pictures.pen import Box, Disc, TextLine
from bot.pictures.pieces import Op
from bot.pictures.pixels import drawn_layout, drawn_size
from bot.pictures.table import PictureLayout, best_layout, least_layout_height
from games.core.presentation import Cloth

# --- strips -------------------------------------------------------------------------------------------------
# Builds palette PNGs from bands (horizontal strips) that are compressed separately.

if TYPE_CHECKING:
    from PIL._imaging import ImagingCore

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_FILTERS = bytes([2 * number % 256 for number in range(8192)])
"""The first byte of each line. The differences from line to line are the numbers of the PNG filters: 0 (none)
for the first line of a strip, and 2 (up) for the others.
"""

_ZLIB_HEADER = b"\x78\x9c"
_LAST_BLOCK = b"\x03\x00"
_ADLER = 65521

Pixels: TypeAlias = bytearray | memoryview
"""Lines of pixels that can be changed, one byte for each pixel."""


class CompressedBand(msgspec.Struct, frozen=True, gc=False):
    """Successive lines of pixels, compressed for a PNG file."""

    data: bytes  # deflate blocks
    size: int  # the number of bytes before compression
    adler: int  # the Adler-32 checksum of the bytes before compression

    def __len__(self) -> int:
        return len(self.data)


def canvas_of(pixels: Pixels, width: int, first_line: int = 0) -> ImagingCore:
    """Return an image to draw on that shares its memory with ``pixels``, one byte per pixel.

    Args:
        width: of the image, in pixels.
        first_line: the number of lines at the top that do not belong to the image.
    """
    # ``Image.frombuffer`` does the same in nine times the time.
    size = width, len(pixels) // width - first_line
    canvas: ImagingCore = _imaging.map_buffer(pixels, size, "raw", first_line * width, ("L", 0, 1))
    return canvas


def compress_band(pixels: Pixels, width: int) -> CompressedBand:
    """Compress successive lines of pixels for a PNG file.

    Args:
        pixels: one byte for each pixel, and one more before each line. All bytes are overwritten.
        width: of the picture, in pixels.
    """
    line = width + 1
    pixels[::line] = _FILTERS[: len(pixels) // line]
    # Each line but the first becomes its difference to the line above. After this, a search for runs of one
    # byte saves nearly as much as a search for all repetitions, and takes a third of its time.
    canvas = canvas_of(pixels, line)
    if canvas.size[1] > 1:
        changes = canvas_of(pixels, line, 1).chop_subtract_modulo(canvas)
        canvas.paste(changes, (0, 1, *canvas.size))
    # Little memory makes short blocks. Each has the code that suits it, which saves more than the codes take.
    packer = zlib_ng.compressobj(wbits=-15, memLevel=5, strategy=zlib_ng.Z_RLE)
    # A full flush, so that strips can be joined in any order.
    data = packer.compress(pixels) + packer.flush(zlib_ng.Z_FULL_FLUSH)
    return CompressedBand(data, len(pixels), zlib_ng.adler32(pixels))


def png_of_bands(width: int, height: int, palette: bytes, bands: Sequence[CompressedBand]) -> bytes:
    """Return a PNG file made of compressed bands, top first.

    Args:
        width: pixels.
        height: pixels.
        palette: three bytes (red, green, blue) for each colour.
    """
    adler = 1
    for band in bands:
        adler = _extended_adler(adler, band)
    # 8 bits a pixel, colour type 3 (palette), deflate, default filters, not interlaced
    header = b"".join([width.to_bytes(4, "big"), height.to_bytes(4, "big"), b"\x08\x03\x00\x00\x00"])
    data = [_ZLIB_HEADER]
    data += [band.data for band in bands]
    data.append(_LAST_BLOCK)
    data.append(adler.to_bytes(4, "big"))
    chunks = [
        _SIGNATURE,
        _chunk(b"IHDR", header),
        _chunk(b"PLTE", palette),
        _chunk(b"IDAT", b"".join(data)),
        _chunk(b"IEND", b""),
    ]
    return b"".join(chunks)


def _chunk(kind: bytes, content: bytes) -> bytes:
    check = zlib_ng.crc32(content, zlib_ng.crc32(kind))
    return b"".join([len(content).to_bytes(4, "big"), kind, content, check.to_bytes(4, "big")])


def _extended_adler(adler: int, band: CompressedBand) -> int:
    # An Adler-32 checksum has two halves of 16 bits. The low one is 1 plus the sum of all bytes. The high one
    # is the sum of the low ones after each byte, so each byte of the band adds the earlier bytes again.
    low = adler & 0xFFFF
    high = adler >> 16
    band_low = band.adler & 0xFFFF
    band_high = band.adler >> 16
    earlier_sum = low - 1
    high = (high + band_high + band.size * earlier_sum) % _ADLER
    return high << 16 | (earlier_sum + band_low) % _ADLER


# --- board --------------------------------------------------------------------------------------------------
# Draws a board as a PNG in bands, and caches the bands.
#
# A table's next picture differs from the last one in a few cards, so most of its bands are in the cache, and
# a move costs little more than the bands that it changes. For that, a band's key contains only what is
# visible in the band, relative to its own top: a seat that moves down by a whole row keeps its bands.

MAX_BAND_HEIGHT = 112
"""Greatest height of a band in pixels."""

_BLEED = 14
"""Pixels by which letters may extend beyond their box."""

_CUT_DISTANCE = 2 * MAX_BAND_HEIGHT
"""Filled rectangles are cut at this distance above and below a band. Nobody sees it, since their round
corners are lower than half of it.
"""


class BandKey(NamedTuple):
    """The content of a band, which is also its key in the cache."""

    art: str  # name of the set of card drawings
    cloth: Cloth
    width: int
    height: int
    ops: tuple[Op, ...]  # the sprites, with their positions in the band


class UsedBand(NamedTuple):
    """A band of a picture, from the cache or drawn for it."""

    band: CompressedBand
    is_new: bool  # the band was not in the cache


BAND_CACHE: ByteCache[bytes, CompressedBand] = ByteCache(32_000_000)
"""Cache of compressed bands, by ``band_digest``."""


def draw_board(drawing: Drawing) -> bytes:
    """Draw a picture of a table, a hand or a result as a palette PNG.

    Raises:
        KeyError: the set of card drawings lacks a card.
    """
    return _png_of(plan_picture(drawing))


def draw_layout(layout: PictureLayout, art: str = "standard", cloth: Cloth = "felt") -> bytes:
    """Draw a layout of pieces as a palette PNG.

    Args:
        art: the name of the set of card drawings.
        cloth: decides the colours.

    Raises:
        KeyError: the set of card drawings lacks a card.
    """
    return _png_of(PlannedPicture(Drawing(art, (), cloth=cloth), layout))


def _png_of(planned: PlannedPicture) -> bytes:
    return assemble_png(planned, [used.band for used in compressed_bands(planned)])


class PlannedPicture(msgspec.Struct, frozen=True, dict=True):
    """The contents and the layout of a picture that is not drawn yet."""

    drawing: Drawing
    layout: PictureLayout

    @cached_property
    def digest(self) -> str:
        """A hash of the pixels to draw: drawings for different heights can be the same picture."""
        content = msgspec.msgpack.encode((self.drawing.art, self.drawing.cloth, self.layout))
        return hashlib.blake2s(content, digest_size=8).hexdigest()

    @cached_property
    def drawn(self) -> PictureLayout:
        """The layout in the pixels of the file."""
        return drawn_layout(self.layout)


@cached(512)
def plan_picture(drawing: Drawing) -> PlannedPicture:
    """Compute the layout of a picture. Results are cached."""
    return PlannedPicture(drawing, best_layout(drawing))


class PictureFacts(NamedTuple):
    """What a message needs to know of a picture that is not drawn yet."""

    digest: str  # a hash of the pixels to draw
    size: PixelSize  # of the file
    phone_height: float  # on a phone, in points


_FACTS = RecentCache(32_000)
"""Facts and least heights of the pictures of a thousand tables. Their layouts would take fifteen times the
memory, and are needed only to draw.
"""


def picture_facts(drawing: Drawing) -> PictureFacts:
    """Return what a message needs to know of a picture. Results are cached."""

    def make() -> PictureFacts:
        planned = plan_picture(drawing)
        return PictureFacts(planned.digest, drawn_size(planned.layout), planned.layout.phone_height)

    return _FACTS.get_or_make(drawing.key, make)


def least_height(drawing: Drawing) -> float:
    """Return a height in points that a picture has at least; 0 if its layout was already computed."""
    if drawing.key in _FACTS:
        return 0
    return _FACTS.get_or_make(("least", drawing.key), lambda: least_layout_height(drawing))


class _PlannedBand(NamedTuple):
    top: int
    bottom: int
    digest: bytes
    cached: CompressedBand | None


def compressed_bands(planned: PlannedPicture) -> Iterator[UsedBand]:
    """Yield a picture's compressed bands from top to bottom.

    Neighbours that are not in the cache are drawn together, so that a card is pasted once, not in each band.
    """
    bands = list[_PlannedBand]()
    top = 0
    for key in band_keys(planned):
        digest = band_digest(key)
        bands.append(_PlannedBand(top, top + key.height, digest, BAND_CACHE.get(digest)))
        top += key.height
    for is_new, run in groupby(bands, key=lambda band: band.cached is None):
        if is_new:
            yield from _drawn_bands(planned, list(run))
            continue
        for _, _, _, band in run:
            assert band is not None
            yield UsedBand(band, is_new=False)


_BUFFERS: list[bytearray] = []
"""Memory in which nothing is drawn now. With fresh memory, drawing takes a tenth longer."""

_KEPT_BUFFERS = 2


def _drawn_bands(planned: PlannedPicture, run: Sequence[_PlannedBand]) -> Iterator[UsedBand]:
    width = planned.drawn.width
    first = run[0].top
    size = (width + 1) * (run[-1].bottom - first)
    try:
        buffer = _BUFFERS.pop()
    except IndexError:  # another thread may take the last one
        buffer = bytearray()
    if len(buffer) < size:
        buffer = bytearray(size)
    pixels = memoryview(buffer)[:size]
    draw_lines(planned, first, pixels)
    for top, bottom, digest, _ in run:
        band = compress_band(pixels[(top - first) * (width + 1) : (bottom - first) * (width + 1)], width)
        BAND_CACHE.put(digest, band)
        yield UsedBand(band, is_new=True)
    if len(_BUFFERS) < _KEPT_BUFFERS:
        _BUFFERS.append(buffer)


def band_keys(planned: PlannedPicture) -> Iterator[BandKey]:
    """Yield the content of each band of a picture, from top to bottom."""
    drawing = planned.drawing
    layout = planned.drawn
    tops = _band_tops(layout)
    ops_of_bands: list[list[Op]] = [[] for _ in tops]
    for op in layout.ops:
        bleed = _BLEED if isinstance(op.sprite, TextLine) else 0
        # The first band is the last one that begins above the sprite or at its top.
        first = max(0, bisect_right(tops, op.y - bleed) - 1)
        end = bisect_left(tops, op.y + op.height + bleed)
        for number in range(first, end):
            ops_of_bands[number].append(_shifted_into_band(op, tops[number]))
    edges = pairwise((*tops, layout.height))
    for (top, bottom), ops in zip(edges, ops_of_bands, strict=True):
        yield BandKey(drawing.art, drawing.cloth, layout.width, bottom - top, tuple(ops))


def band_digest(key: BandKey) -> bytes:
    """Return a hash of a band's content."""
    return hashlib.blake2s(msgspec.msgpack.encode(key), digest_size=16).digest()


def _band_tops(layout: PictureLayout) -> list[int]:
    # The parts between two cuts of a layout are divided into bands of about the same height.
    cuts = sorted({cut for cut in layout.cuts if 0 < cut < layout.height})
    tops = list[int]()
    for top, bottom in pairwise((0, *cuts, layout.height)):
        height = bottom - top
        count = ceil(height / MAX_BAND_HEIGHT)
        tops += [top + height * number // count for number in range(count)]
    return tops


def _shifted_into_band(op: Op, band_top: int) -> Op:
    # A high box is cut far above and below the band, so that equal parts of different tables have equal
    # keys.
    sprite = op.sprite
    y = op.y - band_top
    if not isinstance(sprite, Box) or op.height <= _CUT_DISTANCE:
        return Op(sprite, op.x, y, op.width, op.height)
    top = max(y, -_CUT_DISTANCE)
    height = min(y + op.height, MAX_BAND_HEIGHT + _CUT_DISTANCE) - top
    return Op(replace(sprite, height=height), op.x, top, op.width, height)


def draw_lines(planned: PlannedPicture, top: int, pixels: Pixels) -> None:
    """Draw the lines of a picture from ``top`` on, as many as there is room for.

    Args:
        pixels: become the index of each pixel's colour in the palette. An additional 0 begins each line, as
            the PNG encoder needs it.

    Raises:
        KeyError: the set of card drawings lacks a card.
    """
    layout = planned.drawn
    palette = palette_of(planned.drawing.art, planned.drawing.cloth)
    # Drawing into the bytes that are compressed saves copying them. Colour 0 is that of the background.
    canvas = canvas_of(pixels, layout.width + 1)
    bottom = top + canvas.size[1]
    paste = canvas.paste  # ``Image.paste`` takes several times as long as the pasting
    paste(0, (0, 0, *canvas.size))
    for op in layout.ops:
        if op.y - _BLEED >= bottom or op.y + op.height + _BLEED <= top:
            continue
        x = op.x + 1
        y = op.y - top
        if isinstance(op.sprite, Box):
            _fill(canvas, palette.index(op.sprite.ink), op.sprite, x, y)
            continue
        for source, mask, left, upper, right, lower in layers_of(op.sprite, palette):
            paste(source, (x + left, y + upper, x + right, y + lower), mask)


def _fill(canvas: Stencil, ink: int, box: Box, left: int, top: int) -> None:
    # A box with round corners is three rectangles: the middle one has the whole width, the others leave
    # out the corners.
    radius = box.radius
    right = left + box.width
    bottom = top + box.height
    canvas_height = canvas.size[1]
    middle_top = top + radius
    middle_bottom = max(middle_top, bottom - radius)
    canvas.paste(ink, (left, max(0, middle_top), right, min(canvas_height, middle_bottom)))
    if not radius:
        return
    corners = corner_stencils(radius)
    for edge_top, left_corner, right_corner in (
        (top, corners.upper_left, corners.upper_right),
        (bottom - radius, corners.lower_left, corners.lower_right),
    ):
        edge_bottom = edge_top + radius
        # Most boxes begin or end in another band.
        if edge_top < canvas_height and edge_bottom > 0:
            canvas.paste(ink, (left + radius, edge_top, right - radius, edge_bottom))
            canvas.paste(ink, (left, edge_top, left + radius, edge_bottom), left_corner)
            canvas.paste(ink, (right - radius, edge_top, right, edge_bottom), right_corner)


def assemble_png(planned: PlannedPicture, bands: Sequence[CompressedBand]) -> bytes:
    """Return the PNG file of a picture from its compressed bands, top first."""
    layout = planned.drawn
    return png_of_bands(layout.width, layout.height, rgb_of(planned), bands)


def rgb_of(planned: PlannedPicture) -> bytes:
    """Return the palette of a picture: three bytes for each colour, those of its faces included."""
    drawing = planned.drawing
    discs = [op.sprite for op in planned.layout.ops if isinstance(op.sprite, Disc)]
    portraits = {disc.portrait for disc in discs if disc.portrait.face}
    return palette_of(drawing.art, drawing.cloth).rgb_with_faces(portraits)


# --- painter ------------------------------------------------------------------------------------------------
# Draws pictures when they are sent, with regular breaks for other tasks.

# Boards are drawn and compressed in the event loop. A thread would often wait for the interpreter lock, up to
# five milliseconds each time: while it draws, and each time that it has compressed a band. For a picture with
# some new bands the thread costs more processor time than it takes off the event loop.


EXTENSION = "png"
"""File name extension of the encoded pictures."""

_PAINTER = ThreadPoolExecutor(max_workers=1, thread_name_prefix="pictures")
"""The thread that draws those pictures which are not boards, and take long."""

_BREATH = 12
"""Number of bands that are compressed without a break. It is more than most pictures need, since a busy event
loop takes several milliseconds until a break is over.
"""

BOARDS: ByteCache[bytes, bytes] = ByteCache(8_000_000)
"""Cache of whole pictures. The table's message and several panels may show the same one."""


_BEING_DRAWN: dict[bytes, asyncio.Event] = {}
"""Pictures that are being drawn, by a hash of their content. A second request for the same picture waits for
the first.
"""


async def board_picture(drawing: Drawing) -> bytes:
    """Return a picture of a table, a hand or a result, from the cache if it was drawn recently.

    Raises:
        KeyError: the set of card drawings lacks a card.
    """
    return await drawn_once(drawing.key, partial(drawn_picture, drawing))


async def drawn_once(key: bytes, draw: Callable[[], Awaitable[bytes]]) -> bytes:
    """Return a picture's file from the cache, or draw it. It is drawn once, even for several requests.

    Args:
        key: identifies the picture.
    """
    while (picture := BOARDS.get(key)) is None:
        waiting = _BEING_DRAWN.get(key)
        if waiting is not None:
            await waiting.wait()  # now the band is in the cache, unless drawing it failed
            continue
        # An event, since a cancelled request would cancel a future that others wait for.
        _BEING_DRAWN[key] = asyncio.Event()
        try:
            picture = await draw()
            BOARDS.put(key, picture)
            return picture
        finally:
            _BEING_DRAWN.pop(key).set()
    return picture


async def drawn_picture(drawing: Drawing) -> bytes:
    """Draw a picture like ``draw_board``, with regular breaks for other tasks of the event loop."""
    planned = plan_picture(drawing)
    bands = list[CompressedBand]()
    new_bands = 0
    for used in compressed_bands(planned):
        bands.append(used.band)
        if used.is_new:
            new_bands += 1
            if new_bands % _BREATH == 0:
                await yield_to_loop()
    return assemble_png(planned, bands)


class LazyPicture:
    """A picture that is drawn in a thread when it is sent.

    Attributes:
        extension: the extension of the file's name.

    Args:
        stem: the beginning of the file name.
        content: identifies the picture. Its hash is part of the file name.
        draw: returns the picture's file.
    """

    extension = EXTENSION

    def __init__(self, stem: str, content: bytes, draw: Callable[[], bytes]) -> None:
        self.stem = stem
        self._content = content
        self._draw = draw

    @cached_property
    def filename(self) -> str:
        """The file name, which contains a hash of the picture's content."""
        key = hashlib.blake2s(self._content, digest_size=8).hexdigest()
        return f"{self.stem}-{key}.{self.extension}"

    async def data(self) -> bytes:
        """Draw the picture and return its file."""
        return await in_painter(self._draw)


async def in_painter(make: Callable[[], bytes]) -> bytes:
    """Call a function in the thread that draws pictures, and return its result."""
    return await asyncio.get_running_loop().run_in_executor(_PAINTER, make)
