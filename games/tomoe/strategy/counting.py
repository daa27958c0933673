"""Counting cards in Tomoefuda: who lacks which suit, and every deal of the unseen cards that fits."""

from __future__ import annotations

import itertools

from games.core.seats import clockwise
from games.tomoe.state import TomoeView
from games.tomoe.strategy.bits import Hands, bits
from games.tomoe.tricks import BACK, SEATS, SUIT


def missing_suits(view: TomoeView) -> tuple[frozenset[str], ...]:
    """Tell, by seat, the suits that a seat has shown not to hold any more."""
    missing: list[set[str]] = [set() for _ in range(SEATS)]
    played = [(trick.leader, trick.cards) for trick in view.tricks]
    for leader, cards in [*played, (view.lead, view.trick)]:
        for seat, card in zip(clockwise(leader, SEATS), cards, strict=False):
            front = SUIT[cards[0]]
            if SUIT[card] != front:
                missing[seat].add(front)
                back = BACK[front]
                if back is not None and SUIT[card] != back:
                    missing[seat].add(back)
    return tuple(frozenset(suits) for suits in missing)


def worlds(view: TomoeView) -> list[Hands]:
    """List every deal of the unseen cards that fits what has been played, the viewer's hand first."""
    assert view.seat is not None
    me, left, right = clockwise(view.seat, SEATS)
    cards = view.unseen
    missing = missing_suits(view)
    mine = bits(view.open[me] + view.hidden)
    out: list[Hands] = []
    for chosen in itertools.combinations(cards, view.hidden_counts[left]):
        rest = [card for card in cards if card not in chosen]
        if any(SUIT[card] in missing[left] for card in chosen):
            continue
        if any(SUIT[card] in missing[right] for card in rest):
            continue
        out.append((mine, bits(view.open[left] + chosen), bits((*view.open[right], *rest))))
    return out
