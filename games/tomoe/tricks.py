"""The suits of Tomoefuda and their pairs, the cards that may be played, and the winner of a trick.

Source: tomoe.md, sections "Material" to "Score and end".
"""

from __future__ import annotations

from itertools import product
from typing import Literal, TypeAlias

import msgspec

from games.core.cards import TOMOE, Card

SEATS = 3

DECKS: dict[str, tuple[Card, ...]] = {
    "off": tuple(card for card in TOMOE.cards if card not in TOMOE.extras),
    "on": TOMOE.cards,
}
"""The cards of a game for each value of the option ``metals``."""

METAL = ""
"""The suit of the metals. It has no letter and no partner."""

PAIRS = ("ra", "go", "kp")
"""The pairs of partner suits: dango, bamboo, cord."""

SUIT: dict[Card, str] = TOMOE.suit
"""The suit of each card."""
BACK: dict[str, str | None] = {
    METAL: None,
    **{suit: pair[1 - i] for pair in PAIRS for i, suit in enumerate(pair)},
}
"""For each front suit its partner, the back suit; ``None`` for metals."""

RANK: dict[Card, int] = {card: int(TOMOE.rank[card] or 0) for card in TOMOE.cards} | {
    "Au": 3,
    "Ag": 2,
    "Cu": 1,
}
"""The strength of each card within its suit."""

ACES = frozenset(card for card in TOMOE.cards if TOMOE.rank[card] == "1")
"""The cards of rank 1, without metals."""

CASES = ("all-front", "one-back", "two-back", "one-lower", "two-lower", "lower-pair", "back-lower")
"""The seven kinds of tricks, by the roles of their suits, in the source's order: 甲 乙 丙 丁 戊 己 庚."""


class Trick(msgspec.Struct, frozen=True):
    """A completed trick.

    Args:
        cards: the three cards in the order played, beginning with the leader's.
        card: the card that won.
        case: the kind of trick, one of ``CASES``.
    """

    leader: int
    cards: tuple[Card, ...]
    winner: int
    card: Card
    case: str


Role: TypeAlias = Literal["front", "back", "lower"]
"""The role of a suit in a trick: the suit led, its partner suit, or any other suit."""


def role(front: str, suit: str) -> Role:
    """Return the role of ``suit`` in a trick that was led with the suit ``front``."""
    return "front" if suit == front else "back" if suit == BACK[front] else "lower"


def _case_of(front: str, second: str, third: str) -> str:
    match sorted((role(front, second), role(front, third))):
        case "front", "front":
            return "all-front"
        case "back", "front":
            return "one-back"
        case "back", "back":
            return "two-back"
        case "front", "lower":
            return "one-lower"
        case "back", "lower":
            return "back-lower"
    return "lower-pair" if second == third else "two-lower"


_SUITS_TO_FOLLOW = {
    led: tuple(
        frozenset(card for card in TOMOE.cards if SUIT[card] == suit)
        for suit in (SUIT[led], BACK[SUIT[led]])
        if suit is not None
    )
    for led in TOMOE.cards
}
"""For each card led, two sets of cards to play if possible: its suit first, then the partner suit."""

_CASES = {suits: (_case_of(*suits), 2 if len({*suits}) == SEATS else 1) for suits in product(BACK, repeat=3)}
"""For each three suits, in the order played: the kind of trick, and the position of the winning card.

Position 0 is the weakest card. The strongest card wins if all suits differ, otherwise the second strongest.
"""

# Cards of two different lower suits (neither the suit led nor its partner) are never compared.
_STRENGTH = {
    front: {
        card: RANK[card] + {"back": 20, "front": 10, "lower": 0}[role(front, SUIT[card])] for card in SUIT
    }
    for front in BACK
}
"""For each suit led, the strength of each card as a number."""


def playable(hand: tuple[Card, ...], trick: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return the cards of a hand that may be played to the trick (tomoe.md, section "Play").

    Args:
        trick: the cards of the current trick in the order played; empty for the leader.
    """
    if trick:
        for suit in _SUITS_TO_FOLLOW[trick[0]]:
            if not suit.isdisjoint(hand):
                return tuple([card for card in hand if card in suit])
    return hand


def decide_trick(leader: int, cards: tuple[Card, ...]) -> Trick:
    """Return the completed trick with its winner.

    The second strongest card wins, or the strongest if all three suits differ.

    Args:
        leader: the seat that played the first card.
        cards: the three cards in the order played.
    """
    # The suits alone decide the kind of trick, and whether the strongest or the second strongest card wins.
    first, second, third = cards
    front = SUIT[first]
    case, place = _CASES[front, SUIT[second], SUIT[third]]
    card = sorted(cards, key=_STRENGTH[front].__getitem__)[place]
    return Trick(leader, cards, (leader + cards.index(card)) % SEATS, card, case)


def strongest_card(trick: Trick) -> Card:
    """Return the strongest card of a trick. It wins the trick only if all three suits differ."""
    return max(trick.cards, key=_STRENGTH[SUIT[trick.cards[0]]].__getitem__)


def relative_strength(trick: Trick, card: Card) -> float:
    """Return a card's strength in a trick as a share of the greatest possible strength, 0 to 1."""
    strength = _STRENGTH[SUIT[trick.cards[0]]]
    return strength[card] / max(strength.values())


def won_counter(case: str) -> str:
    """Return the name of the statistics counter for won tricks of one kind (see ``CASES``)."""
    return f"won_{case.replace('-', '_')}"


def points_for(card: Card, ace: float) -> float:
    """Return the points for a trick won by ``card``: ``ace`` if its rank is 1, otherwise 1."""
    return ace if card in ACES else 1.0
