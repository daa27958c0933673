"""What a learner has to know of a game that it is to find holes in."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, TypeAlias

from games.core.moves import Move
from games.core.rules import State

Option: TypeAlias = tuple[Move, tuple[int, ...]]
"""A move, and the places in the tables that speak of it (``games.core.learner``)."""

Habit: TypeAlias = Callable[[Any, Sequence[Move], Move], Move]
"""A rule by eye: from a view, the legal moves and what one of our own players would do to a move."""


class Study(Protocol):
    """A game as a learner looks at it."""

    @property
    def shapes(self) -> Sequence[Sequence[int]]:
        """Say of which features the tables are made that it learns (``games.core.learner.starts_of``)."""

    @property
    def habits(self) -> Mapping[str, Habit]:
        """Name rules that people go by, which should win nothing either."""

    def options(self, view: Any, legal: Sequence[Move], plan: Move) -> list[Option]:
        """List the moves that are weighed against each other; none, where our player's plan is followed."""

    def surely(self, state: Any, move: Move) -> float | None:
        """Say what a move brings, 0 to 1, as somebody knows who sees all cards; ``None`` if it is open yet.

        It is used for learning alone, after which the learner plays by what its seat sees.
        """

    def settled(self, before: Any, after: State) -> Mapping[int, float]:
        """Say what a move has brought to seats whose earlier moves waited for it, 0 to 1."""


def but(doubt: Move, legal: Sequence[Move], plan: Move) -> Move:
    """Keep to the plan, but don't doubt where anything else can be done."""
    return next((move for move in legal if move != doubt), plan) if plan == doubt else plan


def habits_of(doubt: Move, claim: type[Move], said: str) -> dict[str, Habit]:
    """Make the rules by eye of a game in which a claim goes over the last one ``said``, until one doubts."""
    return {
        "doubts always": lambda view, legal, plan: doubt if doubt in legal else plan,
        "never doubts": lambda view, legal, plan: but(doubt, legal, plan),
        "never doubts openings": lambda view, legal, plan: (
            but(doubt, legal, plan) if len(getattr(view, said)) == 1 else plan
        ),
        "raises by the least": lambda view, legal, plan: legal[0] if isinstance(plan, claim) else plan,
    }


def places(shapes: Sequence[Sequence[int]], features: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """Find the place that features pick in each table, counted from the first table on."""
    found, start = [], 0
    for shape, values in zip(shapes, features, strict=True):
        place, size = 0, 1
        for many, value in zip(shape, values, strict=True):
            place = place * many + value
            size *= many
        found.append(start + place)
        start += size
    return tuple(found)
