"""Texts as values: a message key with arguments, which any front end can print in any language.

All texts about a game have this form, so seats, cards and ranks are printed alike everywhere. The wording is
in catalogues, files with the texts of each language.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

import msgspec


class Seat(msgspec.Struct, frozen=True, gc=False, tag=True):
    """The name of the player at a seat, to print in a ``Text``."""

    seat: int


class Seats(msgspec.Struct, frozen=True, gc=False, tag=True):
    """The names of the players at several seats, to print in a ``Text``."""

    seats: tuple[int, ...]


class Cards(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Cards to print in a ``Text``. An empty string is a card's back.

    Args:
        family: the name of the kind of deck (``games.core.cards.Family``).
    """

    cards: tuple[str, ...]
    family: str


class Rank(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A card's rank to print in a ``Text``.

    Args:
        family: the name of the kind of deck, which decides how the rank is printed.
    """

    rank: str
    family: str


class Suit(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A card's suit to print in a ``Text``.

    Args:
        family: the name of the kind of deck.
        is_sign: print its sign (♠), such as on a chip, if the kind of deck has signs.
    """

    suit: str
    family: str
    is_sign: bool = False


class Text(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A message with its arguments, to be printed in the reader's language."""

    key: str  # the message's key in the catalogues, such as ``bull-called``
    # the arguments by name. A plain string is never shown; it selects a variant of the message.
    args: Mapping[str, Arg] = {}


class Joined(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Several texts as one list, with commas and "and" of the reader's language."""

    texts: tuple[Text, ...]


Arg: TypeAlias = "str | int | float | Seat | Seats | Cards | Rank | Suit | Text | Joined"


def text(key: str, **args: Arg) -> Text:
    """Return a ``Text`` with a key and arguments."""
    return Text(key, args)


def yes_no(is_true: bool) -> str:
    """Return the argument of a text that has one wording for yes and one for no.

    >>> text("bull-stakes", is_out=yes_no(True))
    Text(key='bull-stakes', args={'is_out': 'yes'})
    """
    return "yes" if is_true else "no"


def with_cards_joined(texts: Iterable[Text]) -> list[Text]:
    """Return texts without duplicates; texts that differ only in one card become one text.

    >>> with_cards_joined([text("fatal", cards=Cards((card,), "standard"), count=1) for card in ("2s", "3s")])
    [Text(key='fatal', args={'cards': Cards(cards=('2s', '3s'), family='standard'), 'count': 2})]
    """
    joined = list[Text]()
    cards_of: dict[str, tuple[int, dict[str, None]]] = {}
    for each in texts:
        match each.args:
            case {"cards": Cards((card,), family), "count": 1, **others} if not others:
                place, cards = cards_of.setdefault(each.key, (len(joined), {}))
                cards[card] = None
                # The first of these texts has the place of all.
                if place == len(joined):
                    joined.append(each)
                joined[place] = text(each.key, cards=Cards(tuple(cards), family), count=len(cards))
            case _ if each not in joined:
                joined.append(each)
    return joined
