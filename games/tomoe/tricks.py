"""Suits in pairs, what has to be followed, who wins a trick (tomoe.md, Material to Score and end)."""

from __future__ import annotations

from itertools import product

import msgspec

from games.core.cards import TOMOE, Card

SEATS = 3

DECKS: dict[str, tuple[Card, ...]] = {
    "off": tuple(card for card in TOMOE.cards if card not in TOMOE.extras),
    "on": TOMOE.cards,
}
"""The cards of a game, by the option ``metals``."""

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


class Trick(msgspec.Struct, frozen=True):
    """Three cards in the order they were played, who led, who won with which of them, and the case."""

    leader: int
    cards: tuple[Card, ...]
    winner: int
    card: Card
    case: str


def role(front: str, suit: str) -> str:
    """Tell what a suit is when another is the front suit: ``front``, ``back`` or ``lower``."""
    return "front" if suit == front else "back" if suit == BACK[front] else "lower"


def _case(front: str, second: str, third: str) -> str:
    """Name the case of three suits in the order played."""
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


_DUE = {
    led: tuple(
        frozenset(card for card in TOMOE.cards if SUIT[card] == suit)
        for suit in (SUIT[led], BACK[SUIT[led]])
        if suit is not None
    )
    for led in TOMOE.cards
}
"""By the card led, the cards that have to be played if one holds such: front suit, then back suit."""

_CASES = {suits: (_case(*suits), 2 if len({*suits}) == SEATS else 1) for suits in product(BACK, repeat=3)}
"""By the suits in the order played: the case, and which card wins, counted from the weakest.

Of three suits it is the strongest card, or else the second strongest.
"""

_STRENGTH = {
    front: {
        card: RANK[card] + {"back": 20, "front": 10, "lower": 0}[role(front, SUIT[card])] for card in SUIT
    }
    for front in BACK
}
"""How strong a card is, by front suit; lower cards of different suits never need comparing."""


def playable(hand: tuple[Card, ...], trick: tuple[Card, ...]) -> tuple[Card, ...]:
    """Pick the cards that may be played: front suit, else back suit, else any (tomoe.md, Play).

    Args:
        hand: both parts of a hand.
        trick: the cards of the running trick; none for the leader.
    """
    if trick:
        for suit in _DUE[trick[0]]:
            if not suit.isdisjoint(hand):
                return tuple([card for card in hand if card in suit])
    return hand


def judge(leader: int, cards: tuple[Card, ...]) -> Trick:
    """Find who wins a full trick: the second strongest, or the strongest of three different suits."""
    first, second, third = cards
    front = SUIT[first]
    case, place = _CASES[front, SUIT[second], SUIT[third]]
    card = sorted(cards, key=_STRENGTH[front].__getitem__)[place]
    return Trick(leader, cards, (leader + cards.index(card)) % SEATS, card, case)


def strongest(trick: Trick) -> Card:
    """Find the strongest card of a trick, which wins only if its suits are all different."""
    return max(trick.cards, key=_STRENGTH[SUIT[trick.cards[0]]].__getitem__)


def might(trick: Trick, card: Card) -> float:
    """Tell how strong a card of a trick is, 1.0 for the strongest card that there may be."""
    strength = _STRENGTH[SUIT[trick.cards[0]]]
    return strength[card] / max(strength.values())


def won_as(case: str) -> str:
    """Name the counter of tricks won in a case (``Rules.facts``)."""
    return f"won_{case.replace('-', '_')}"


def worth(card: Card, ace: float) -> float:
    """Give what a trick counts that this card wins, when one won with a card of rank 1 counts ``ace``."""
    return ace if card in ACES else 1.0
