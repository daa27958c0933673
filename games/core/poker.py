"""What games of poker hands share: ranks from two to ace, five in a row, and bids, written and in words."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import ClassVar

from games.core.cards import STANDARD, Card
from games.core.moves import Move
from games.core.words import Arg, Rank, Suit

RANKS = "23456789TJQKA"
"""Ranks from low to high."""

SUITS = "shdc"

TOPS = RANKS[RANKS.index("5") :]
"""Top ranks of five in a row; the ace also stands below the two."""

_HELD = {card: at for at, card in enumerate(("Jk", *(rank + suit for rank in RANKS[::-1] for suit in SUITS)))}
"""Where a card stands in a hand as people hold it."""


def run_ranks(top: str) -> str:
    """List the five ranks of a run from its top downwards.

    >>> run_ranks("5")
    '5432A'
    """
    at = RANKS.index(top) + 1
    circle = "A" + RANKS
    return circle[at - 4 : at + 1][::-1]


def by_rank(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Sort a hand as people hold it: a joker, then high ranks first.

    >>> by_rank(("2s", "Jk", "As"))
    ('Jk', 'As', '2s')
    """
    return tuple(sorted(cards, key=_HELD.__getitem__))


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


def named(bid: Bid) -> dict[str, Arg]:
    """Give what a bid names as the catalogues print it: ``rank``, ``second``, ``third``; ``suit``."""
    ranks = zip(("rank", "second", "third"), bid.ranks, strict=False)
    args: dict[str, Arg] = {name: Rank(rank, STANDARD.name) for name, rank in ranks}
    if bid.suit:
        args["suit"] = Suit(bid.suit, STANDARD.name)
    return args
