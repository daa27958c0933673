"""The strong player of Three Cards Trick Poker: which moves it looks at, and how it chooses among them."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence

from games.core.game import Estimate
from games.core.moves import Move
from games.trick3.hands import classifier
from games.trick3.moves import DOWN, FOLD, FOLDS, PLAYS, UP, Expose, Fold, Play, Refill
from games.trick3.possible import full_draws, leaves, prospects
from games.trick3.state import Trick3View
from games.trick3.strategy import habits
from games.trick3.strategy.chart import Chart, chart
from games.trick3.strategy.hints import expose_worths, refill_worth
from games.trick3.strategy.lookahead import Act, playing, refilling, worths
from games.trick3.strategy.simulation import Choice
from games.trick3.strategy.worlds import Deals, table_of

SIMULATIONS = 8000
"""Number of simulations of a battle for a seat at full effort, in all."""
DEALS = (12, 100)
"""Numbers of deals in which each candidate is played, at least and at most."""
REFILLS_CONSIDERED = 3
CLOSE = 0.004
"""Moves that are worth so little less than the best are as good as it."""
CLEAR = 0.04
"""How much better a refill has to be to be preferred to the usual one."""
SPREAD = 0.02
"""What a first exposed hand loses, as share of opponents, for each point that its worth is lower."""


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


def estimates(
    view: Trick3View,
    also: Iterable[Move],
    fold: Move,
    effort: float,
    rng: random.Random,
) -> list[Estimate]:
    """Say what moves are worth.

    Args:
        view: of the seat that is to act.
        also: legal moves to look at besides those that look good.
        fold: how to fold, if that is to be done now.
        effort: how much of its full thinking to do.
        rng: where chance comes from.

    Returns:
        Estimates, the best first.
    """
    if view.phase == "expose":
        return _of_exposes(view, also)
    moves = dict.fromkeys([*(_refills(view) if view.phase == "refill" else _plays(view, fold)), *also])
    known = chart(view.deck)
    candidates = [_act(view, known, move) for move in moves]
    players = len(view.order) - len(view.folded)
    low, high = DEALS
    deals = max(low, min(high, int(SIMULATIONS * effort / (len(moves) * max(2, players)))))
    found = worths(view, candidates, deals, rng)
    return _ranked([Estimate(move, worth) for move, worth in zip(moves, found, strict=True)])


def _ranked(found: list[Estimate]) -> list[Estimate]:
    return sorted(found, key=lambda estimate: -estimate.worth)


def _of_exposes(view: Trick3View, also: Iterable[Move]) -> list[Estimate]:
    """Estimate first exposed hands: by what they let one make, around an equal game."""
    values = expose_worths(view, classifier(view.deck))
    top = sorted(values, key=lambda cards: -values[cards])[:5]
    asked = [move.cards for move in also if isinstance(move, Expose)]
    mean = values[top[0]]
    return _ranked(
        [
            Estimate(Expose(cards), max(0.0, 0.5 + SPREAD * (values[cards] - mean)))
            for cards in dict.fromkeys([*top, *asked])
        ]
    )


def _plays(view: Trick3View, fold: Move) -> list[Move]:
    """List the cards that may be played, each in every way, and the fold."""
    assert view.seat is not None
    cards = dict.fromkeys(view.exposed[view.seat] if view.round == 2 else view.hand)
    if view.round == 1:
        best = prospects(view, classifier(view.deck))
        useful = {card: best[card] for card in cards if best.get(card)}
        cards = dict.fromkeys(useful or cards)
    ways = (UP, DOWN) if not view.way else ("",)
    return [*(PLAYS[way][card] for card in cards for way in ways), fold]


def _refills(view: Trick3View) -> list[Move]:
    """List the usual refill, those that leave the best hands possible, and one that leaves the game."""
    judge = classifier(view.deck)
    moves = sorted(full_draws(view), key=lambda move: -refill_worth(view, judge, move))
    going = [move for move in moves[REFILLS_CONSIDERED:] if leaves(view, move)]
    return [_usual(view), *moves[:REFILLS_CONSIDERED], *going[:1]]


def _usual(view: Trick3View) -> Move:
    """Give the refill by rules of thumb."""
    assert view.seat is not None
    known = chart(view.deck)
    table = table_of(view, known)
    table.stock[view.seat] = [0] * view.stock[view.seat]  # which cards they are does not matter
    cards, draw = habits.refill(table, view.seat, _no_whims)
    return Refill(tuple([known.cards[place] for place in sorted(cards)]), draw)


def habitual(view: Trick3View, rng: random.Random) -> Move:
    """Play, or refill, as everybody is taken to do (``habits``), in one deal that may be."""
    assert view.seat is not None
    known = chart(view.deck)
    table = Deals(view, known).deal(rng.random)
    if view.phase == "refill":
        cards, draw = habits.refill(table, view.seat, rng.random)
        return Refill(tuple([known.cards[place] for place in sorted(cards)]), draw)
    chosen = habits.play(table, view.seat, rng.random)
    card = "" if chosen.card is None else known.cards[chosen.card]
    if chosen.is_fold:
        return FOLDS[card] if card else FOLD
    return PLAYS["" if view.way else chosen.way][card]


def _no_whims() -> float:
    return 0.0


def _act(view: Trick3View, known: Chart, move: Move) -> Act:
    assert view.seat is not None
    if isinstance(move, Refill):
        return refilling(view.seat, known.places(move.cards), move.draw)
    assert isinstance(move, Play | Fold)
    place = known.place[move.card] if move.card else None
    way = move.way if isinstance(move, Play) else ""
    return playing(view.seat, Choice(place, isinstance(move, Fold), way))
