"""Computes the number and the sizes of a round's tables.

Tables of different sizes are better than computer players. Computer players are better than a bye, which
leaves a person without a table.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple


class TableSize(NamedTuple):
    """The number of people and the number of computer players at a table."""

    people: int
    computers: int = 0

    @property
    def seats(self) -> int:
        return self.people + self.computers


def split_into_tables(people: int, usual_size: int, allowed: Collection[int]) -> tuple[int, ...]:
    """Return table sizes near the usual size that add up to the number of people; empty if there are none.

    >>> split_into_tables(11, 4, {3, 4, 5})
    (4, 4, 3)
    >>> split_into_tables(5, 4, {4})
    ()
    """
    # best[n]: the cost of splitting n people, the number of tables (negative), and the last table's size
    best: list[tuple[int, int, int] | None] = [(0, 0, 0)]
    for n in range(1, people + 1):
        options = [
            (before[0] + (size - usual_size) ** 2, before[1] - 1, size)
            for size in allowed
            if 0 < size <= n and (before := best[n - size]) is not None
        ]
        best.append(min(options, default=None))
    sizes: list[int] = []
    remaining = people
    while remaining and (step := best[remaining]) is not None:
        sizes.append(step[2])
        remaining -= step[2]
    return tuple(sorted(sizes, reverse=True))


def can_seat_all(counts: Sequence[int], allowed: Collection[int]) -> bool:
    """Return whether each of some numbers of people can be divided into tables without computer players.

    >>> can_seat_all(range(3, 9), {3, 4, 5})
    True
    >>> can_seat_all(range(3, 9), {4})
    False
    """
    fitting = {0}
    for people in range(1, 1 + max(counts, default=0)):
        if any(people - size in fitting for size in allowed):
            fitting.add(people)
    return all(count in fitting for count in counts)


def table_sizes(
    people: int, usual_size: int, allowed: Collection[int], *, has_computers: bool, may_sit_out: bool = True
) -> tuple[TableSize, ...]:
    """Return the sizes of a round's tables. At most one person gets no seat.

    >>> [size.seats for size in table_sizes(11, 4, {3, 4}, has_computers=False)]
    [4, 4, 3]
    >>> table_sizes(5, 3, {3}, has_computers=True)
    (TableSize(people=3, computers=0), TableSize(people=2, computers=1))
    >>> table_sizes(4, 3, {3}, has_computers=False)
    (TableSize(people=3, computers=0),)
    """
    if sizes := split_into_tables(people, usual_size, allowed):
        return tuple(TableSize(size) for size in sizes)
    fewer = split_into_tables(people - 1, usual_size, allowed) if may_sit_out and not has_computers else ()
    if fewer:
        return tuple(TableSize(size) for size in fewer)
    # If nobody may sit out, computer players fill up tables in any case.
    return _sizes_with_computers(people, usual_size, allowed)


def _sizes_with_computers(people: int, usual_size: int, allowed: Collection[int]) -> tuple[TableSize, ...]:
    computers = next(
        (
            more
            for more in range(1, max(allowed) + 1)
            if split_into_tables(people + more, usual_size, allowed)
        ),
        0,
    )
    sizes: Sequence[int] = split_into_tables(people + computers, usual_size, allowed) if computers else ()
    if not sizes:
        return ()
    each, rest = divmod(computers, len(sizes))
    added = [each + (number >= len(sizes) - rest) for number in range(len(sizes))]
    return tuple(TableSize(size - more, more) for size, more in zip(sizes, added, strict=True))
