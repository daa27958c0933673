"""The one font of all pictures, from an installed package; nothing is fetched at run time."""

from __future__ import annotations

from importlib.resources import as_file, files

from PIL import Image, ImageDraw, ImageFont

from bot.caches import cached

CAP_HEIGHT = 0.733
"""Height of capitals and digits in this font, as a share of its size."""


@cached(48, of_people=False)
def font(size: int) -> ImageFont.FreeTypeFont:
    """Open the font at a size in pixels.

    The basic layout engine draws the same pixels whether or not the optional shaping library is there.
    """
    with as_file(files("noto_cjk_sans_jp_bold") / "NotoSansCJKjp-Bold.otf") as path:
        return ImageFont.truetype(str(path), size, layout_engine=ImageFont.Layout.BASIC)


def text_length(text: str, size: int) -> float:
    """Measure a line of text in pixels, letter by letter.

    The basic layout sets one beside the other, and the font brings it no kerning: measuring the whole gives
    the same, at ten microseconds a letter.
    """
    return sum([_advance(letter, size) for letter in text])


@cached(20_000, of_people=False)
def _advance(letter: str, size: int) -> float:
    return font(size).getlength(letter)


def lettering(text: str, size: int) -> tuple[Image.Image, int, int]:
    """Draw text as a mask, put together from letters that are drawn once: a tenth of drawing it as a whole.

    Returns:
        The mask, cut to its ink, and where its corner lies from the start of the text's base line.
    """
    mask = Image.new("L", (2 * size + int(text_length(text, size)), 3 * size))
    x = size
    for letter in text:
        drawn, left, top = _letter(letter, size)
        mask.paste(255, (x + left, 2 * size + top), drawn)
        x += int(_advance(letter, size))
    return _cut(mask, size)


@cached(4096, of_people=False)
def _letter(letter: str, size: int) -> tuple[Image.Image, int, int]:
    mask = Image.new("L", (2 * size + int(_advance(letter, size)), 3 * size))
    ImageDraw.Draw(mask).text((size, 2 * size), letter, fill=255, font=font(size), anchor="ls")
    return _cut(mask, size)


def _cut(mask: Image.Image, size: int) -> tuple[Image.Image, int, int]:
    """Cut a mask, whose base line begins one size from the left and two from above, to its ink."""
    ink = mask.getbbox() or (size, 2 * size, size + 1, 2 * size + 1)
    return mask.crop(ink), ink[0] - size, ink[1] - 2 * size
