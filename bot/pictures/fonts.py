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


def lettering(text: str, face: ImageFont.FreeTypeFont) -> tuple[Image.Image, int, int]:
    """Draw text as a mask.

    Returns:
        The mask, cut to its ink, and where its corner lies from the start of the text's base line.
    """
    left, top, right, bottom = (round(edge) for edge in face.getbbox(text, anchor="ls"))
    mask = Image.new("L", (max(1, right - left), max(1, bottom - top)))
    ImageDraw.Draw(mask).text((-left, -top), text, fill=255, font=face, anchor="ls")
    ink = mask.getbbox() or (0, 0, 1, 1)
    return mask.crop(ink), left + ink[0], top + ink[1]
