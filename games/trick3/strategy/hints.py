"""What first exposed hands and refills are worth to the computer player."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from games.core.cards import Card, without
from games.trick3.hands import Classifier
from games.trick3.moves import Hand, Refill
from games.trick3.possible import best_of, exposed, leaves, played, with_one_of
from games.trick3.state import Trick3View

HAND_WORTH = 2.0
"""What the strongest hand kept for the next battle is worth, in points."""
LOOKS_WORTH = 0.25
"""What it is worth that open cards could become something strong."""
EXPOSED_WORTH = 0.3
"""What each exposed card is worth: without one, round 2 folds by force."""


def expose_worths(view: Trick3View, judge: Classifier) -> dict[Hand, float]:
    """Value each first exposed hand, in canonical order: what it lets one make, and what it looks like."""
    top = len(judge.deck.order)
    worths: dict[Hand, float] = {}
    for cards, best in with_one_of(view.hand, judge).items():
        looks = max(menace(judge, pair) for pair in combinations(cards, 2))
        worths[cards] = HAND_WORTH * (best / top) + LOOKS_WORTH * looks
    return worths


def refill_worth(view: Trick3View, judge: Classifier, move: Refill) -> float:
    """Value the hands of this battle and the next one that a refill leaves possible."""
    hidden = without(view.hand, move.cards)
    shown = (*exposed(view), *move.cards)
    worth = EXPOSED_WORTH * len(shown)
    if leaves(view, move):
        return worth + _leaving_worth(view, judge)
    top = len(judge.deck.order)
    worth += HAND_WORTH * best_of(judge, (), shown, hidden) / top if shown else 0.0
    done = played(view)
    if view.seat not in view.folded and len(done) < 3 and (shown or len(done) == 2):
        worth += 2 * HAND_WORTH * best_of(judge, done, shown if len(done) < 2 else (), hidden) / top
    return worth


def _leaving_worth(view: Trick3View, judge: Classifier) -> float:
    """Value leaving on purpose: good when nothing can be made any more and what is left will be shared."""
    is_in = view.seat not in view.folded
    if view.options["end"] == "S" or (is_in and len(played(view)) < 3):
        return -5.0
    held = (*view.hand, *exposed(view))
    best = max((judge.strength(*three) for three in combinations(held, 3)), default=0)
    return -2.0 if best else 2.0


def menace(judge: Classifier, cards: Sequence[Card]) -> float:
    """Tell how strong two cards look to others: the best they may still become, from 0 to 1."""
    if len(cards) < 2:
        return 0.0
    one, two = cards[:2]
    return judge.best_with(one, two) / len(judge.deck.order)
