"""The strong player of Three Cards Trick Poker: it plays this battle to its end in many deals that may be.

All candidates meet the same deals, so that their difference is theirs. After the battle counts what was
captured, and what the own cards are still good for.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from itertools import combinations, islice
from typing import NamedTuple

from games.core.cards import without
from games.core.game import Estimate
from games.core.moves import Move
from games.trick3 import offers
from games.trick3.decks import DECKS
from games.trick3.hands import classifier
from games.trick3.moves import Expose, Play, Refill
from games.trick3.possible import drawable, leaves, prospects, with_one_of
from games.trick3.state import Trick3View
from games.trick3.strategy import habits
from games.trick3.strategy.chances import weaker
from games.trick3.strategy.playout import NOBODY, Playout
from games.trick3.strategy.worlds import deals

SIMULATIONS = 8000
"""Number of simulations of a battle for a seat at full effort, in all."""
DEALS = (12, 100)
"""Numbers of deals in which each candidate is played, at least and at most."""
CLOSE = 0.004
"""Moves that are worth so little less than the best are as good as it."""
CLEAR = 0.04
"""How much better a refill has to be to be preferred to the usual one."""
SPREAD = 0.06
"""What a first exposed hand that goes with no hand loses to one that goes with the best of all."""


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


def choose(view: Trick3View, estimates: Sequence[Estimate], rng: random.Random) -> Move:
    """Choose one of the moves that are as good as the best; which one tells nobody anything.

    Refills differ little, so one that follows the rules of thumb is taken unless another is clearly better.
    """
    best = estimates[0].worth
    if view.phase == "refill":
        usual = _usual(view)
        if any(estimate.move == usual and estimate.worth > best - CLEAR for estimate in estimates):
            return usual
    return rng.choice([estimate.move for estimate in estimates if estimate.worth > best - CLOSE])


def assess(
    view: Trick3View, legal: Sequence[Move], also: Sequence[Move], rng: random.Random, effort: float = 1.0
) -> list[Estimate]:
    """Say what moves are worth; arguments as for all games (``games.core.game.Assess``)."""
    moves = list(dict.fromkeys([*_candidates(view, legal), *also]))
    worths = _of_exposes(view, moves) if view.phase == "expose" else _of_battle(view, moves, effort, rng)
    found = [Estimate(move, worth) for move, worth in zip(moves, worths, strict=True)]
    return sorted(found, key=lambda estimate: -estimate.worth)


def _candidates(view: Trick3View, legal: Sequence[Move]) -> list[Move]:
    """List what is worth looking at: cards that lead to a hand and a fold; refills that draw all."""
    if view.phase == "expose":
        return list(offers.exposes(view))
    assert view.seat is not None
    if view.phase == "refill":
        going = Refill(view.hand)
        moves = [_usual(view), Refill(draw=drawable(view, view.seat))]
        return [*moves, going] if leaves(view, going) and going in legal else moves
    plays = [move for move in legal if isinstance(move, Play)]
    best = prospects(view, classifier(view.deck))
    useful = [move for move in plays if best.get(move.card)]
    return [*(useful or plays), habits.fold(Playout(view), view.seat)]


def _usual(view: Trick3View) -> Move:
    """Give the refill by rules of thumb; which cards are in the stock does not matter."""
    assert view.seat is not None
    table = Playout(view)
    table.stock[view.seat] = view.hand[:1] * view.stock[view.seat]
    return habits.refill(table, view.seat)


def _of_exposes(view: Trick3View, moves: Sequence[Move]) -> list[float]:
    """Value first exposed hands by what they let one make, around an equal game."""
    judge = classifier(view.deck)
    best = with_one_of(view.hand, judge)
    most = max(best.values())
    return [
        0.5 - SPREAD * (most - best[move.cards]) / judge.levels for move in moves if isinstance(move, Expose)
    ]


def _of_battle(view: Trick3View, moves: Sequence[Move], effort: float, rng: random.Random) -> list[float]:
    """Estimate the share of opponents that the seat will beat after each move."""
    assert view.seat is not None
    low, high = DEALS
    players = len(view.order) - len(view.folded)
    count = max(low, min(high, int(SIMULATIONS * effort / (len(moves) * max(2, players)))))
    later = (int(view.options["games"]) - view.number) * len(DECKS[view.deck].cards)
    held = sum(view.hidden) + sum(view.stock) + sum(map(len, view.exposed))
    around = held / (view.seats - len(view.left)) - USED_CARDS
    sums = [0.0] * len(moves)
    for table in islice(deals(view, rng), count):
        for number, move in enumerate(moves):
            line = table.copy()
            line.act(move)
            while (seat := line.to_act()) != NOBODY:
                line.act(habits.choose(line, seat))
            sums[number] += standing(line, view.seat, view.totals, later, around)
    return [total / count for total in sums]


def standing(table: Playout, seat: int, totals: Sequence[int], later: int, around: float) -> float:
    """Estimate the share of opponents that a seat will beat, after a battle.

    Args:
        table: the position.
        seat: whose chances.
        totals: points of earlier games by seat.
        later: how many cards will be dealt in later games.
        around: how many cards the others hold on average.
    """
    seats = range(len(totals))
    prices = OF_TWO if len(totals) == 2 else OF_MORE
    held = [len(table.hidden[one]) + len(table.exposed[one]) + len(table.stock[one]) for one in seats]
    uncaptured = later if table.is_ended else sum(held) + table.pot + later
    edge = 0.0
    if not table.is_ended:
        best, second = _hands(table, seat)
        edge = prices.best * (best - TYPICAL[0]) + prices.second * (second - TYPICAL[1])
        edge += prices.card * (held[seat] - around)
    # With equal points who has left before the other is better.
    places = [table.left.index(one) if one in table.left else len(seats) for one in seats]
    points = [totals[one] + table.captured[one] - places[one] / 100 for one in seats]
    scale = prices.swing * math.sqrt(2 * uncaptured) + 0.001
    leads = [points[seat] + edge - points[other] for other in seats if other != seat]
    return sum(0.5 + 0.5 * math.erf(lead / scale) for lead in leads) / len(leads)


def _hands(table: Playout, seat: int) -> tuple[float, float]:
    """Tell how good the best hand among one's cards is, and the best one of the rest."""
    cards, rows, good = table.hidden[seat] + table.exposed[seat], table.rows, weaker(table.deck)
    best = table.best(cards)
    hands = ((one, two, three) for one, two, three in combinations(cards, 3) if rows[one][two][three] == best)
    return good[best], good[table.best(without(cards, next(hands, ())))]
