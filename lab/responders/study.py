"""The interface between a game and a learner that exploits its players."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, TypeAlias

from games.core.moves import Move
from games.core.rules import State

Option: TypeAlias = tuple[Move, tuple[int, ...]]
"""A move, and its indexes in the tables (``games.core.learner``)."""

Habit: TypeAlias = Callable[[Any, Sequence[Move], Move], Move]
"""A rule of thumb: from a view, the legal moves and our player's plan to a move."""


class Study(Protocol):
    """A game as a learner sees it."""

    @property
    def shapes(self) -> Sequence[Sequence[int]]:
        """Numbers of classes of the features of each table (``games.core.learner.starts_of``)."""

    @property
    def habits(self) -> Mapping[str, Habit]:
        """Rules of thumb that people use, by name; they should win nothing."""

    def options(self, view: Any, legal: Sequence[Move], plan: Move) -> list[Option]:
        """Return the moves that are compared; empty if our player's plan is followed."""

    def surely(self, state: Any, move: Move) -> float | None:
        """Return the value of a move, 0 to 1, for a player that sees all cards; ``None`` if it is open.

        It is used for learning only; the learner plays by what its seat sees.
        """

    def settled(self, before: Any, after: State) -> Mapping[int, float]:
        """Return the values, 0 to 1, of earlier moves that waited for this one, by seat."""


def but(doubt: Move, legal: Sequence[Move], plan: Move) -> Move:
    """Follow the plan, but never doubt if there is another move."""
    return next((move for move in legal if move != doubt), plan) if plan == doubt else plan


def habits_of(doubt: Move, claim: type[Move], said: str) -> dict[str, Habit]:
    """Return the rules of thumb of a game in which claims rise until one is doubted."""
    return {
        "doubts always": lambda view, legal, plan: doubt if doubt in legal else plan,
        "never doubts": lambda view, legal, plan: but(doubt, legal, plan),
        "never doubts openings": lambda view, legal, plan: (
            but(doubt, legal, plan) if len(getattr(view, said)) == 1 else plan
        ),
        "raises by the least": lambda view, legal, plan: legal[0] if isinstance(plan, claim) else plan,
    }


def places(shapes: Sequence[Sequence[int]], features: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """Return the index of some features in each table, counted from the first table on."""
    found, start = [], 0
    for shape, values in zip(shapes, features, strict=True):
        place, size = 0, 1
        for many, value in zip(shape, values, strict=True):
            place = place * many + value
            size *= many
        found.append(start + place)
        start += size
    return tuple(found)
