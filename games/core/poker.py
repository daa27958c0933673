"""What bids of poker hands share: how they are written, ranks from two to ace, and five in a row."""

from __future__ import annotations

from functools import cache
from typing import ClassVar

from games.core.moves import Move

RANKS = "23456789TJQKA"
"""Ranks from low to high."""

SUITS = "shdc"

TOPS = RANKS[RANKS.index("5") :]
"""Top ranks of five in a row; the ace also stands below the two."""


def run_ranks(top: str) -> str:
    """List the five ranks of a run from its top downwards.

    >>> run_ranks("5")
    '5432A'
    """
    at = RANKS.index(top) + 1
    circle = "A" + RANKS
    return circle[at - 4 : at + 1][::-1]


class Bid(Move, frozen=True):
    """A poker hand that somebody speaks of; subclasses say by which word (``call``).

    Args:
        kind: a hand of those that the game knows.
        ranks: the ranks that it names, in the order written.
        suit: where it names one; has no strength.
    """

    verb: ClassVar[str]
    kind: str
    ranks: str
    suit: str = ""

    def __str__(self) -> str:
        return _notation(self)


@cache
def _notation(bid: Bid) -> str:
    return " ".join((bid.verb, bid.kind, *bid.suit, *bid.ranks))
