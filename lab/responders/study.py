"""The interface between a game and a learner that exploits its players."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, TypeAlias

from games.core.moves import Move
from games.core.rules import State

Option: TypeAlias = tuple[Move, tuple[int, ...]]
"""A move, and its indexes in the lookup tables (``games.core.learner``)."""

Habit: TypeAlias = Callable[[Any, Sequence[Move], Move], Move]
"""A rule of thumb: a function of a view, the legal moves and a planned move, which returns the move to
play.
"""


class Study(Protocol):
    """The functions of a game that a learner uses: its features, the moves to compare, and their values.

    The learner adds up numbers from several lookup tables (``games.core.learner``). In each table, the values
    of a few features select the number.
    """

    @property
    def shapes(self) -> Sequence[Sequence[int]]:
        """For each lookup table, the number of values of each of its features."""

    @property
    def habits(self) -> Mapping[str, Habit]:
        """Rules of thumb by which people may try to beat the computer players, by name."""

    def options(self, view: Any, legal: Sequence[Move], plan: Move) -> list[Option]:
        """Return the moves to compare, each with its indexes in the lookup tables.

        The list is empty if there is nothing to compare. Then ``plan`` is played.

        Args:
            view: the view of the seat to act.
            legal: its legal moves.
            plan: the move that the computer player to exploit would play.
        """

    def certain_value(self, state: Any, move: Move) -> float | None:
        """Return the value of a move, 0 to 1, if it follows from the cards of all seats; ``None`` if it also
        depends on later moves.

        It is used for learning only, since a player does not see all cards.
        """

    def settled(self, before: Any, after: State) -> Mapping[int, float]:
        """Return the values, 0 to 1, of earlier moves whose outcome the last move has decided, by the seat
        that made them.

        Args:
            before: the position before the last move.
            after: the position after it.

        Returns:
            The value by seat; a seat is missing if nothing was decided for it.
        """


def without_doubt(doubt: Move, legal: Sequence[Move], plan: Move) -> Move:
    """Return the move ``plan`` or, if that is the move ``doubt``, the first other legal move. If no other is
    legal, return ``plan``.
    """
    return next((move for move in legal if move != doubt), plan) if plan == doubt else plan


def habits_of(doubt: Move, claim: type[Move], claims_field: str) -> dict[str, Habit]:
    """Return rules of thumb by name, for a game in which each claim is higher than the last until one is
    doubted.

    Args:
        doubt: the move that doubts the last claim.
        claim: the class of moves that make a claim.
        claims_field: name of the field in a view that lists the claims.
    """
    return {
        "doubts always": lambda view, legal, plan: doubt if doubt in legal else plan,
        "never doubts": lambda view, legal, plan: without_doubt(doubt, legal, plan),
        "never doubts openings": lambda view, legal, plan: (
            without_doubt(doubt, legal, plan) if len(getattr(view, claims_field)) == 1 else plan
        ),
        "raises by the least": lambda view, legal, plan: legal[0] if isinstance(plan, claim) else plan,
    }


def places(shapes: Sequence[Sequence[int]], features: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """Return, for each lookup table, the index of its number for a situation. All tables lie one after
    another in one array.

    Args:
        shapes: for each table, how many values each of its features can have.
        features: for each table, the values of its features in the situation.
    """
    indexes, start = [], 0
    for shape, values in zip(shapes, features, strict=True):
        place, size = 0, 1
        for size_of_feature, value in zip(shape, values, strict=True):
            place = place * size_of_feature + value
            size *= size_of_feature
        indexes.append(start + place)
        start += size
    return tuple(indexes)
