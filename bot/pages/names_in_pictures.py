"""Players' names in pictures, which can draw fewer letters than Discord."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import count
from typing import NamedTuple

from bot.caches import cached
from bot.language import skeleton
from bot.pictures.labels import MISSING, printable
from storage.rows import Name


class PlayerName(NamedTuple):
    """A player's name for buttons and menus, and for pictures, which can draw fewer letters."""

    text: str
    fallback: str = ""  # the same with the person's user name; empty if that is unknown


def texts_of(names: Iterable[PlayerName]) -> list[str]:
    """Return players' names as texts outside of pictures show them."""
    return [name.text for name in names]


def drawn_names(names: Iterable[PlayerName]) -> tuple[str, ...]:
    """Return players' names as pictures show them: no two look alike.

    A name becomes its fallback if a picture can draw less than half of it, or if it would look like another
    name. Names that still look alike get numbers.
    """
    return _drawn_names(tuple(names))


@cached(1024)
def _drawn_names(names: tuple[PlayerName, ...]) -> tuple[str, ...]:
    drawn = list(map(_drawn_name, names))
    looks = Counter(map(_look, drawn))
    for at, name in enumerate(names):
        if looks[_look(drawn[at])] > 1:
            drawn[at] = name.fallback or drawn[at]
    return _numbered(drawn)


def _drawn_name(name: PlayerName) -> str:
    line = printable(name.text)
    if MISSING not in line:
        return name.text
    letters = _letter_count(name.text)
    if letters and 2 * _letter_count(line) >= letters:
        return " ".join(line.replace(MISSING, " ").split())
    return name.fallback or name.text


def _letter_count(name: str) -> int:
    # The user name that follows a display name in use twice is no part of it.
    display_name = name.rpartition(" @")[0] or name
    return sum(map(str.isalnum, display_name))


def _look(name: str) -> str:
    # ``skeleton`` leaves out a user name after a space, but here it distinguishes people.
    return skeleton(Name(printable(name).replace(" @", "@")))


def _numbered(names: Sequence[str]) -> tuple[str, ...]:
    numbered = list[str]()
    looks = set[str]()
    for name in names:
        candidates = (name if number == 1 else f"{name} {number}" for number in count(1))
        distinct = next(candidate for candidate in candidates if _look(candidate) not in looks)
        looks.add(_look(distinct))
        numbered.append(distinct)
    return tuple(numbered)
