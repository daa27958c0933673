"""Probabilities that a hand of three cards beats another one, for each deck; computed at first use."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import accumulate, chain, pairwise

from games.core.cards import Card
from games.trick3.hands import StrengthTable, classifier

TRIES = (30, 10, 5)
"""Number of random hands of which an opponent is assumed to choose the best, by its number of open cards."""


@cache
def strength_table(deck: str) -> StrengthTable:
    """Return the strengths of all hands of a deck as plain nested dictionaries."""
    judge = classifier(deck)
    # Plain dictionaries are faster to read than lazy ones.
    return {
        first: {second: judge.strengths[first][second] for second in judge.pairs} for first in judge.pairs
    }


@cache
def weaker_probabilities(deck: str, *known: Card) -> list[float]:
    """Return the probabilities that a hand is stronger than another player's hand.

    Args:
        known: the known cards of the other player's hand, at most two.

    Returns:
        a list, indexed by the strength of the hand.
    """
    strengths = strength_table(deck)
    # Take every completion of the known cards as equally likely.
    rows = [strengths[first][second] for first in known[:1] or strengths for second in known[1:] or strengths]
    counts = Counter(chain.from_iterable(row.values() for row in rows))
    # The best of n independent hands is weaker than a strength with the n-th power of the probability.
    up_to = accumulate(counts[strength] for strength in range(classifier(deck).strength_count))
    return [0.0, *[(count / counts.total()) ** TRIES[len(known)] for count in up_to]]


@cache
def win_probabilities(deck: str, *known: Card) -> list[float]:
    """Return the probabilities that a hand beats another player's hand. A tie counts half.

    Args:
        known: the known cards of the other player's hand, at most two.

    Returns:
        a list, indexed by the strength of the hand.
    """
    return [sum(both) / 2 for both in pairwise(weaker_probabilities(deck, *known))]
