"""Words that are values: a message's key with its arguments, printed by any front end in any language.

Whatever is said of a game is made of these, in the rules too (why a move is refused), so that a seat, a card
or a rank is printed in one way wherever it stands. No prose is here: that is in the catalogues.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

import msgspec


class Seat(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Name the person at a seat."""

    seat: int


class Seats(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Name several people."""

    seats: tuple[int, ...]


class Cards(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Print cards of a family, each by symbol and letter; an empty string is a card's back."""

    cards: tuple[str, ...]
    family: str


class Rank(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Print a rank of a family (``T`` of the standard deck reads 10)."""

    rank: str
    family: str


class Suit(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Print a suit of a family by symbol and name."""

    suit: str
    family: str


class Text(msgspec.Struct, frozen=True, gc=False, tag=True):
    """One message of the catalogues with its arguments.

    ``key`` starts with the game's id (``bull-called``) or is one of the shared ones. Arguments named as in
    the catalogue; plain strings are only used for choosing variants, never for prose.
    """

    key: str
    args: Mapping[str, Arg] = {}


class Joined(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Several texts as one list, in the reader's way of writing lists."""

    texts: tuple[Text, ...]


Arg: TypeAlias = "str | int | float | Seat | Seats | Cards | Rank | Suit | Text | Joined"


def text(key: str, **args: Arg) -> Text:
    """Write a ``Text`` shortly."""
    return Text(key, args)
