"""Counting cards in Tomoefuda: what is unseen, who lacks which suit, and every deal that fits."""

from __future__ import annotations

import itertools

from games.core.cards import TOMOE, Card
from games.tomoe.rules import METALS, SEATS
from games.tomoe.search import Hands, bits
from games.tomoe.state import TomoeView
from games.tomoe.tricks import BACK, SUIT


def unseen(view: TomoeView) -> tuple[Card, ...]:
    """List the cards that lie hidden with the other seats."""
    seen = {*view.hidden, *view.trick}
    seen.update(card for hand in view.open for card in hand)
    seen.update(card for trick in view.tricks for card in trick.cards)
    has_metals = view.options["metals"] == "on"
    return tuple(card for card in TOMOE.cards if card not in seen and (has_metals or card not in METALS))


def missing_suits(view: TomoeView) -> tuple[frozenset[str], ...]:
    """Tell, by seat, the suits that a seat has shown not to hold any more."""
    missing: list[set[str]] = [set() for _ in range(SEATS)]
    played = [(trick.leader, trick.cards) for trick in view.tricks]
    for leader, cards in [*played, (view.lead, view.trick)]:
        for step, card in enumerate(cards):
            front = SUIT[cards[0]]
            if SUIT[card] != front:
                missing[(leader + step) % SEATS].add(front)
                back = BACK[front]
                if back is not None and SUIT[card] != back:
                    missing[(leader + step) % SEATS].add(back)
    return tuple(frozenset(suits) for suits in missing)


def worlds(view: TomoeView) -> list[Hands]:
    """List every deal of the unseen cards that fits what has been played, the viewer's hand first."""
    assert view.seat is not None
    me, left, right = (view.seat, (view.seat + 1) % SEATS, (view.seat + 2) % SEATS)
    cards = unseen(view)
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
