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
    """What a learner needs to know of a game: its features, the moves to compare, and their values."""

    @property
    def shapes(self) -> Sequence[Sequence[int]]:
        """The number of values of each feature, table by table (see ``games.core.learner.starts_of``)."""

    @property
    def habits(self) -> Mapping[str, Habit]:
        """Rules of thumb that people use, by name. None of them should win anything."""

    def options(self, view: Any, legal: Sequence[Move], plan: Move) -> list[Option]:
        """Return the moves to compare, each with its table indexes; empty if ``plan``, our player's move, is
        to be played.
        """

    def surely(self, state: Any, move: Move) -> float | None:
        """Return the value of a move, 0 to 1, as known from all cards; ``None`` if it depends on later moves.

        It is used for learning only; the learner plays by what its seat sees.
        """

    def settled(self, before: Any, after: State) -> Mapping[int, float]:
        """Return, by seat, the values (0 to 1) of earlier moves whose outcome the last move has decided."""


def without_doubt(doubt: Move, legal: Sequence[Move], plan: Move) -> Move:
    """Return ``plan``; if it is ``doubt`` and another move is legal, return the first other legal move."""
    return next((move for move in legal if move != doubt), plan) if plan == doubt else plan


def habits_of(doubt: Move, claim: type[Move], said: str) -> dict[str, Habit]:
    """Return rules of thumb, by name, for a game in which claims rise until one is doubted."""
    return {
        "doubts always": lambda view, legal, plan: doubt if doubt in legal else plan,
        "never doubts": lambda view, legal, plan: without_doubt(doubt, legal, plan),
        "never doubts openings": lambda view, legal, plan: (
            without_doubt(doubt, legal, plan) if len(getattr(view, said)) == 1 else plan
        ),
        "raises by the least": lambda view, legal, plan: legal[0] if isinstance(plan, claim) else plan,
    }


def places(shapes: Sequence[Sequence[int]], features: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """Return the index of some features in each table, if all tables lie one after another in one array."""
    found, start = [], 0
    for shape, values in zip(shapes, features, strict=True):
        place, size = 0, 1
        for many, value in zip(shape, values, strict=True):
            place = place * many + value
            size *= many
        found.append(start + place)
        start += size
    return tuple(found)
