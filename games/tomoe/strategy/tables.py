"""What two cards of a trick say about the third: who wins, as sets of cards (tomoe.md, Who wins a trick)."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from games.tomoe.strategy.search import BIT, CARD_OF, won
from games.tomoe.tricks import ACES

ONES = sum(BIT[card] for card in ACES)
"""The cards of rank 1."""


class Pair(NamedTuple):
    """The third cards with which the third player wins, and those with which the second does.

    With any other card the first one wins.
    """

    third: int
    second: int


@cache
def _row(first: int) -> dict[int, Pair]:
    return {second: _pair(first, second) for second in CARD_OF if second != first}


def _pair(first: int, second: int) -> Pair:
    wins = [0, 0, 0]
    for third in CARD_OF:
        if third not in (first, second):
            wins[won(first, second, third)[0]] |= third
    return Pair(wins[2], wins[1])


def rows(first: int) -> dict[int, Pair]:
    """Give, by the second card of a trick, what the third card decides; worked out once per led card."""
    return _row(first)
