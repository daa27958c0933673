"""Deals that may be: a view turned into a position in which everything hidden has been filled in.

What others have done is evidence: a card that lies face down is probably the one that makes most of what its
player held. (That somebody is still in the battle says little; few fold.)
"""

from __future__ import annotations

from collections.abc import Sequence

from games.core.search import Draw
from games.trick3.moves import FACE_DOWN
from games.trick3.possible import unseen
from games.trick3.state import Trick3View
from games.trick3.strategy.chart import Chart
from games.trick3.strategy.simulation import Playout

BEST_SHARE = 0.85
"""Probability that a face-down card is the best of those it could have been."""


def table_of(view: Trick3View, chart: Chart) -> Playout:
    """Set up what a view shows; what it does not show is missing."""
    assert view.seat is not None
    table = Playout(chart, view.options["end"])
    seats = view.seats
    table.hidden = [[] for _ in range(seats)]
    table.hidden[view.seat] = chart.places(view.hand)
    table.exposed = [chart.places(cards) for cards in view.exposed]
    table.stock = [[] for _ in range(seats)]
    table.played = [chart.places([card for card in cards if card]) for cards in view.played]
    table.captured = [len(cards) for cards in view.captured]
    table.pot = len(view.pot)
    table.folded, table.left = list(view.folded), list(view.left)
    table.order, table.round, table.way = view.order, view.round, view.way
    table.at = table.order.index(view.seat)
    table.refilling = view.phase == "refill"
    return table


class Deals:
    """Deals out what a viewer cannot see, again and again.

    Args:
        view: the seat's view, in a battle.
        chart: of the deck in play.
    """

    def __init__(self, view: Trick3View, chart: Chart) -> None:
        assert view.seat is not None
        self.seat = view.seat
        self._chart = chart
        self._base = table_of(view, chart)
        self._pool = chart.places(unseen(view))
        self._sizes = [0 if seat == view.seat else count for seat, count in enumerate(view.hidden)]
        self._stocks = view.stock
        down = FACE_DOWN.get(view.way, 0) - 1
        self._down = [
            down if down >= 0 and "" in cards else None for cards in view.played
        ]  # where a card lies that the viewer does not know

    def deal(self, draw: Draw) -> Playout:
        """Make one position."""
        table, pool = self._base.copy(), self._pool[:]
        _shuffle(pool, draw)
        for seat, size in enumerate(self._sizes):
            if size:
                table.hidden[seat] = pool[-size:]
                del pool[-size:]
            if self._down[seat] is not None:
                table.played[seat].insert(self._down[seat] or 0, pool.pop())
        for seat, down in enumerate(self._down):
            if down is not None:
                self._put_down(table, seat, down, draw)
        for seat, size in enumerate(self._stocks):
            if size:
                table.stock[seat] = pool[-size:]
                del pool[-size:]
        return table

    def _put_down(self, table: Playout, seat: int, down: int, draw: Draw) -> None:
        """Choose the face-down card among all that it could have been."""
        if draw() >= BEST_SHARE:
            return
        played, hidden = table.played[seat], table.hidden[seat]
        best, chosen = _reach(table, seat, played), -1
        for i, card in enumerate(hidden):
            hidden[i], played[down] = played[down], card
            strength = _reach(table, seat, played)
            hidden[i], played[down] = card, hidden[i]
            if strength > best:
                best, chosen = strength, i
        if chosen >= 0:
            hidden[chosen], played[down] = played[down], hidden[chosen]


def _reach(table: Playout, seat: int, played: Sequence[int]) -> int:
    """Find the strongest hand that somebody who has played may end up with."""
    chart, hidden = table.chart, table.hidden[seat]
    if len(played) == 3:
        return chart.rows[played[0]][played[1]][played[2]]
    if len(played) == 2:
        return max(map(chart.rows[played[0]][played[1]].__getitem__, hidden), default=0)
    return chart.completed(played[0], table.exposed[seat], hidden)


def _shuffle(cards: list[int], draw: Draw) -> None:
    for i in range(len(cards) - 1, 0, -1):
        at = int(draw() * (i + 1))
        cards[i], cards[at] = cards[at], cards[i]
