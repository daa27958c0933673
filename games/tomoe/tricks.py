"""Suits in pairs, what has to be followed, and who wins a trick (tomoe.md, Play and Who wins a trick)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from games.core.cards import TOMOE, Card

METAL = ""
"""The suit of the metals: a suit without a letter and without a partner."""

PAIRS = ("ra", "go", "kp")
"""The pairs of suits: dango, bamboo, cord."""

SUIT: dict[Card, str] = TOMOE.suit
BACK: dict[str, str | None] = {
    METAL: None,
    **{suit: pair[1 - i] for pair in PAIRS for i, suit in enumerate(pair)},
}
"""The back suit of each front suit; metals have none."""

RANK: dict[Card, int] = {card: int(TOMOE.rank[card] or 0) for card in TOMOE.cards} | {
    "Au": 3,
    "Ag": 2,
    "Cu": 1,
}
"""How strong a card is within its own suit."""

ACES = frozenset(card for card in TOMOE.cards if TOMOE.rank[card] == "1")
"""The cards of rank 1; a metal is none."""

CASES = ("all-front", "one-back", "two-back", "one-lower", "two-lower", "lower-pair", "back-lower")
"""The seven ways a trick can look, in the order of the source: 甲 乙 丙 丁 戊 己 庚."""

_CASES = {
    "FF": "all-front",
    "FB": "one-back",
    "BF": "one-back",
    "BB": "two-back",
    "FL": "one-lower",
    "LF": "one-lower",
    "BL": "back-lower",
    "LB": "back-lower",
}
"""Cases by what the second and the third card are: front, back or lower."""


def _kind(front: str, suit: str) -> str:
    return "F" if suit == front else "B" if suit == BACK[front] else "L"


_KIND = {front: {card: _kind(front, SUIT[card]) for card in SUIT} for front in BACK}
_STRENGTH = {
    front: {card: RANK[card] + {"B": 20, "F": 10, "L": 0}[kind] for card, kind in kinds.items()}
    for front, kinds in _KIND.items()
}
"""How strong a card is, by front suit; lower cards of different suits never need comparing."""


class Trick(msgspec.Struct, frozen=True):
    """Three cards in the order they were played, who led, who won with which of them, and the case."""

    leader: int
    cards: tuple[Card, ...]
    winner: int
    card: Card
    case: str


def playable(hand: Sequence[Card], led: Card | None) -> Sequence[Card]:
    """Pick the cards that may be played: front suit, else back suit, else any (tomoe.md, Play).

    Args:
        hand: both parts of a hand.
        led: the first card of the trick; ``None`` for the leader.
    """
    if led is None:
        return hand
    front = SUIT[led]
    follow = [card for card in hand if SUIT[card] == front]
    if follow:
        return follow
    back = BACK[front]
    return [card for card in hand if SUIT[card] == back] or hand


def judge(leader: int, cards: tuple[Card, ...]) -> Trick:
    """Find who wins a full trick: the second strongest, or the strongest of three different suits."""
    first, second, third = cards
    front = SUIT[first]
    strength = _STRENGTH[front]
    strengths = [strength[first], strength[second], strength[third]]
    all_differ = front != SUIT[second] != SUIT[third] != front
    place = strengths.index(sorted(strengths)[2 if all_differ else 1])
    kinds = _KIND[front]
    case = _CASES.get(kinds[second] + kinds[third])
    if case is None:
        case = "two-lower" if all_differ else "lower-pair"
    return Trick(leader, cards, (leader + place) % 3, cards[place], case)
