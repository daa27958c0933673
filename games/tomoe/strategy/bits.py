"""Sets of Tomoefuda cards as bits, for fast simulation.

Card ``i`` of ``CARDS`` is bit ``1 << i``. The cards are sorted by suit, then by rank; metals come last. Seat
0 is the seat whose move is searched.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple, TypeAlias

from games.core.cards import TOMOE, Card
from games.tomoe.tricks import ACES, BACK, RANK, SUIT, judge

Hands: TypeAlias = tuple[int, int, int]
"""The hand of each seat as bits."""

CARDS: tuple[Card, ...] = tuple(
    sorted(TOMOE.cards, key=lambda card: ("ragokp".find(SUIT[card]) if SUIT[card] else 9, RANK[card]))
)
"""All cards in the order of their bits."""
BIT: dict[Card, int] = {card: 1 << i for i, card in enumerate(CARDS)}
"""The bit of each card."""


def bits(cards: Sequence[Card]) -> int:
    """Return a set of cards as an integer, with one bit for each card."""
    return sum(BIT[card] for card in cards)


def _suit_bits(suit: str | None) -> int:
    return sum(BIT[card] for card in CARDS if SUIT[card] == suit)


FRONT: dict[int, int] = {BIT[card]: _suit_bits(SUIT[card]) for card in CARDS}
"""For each card led (as a bit), the cards of its own suit, as bits."""
BACKS: dict[int, int] = {BIT[card]: _suit_bits(BACK[SUIT[card]]) if SUIT[card] else 0 for card in CARDS}
"""For each card led (as a bit), the cards of the partner of its suit, as bits."""
CARD_OF: dict[int, Card] = {bit: card for card, bit in BIT.items()}
"""The card of each bit."""
ONES = sum(BIT[card] for card in ACES)
"""The cards of rank 1."""


def options(hand: int, trick: Sequence[int]) -> int:
    """Return the playable cards of a hand, given the cards of the current trick in the order played. Cards
    are bits.
    """
    if not trick:
        return hand
    return hand & FRONT[trick[0]] or hand & BACKS[trick[0]] or hand


class ThirdCards(NamedTuple):
    """The outcome of a trick for each third card, after two known cards. Sets of cards are bits.

    Args:
        third_wins: the third cards with which the third player wins.
        second_wins: the third cards with which the second player wins. With all other cards the first player
            wins.
    """

    third_wins: int
    second_wins: int


@cache
def rows(first: int) -> dict[int, ThirdCards]:
    """Return the outcomes of a trick that begins with ``first``. The keys are the possible second cards.

    Cards are bits.
    """
    return {second: _third_cards(first, second) for second in CARD_OF if second != first}


def _third_cards(first: int, second: int) -> ThirdCards:
    wins = [0, 0, 0]
    for third in CARD_OF:
        if third not in (first, second):
            cards = (CARD_OF[first], CARD_OF[second], CARD_OF[third])
            wins[cards.index(judge(0, cards).card)] |= third
    return ThirdCards(wins[2], wins[1])
