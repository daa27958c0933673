"""What the strong player does: it plays this battle to its end in many deals that may be, card by card.

All candidates meet the same deals and the same whims of the others, so that their difference is theirs. After
the battle counts what was captured, and what the own cards are still good for.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from itertools import cycle
from typing import NamedTuple

from games.core.search import Draw
from games.trick3.state import Trick3View
from games.trick3.strategy import habits
from games.trick3.strategy.chart import chart
from games.trick3.strategy.simulation import NOBODY, Choice, Playout
from games.trick3.strategy.worlds import Deals


class Prices(NamedTuple):
    """What one holds after a battle is worth, in captured cards, and how much may still change.

    Attributes:
        card: a card in hand or stock.
        best: the best hand that one can keep, at most.
        second: the best one without its cards, at most.
        swing: how far two seats drift apart for each card not yet captured: deviation by its square root.
    """

    card: float
    best: float
    second: float
    swing: float


OF_TWO = Prices(0.0, 4.0, 2.0, 2.45)
"""Between two players, where cards that are left go to who leaves first."""
OF_MORE = Prices(0.3, 6.0, 3.0, 1.8)
"""Of more, a battle changes less between any two: most of its cards go to somebody else."""
TYPICAL = (0.75, 0.4)
"""How good the two hands of others are, on average."""
USED_CARDS = 2
"""Assumed number of cards that everybody has used up after a battle."""
RANDOM_NUMBERS = 97
"""Number of random numbers that a line of play has before it reuses them."""

Act = Callable[[Playout], None]
"""Carries a candidate out in a deal."""


def playing(seat: int, choice: Choice) -> Act:
    """Make a candidate of a play or a fold."""
    return lambda table: table.act(seat, choice)


def refilling(seat: int, cards: list[int], draw: int) -> Act:
    """Make a candidate of a refill."""
    return lambda table: table.refill(seat, cards, draw)


def worths(
    view: Trick3View,
    candidates: Sequence[Act],
    deals: int,
    rng: random.Random,
) -> list[float]:
    """Estimate what candidates are worth.

    Args:
        view: of the seat to act, in a battle.
        candidates: what it may do.
        deals: how many deals each of them is played in.
        rng: chooses deals and whims.

    Returns:
        For each the share of opponents that the seat will beat, as expected.
    """
    known = chart(view.deck)
    dealer = Deals(view, known)
    prices = OF_TWO if view.seats == 2 else OF_MORE
    totals = list(view.totals)
    later = (int(view.options["games"]) - view.number) * _cards_in_play(view)
    playing_on = view.seats - len(view.left)
    held = sum(view.hidden) + sum(view.stock) + sum(map(len, view.exposed))
    around = held / playing_on - USED_CARDS
    sums = [0.0] * len(candidates)
    for _ in range(deals):
        table = dealer.deal(rng.random)
        whims = [rng.random() for _ in range(RANDOM_NUMBERS)]
        for number, act in enumerate(candidates):
            line = table.copy()
            act(line)
            finish(line, cycle(whims).__next__)
            sums[number] += standing(line, dealer.seat, totals, later, prices, around)
    return [total / deals for total in sums]


def finish(table: Playout, draw: Draw) -> None:
    """Play a battle to its end by habit."""
    while (seat := table.to_act()) != NOBODY:
        if table.refilling:
            table.refill(seat, *habits.refill(table, seat, draw))
        else:
            table.act(seat, habits.play(table, seat, draw))


def standing(
    table: Playout, seat: int, totals: Sequence[int], later: int, prices: Prices, around: float
) -> float:
    """Estimate the share of opponents that a seat will beat, after a battle.

    Args:
        table: the position.
        seat: whose chances.
        totals: points of earlier games by seat.
        later: how many cards will be dealt in later games.
        prices: what one holds is worth, and how much may change.
        around: how many cards the others hold on average.
    """
    held = [
        len(hidden) + len(exposed) + len(stock)
        for hidden, exposed, stock in zip(table.hidden, table.exposed, table.stock, strict=True)
    ]
    uncaptured = (0 if table.is_ended else sum(held) + table.pot) + later
    scale = math.sqrt(2 * (prices.swing**2 * uncaptured + 0.1))
    mine = totals[seat] + table.captured[seat]
    beaten = 0.0
    others = [other for other in range(len(held)) if other != seat]
    edge = 0.0
    if not table.is_ended:
        best, second = _hands(table, seat)
        edge = prices.best * (best - TYPICAL[0]) + prices.second * (second - TYPICAL[1])
        edge += prices.card * (held[seat] - around)
    for other in others:
        lead = mine + edge - totals[other] - table.captured[other]
        if table.is_ended and not lead:
            lead = 0.5 * _left_before(table, seat, other)
        beaten += 0.5 + 0.5 * math.erf(lead / scale)
    return beaten / len(others)


def _left_before(table: Playout, seat: int, other: int) -> int:
    """Tell who is better with equal points: 1 for the seat, -1 for the other, 0 if neither has left."""
    for gone in table.left:
        if gone in (seat, other):
            return 1 if gone == seat else -1
    return 0


def _hands(table: Playout, seat: int) -> tuple[float, float]:
    """Tell how good the best hand among one's cards is, and the best one of the rest."""
    known, rows = table.chart, table.chart.rows
    cards = table.hidden[seat] + table.exposed[seat]
    best = 0
    three = (0, 0, 0)
    for i in range(len(cards) - 2):
        for j in range(i + 1, len(cards) - 1):
            row = rows[cards[i]][cards[j]]
            strength = max(map(row.__getitem__, cards[j + 1 :]))
            if strength > best:
                best, three = strength, (i, j, cards.index(_third(row, strength, cards, j), j + 1))
    if not best:
        return 0.0, 0.0
    rest = [card for place, card in enumerate(cards) if place not in three]
    return known.goodness[best], known.goodness[known.best(rest)]


def _third(row: bytes, strength: int, cards: Sequence[int], after: int) -> int:
    return next(card for card in cards[after + 1 :] if row[card] == strength)


def _cards_in_play(view: Trick3View) -> int:
    held = (view.hidden, view.stock)
    open_ = (view.exposed, view.played, view.captured)
    return sum(map(sum, held)) + sum(len(cards) for seats in open_ for cards in seats) + len(view.pot)
