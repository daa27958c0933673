"""Sets of Tomoefuda cards as bits of integers, for fast simulation.

Card ``i`` of ``CARDS`` is bit ``1 << i``. The cards are sorted by suit, then by rank; metals come last. Seat
0 is the seat whose move is searched.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple, TypeAlias

from games.core.cards import TOMOE, Card
from games.tomoe.tricks import ACES, BACK, RANK, SUIT, decide_trick

CardBit: TypeAlias = int
"""One card, as an integer with one bit."""
CardBits: TypeAlias = int
"""A set of cards, as an integer with one bit for each card."""
HandBits: TypeAlias = tuple[CardBits, CardBits, CardBits]
"""The hand of each seat."""

CARDS: tuple[Card, ...] = tuple(
    sorted(TOMOE.cards, key=lambda card: ("ragokp".find(SUIT[card]) if SUIT[card] else 9, RANK[card]))
)
"""All cards in the order of their bits."""
BIT: dict[Card, CardBit] = {card: 1 << i for i, card in enumerate(CARDS)}
"""The bit of each card."""


def bits(cards: Sequence[Card]) -> CardBits:
    """Return a set of cards as an integer with one bit for each card."""
    return sum(BIT[card] for card in cards)


def _suit_bits(suit: str | None) -> CardBits:
    return sum(BIT[card] for card in CARDS if SUIT[card] == suit)


FRONT: dict[CardBit, CardBits] = {BIT[card]: _suit_bits(SUIT[card]) for card in CARDS}
"""For each card led, the cards of its own suit."""
BACKS: dict[CardBit, CardBits] = {
    BIT[card]: _suit_bits(BACK[SUIT[card]]) if SUIT[card] else 0 for card in CARDS
}
"""For each card led, the cards of the partner of its suit."""
CARD_OF: dict[CardBit, Card] = {bit: card for card, bit in BIT.items()}
"""The card of each bit."""
ONES = sum(BIT[card] for card in ACES)
"""The cards of rank 1."""


def playable_bits(hand: CardBits, trick: Sequence[CardBit]) -> CardBits:
    """Return the cards of a hand that may be played to the current trick."""
    if not trick:
        return hand
    return hand & FRONT[trick[0]] or hand & BACKS[trick[0]] or hand


class WinningThirdCards(NamedTuple):
    """The third cards of a trick that make the third or the second player win.

    All other third cards make the first player win.
    """

    third_wins: CardBits
    second_wins: CardBits


@cache
def winning_third_cards(first: CardBit) -> dict[CardBit, WinningThirdCards]:
    """Return the deciding third cards of a trick, for each possible second card.

    Args:
        first: the first card of the trick.
    """
    return {second: _winning_third_cards(first, second) for second in CARD_OF if second != first}


def _winning_third_cards(first: CardBit, second: CardBit) -> WinningThirdCards:
    wins = [0, 0, 0]
    for third in CARD_OF:
        if third not in (first, second):
            cards = (CARD_OF[first], CARD_OF[second], CARD_OF[third])
            wins[cards.index(decide_trick(0, cards).card)] |= third
    return WinningThirdCards(wins[2], wins[1])
