"""Decides for which players a result counts, and with what weight. All scores use these pure functions.

A game counts for a person who made enough decisions, if an opponent did so, too. A person who leaves loses.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from typing import Protocol

from storage.fields import PersonRowId, UnixMs
from storage.scores.periods import DAY_MS


class Participant(Protocol):
    """A player of a finished game, with the facts that decide whether the game counts."""

    @property
    def person(self) -> int | None: ...

    @property
    def has_left(self) -> bool: ...

    @property
    def has_played(self) -> bool: ...


def which_seats_count(
    has_left: Sequence[bool], has_played: Sequence[bool], sides: Sequence[Hashable]
) -> tuple[bool, ...]:
    """Return, for each seat, whether the game counts for its person.

    The game counts for each person who left. It counts for a person who stayed if this person and an
    opponent made enough decisions.

    Args:
        has_left: for each seat, whether the person left the game.
        has_played: for each seat, whether the person made enough decisions.
        sides: the team of each seat, or a value of its own for a single player.

    >>> which_seats_count((False, True), (True, False), "AB")  # the second player left early
    (False, True)
    """
    # Partners are one side, so two of them do not make a contest.
    played = {side for side, has in zip(sides, has_played, strict=True) if has}
    return tuple(gone or (has and len(played) > 1) for gone, has in zip(has_left, has_played, strict=True))


def affects_rating(own: Participant, other: Participant) -> bool:
    """Return whether a game between two players changes the rating of the player ``own``."""
    # Leaving counts as losing against those who stayed, even after few decisions.
    return (own.has_played and other.has_played) or (own.has_left and not other.has_left)


def weight(nth: int) -> float:
    """Return the rating weight of the n-th game between two people on one day.

    >>> [weight(nth) for nth in (1, 2, 4)]
    [1.0, 0.5, 0.25]
    """
    return 1 / nth


class DailyEncounters:
    """Counts how many rated games each pair of people has played on a day (UTC).

    Results must be added in the order in which they were written.
    """

    def __init__(self) -> None:
        self._met: dict[int, tuple[int, Counter[tuple[str, int]]]] = {}

    def count(
        self, game: str, ended_at: UnixMs, people: Sequence[PersonRowId]
    ) -> dict[tuple[PersonRowId, PersonRowId], int]:
        """Count a finished game. Return how often each two players have played this game that day.

        The keys are pairs of row ids. Each pair is in the result in both orders.
        """
        numbers: dict[tuple[int, int], int] = {}
        for person, other in _pairs(people):
            day, met = self._met.get(person, (None, Counter()))
            if day != ended_at // DAY_MS:
                met = Counter()
                self._met[person] = ended_at // DAY_MS, met
            met[game, other] += 1
            numbers[person, other] = met[game, other]
        return numbers


def _pairs(people: Sequence[PersonRowId]) -> Iterator[tuple[int, int]]:
    return ((person, other) for person in people for other in people if other != person)
