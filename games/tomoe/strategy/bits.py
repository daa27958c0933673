"""Tomoefuda on sets of cards as bits.

Card ``i`` is bit ``1 << i``; cards stand suit by suit, stronger ones higher, so that the cards of a suit are
six neighbouring bits (three for the metals, which come last). Seats are counted from the one that searches.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple, TypeAlias

from games.core.cards import TOMOE, Card
from games.tomoe.tricks import ACES, BACK, RANK, SUIT, judge

Hands: TypeAlias = tuple[int, int, int]

CARDS: tuple[Card, ...] = tuple(
    sorted(TOMOE.cards, key=lambda card: ("ragokp".find(SUIT[card]) if SUIT[card] else 9, RANK[card]))
)
BIT: dict[Card, int] = {card: 1 << i for i, card in enumerate(CARDS)}


def bits(cards: Sequence[Card]) -> int:
    """Make a set of cards."""
    return sum(BIT[card] for card in cards)


def _suit_bits(suit: str | None) -> int:
    return sum(BIT[card] for card in CARDS if SUIT[card] == suit)


FRONT: dict[int, int] = {BIT[card]: _suit_bits(SUIT[card]) for card in CARDS}
"""The cards that follow a led card with its own suit."""
BACKS: dict[int, int] = {BIT[card]: _suit_bits(BACK[SUIT[card]]) if SUIT[card] else 0 for card in CARDS}
"""The cards that follow a led card with the back suit."""
CARD_OF: dict[int, Card] = {bit: card for card, bit in BIT.items()}
ONES = sum(BIT[card] for card in ACES)
"""The cards of rank 1."""


def options(hand: int, trick: Sequence[int]) -> int:
    """Give the cards of a hand that may be played to a trick, whose cards are bits in the order played."""
    if not trick:
        return hand
    return hand & FRONT[trick[0]] or hand & BACKS[trick[0]] or hand


class Pair(NamedTuple):
    """The third cards with which the third player of a trick wins, and those with which the second does.

    With any other card the first one wins (tomoe.md, Who wins a trick).
    """

    third: int
    second: int


@cache
def rows(first: int) -> dict[int, Pair]:
    """Give, by the second card of a trick, what the third card decides; worked out once per led card."""
    return {second: _pair(first, second) for second in CARD_OF if second != first}


def _pair(first: int, second: int) -> Pair:
    wins = [0, 0, 0]
    for third in CARD_OF:
        if third not in (first, second):
            cards = (CARD_OF[first], CARD_OF[second], CARD_OF[third])
            wins[cards.index(judge(0, cards).card)] |= third
    return Pair(wins[2], wins[1])
