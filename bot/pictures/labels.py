"""Localizer in pictures: what the font cannot print is replaced, what is too wide ends in an ellipsis."""

from __future__ import annotations

import re
import unicodedata

from bot.caches import cached
from bot.pictures.fonts import font, text_length

MISSING = "〓"
"""Stands for a run of letters that the font lacks: the old printers' sign for type they were out of."""

ELLIPSIS = "…"
_LONGEST = 120
_MOST_LINES = 3
_LONELY = re.compile(r" [ \0]*([:,;.!?)])|[ \0]*\0(?=[’'\u3041-\u30ff\u4e00-\u9fff])")
"""A space before a mark, or an emoji that went and the space before it where a particle follows."""


@cached(4096, of_people=False)
def has_glyph(char: str) -> bool:
    """Tell whether the font can print a character: what it can't comes out as its box for the unknown."""
    face = font(20)
    return bytes(face.getmask(char)) != _unknown() or face.getlength(char) != face.getlength("\uffff")


@cached(1, of_people=False)
def _unknown() -> bytes:
    return bytes(font(20).getmask("\uffff"))


@cached(2048)
def printable(text: str) -> str:
    """Turn any text into one line that the font can print.

    Fancy letters become plain ones, emoji and invisible signs go, a run of letters of a script that the font
    lacks becomes one sign, and no space stays before a mark, or where an emoji went from before a particle.
    A text of which nothing is left becomes that sign.
    """
    out: list[str] = []
    for char in unicodedata.normalize("NFC", " ".join(text.split())[:_LONGEST]):
        if char == " " or _is_printed(char):
            out.append(char)
            continue
        plain = "".join(c for c in unicodedata.normalize("NFKC", char) if _is_printed(c))
        if plain:
            out.append(plain)
        elif unicodedata.category(char)[0] in "LN" and out[-1:] != [MISSING]:
            out.append(MISSING)
        elif out[-1:] == [" "]:
            out.append("\0")
    line = " ".join(_LONELY.sub(r"\1", " ".join("".join(out).split())).replace("\0", "").split())
    return line or (MISSING if text.strip() else "")


def _is_printed(char: str) -> bool:
    return unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Co", "Cn", "Mn", "Me") and has_glyph(char)


def width(text: str, size: int) -> int:
    """Measure a printable text in pixels."""
    return round(text_length(text, size))


@cached(2048)
def fit(text: str, size: int, limit: int) -> str:
    """Shorten a printable text to a width in pixels; what is cut off shows as an ellipsis."""
    if width(text, size) <= limit:
        return text
    low = _fitting(text, size, limit, ELLIPSIS)
    return text[:low].rstrip() + ELLIPSIS if low else ""


def wrapped(text: str, size: int, limit: int) -> list[str]:
    """Break a printable text into at most three lines no wider than a limit in pixels.

    Words are not broken, where one begins in the line's second half; the last line may end in an ellipsis.
    """
    rest, lines = text, list[str]()
    while rest and len(lines) < _MOST_LINES - 1 and width(rest, size) > limit:
        end = max(1, _fitting(rest, size, limit))
        space = rest.rfind(" ", 0, end + 1)
        if rest[end : end + 1].isascii() and space > end // 2:
            end = space
        lines.append(rest[:end].rstrip())
        rest = rest[end:].lstrip()
    return [*lines, fit(rest, size, limit)] if rest else lines


def _fitting(text: str, size: int, limit: int, end: str = "") -> int:
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        fits = width(text[:middle].rstrip() + end, size) <= limit
        low, high = (middle, high) if fits else (low, middle - 1)
    return low
