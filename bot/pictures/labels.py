"""Letters in pictures: fonts, and texts broken into lines."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from importlib.resources import as_file, files
from itertools import pairwise
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from PIL import Image, ImageDraw, ImageFont

from bot.caches import cached
from bot.pictures.colours import stencil

# --- fonts --------------------------------------------------------------------------------------------------
# The fonts of all pictures, from installed packages, and masks of their letters.
#
# Japanese, signs and most letters are of one font. The second font has more Latin, Greek and Cyrillic letters
# of the same design.

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


# --- labels -------------------------------------------------------------------------------------------------
# Prepares texts for pictures: replaces characters that the fonts lack, and breaks or shortens long texts.

MISSING = "〓"
"""The sign for characters that the fonts lack. Printers of lead type used it for missing type."""

ELLIPSIS = "…"

_WIDE_MARK = re.compile("([！？])(?=([\\w「])?)")
"""A wide mark of Japanese texts. Pictures have little room, so that it is narrow there."""

MOST_LINES = 3
"""Limit of lines of a text in a picture."""

_LONGEST = 120
_NEVER_FIRST = "、。,.)」』】!?:・ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ\uff01\uff09\uff0c\uff1a\uff1f"
"""Characters with which no line may begin. The last ones are ``!),:?`` in their wide forms."""

_NEVER_LAST = "(「『【\uff08"
"""Characters with which no line may end. The last one is the wide form of ``(``."""

_KATAKANA = re.compile("[\u30a1-\u30fa\u30fc-\u30ff]")

_LONELY = re.compile(r" [ \0]*([:,;.!?)])|[ \0]*\0(?=[’'(\u3041-\u30ff\u4e00-\u9fff])")
"""Matches a space before a punctuation mark, and a removed emoji (with the space before it) before a mark, a
bracket or a Japanese particle.
"""


@cached(2048)
def printable(text: str) -> str:
    """Return a text as one line that the fonts can print.

    Fancy letters become plain ones. Letters that no font has lose their marks. Emoji are removed. Other
    letters become ``MISSING``.
    """
    out: list[str] = []
    for char in unicodedata.normalize("NFC", " ".join(_WIDE_MARK.sub(_narrow_mark, text).split())[:_LONGEST]):
        if char == " " or _is_printed(char):
            out.append(char)
            continue
        # NFKC turns fancy letters, such as bold or full-width ones, into plain ones
        plain = "".join(filter(_is_printed, unicodedata.normalize("NFKC", char)))
        plain = plain or _without_marks(char)
        if plain:
            out.append(plain)
        elif unicodedata.category(char)[0] in "LN" and out[-1:] != [MISSING]:
            out.append(MISSING)
        elif out[-1:] == [" "]:
            # the place of a removed emoji after a space, for ``_LONELY``
            out.append("\0")
    line = " ".join(_LONELY.sub(r"\1", " ".join("".join(out).split())).replace("\0", "").split())
    return line or (MISSING if text.strip() else "")


def _narrow_mark(mark: re.Match[str]) -> str:
    # A wide mark has its space within, a narrow one needs it before the next sentence.
    return {"！": "!", "？": "?"}[mark[1]] + (" " if mark[2] else "")


def _without_marks(letter: str) -> str:
    base, mark, _ = unicodedata.name(letter, "").partition(" WITH ")
    # Strokes and hooks are a part of the letter, so that only its name tells the letter without them.
    try:
        letters = unicodedata.lookup(base) if mark else ""
    except KeyError:
        letters = ""
    letters = letters or unicodedata.normalize("NFKD", letter)
    return "".join(filter(_is_printed, letters))


def _is_printed(char: str) -> bool:
    return unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Co", "Cn", "Mn", "Me") and has_glyph(char)


def initial(name: str) -> str:
    """Return the first letter of a person's name, for their disc.

    >>> initial("hana"), initial("花子")
    ('H', '花')
    """
    return next((letter for letter in name if letter.isalnum()), name[:1]).upper()


@cached(8192)
def text_width(text: str, size: int) -> int:
    """Return the width of a printable text in pixels."""
    return round(text_length(text, size))


@cached(2048)
def fit(text: str, size: int, max_width: int) -> str:
    """Return a printable text, shortened with an ellipsis if it is wider than ``max_width`` pixels."""
    if text_width(text, size) <= max_width:
        return text
    low = _count_of_fitting_letters(text, size, max_width, ELLIPSIS)
    return text[:low].rstrip() + ELLIPSIS if low else ""


def wrapped_lines(text: str, size: int, max_width: int) -> list[str]:
    """Break a printable text into at most three lines of at most ``max_width`` pixels.

    Words are divided only if the text is too long otherwise. If it is still too long, the last line ends in
    an ellipsis.
    """
    lines = _broken_lines(text, size, max_width, keeps_words=True)
    if "".join(lines).replace(" ", "") != text.replace(" ", ""):
        return _broken_lines(text, size, max_width, keeps_words=False)
    return lines


def has_whole_words(lines: Sequence[str], text: str) -> bool:
    """Return whether lines contain a whole text, and no English or katakana word is divided."""
    if text.isascii():
        return " ".join(lines) == text
    is_divided = any(
        _KATAKANA.match(line[-1]) and _KATAKANA.match(after[0]) for line, after in pairwise(lines)
    )
    return not is_divided and "".join(lines).replace(" ", "") == text.replace(" ", "")


def _last_break(text: str, fitting: int, rules: Sequence[Callable[[str, int], bool]]) -> int:
    # The last place that the first rule allows, or else the next rule; if none does, as many letters as fit.
    for is_allowed in rules:
        for at in range(fitting, 0, -1):
            if is_allowed(text, at):
                return at
    return fitting


def _broken_lines(text: str, size: int, max_width: int, *, keeps_words: bool) -> list[str]:
    # A word is broken all the same if it is longer than a line.
    if keeps_words:
        rules = [_is_between_words, _is_possible_break]
    else:
        rules = [_is_possible_break]
    rest = text
    lines = list[str]()
    while rest and len(lines) < MOST_LINES - 1 and text_width(rest, size) > max_width:
        fitting = max(1, _count_of_fitting_letters(rest, size, max_width))
        end = _last_break(rest, fitting, rules)
        # A space is preferred unless it is near the beginning of the line.
        space = rest.rfind(" ", 0, fitting + 1)
        if space > fitting // (4 if rest[fitting : fitting + 1].isascii() else 2):
            end = space
        # Words in brackets stay together if they fit on a line.
        bracket = rest.rfind("(", 1, end)
        if bracket > 0 and ")" not in rest[bracket:end] and text_width(rest[bracket:], size) <= max_width:
            end = bracket
        lines.append(rest[:end].rstrip())
        rest = rest[end:].lstrip()
    return [*lines, fit(rest, size, max_width)] if rest else lines


def _is_between_words(text: str, at: int) -> bool:
    # English words end at spaces. Japanese text may be broken between any two letters, but a katakana word
    # stays whole, and a number with its counter.
    before = text[at - 1]
    after = text[at]
    if " " in (before, after):
        return True
    is_word = bool(_KATAKANA.match(before) and _KATAKANA.match(after)) or before.isascii()
    return not is_word and _is_possible_break(text, at)


def _is_possible_break(text: str, at: int) -> bool:
    return text[at] not in _NEVER_FIRST and text[at - 1] not in _NEVER_LAST


def _count_of_fitting_letters(text: str, size: int, max_width: int, suffix: str = "") -> int:
    low = 0
    high = len(text)
    while low < high:
        middle = (low + high + 1) // 2
        fits = text_width(text[:middle].rstrip() + suffix, size) <= max_width
        low, high = (middle, high) if fits else (low, middle - 1)
    return low
