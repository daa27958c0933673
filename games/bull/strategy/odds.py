"""How likely a call is, seen from one hand: the unseen cards are dealt many times.

Hands that fit what their owners called count for more, since most calls are made on something.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from games.bull.hands import DECK, is_good
from games.bull.moves import Call
from games.bull.state import BullView
from games.core.cards import Card
from games.core.poker import RANKS

TRUST = 2.0
"""How much more a dealt hand counts when its owner holds a rank that it called."""

World = tuple[tuple[Card, ...], float]
"""All cards dealt, as they may be, and how much this possibility counts."""


def worlds(view: BullView, count: int, rng: random.Random) -> list[World]:
    """Deal what a seat does not see as many times as wanted."""
    unseen = [card for card in DECK if card not in view.hand]
    others = [(seat, size) for seat, size in enumerate(view.sizes) if size and seat != view.seat]
    total = sum(size for _, size in others)
    called: dict[int, set[str]] = {}
    for seat, call in view.calls:
        called.setdefault(seat, set()).update(word for word in call.split() if word in RANKS)
    dealt: list[World] = []
    for _ in range(count):
        drawn = rng.sample(unseen, total)
        weight, at = 1.0, 0
        for seat, size in others:
            ranks = called.get(seat)
            if ranks and any(card[0] in ranks for card in drawn[at : at + size]):
                weight *= TRUST
            at += size
        dealt.append(((*view.hand, *drawn), weight))
    return dealt


def chance(call: Call, dealt: Sequence[World], wild: bool) -> float:
    """Give the share of the possibilities in which a call is good."""
    good = sum(weight for cards, weight in dealt if is_good(call, cards, wild=wild))
    return good / sum(weight for _, weight in dealt)
