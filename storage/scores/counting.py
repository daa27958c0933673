"""For whom a result counts, and how much: the one place that decides, and pure.

A game counts for people who made a minimum of decisions (``Outcome.least``), against others who did. Whoever
left early has lost all the same, and nobody gains by it. The same two people's games count less and less on
one day, so that nobody rises by one opponent alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from typing import Protocol

from storage.scores.periods import DAY_MS


class Side(Protocol):
    """A seat of a result."""

    @property
    def person(self) -> int | None: ...

    @property
    def has_left(self) -> bool: ...

    @property
    def has_played(self) -> bool: ...


def counted(
    has_left: Sequence[bool], has_played: Sequence[bool], sides: Sequence[Hashable]
) -> tuple[bool, ...]:
    """Return for which seats a game counts: those who left, and those who have played against somebody.

    >>> counted((False, True), (True, False), "AB")  # the second left before anything had happened
    (False, True)
    """
    played = {side for side, has in zip(sides, has_played, strict=True) if has}
    return tuple(left or (has and len(played) > 1) for left, has in zip(has_left, has_played, strict=True))


def is_against(own: Side, other: Side) -> bool:
    """True if a result changes what is believed of one person's strength by what the other did.

    Both must have played. Who left has lost to those who stayed, however early that was.
    """
    return (own.has_played and other.has_played) or (own.has_left and not other.has_left)


def weight(nth: int) -> float:
    """Return how much the n-th game of a day between the same two people counts for their ratings.

    >>> [weight(nth) for nth in (1, 2, 4)]
    [1.0, 0.5, 0.25]
    """
    return 1 / nth


class Days:
    """How often people have met on the day of their last rated game, by game and opponent.

    The day is that of the result's end, in UTC. Results come in the order of writing, so the numbers are the
    same whenever they are counted again. A clock that jumps to another day and back begins a new day.
    """

    def __init__(self) -> None:
        self._met: dict[int, tuple[int, Counter[tuple[str, int]]]] = {}

    def meet(self, game: str, ended_at: int, people: Sequence[int]) -> dict[tuple[int, int], int]:
        """Count a game; return for each person and opponent which one of the day it is."""
        found: dict[tuple[int, int], int] = {}
        for person, other in _pairs(people):
            day, met = self._met.get(person, (None, Counter()))
            if day != ended_at // DAY_MS:
                met = Counter()
                self._met[person] = ended_at // DAY_MS, met
            met[game, other] += 1
            found[person, other] = met[game, other]
        return found


def _pairs(people: Sequence[int]) -> Iterator[tuple[int, int]]:
    return ((person, other) for person in people for other in people if other != person)
