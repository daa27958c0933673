"""Going round a table: seats are 0 .. n-1, clockwise (README.md of the rules, Seats)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, TypeAlias, TypeVar

T = TypeVar("T")

Teams: TypeAlias = tuple[int, ...]
"""The team of each seat, from 0; empty where everybody plays alone."""


@cache
def clockwise(first: int, seats: int) -> tuple[int, ...]:
    """List all seats in turn order.

    >>> clockwise(1, 3)
    (1, 2, 0)
    """
    return (*range(first, seats), *range(first))


def next_in(holdings: Sequence[object], seat: int) -> int:
    """Find the next seat clockwise that still holds something: the left neighbour of those in the game.

    Args:
        holdings: by seat what keeps it in the game (cards, chips); empty or 0 for who is out.
        seat: where to start; the answer when nobody else is left.

    >>> next_in((2, 0, 1), 0)
    2
    """
    for other in clockwise((seat + 1) % len(holdings), len(holdings)):
        if holdings[other]:
            return other
    raise AssertionError("nobody is left")


def at_seat(values: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    """Change what one seat has.

    >>> at_seat((0, 0, 0), 1, 5)
    (0, 5, 0)
    """
    changed = list(values)
    changed[seat] = value
    return tuple(changed)


def dealt_blocks(cards: tuple[T, ...], first: int, sizes: Sequence[int]) -> list[tuple[T, ...]]:
    """Give each seat its block of consecutive cards from the top, clockwise from ``first``.

    >>> dealt_blocks(("As", "Kh", "2c"), 1, (1, 2))
    [('2c',), ('As', 'Kh')]
    """
    blocks: list[tuple[T, ...]] = [()] * len(sizes)
    at = 0
    for seat in clockwise(first, len(sizes)):
        blocks[seat] = cards[at : at + sizes[seat]]
        at += sizes[seat]
    return blocks


def sides(seats: Iterable[int], teams: Teams) -> list[tuple[int, ...]]:
    """Divide some seats into those that play together, in the order of their first ones.

    >>> sides((0, 1, 2), (0, 1, 0, 1))
    [(0, 2), (1,)]
    >>> sides((0, 1), ())
    [(0,), (1,)]
    """
    found: dict[int, list[int]] = {}
    for seat in seats:
        found.setdefault(teams[seat] if teams else seat, []).append(seat)
    return [tuple(side) for side in found.values()]


def are_partners(seat: int, other: int, teams: Teams) -> bool:
    """True if two seats play together; a seat is no partner of its own."""
    return seat != other and bool(teams) and teams[seat] == teams[other]


def ranked(worth: Mapping[int, Any]) -> tuple[tuple[int, ...], ...]:
    """Group seats from the best to the worst, those that are worth the same together.

    Args:
        worth: what to compare each seat by; the more the better.

    >>> ranked({0: 3, 1: 5, 2: 3})
    ((1,), (0, 2))
    """
    levels = sorted(set(worth.values()), reverse=True)
    return tuple(tuple(seat for seat, own in worth.items() if own == level) for level in levels)
