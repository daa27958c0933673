"""What hands beat, as a computer player knows it of a deck by heart; worked out at its first use."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import accumulate, chain, pairwise

from games.core.cards import Card
from games.trick3.hands import Rows, classifier

TRIES = (30, 10, 5)
"""Assumed number of completions that the best is chosen from, by how many cards of a hand lie open."""


@cache
def all_rows(deck: str) -> Rows:
    """Give all rows of a deck's classifier, in plain dictionaries, which are quicker."""
    judge = classifier(deck)
    return {one: {two: judge.rows[one][two] for two in judge.pairs} for one in judge.pairs}


@cache
def weaker(deck: str, *seen: Card) -> list[float]:
    """Tell, by strength, how likely a hand is weaker of which these cards, two at most, lie open."""
    rows = all_rows(deck)
    pairs = [rows[one][two] for one in seen[:1] or rows for two in seen[1:] or rows]
    counts = Counter(chain.from_iterable(row.values() for row in pairs))
    up_to = accumulate(counts[strength] for strength in range(classifier(deck).levels))
    return [0.0, *[(count / counts.total()) ** TRIES[len(seen)] for count in up_to]]


@cache
def beats(deck: str, *seen: Card) -> list[float]:
    """Tell the same where a tie is half a win."""
    return [sum(both) / 2 for both in pairwise(weaker(deck, *seen))]
