"""Draws trophies as cards with a metal frame. Trophies that have not been won are dark."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

import msgspec
from PIL import Image, ImageDraw

from bot.caches import cached
from bot.pictures import colours
from bot.pictures.cloths import COLOUR_SCHEMES
from bot.pictures.colours import blend
from bot.pictures.fonts import text_mask
from bot.pictures.painter import LazyPicture
from bot.pictures.pieces import WIDTH
from bot.pictures.raster import PixelSize
from bot.pictures.strips import canvas_of, compress_band, png_of_bands
from games.core.presentation import Cloth
from games.core.trophies import Metal

_MARGIN, _GAP, _LEAST = 40, 24, 5
_METALS = dict(zip(("gold", "silver", "bronze"), colours.MEDALS, strict=True))
_TIMES = 2
"""The factor by which the picture is drawn larger before it is scaled down, which makes edges smooth."""

_MOST_INKS = 256
"""Limit of the colours in a palette."""


class Plaque(msgspec.Struct, frozen=True):
    """A trophy as a card, which is dark if the trophy has not been won."""

    sign: str  # a kanji, or one or two letters
    metal: Metal  # of the frame
    is_won: bool


class PlaquePicture(LazyPicture):
    """A picture of trophies, drawn when it is sent."""

    def __init__(self, stem: str, plaques: Sequence[Plaque], cloth: Cloth) -> None:
        super().__init__(stem, msgspec.json.encode((plaques, cloth)), partial(draw_plaques, plaques, cloth))
        self.size = picture_size(len(plaques))


def picture_size(trophies: int) -> PixelSize:
    """Return the size of the picture of some trophies.

    Args:
        trophies: the number of trophies.
    """
    columns, _, tall = _grid(trophies)
    rows = -(-trophies // columns)
    return PixelSize(WIDTH, 2 * _MARGIN + rows * tall + (rows - 1) * _GAP)


class _Grid(NamedTuple):
    columns: int
    card_width: int
    card_height: int


def _grid(trophies: int) -> _Grid:
    # One or two rows.
    columns = trophies if trophies <= _LEAST else max(_LEAST, -(-trophies // 2))
    width = (WIDTH - 2 * _MARGIN - (max(columns, _LEAST) - 1) * _GAP) // max(columns, _LEAST)
    return _Grid(columns, width, width * 4 // 3)


def draw_plaques(plaques: Sequence[Plaque], cloth: Cloth) -> bytes:
    """Draw trophies on a table as a palette PNG, in at most two rows. Equal arguments give equal bytes."""
    wide, tall = picture_size(len(plaques))
    columns, card, high = _grid(len(plaques))
    image = _empty_table(cloth, wide, tall).copy()
    for number, plaque in enumerate(plaques):
        row, column = divmod(number, columns)
        in_row = min(columns, len(plaques) - row * columns)
        left = (wide - in_row * card - (in_row - 1) * _GAP) // 2
        at = left + column * (card + _GAP), _MARGIN + row * (high + _GAP)
        image.paste(_drawn_plaque(plaque, cloth, card, high), at)
    return _encoded(image)


def _encoded(image: Image.Image) -> bytes:
    # Pillow would choose the colours itself, which takes half of the time of the whole picture.
    counted = image.getcolors(image.width * image.height)
    assert counted is not None
    inks = sorted(counted, reverse=True)[:_MOST_INKS]
    rgb = b"".join([bytes(ink) for _, ink in inks if isinstance(ink, tuple)])
    quantiser = Image.new("P", (1, 1))
    quantiser.putpalette(rgb + rgb[:3] * (_MOST_INKS - len(inks)))
    pixels = image.quantize(palette=quantiser, dither=Image.Dither.NONE).im
    lines = bytearray((image.width + 1) * image.height)  # one more byte precedes each line
    canvas_of(lines, image.width + 1).paste(pixels, (1, 0, image.width + 1, image.height))
    return png_of_bands(*image.size, rgb, [compress_band(lines, image.width)])


@cached(16, of_people=False)
def _empty_table(cloth: Cloth, wide: int, tall: int) -> Image.Image:
    # The image is cached, so callers must not change it.
    image = Image.new("RGB", (wide * _TIMES, tall * _TIMES), colours.ROOM)
    draw, scheme = ImageDraw.Draw(image), COLOUR_SCHEMES[cloth]
    _box(draw, (0, 0, wide, tall), 56, scheme.rail)
    _box(draw, (10, 10, wide - 10, tall - 10), 46, scheme.felt)
    return image.resize((wide, tall), Image.Resampling.BOX)


@cached(128, of_people=False)
def _drawn_plaque(plaque: Plaque, cloth: Cloth, wide: int, high: int) -> Image.Image:
    # The image is cached, so callers must not change it.
    scheme = COLOUR_SCHEMES[cloth]
    image = Image.new("RGB", (wide * _TIMES, high * _TIMES), scheme.felt)
    draw = ImageDraw.Draw(image)
    metal = _METALS[plaque.metal]
    if plaque.is_won:
        frame, edge, paper, ink = metal, blend(metal, (0, 0, 0), 0.45), colours.PAPER, colours.INK
    else:
        frame, edge = blend(scheme.deep, metal, 0.3), scheme.deep
        paper, ink = scheme.deep, blend(scheme.deep, colours.TITLE, 0.3)
    unit = wide // 20
    boxes = ((0, edge), (2, frame), (unit + 2, edge), (unit + 4, paper))
    for inset, colour in boxes:
        _box(draw, (inset, inset, wide - inset, high - inset), 22 - inset // 2, colour)
    inset = 2 * unit + 4
    corner = (inset, inset, wide - inset, high - inset)
    line = blend(paper, frame, 0.7)
    draw.rounded_rectangle([part * _TIMES for part in corner], 8 * _TIMES, outline=line, width=2 * _TIMES)
    # Two letters are as wide as one kanji.
    size = wide * 3 // (5 if len(plaque.sign) == 1 else 7)
    mask, _, _ = text_mask(plaque.sign, size * _TIMES)
    draw.bitmap((wide - mask.width // 2, high - mask.height // 2), mask, ink)
    return image.resize((wide, high), Image.Resampling.BOX)


def _box(draw: ImageDraw.ImageDraw, box: tuple[int, int, int, int], radius: int, ink: colours.Colour) -> None:
    left, top, right, bottom = [part * _TIMES for part in box]
    draw.rounded_rectangle((left, top, right - 1, bottom - 1), radius * _TIMES, ink)
