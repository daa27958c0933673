"""What others may hold, as one seat sees it: the unseen cards, their best hands, one's share of a battle."""

from __future__ import annotations

import random
from collections.abc import Sequence

from games.core.cards import Card
from games.trick3.hands import Classifier
from games.trick3.possible import best_of, unseen
from games.trick3.state import Trick3View

WILLING = 0.8
"""Probability that somebody with a hand stays in the battle with it."""
POOL_CARDS = 5
"""Assumed number of cards that a face-down card was chosen from."""


def chances(view: Trick3View, judge: Classifier, seat: int, samples: int, rng: random.Random) -> list[float]:
    """Estimate how strong another seat's hand of this battle is.

    Returns:
        The probability of each strength, 0 (no hand, or it folds) first.
    """
    pool = unseen(view)
    played = view.played[seat]
    fixed = [card for card in played if card]
    exposed = view.exposed[seat] if len(played) < 2 else ()
    concealed = view.hidden[seat] if len(played) < 3 else POOL_CARDS - 1
    size = min(len(pool), concealed + ("" in played))
    counts = [0] * (len(judge.deck.order) + 1)
    if len(played) < 2 and not exposed:
        counts[0] = samples  # it cannot play in round 2
    else:
        for _ in range(samples):
            counts[best_of(judge, fixed, exposed, rng.sample(pool, size))] += 1
    stays = [count / samples * (WILLING if len(played) < 3 else 1.0) for count in counts]
    stays[0] += 1.0 - sum(stays)
    return stays


def share(strength: int, others: Sequence[Sequence[float]]) -> float:
    """Work out the expected part of a battle that a hand takes against independent others.

    Args:
        strength: of one's own hand; 0 takes nothing.
        others: for each other seat the probability of each strength.
    """
    if not strength:
        return 0.0
    ties = [1.0]
    for chance in others:
        weaker, equal = sum(chance[:strength]), chance[strength]
        more = [0.0] * (len(ties) + 1)
        for count, probability in enumerate(ties):
            more[count] += probability * weaker
            more[count + 1] += probability * equal
        ties = more
    return sum(probability / (count + 1) for count, probability in enumerate(ties))


def menace(judge: Classifier, cards: Sequence[Card]) -> float:
    """Tell how strong two cards look to others: the best they may still become, from 0 to 1."""
    if len(cards) < 2:
        return 0.0
    one, two = cards[:2]
    return judge.best_with(one, two) / len(judge.deck.order)
