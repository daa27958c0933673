"""Cards and decks. A card is a short string, such as ``Kh``: its rank, then its suit (README.md of the rules,
section "Cards").

Copies of one card are equal strings. The same string can be a card of two kinds of deck (``5s`` is a spade
and a bamboo tile).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, TypeAlias, TypeVar

import msgspec

from games.core.errors import NotationError

Card: TypeAlias = str
T = TypeVar("T")


class Family:
    """A kind of deck: its suits, its ranks and the order of its cards.

    Args:
        suits: each suit letter with its ranks, in order.
        extras: cards without a suit, such as a joker.
        spelling: printed forms of ranks, such as ``10`` for ``T``.
        symbols: the family whose suit symbols are printed; empty for its own.
    """

    def __init__(
        self,
        name: str,
        suits: Sequence[tuple[str, Sequence[str]]],
        extras: Sequence[Card] = (),
        spelling: Mapping[str, str] | None = None,
        symbols: str = "",
    ) -> None:
        self.name = name
        self.symbols = symbols or name
        self.spelling = dict(spelling or {})
        self.suits: tuple[str, ...] = tuple([suit for suit, _ in suits])
        self.extras: tuple[Card, ...] = tuple(extras)
        # Extra cards have an empty rank and an empty suit.
        self.rank: dict[Card, str] = {}
        self.suit: dict[Card, str] = {}
        for suit, ranks in suits:
            for rank in ranks:
                self.rank[rank + suit] = rank
                self.suit[rank + suit] = suit
        self.rank.update(dict.fromkeys(extras, ""))
        self.suit.update(dict.fromkeys(extras, ""))
        self.cards: tuple[Card, ...] = tuple(self.rank)
        self.order: dict[Card, int] = {card: i for i, card in enumerate(self.cards)}
        self._by_text = {card.lower(): card for card in self.cards}

    def __repr__(self) -> str:
        return f"<Family {self.name}: {len(self.cards)} cards>"

    def parse(self, text: str) -> Card:
        """Return the card that a text names, in upper or lower case.

        Raises:
            NotationError: this family has no such card.
        """
        card = self.find(text)
        if card is None:
            raise NotationError(f"{text!r} is no card of the {self.name} deck")
        return card

    def find(self, text: str) -> Card | None:
        """Return the card that a text names, in upper or lower case; ``None`` if there is no such card."""
        # Some other letters become ASCII ones in lower case, so they are refused before.
        if not text.isascii():
            return None
        return self._by_text.get(text.lower())

    def spell(self, rank: str) -> str:
        """Return a rank as it is printed for players (``T`` is 10)."""
        return self.spelling.get(rank, rank)

    def sort(self, cards: Iterable[Card]) -> tuple[Card, ...]:
        """Return cards in the order of the deck."""
        return tuple(sorted(cards, key=self.order.__getitem__))


STANDARD_RANKS = tuple("A23456789TJQK")


def _alike(suits: str, ranks: Sequence[str]) -> list[tuple[str, Sequence[str]]]:
    # Suits that all have the same ranks.
    return [(suit, ranks) for suit in suits]


_STANDARD_SUITS = _alike("shdc", STANDARD_RANKS)
STANDARD = Family("standard", _STANDARD_SUITS, ("Jk",), {"T": "10"})
NUMBERS = Family("numbers", _STANDARD_SUITS, ("Jk",), {"T": "10", "A": "1"}, STANDARD.name)
"""The standard deck for games whose ranks are numbers: the ace is printed as 1."""

MAHJONG = Family("mahjong", _alike("mps", "123456789") + _alike("z", "1234567"))
TESCA = Family("tesca", _alike("khmy", tuple(map(str, range(13)))))
TOMOE = Family("tomoe", _alike("ragokp", "123456"), extras=("Au", "Ag", "Cu"))

FAMILIES = {family.name: family for family in (STANDARD, NUMBERS, MAHJONG, TESCA, TOMOE)}


class CardGroup(msgspec.Struct, frozen=True):
    """A hand, a pile of cards or any other facts, with the seats that may see them."""

    cards: Any  # the cards, in tuples; or facts of any type, such as votes, bids in money, prices or dice
    seen_by: tuple[int, ...] | None = ()  # ``None`` if everybody may see them

    def is_open_to(self, viewer: int | None) -> bool:
        """True if a viewer may see the cards.

        Args:
            viewer: a seat, or ``None`` for a spectator.
        """
        return self.seen_by is None or viewer in self.seen_by


def own_card_groups(hands: Iterable[Any]) -> tuple[CardGroup, ...]:
    """Return each seat's hand as a ``CardGroup`` that only the seat itself may see."""
    return tuple([CardGroup(hand, (seat,)) for seat, hand in enumerate(hands)])


def find_card(text: str, families: Iterable[Family]) -> Card | None:
    """Return the card that a text names in the first kind of deck that has it; ``None`` if none has it.

    >>> find_card("5S", (TESCA, MAHJONG))
    '5s'
    """
    return next((card for family in families if (card := family.find(text))), None)


def all_but(values: Iterable[T], gone: Collection[object]) -> tuple[T, ...]:
    """Return the items, such as cards or seats, that are not in ``gone``, in order.

    >>> all_but(("As", "Kh", "Jk"), {"Kh"})
    ('As', 'Jk')
    """
    return tuple([value for value in values if value not in gone])


def without(hand: tuple[Card, ...], removed: Iterable[Card]) -> tuple[Card, ...]:
    """Return a hand after removing one copy of each card in ``removed``.

    Raises:
        ValueError: a card to remove is not in the hand.
    """
    remaining = list(hand)
    for card in removed:
        remaining.remove(card)
    return tuple(remaining)
