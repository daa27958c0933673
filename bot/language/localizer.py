"""Prints ``Text`` values, names, cards, ranks and suits in the reader's language."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

import msgspec

from bot.caches import cached
from bot.language.catalogue import catalogue
from bot.language.names import NO_BREAK
from games.core.cards import FAMILIES, Card
from games.core.words import Arg, Cards, Joined, Rank, Seat, Seats, Suit, Text

T = TypeVar("T")

encoded = msgspec.msgpack.Encoder().encode
"""Encodes a value as bytes, which serve as a key: equal values give equal bytes."""

SYMBOLS = {"s": "♠\ufe0e", "h": "♥\ufe0e", "d": "♦\ufe0e", "c": "♣\ufe0e"}
"""Suit signs. The added variation selector asks for a text sign, as black suits drawn as emoji vanish on a
dark page.
"""
BACK = "🂠"
JOINER = "\u2060"
"""Invisible character that keeps the rank and suit of a card on one line."""


class Localizer:
    """Prints texts in one language.

    Args:
        names: the players' names by seat.
    """

    def __init__(self, language: str, names: Sequence[str] = ()) -> None:
        self.language = language
        self._catalogue = catalogue(language)
        self._names = tuple(names)

    def __call__(self, key: str | Text, **args: Arg) -> str:
        if not isinstance(key, Text):
            return self._printed(key, args)
        if not key.args:
            return self._catalogue.format(key.key)
        return self.get_or_make(encoded(key), lambda: self._printed(key.key, key.args))

    def to_reader(self, seat: int) -> Localizer:
        """Return a localizer that prints "you" instead of the name of this seat."""
        return Localizer(self.language, [*self._names[:seat], self("reader"), *self._names[seat + 1 :]])

    def _printed(self, key: str, args: Mapping[str, Arg]) -> str:
        return self._catalogue.format(key, {name: self._arg(arg) for name, arg in args.items()})

    def get_or_make(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return the cached value of a key. If there is none, call ``make`` and cache the result."""
        return self._catalogue.get_or_make((self._names, key), make)

    def has(self, key: str) -> bool:
        """Return whether the catalogue has a text with this key."""
        return key in self._catalogue

    def name(self, seat: int) -> str:
        """Return the name of a seat."""
        return self._names[seat]

    def _arg(self, arg: Arg) -> Any:
        match arg:
            case Text():
                return self(arg)
            case Joined():
                return self.join([self(text) for text in arg.texts])
            case Seat():
                return self._names[arg.seat]
            case Seats():
                return self.join([self._names[seat] for seat in arg.seats])
            case Cards():
                return self.cards(arg.cards, arg.family)
            case Rank():
                return rank_text(arg.rank, arg.family)
            case Suit():
                return self(f"suit-{FAMILIES[arg.family].symbols}-{arg.suit}")
        return arg

    def join(self, items: Sequence[str]) -> str:
        """Return a list as text, such as "Ann, Bob and Cy"."""
        if len(items) < 2:
            return "".join(items)
        comma, last = self("list-comma"), self("list-last")
        return comma.join(items[:-1]) + last + items[-1]

    def cards(self, cards: Sequence[Card], family: str) -> str:
        """Return cards as text, each with its rank and suit.

        Args:
            family: name of the deck.
        """
        return _cards_text(tuple(cards), family, self.language) or self("no-cards")


def rank_text(rank: str, family: str) -> str:
    """Return a rank as it is printed on cards.

    Args:
        family: name of the deck.
    """
    return FAMILIES[family].spell(rank)


def card_text(card: Card, family: str, language: str) -> str:
    """Return a card as a short text. An empty ``card`` is printed as a card's back.

    Args:
        family: name of the deck.
    """
    words = catalogue(language)
    if not card:
        return BACK
    if card == "Jk":
        return f"🃏{NO_BREAK}{words.format('joker')}"
    deck = FAMILIES[family]
    known = deck.symbols
    rank, suit = deck.rank[card], deck.suit[card]
    if known == "standard":
        return f"{rank_text(rank, family)}{JOINER}{SYMBOLS[suit]}"
    name = suit or card.lower()
    # honours, and the suit of yin and yang, have a text for each tile or kind
    if known == "mahjong" and suit == "z":
        name = f"{rank}z"
    if known == "tesca" and suit == "y":
        number = int(rank)
        name = "taikyoku" if number == 0 else "yang" if number % 2 else "yin"
    return words.format(f"card-{known}-{name}", {"rank": rank_text(rank, family)})


@cached(20_000, of_people=False)
def _cards_text(cards: tuple[Card, ...], family: str, language: str) -> str:
    texts = [card_text(card, family, language) for card in cards]
    return (", " if any(NO_BREAK in card for card in texts if "🃏" not in card) else " ").join(texts)


def flat(line: str) -> str:
    """Return a line without the Markdown mark of a headline.

    >>> flat("## Rules")
    'Rules'
    """
    return line.lstrip("# ")


def first_line(text: str) -> str:
    """Return the first line of a text without the Markdown mark of a headline."""
    return flat(text.partition("\n")[0])


def unmarked(line: str) -> str:
    """Return a line without the Markdown marks of headlines and bold text.

    >>> unmarked("# A **red** card")
    'A red card'
    """
    return flat(line).replace("**", "")


def is_repeated(line: str, lines: Iterable[str]) -> bool:
    """Return whether one of ``lines`` contains a line. Marks of Markdown and the last mark do not count.

    >>> is_repeated("Ken is out.", ["**Ken** is out: no cards left."])
    True
    """
    sentence = unmarked(line).rstrip(" .。!")
    return any(sentence in unmarked(other) for other in lines)


def plain(text: str) -> str:
    """Return a text on one line, without Markdown marks and invisible characters, for labels and pictures."""
    return text.replace(JOINER, "").replace("**", "").replace("\\", "").replace("\n", " ").lstrip("# ")
