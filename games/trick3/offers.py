"""Suggested moves: cards that keep the strongest hands possible, and refills in order of likelihood."""

from __future__ import annotations

from functools import lru_cache

from games.core.cards import Card, without
from games.trick3.hands import Classifier, classifier
from games.trick3.moves import EXPOSED, REFILL_NONE, Expose, Hand, Refill, most_drawn
from games.trick3.possible import drawable, exposed_cards, must_leave, plans, prospects, with_one_of
from games.trick3.state import Trick3View

HANDS_OFFERED = 4
"""Number of first exposed hands to suggest."""


def exposes(view: Trick3View) -> list[Expose]:
    """Return the best sets of cards to expose first, as moves."""
    return [Expose(cards) for cards in _exposed_best(view.deck, view.hand)]


@lru_cache(maxsize=256)
def _exposed_best(deck: str, hand: Hand) -> tuple[Hand, ...]:
    """Return the best sets of three cards to expose, by the strongest hand that uses just one of them.

    Among equals, sets come first that reveal a weaker hand.
    """
    judge = classifier(deck)
    best = with_one_of(hand, judge)
    return tuple(sorted(best, key=lambda cards: (-best[cards], judge.strength(*cards)))[:HANDS_OFFERED])


def by_prospect(view: Trick3View, judge: Classifier) -> list[tuple[Card, int]]:
    """Return the playable cards with the strength of the best hand that each leaves possible, best first."""
    best = prospects(view, judge)
    cards = dict.fromkeys(exposed_cards(view) if view.round == 2 else view.hand)
    return sorted(((card, best.get(card, 0)) for card in cards), key=lambda one: -one[1])


def refills(view: Trick3View, judge: Classifier) -> list[Refill]:
    """Return likely refills: the usual one, the one that also exposes the best single card, and none.

    If no card is exposed, exposing one comes first. Without a stock the usual refill is none.
    """
    assert view.seat is not None
    stock, shown = view.stock[view.seat], exposed_cards(view)
    draw = drawable(view, view.seat)
    plain = [Refill(draw=draw)] if draw else []
    singles = [
        Refill((card,), most_drawn(len(view.hand) - 1, stock))
        for card in dict.fromkeys(view.hand)
        if len(shown) < EXPOSED
    ]
    # Never suggest to expose the last card without a stock: the seat would leave the game.
    showing = [move for move in singles if not must_leave(view, move)]

    def makes(move: Refill) -> int:
        sets = plans(judge.rows, (), (*shown, *move.cards), without(view.hand, move.cards))
        return max([strength for strength, _ in sets], default=0)

    # The best single card to expose leaves the strongest hand for the next battle.
    showing.sort(key=makes, reverse=True)
    if not shown:
        return [*showing[:1], *plain, REFILL_NONE]
    return [*plain, *showing[:1], REFILL_NONE] if stock else [REFILL_NONE, *showing[:1]]
