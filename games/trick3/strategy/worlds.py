"""Random positions that fit a view: the cards that the view does not show are dealt at random.

Moves of other seats are evidence: a face-down card is probably the card that makes the best hand for its
owner. A seat that stays in a battle after its first round usually has a good hand.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice

from games.core.cards import Card, without
from games.core.seats import replace_at
from games.trick3.moves import FACE_DOWN, Hand
from games.trick3.possible import plans, unseen_cards
from games.trick3.state import Trick3View
from games.trick3.strategy.playout import Playout

TRIES = 3
"""Number of random hands of which a seat that stayed in the battle is assumed to have the best.

With 3 the best hands of these seats are as strong on average as in real games.
"""
BEST_SHARE = 0.85
"""Probability that a face-down card is the best of the cards that its owner could have played."""


def random_deals(view: Trick3View, rng: random.Random, tries: int = 1) -> Iterator[Playout]:
    """Yield an endless series of random positions of a battle that agree with a view.

    Args:
        tries: number of random hands to deal to each seat that stayed after round 1; the best hand is kept.
    """
    base, pool = Playout(view), unseen_cards(view)
    down = FACE_DOWN.get(view.way, 0) - 1
    others = [seat for seat in range(view.seats) if seat != view.seat]
    for seat in others:
        base.hidden[seat] = ("",) * view.hidden[seat]
    stayed = [seat for seat in others if len(view.played[seat]) > 1]
    while True:
        rng.shuffle(pool)
        table, cards = base.copy(), pool
        for seat in stayed:
            cards = _deal_unknown_cards(table, seat, down, cards, rng, tries)
        for seat in others:
            if seat not in stayed:
                cards = _deal_unknown_cards(table, seat, down, cards, rng, 1)
        rest = iter(cards)
        for seat in range(view.seats):
            table.stock[seat] = tuple(islice(rest, view.stock[seat]))
        yield table


def _deal_unknown_cards(
    table: Playout, seat: int, down: int, cards: list[Card], rng: random.Random, tries: int
) -> list[Card]:
    # ``down`` is the index of the face-down card among the cards played. The remaining cards are returned.
    # Of several random deals, the deal that allows the best hand is kept.
    size, played = len(table.hidden[seat]), table.played[seat]
    has_down = "" in played
    chosen: tuple[int, Hand, Hand, list[Card]] | None = None
    for number in range(tries):
        if number:
            rng.shuffle(cards)
        table.hidden[seat], table.played[seat] = tuple(cards[:size]), played
        if has_down:
            _set_face_down_card(table, seat, down, cards[size], rng.random() < BEST_SHARE)
        if tries == 1:
            return cards[size + has_down :]
        strength = max(table.plans(seat), default=(0, ()))[0]
        if chosen is None or strength > chosen[0]:
            chosen = strength, table.hidden[seat], table.played[seat], cards[size + has_down :]
    assert chosen is not None
    _, table.hidden[seat], table.played[seat], rest = chosen
    return rest


def _set_face_down_card(table: Playout, seat: int, down: int, card: Card, use_best: bool) -> None:
    held, played, exposed = (*table.hidden[seat], card), table.played[seat], table.exposed[seat]

    def best_strength_with(candidate: Card) -> int:
        rest = without(held, (candidate,))
        return max(
            plans(table.strengths, replace_at(played, down, candidate), exposed, rest), default=(0, ())
        )[0]

    # Instead of ``card``, use the card with which the seat can complete the best hand.
    if use_best:
        card = max(held, key=best_strength_with)
    table.hidden[seat] = without(held, (card,))
    table.played[seat] = replace_at(played, down, card)
