"""What bids of poker hands share: ranks from two to ace, and five in a row."""

from __future__ import annotations

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
