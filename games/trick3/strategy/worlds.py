"""Random positions that fit a view: the cards that the view does not show are dealt at random.

Moves of other seats are evidence: a face-down card is probably the card that makes the best hand for its
owner. Staying in a battle says little, since few fold.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice

from games.core.cards import Card, without
from games.core.seats import replace_at
from games.trick3.moves import FACE_DOWN
from games.trick3.possible import plans, unseen_cards
from games.trick3.state import Trick3View
from games.trick3.strategy.playout import Playout

BEST_SHARE = 0.85
"""Probability that a face-down card is the best of the cards that its owner could have played."""


def deals(view: Trick3View, rng: random.Random) -> Iterator[Playout]:
    """Yield random positions of a battle that agree with a view, without end."""
    base, pool = Playout(view), unseen_cards(view)
    down = FACE_DOWN.get(view.way, 0) - 1
    while True:
        rng.shuffle(pool)
        table, cards = base.copy(), iter(pool)
        for seat in range(view.seats):
            if seat != view.seat:
                table.hidden[seat] = tuple(islice(cards, view.hidden[seat]))
            table.stock[seat] = tuple(islice(cards, view.stock[seat]))
            if "" in view.played[seat]:
                _lay(table, seat, down, next(cards), rng.random() < BEST_SHARE)
        yield table


def _lay(table: Playout, seat: int, down: int, card: Card, is_best: bool) -> None:
    """Choose the card that a seat has played face down: a random one or, with ``is_best``, the best that it
    could have played.

    Args:
        table: the position, which is changed.
        seat: the seat that played the card.
        down: the index of the face-down card among the seat's played ones.
        card: the random card.
        is_best: whether to choose, among this card and the seat's hidden cards, the one that allows the best
            hand.
    """
    held, played, exposed = (*table.hidden[seat], card), table.played[seat], table.exposed[seat]

    def reach(candidate: Card) -> int:
        rest = without(held, (candidate,))
        return max(plans(table.rows, replace_at(played, down, candidate), exposed, rest), default=(0, ()))[0]

    if is_best:
        card = max(held, key=reach)
    table.hidden[seat] = without(held, (card,))
    table.played[seat] = replace_at(played, down, card)
