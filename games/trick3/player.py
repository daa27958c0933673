"""The computer players of Three Cards Trick Poker.

``easy`` plays as the others imagine that everybody plays (``strategy.habits``), in one deal that may be, but
often carelessly. The others play the battle to its end in many deals and mind what their cards are still good
for (``strategy.strong``): ``normal`` with a part of the effort.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import combinations

from games.core.cards import Card, without
from games.core.game import Estimate
from games.core.moves import Move
from games.trick3.hands import Classifier, classifier
from games.trick3.moves import FOLD, FOLDS, Expose, Fold
from games.trick3.state import Trick3View
from games.trick3.strategy import strong
from games.trick3.strategy.hints import expose_worths

EFFORTS = {"normal": 0.2, "hard": 1.0, "expert": 1.0}
"""Which part of the effort the others make."""
CARELESS = 0.3
"""Probability that ``easy`` plays any card, or folds."""
NOISE = 5.0
"""How far, at random, ``easy`` misjudges what a first exposed hand is worth, in points."""


def advise(
    view: Trick3View, legal: Sequence[Move], level: str, rng: random.Random, effort: float = 1.0, *_: object
) -> Move:
    """Choose a move; arguments as for every computer player (``games.core.game.Advise``)."""
    if len(legal) == 1:
        return legal[0]
    if level in EFFORTS:
        return strong.choose(view, assess(view, legal, (), rng, EFFORTS[level] * effort), rng)
    if view.phase == "expose":
        worths = expose_worths(view, classifier(view.deck))
        return Expose(max(worths, key=lambda cards: worths[cards] + rng.uniform(-NOISE, NOISE)))
    if view.phase == "play" and rng.random() < CARELESS:
        return rng.choice(legal)
    return strong.habitual(view, rng)


def assess(
    view: Trick3View, legal: Sequence[Move], also: Sequence[Move], rng: random.Random, effort: float = 1.0
) -> list[Estimate]:
    """Say what moves are worth; arguments as for all games (``games.core.game.Assess``)."""
    fold = _fold(view, classifier(view.deck)) if view.phase == "play" else FOLD
    return strong.estimates(view, also, fold, effort, rng)


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
