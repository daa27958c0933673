"""The font of all pictures, from an installed package, and masks of its letters."""

from __future__ import annotations

from importlib.resources import as_file, files
from typing import TYPE_CHECKING, NamedTuple

from PIL import Image, ImageDraw, ImageFont

from bot.caches import cached
from bot.pictures.raster import stencil

if TYPE_CHECKING:
    from PIL._imaging import ImagingCore

CAP_HEIGHT = 0.733
"""Height of capitals and digits, as a share of the font size."""


@cached(48, of_people=False)
def font(size: int) -> ImageFont.FreeTypeFont:
    """Return the font at a size in pixels."""
    # The basic layout does not depend on an optional library (raqm).
    with as_file(files("noto_cjk_sans_jp_bold") / "NotoSansCJKjp-Bold.otf") as path:
        return ImageFont.truetype(str(path), size, layout_engine=ImageFont.Layout.BASIC)


def text_length(text: str, size: int) -> float:
    """Return the width of a line of text in pixels."""
    # The basic layout has no kerning, so the sum is exact.
    return sum([_advance(letter, size) for letter in text])


@cached(20_000, of_people=False)
def _advance(letter: str, size: int) -> float:
    return font(size).getlength(letter)


class Glyph(NamedTuple):
    """A letter as a black and white mask. The box is relative to the start of the base line."""

    mask: ImagingCore | None  # None for a space
    left: int
    top: int
    right: int
    bottom: int
    step: int  # the distance to the next letter, in pixels


@cached(4096, of_people=False)
def glyph(letter: str, size: int) -> Glyph:
    """Return the mask of a letter whose size is in pixels."""
    mask, left, top = _letter_mask(letter, size)
    core = stencil(mask).im if mask.getbbox() else None
    return Glyph(core, left, top, left + mask.width, top + mask.height, int(_advance(letter, size)))


class TextMask(NamedTuple):
    """A text as a mask. The offset is measured from the start of the text's base line."""

    mask: Image.Image
    x_offset: int
    y_offset: int


def text_mask(text: str, size: int) -> TextMask:
    """Return a mask of a line of text, cropped to the letters."""
    mask = Image.new("L", (2 * size + int(text_length(text, size)), 3 * size))
    x = size
    # Cached letters are ten times as fast as drawing the whole text.
    for letter in text:
        drawn, left, top = _letter_mask(letter, size)
        mask.paste(255, (x + left, 2 * size + top), drawn)
        x += int(_advance(letter, size))
    return _cropped_to_letters(mask, size)


@cached(4096)  # letters of names
def _letter_mask(letter: str, size: int) -> TextMask:
    mask = Image.new("L", (2 * size + int(_advance(letter, size)), 3 * size))
    ImageDraw.Draw(mask).text((size, 2 * size), letter, fill=255, font=font(size), anchor="ls")
    return _cropped_to_letters(mask, size)


def _cropped_to_letters(mask: Image.Image, size: int) -> TextMask:
    ink = mask.getbbox() or (size, 2 * size, size + 1, 2 * size + 1)
    return TextMask(mask.crop(ink), ink[0] - size, ink[1] - 2 * size)
