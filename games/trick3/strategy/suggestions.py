"""Moves worth a tap, and moves that somebody may regret; what the private panel offers and warns of."""

from __future__ import annotations

from games.core.moves import Move
from games.trick3.hands import Classifier
from games.trick3.moves import (
    DOWN,
    FOLD,
    FOLDS,
    HIDDEN,
    PLAYS,
    REFILL_NONE,
    UP,
    Expose,
    Fold,
    Play,
    Refill,
)
from games.trick3.state import Trick3View
from games.trick3.strategy.hints import expose_worths, exposed, full_draws, leaves, prospects, refill_worth

MOST = 5
"""How many moves are suggested at most."""


def suggested(view: Trick3View, judge: Classifier) -> list[Move]:
    """Propose moves to the viewing seat, which is to act; the best first."""
    if view.phase == "expose":
        return exposes(view, judge, 1)
    return (_refills(view, judge) if view.phase == "refill" else _plays(view, judge))[:MOST]


def exposes(view: Trick3View, judge: Classifier, count: int) -> list[Move]:
    """List the first exposed hands that are worth most, the best first."""
    worths = expose_worths(view, judge)
    return [Expose(cards) for cards in sorted(worths, key=lambda cards: -worths[cards])[:count]]


def _refills(view: Trick3View, judge: Classifier) -> list[Move]:
    """Propose refills, the usual one first: draw to six, exposing only where no card is exposed.

    The second one also exposes what is worth most. Without a stock the usual one is none at all.
    """
    moves = [move for move in full_draws(view) if not leaves(view, move)]
    plain = [move for move in moves if not move.cards and move.draw]
    showing = sorted(
        (move for move in moves if move.cards), key=lambda move: -refill_worth(view, judge, move)
    )
    if not exposed(view):
        return [*showing[:1], *plain, REFILL_NONE]
    assert view.seat is not None
    return [*plain, *showing[:1], REFILL_NONE] if view.stock[view.seat] else [REFILL_NONE, *showing[:1]]


def _plays(view: Trick3View, judge: Classifier) -> list[Move]:
    """List the cards that leave the best hands possible, then how to fold."""
    best = prospects(view, judge)
    if not best:  # no exposed card yet for round 2: a refill may still bring one
        best = dict.fromkeys(view.hand, 0)
    cards = sorted(best, key=lambda card: -best[card])
    moves: list[Move]
    if view.round == 1 and not view.way:
        moves = [PLAYS[way][card] for card in cards[:2] for way in (UP, DOWN)]
    else:
        moves = [PLAYS[""][card] for card in cards[: MOST - 1]]
    return [*moves, FOLDS[cards[-1]] if view.round == 1 else FOLD]


def is_leaving(view: Trick3View, move: Move) -> bool:
    """Tell whether the viewing seat leaves the game by a legal move though it need not."""
    assert view.seat is not None
    if view.phase == "expose" or view.stock[view.seat]:
        return False
    if isinstance(move, Refill):
        return leaves(view, move)
    if len(view.hand) > 1 or view.round == 2:
        return False
    if isinstance(move, Play):
        return view.round == 1
    return isinstance(move, Fold) and bool(move.card) and move.card not in exposed(view)


def drawable(view: Trick3View, seat: int) -> int:
    """Tell how many cards a seat may draw without exposing any; public knowledge."""
    return min(HIDDEN - view.hidden[seat], view.stock[seat])
