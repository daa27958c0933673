"""Seats of a table: numbers 0 .. n-1, clockwise (README.md of the rules, Moves)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, TypeAlias, TypeVar

T = TypeVar("T")

Teams: TypeAlias = tuple[int, ...]
"""The team of each seat, from 0; empty if there are no teams."""


@cache
def clockwise(first: int, seats: int) -> tuple[int, ...]:
    """Return all seats in turn order, beginning with the seat ``first``.

    >>> clockwise(1, 3)
    (1, 2, 0)
    """
    return (*range(first, seats), *range(first))


def next_active_seat(holdings: Sequence[object], seat: int) -> int:
    """Return the next seat clockwise that is still in the game; ``seat`` itself if there is no other.

    Args:
        holdings: each seat's cards or chips; empty or 0 if the seat is eliminated.

    >>> next_active_seat((2, 0, 1), 0)
    2
    """
    for other in clockwise((seat + 1) % len(holdings), len(holdings)):
        if holdings[other]:
            return other
    raise AssertionError("nobody is left")


def replace_at(values: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    """Return the seats' values with the value of one seat replaced.

    >>> replace_at((0, 0, 0), 1, 5)
    (0, 5, 0)
    """
    changed = list(values)
    changed[seat] = value
    return tuple(changed)


def deal_blocks(cards: tuple[T, ...], first: int, sizes: Sequence[int]) -> list[tuple[T, ...]]:
    """Return each seat's hand after whole hands were dealt from the top, clockwise from the seat ``first``.

    Args:
        sizes: the number of cards of each seat.

    >>> deal_blocks(("As", "Kh", "2c"), 1, (1, 2))
    [('2c',), ('As', 'Kh')]
    """
    blocks: list[tuple[T, ...]] = [()] * len(sizes)
    at = 0
    for seat in clockwise(first, len(sizes)):
        blocks[seat] = cards[at : at + sizes[seat]]
        at += sizes[seat]
    return blocks


def group_by_team(seats: Iterable[int], teams: Teams) -> list[tuple[int, ...]]:
    """Return seats in groups of partners. Without teams each seat is a group.

    >>> group_by_team((0, 1, 2), (0, 1, 0, 1))
    [(0, 2), (1,)]
    >>> group_by_team((0, 1), ())
    [(0,), (1,)]
    """
    groups: dict[int, list[int]] = {}
    for seat in seats:
        groups.setdefault(teams[seat] if teams else seat, []).append(seat)
    return [tuple(side) for side in groups.values()]


def are_partners(seat: int, other: int, teams: Teams) -> bool:
    """True if two different seats are in one team."""
    return seat != other and bool(teams) and teams[seat] == teams[other]


def rank_seats(values: Mapping[int, Any]) -> tuple[tuple[int, ...], ...]:
    """Return seats in groups of equal value, from the highest value to the lowest.

    >>> rank_seats({0: 3, 1: 5, 2: 3})
    ((1,), (0, 2))
    """
    levels = sorted(set(values.values()), reverse=True)
    return tuple(tuple(seat for seat, own in values.items() if own == level) for level in levels)
