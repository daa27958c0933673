"""Prepares texts for pictures: replaces characters that the fonts lack, and breaks or shortens long texts."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from itertools import pairwise

from bot.caches import cached
from bot.pictures.fonts import has_glyph, text_length

MISSING = "〓"
"""The sign for characters that the fonts lack. Printers of lead type used it for missing type."""

ELLIPSIS = "…"

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
    for char in unicodedata.normalize("NFC", " ".join(text.split())[:_LONGEST]):
        if char == " " or _is_printed(char):
            out.append(char)
            continue
        # NFKC turns fancy letters, such as bold or full-width ones, into plain ones
        plain = "".join(c for c in unicodedata.normalize("NFKC", char) if _is_printed(c))
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


def _without_marks(letter: str) -> str:
    base, mark, _ = unicodedata.name(letter, "").partition(" WITH ")
    # Strokes and hooks are a part of the letter, so that only its name tells the letter without them.
    try:
        letters = unicodedata.lookup(base) if mark else ""
    except KeyError:
        letters = ""
    letters = letters or unicodedata.normalize("NFKD", letter)
    return "".join(c for c in letters if _is_printed(c))


def _is_printed(char: str) -> bool:
    return unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Co", "Cn", "Mn", "Me") and has_glyph(char)


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
    lines = _broken_lines(text, size, max_width, _is_between_words)
    if "".join(lines).replace(" ", "") != text.replace(" ", ""):
        return _broken_lines(text, size, max_width, _is_possible_break)
    return lines


def has_whole_words(lines: Sequence[str], text: str) -> bool:
    """Return whether lines contain a whole text, and no English or katakana word is divided."""
    if text.isascii():
        return " ".join(lines) == text
    is_divided = any(
        _KATAKANA.match(line[-1]) and _KATAKANA.match(after[0]) for line, after in pairwise(lines)
    )
    return not is_divided and "".join(lines).replace(" ", "") == text.replace(" ", "")


def _broken_lines(text: str, size: int, max_width: int, may_break: Callable[[str, int], bool]) -> list[str]:
    rest, lines = text, list[str]()
    while rest and len(lines) < MOST_LINES - 1 and text_width(rest, size) > max_width:
        fitting = max(1, _count_of_fitting_letters(rest, size, max_width))
        rules, places = (may_break, _is_possible_break), range(fitting, 0, -1)
        end = next((at for allows in rules for at in places if allows(rest, at)), fitting)
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
    before, after = text[at - 1], text[at]
    if " " in (before, after):
        return True
    is_word = bool(_KATAKANA.match(before) and _KATAKANA.match(after)) or before.isascii()
    return not is_word and _is_possible_break(text, at)


def _is_possible_break(text: str, at: int) -> bool:
    return text[at] not in _NEVER_FIRST and text[at - 1] not in _NEVER_LAST


def _count_of_fitting_letters(text: str, size: int, max_width: int, suffix: str = "") -> int:
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        fits = text_width(text[:middle].rstrip() + suffix, size) <= max_width
        low, high = (middle, high) if fits else (low, middle - 1)
    return low
