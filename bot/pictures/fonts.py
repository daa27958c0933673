"""The fonts of all pictures, from installed packages, and masks of their letters.

Japanese, signs and most letters are of one font. The second font has more Latin, Greek and Cyrillic letters
of the same design.
"""

from __future__ import annotations

import unicodedata
from importlib.resources import as_file, files
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from PIL import Image, ImageDraw, ImageFont

from bot.caches import cached
from bot.pictures.raster import stencil

if TYPE_CHECKING:
    from PIL._imaging import ImagingCore

    from bot.pictures.colours import Colour

Anchor: TypeAlias = Literal["lm", "mm", "rm"]
"""A point of a line of text: its left end, its middle or its right end, at half of its height."""

CAP_HEIGHT = 0.733
"""Height of capitals and digits, as a share of the font size."""

_SECOND_CAP_HEIGHT = 0.66
"""The same of the second font."""

_BOLD = 700
"""The weight of the second font, which has a continuous range of weights."""

_BASIC = ImageFont.Layout.BASIC
"""The layout that does not depend on an optional library (raqm)."""


@cached(48, of_people=False)
def font(size: int) -> ImageFont.FreeTypeFont:
    """Return the first font at a size in pixels."""
    with as_file(files("noto_cjk_sans_jp_bold") / "NotoSansCJKjp-Bold.otf") as path:
        return ImageFont.truetype(str(path), size, layout_engine=_BASIC)


@cached(48, of_people=False)
def _second_font(size: int) -> ImageFont.FreeTypeFont:
    # Capitals of both fonts have the same height.
    scaled_size = size * CAP_HEIGHT / _SECOND_CAP_HEIGHT
    with as_file(files("fontpkg_source_sans_3") / "files" / "SourceSans3[wght].ttf") as path:
        second = ImageFont.truetype(str(path), scaled_size, layout_engine=_BASIC)
    second.set_variation_by_axes([_BOLD])
    return second


@cached(4096, of_people=False)
def has_glyph(letter: str) -> bool:
    """Return whether one of the fonts has a glyph for a letter."""
    return _has_glyph(font(20), letter) or _is_in_second_font(letter)


def _has_glyph(face: ImageFont.FreeTypeFont, letter: str) -> bool:
    # U+FFFF is no character, so that its picture is the box for missing glyphs.
    has_image = bytes(face.getmask(letter)) != bytes(face.getmask("\uffff"))
    return has_image or face.getlength(letter) != face.getlength("\uffff")


def _is_in_second_font(letter: str) -> bool:
    # Signs of the second font look unlike those of the first.
    return unicodedata.category(letter).startswith("L") and _has_glyph(_second_font(20), letter)


@cached(4096, of_people=False)
def _needs_second_font(letter: str) -> bool:
    return not _has_glyph(font(20), letter) and _is_in_second_font(letter)


def _font_of(letter: str, size: int) -> ImageFont.FreeTypeFont:
    return _second_font(size) if _needs_second_font(letter) else font(size)


def text_length(text: str, size: int) -> float:
    """Return the width of a line of text in pixels."""
    # The basic layout has no kerning, so the sum is exact.
    return sum([_advance(letter, size) for letter in text])


@cached(20_000, of_people=False)
def _advance(letter: str, size: int) -> float:
    return _font_of(letter, size).getlength(letter)


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


def write(
    draw: ImageDraw.ImageDraw, at: tuple[float, float], text: str, size: int, ink: Colour, anchor: Anchor
) -> None:
    """Write a line of text into an image.

    Args:
        at: the point of the text that ``anchor`` names.
        size: pixels.
        anchor: the left end, the middle or the right end of the text, at half of its height.
    """
    width = text_length(text, size)
    ascent, descent = font(size).getmetrics()
    x = at[0] - {"lm": 0.0, "mm": width / 2, "rm": width}[anchor]
    y = at[1] + (ascent - descent) / 2
    mask, x_offset, y_offset = text_mask(text, size)
    draw.bitmap((int(x) + x_offset, int(y) + y_offset), mask, ink)


@cached(4096)  # letters of names
def _letter_mask(letter: str, size: int) -> TextMask:
    mask = Image.new("L", (2 * size + int(_advance(letter, size)), 3 * size))
    ImageDraw.Draw(mask).text((size, 2 * size), letter, fill=255, font=_font_of(letter, size), anchor="ls")
    return _cropped_to_letters(mask, size)


def _cropped_to_letters(mask: Image.Image, size: int) -> TextMask:
    ink = mask.getbbox() or (size, 2 * size, size + 1, 2 * size + 1)
    return TextMask(mask.crop(ink), ink[0] - size, ink[1] - 2 * size)
