"""The strong player of Three Cards Trick Poker: it plays the battle to its end in many random deals.

All candidate moves are tried in the same deals, so that differences come from the moves alone. A simulated
battle is valued by the cards captured, and by the value of the cards left.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from itertools import islice
from typing import NamedTuple

from games.core.cards import without
from games.core.game import Estimate
from games.core.moves import Move
from games.trick3.decks import DECKS
from games.trick3.hands import classifier
from games.trick3.moves import Expose, Play, Refill
from games.trick3.possible import (
    best_strength_by_card,
    drawable_count,
    must_leave,
    strength_by_exposed_set,
    suggested_exposes,
    unseen_cards,
)
from games.trick3.rules import Trick3View
from games.trick3.strategy import playout
from games.trick3.strategy.playout import NOBODY, Playout, random_deals, weaker_probabilities

SIMULATIONS = 8000
"""Limit of simulations at full effort: moves times deals times players in the battle."""
DEALS = (12, 100)
"""The fewest and the most deals in which each candidate move is tried."""
CLOSE = 0.004
"""A move counts as equal to the best if its value is lower by no more than this."""
DRAWN = 3
"""One in this number of unseen cards is tried as the next drawn card when a card to expose is chosen."""
CLEAR = 0.04
"""Another refill is chosen instead of the usual refill if its value is higher by more than this."""
SPREAD = 0.06
"""Largest assumed difference between two choices of the exposed (face-up) hand, as a share of opponents
beaten.
"""


class Prices(NamedTuple):
    """The values of cards and hands after a battle, measured in captured cards.

    Attributes:
        card: the value of a card in hand or stock.
        best: the value of a seat's best hand, if no hand is stronger.
        second: the value of the best hand of the seat's other cards, if no hand is stronger.
        swing: standard deviation of the final difference between two seats, if one card is uncaptured. For
            more cards it grows with the square root of their number.
    """

    card: float
    best: float
    second: float
    swing: float


OF_TWO = Prices(0.0, 4.0, 2.0, 2.45)
"""Prices for two players. Cards that no seat captures go to the seat that leaves first."""
OF_MORE = Prices(0.3, 6.0, 3.0, 1.8)
"""Prices for more than two players."""
TYPICAL = (0.75, 0.4)
"""The average quality of other seats' best and second hands, 0 to 1."""
CARDS_OF_BATTLE = 3
"""Number of hidden cards that a seat uses in a battle: it plays two and exposes one."""
USED_CARDS = 2
"""Number of cards that each seat is assumed to use in a battle."""


def choose(view: Trick3View, estimates: Sequence[Estimate], rng: random.Random) -> Move:
    """Return a random move among those that are almost as good as the best.

    A play is preferred to a fold, and the usual refill to other refills.
    """
    # The random choice reveals nothing about the hidden cards.
    best = estimates[0].expected_share
    if view.phase == "refill":
        usual = _usual_refill(view)
        if any(estimate.move == usual and estimate.expected_share > best - CLEAR for estimate in estimates):
            return usual
    equal = [estimate.move for estimate in estimates if estimate.expected_share > best - CLOSE]
    # A fold must be better than every play.
    return rng.choice([move for move in equal if isinstance(move, Play)] or equal)


def assess(
    view: Trick3View,
    legal: Sequence[Move],
    required: Sequence[Move],
    rng: random.Random,
    effort: float = 1.0,
    tries: int = 1,
) -> list[Estimate]:
    """Return estimates of moves, the best first. Implements ``games.core.game.Assess``.

    Args:
        required: legal moves to estimate in any case.
        effort: share of the full thinking time, at most 1.0.
        tries: number of random hands for each rival that stayed after round 1 (see ``random_deals``).
    """
    # The first choice of exposed cards is judged by a formula; everything else is simulated.
    moves = list(dict.fromkeys([*_candidates(view, legal), *required]))
    shares = (
        _values_of_exposes(view, moves)
        if view.phase == "expose"
        else _values_in_battle(view, moves, effort, rng, tries)
    )
    estimates = [Estimate(move, share) for move, share in zip(moves, shares, strict=True)]
    return sorted(estimates, key=lambda estimate: -estimate.expected_share)


def _candidates(view: Trick3View, legal: Sequence[Move]) -> list[Move]:
    if view.phase == "expose":
        return list(suggested_exposes(view))
    assert view.seat is not None
    if view.phase == "refill":
        going = Refill(view.hand)
        moves = [_usual_refill(view), Refill(draw=drawable_count(view, view.seat))]
        return [*moves, going] if must_leave(view, going) and going in legal else moves
    # Cards that lead to no hand are tried only if no card leads to one.
    plays = [move for move in legal if isinstance(move, Play)]
    best = best_strength_by_card(view, classifier(view.deck))
    useful = [move for move in plays if best.get(move.card)]
    return [*(useful or plays), playout.cheapest_fold(Playout(view), view.seat)]


def _usual_refill(view: Trick3View) -> Move:
    assert view.seat is not None
    table = Playout(view)
    # Only the size of the stock counts, so any card can stand for its cards.
    stock = view.stock[view.seat]
    table.stock[view.seat] = view.hand[:1] * stock
    draws = list(dict.fromkeys(unseen_cards(view)))[::DRAWN] if stock else ()
    return playout.best_refill(table, view.seat, draws)


def _values_of_exposes(view: Trick3View, moves: Sequence[Move]) -> list[float]:
    judge = classifier(view.deck)
    best = strength_by_exposed_set(view.hand, judge)
    most = max(best.values())
    return [
        0.5 - SPREAD * (most - best[move.cards]) / judge.strength_count
        for move in moves
        if isinstance(move, Expose)
    ]


def _values_in_battle(
    view: Trick3View, moves: Sequence[Move], effort: float, rng: random.Random, tries: int
) -> list[float]:
    assert view.seat is not None
    low, high = DEALS
    # A deal costs as many simulated decisions as there are players, so more players mean fewer deals.
    players = len(view.order) - len(view.folded)
    count = max(low, min(high, int(SIMULATIONS * effort / (len(moves) * max(2, players)))))
    # Cards of later games can still change every difference.
    later = (int(view.options["games"]) - view.number) * len(DECKS[view.deck].cards)
    held = sum(view.hidden) + sum(view.stock) + sum(map(len, view.exposed))
    around = held / (view.seats - len(view.left)) - USED_CARDS
    sums = [0.0] * len(moves)
    for table in islice(random_deals(view, rng, tries), count):
        for number, move in enumerate(moves):
            # Make the move, then play the battle to its end by rules of thumb.
            line = table.copy()
            line.act(move)
            while (seat := line.next_to_act()) != NOBODY:
                line.act(playout.choose(line, seat))
            sums[number] += expected_win_share(line, view.seat, view.totals, later, around)
    return [total / count for total in sums]


def expected_win_share(
    table: Playout, seat: int, totals: Sequence[int], later_cards: int, average_cards: float
) -> float:
    """Return the share of opponents that a seat will probably beat, estimated after a battle.

    Args:
        totals: each seat's points in earlier games.
        later_cards: number of cards that will be dealt in later games.
        average_cards: average number of cards that a seat holds.
    """
    seats = range(len(totals))
    prices = OF_TWO if len(totals) == 2 else OF_MORE
    held = [len(table.hidden[each]) + len(table.exposed[each]) + len(table.stock[each]) for each in seats]
    uncaptured = later_cards if table.is_ended else sum(held) + table.pot + later_cards
    # The value of the cards kept, compared with an average opponent.
    edge = 0.0
    if not table.is_ended:
        best, second = _best_and_second_quality(table, seat)
        # Near the end of the game there is no battle left in which good hands could win.
        battles = _battles_left(table)
        edge = prices.best * min(1.0, battles) * (best - TYPICAL[0])
        edge += prices.second * min(1.0, max(0.0, battles - 1.0)) * (second - TYPICAL[1])
        edge += prices.card * (held[seat] - average_cards)
    # With equal points who has left before the other is better.
    places = [table.left.index(each) if each in table.left else len(seats) for each in seats]
    points = [totals[each] + table.captured[each] - places[each] / 100 for each in seats]
    # The final difference to another seat is taken as normally distributed around the present one.
    scale = prices.swing * math.sqrt(2 * uncaptured) + 0.001
    leads = [points[seat] + edge - points[other] for other in seats if other != seat]
    return sum(0.5 + 0.5 * math.erf(lead / scale) for lead in leads) / len(leads)


def _battles_left(table: Playout) -> float:
    # The game ends when the seats with the fewest cards have left.
    cards = sorted(
        len(table.hidden[seat]) + len(table.stock[seat])
        for seat in range(len(table.hidden))
        if seat not in table.left
    )
    return cards[table.leavers_to_end() - 1] / CARDS_OF_BATTLE


def _best_and_second_quality(table: Playout, seat: int) -> tuple[float, float]:
    hidden, exposed, qualities = table.hidden[seat], table.exposed[seat], weaker_probabilities(table.deck)
    best = table.best_playable_strength(hidden, exposed)
    cards = table.cards_with_strength(best, hidden, exposed) if best else ()
    # The quality of a hand is the probability that a random hand is weaker.
    # The second hand has more time to get an exposed card.
    return qualities[best], qualities[table.best_strength(without(hidden + exposed, cards))]
