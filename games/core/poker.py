"""Helpers for games with poker hands: ranks from two to ace, straights, and bids in notation and in words."""

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
"""Possible top ranks of a straight, from low to high. The ace may also come below the two."""

_HELD = {"Jk": 0}
"""The position of each card in a hand sorted for display: the joker, then high ranks before low ones."""
for _rank in reversed(RANKS):
    for _suit in SUITS:
        _HELD[_rank + _suit] = len(_HELD)


def run_ranks(top: str) -> str:
    """Return the five ranks of a straight, from its top rank downwards.

    >>> run_ranks("5")
    '5432A'
    """
    at = RANKS.index(top) + 1
    circle = "A" + RANKS
    return circle[at - 4 : at + 1][::-1]


def rank_mask(ranks: Iterable[str]) -> int:
    """Return a set of ranks as a bit mask. Bit 0 stands for the two, bit 12 for the ace.

    >>> bin(rank_mask("25"))
    '0b1001'
    """
    return sum([1 << RANKS.index(rank) for rank in set(ranks)])


def natural_cards(cards: Iterable[Card]) -> list[Card]:
    """Return the cards that are not jokers."""
    return [card for card in cards if card not in STANDARD.extras]


def by_rank(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Return a hand sorted for display: the joker first, then high ranks before low ones.

    >>> by_rank(("2s", "Jk", "As"))
    ('Jk', 'As', '2s')
    """
    return tuple(sorted(cards, key=_HELD.__getitem__))


class Bid(Move, frozen=True):
    """A bid that names a poker hand, such as ``call pair K``. Subclasses define ``verb``, its first word."""

    verb: ClassVar[str]
    kind: str
    ranks: str
    suit: str = ""  # the named suit, if any. It does not affect the bid's strength.

    def __str__(self) -> str:
        return _notation(self)


@cache
def _notation(bid: Bid) -> str:
    # Suits and ranks are single letters.
    return " ".join((bid.verb, bid.kind) + tuple(bid.suit + bid.ranks))


def bid_args(bid: Bid) -> dict[str, Arg]:
    """Return the ranks and the suit of a bid as arguments of a ``Text``.

    Returns:
        a dict with some of the keys ``rank``, ``second``, ``third`` and ``suit``.
    """
    ranks = zip(("rank", "second", "third"), bid.ranks, strict=False)
    args: dict[str, Arg] = {name: Rank(rank, STANDARD.name) for name, rank in ranks}
    if bid.suit:
        args["suit"] = Suit(bid.suit, STANDARD.name)
    return args
