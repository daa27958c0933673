"""The computer players of Three Cards Trick Poker.

``easy`` samples what the others may hold, so that each hand of its own has an expected part of the battle. It
fights each battle for itself: a play is worth that part, plus what its open cards scare away, less the cards
that it takes, whichever they are, and it misjudges all that by some cards. A refill keeps good hands possible
in this battle and the next and draws all it can. The others play the battle to its end in many deals and mind
what their cards are still good for (``strategy.strong``): ``normal`` with a part of the effort.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import combinations

from games.core.cards import Card, without
from games.core.game import Estimate
from games.core.moves import Move
from games.trick3.hands import Classifier, classifier
from games.trick3.moves import DOWN, FOLD, FOLDS, PLAYS, UP, Expose, Fold, Refill
from games.trick3.possible import full_draws, plans, rivals
from games.trick3.state import Trick3View
from games.trick3.strategy import strong
from games.trick3.strategy.hints import expose_worths, open_cards, refill_worth
from games.trick3.strategy.odds import chances, menace, share

EFFORTS = {"normal": 0.2, "hard": 1.0, "expert": 1.0}
"""Which part of the effort the others make."""
SAMPLES = 8
NOISE = 5.0
"""How far, at random and in cards, the worth of a choice may be misjudged."""
CARD_WORTH = 0.3
"""What a card kept is worth, in points; little, since the first to leave get what the others keep."""
REFILL_NOISE = 0.2
"""How much less than that where choices are of cards to keep, not to win."""
SCARE = 0.25
"""How much of a battle that would be lost open cards of full menace win back from a single rival."""


def advise(
    view: Trick3View, legal: Sequence[Move], level: str, rng: random.Random, effort: float = 1.0
) -> Move:
    """Choose a move; arguments as for every computer player (``games.core.game.Advise``)."""
    if level in EFFORTS:
        part = EFFORTS[level] * effort
        return legal[0] if len(legal) == 1 else strong.choose(view, assess(view, legal, (), rng, part), rng)
    judge = classifier(view.deck)
    if view.phase == "expose":
        return _expose(view, judge, rng)
    if view.phase == "refill":
        return _refill(view, judge, rng)
    return _play(view, judge, rng)


def assess(
    view: Trick3View, legal: Sequence[Move], also: Sequence[Move], rng: random.Random, effort: float = 1.0
) -> list[Estimate]:
    """Say what moves are worth; arguments as for all games (``games.core.game.Assess``)."""
    fold = _fold(view, classifier(view.deck)) if view.phase == "play" else FOLD
    return strong.estimates(view, also, fold, effort, rng)


# --- the first exposed hand -------------------------------------------------------------------------------


def _expose(view: Trick3View, judge: Classifier, rng: random.Random) -> Move:
    """Expose three cards that leave good hands for two battles and look like more than they are."""

    worths = expose_worths(view, judge)
    return Expose(max(worths, key=lambda cards: worths[cards] + rng.uniform(-NOISE, NOISE)))


# --- play or fold -----------------------------------------------------------------------------------------


def _play(view: Trick3View, judge: Classifier, rng: random.Random) -> Move:
    assert view.seat is not None
    others = [chances(view, judge, seat, SAMPLES, rng) for seat in rivals(view)]
    shares = [share(strength, others) for strength in range(len(judge.deck.order) + 1)]
    stake = _stake(view)
    fold = _fold(view, judge)
    move: Move = fold
    best = rng.uniform(-NOISE, NOISE) - CARD_WORTH * bool(fold.card)
    for plan in plans(view, judge):
        cost = CARD_WORTH * sum(1 for card in plan[:3] if card)
        for way in (UP, DOWN) if not view.way else ("",):
            part = shares[plan.strength]
            if plan.strength:
                part += (1.0 - part) * _scare(view, menace(judge, open_cards(view, plan, way or view.way)))
            worth = part * stake - cost + rng.uniform(-NOISE, NOISE)
            if worth > best:
                best, move = worth, PLAYS[way][plan.card]
    return move


def _scare(view: Trick3View, looks: float) -> float:
    """Estimate what open cards scare away, shared among rivals; nobody with three cards played is scared."""
    others = rivals(view)
    if not others or any(len(view.played[seat]) == 3 for seat in others):
        return 0.0
    return SCARE * looks / len(others)


def _stake(view: Trick3View) -> float:
    """Estimate how many cards the winner of this battle takes."""
    expected = len(view.pot) + 3.0
    for seat in rivals(view):
        played = len(view.played[seat])
        expected += played + 0.6 * (3 - played)
    return expected


def _fold(view: Trick3View, judge: Classifier) -> Fold:
    """Choose how to fold: in round 1 with the card that the hand misses least."""
    if view.round > 1:
        return FOLD
    assert view.seat is not None
    hand = (*view.hand, *view.exposed[view.seat])
    return FOLDS[max(dict.fromkeys(hand), key=lambda card: _best_without(view, judge, card))]


def _best_without(view: Trick3View, judge: Classifier, gone: Card) -> int:
    """Find the strongest hand among one's cards but for one of them."""
    assert view.seat is not None
    left = without((*view.hand, *view.exposed[view.seat]), (gone,))
    return max((judge.strength(*three) for three in combinations(left, 3)), default=0)


# --- refill -----------------------------------------------------------------------------------------------


def _refill(view: Trick3View, judge: Classifier, rng: random.Random) -> Move:
    """Draw all one can; expose what leaves the best hands of this battle and the next."""

    def worth(move: Refill) -> float:
        return refill_worth(view, judge, move) + REFILL_NOISE * rng.uniform(-NOISE, NOISE)

    return max(full_draws(view), key=worth)
