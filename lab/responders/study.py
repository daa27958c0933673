"""The protocol ``Study``: how a learner describes and values the moves of one game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, TypeAlias

from games.core.moves import Move
from games.core.rules import State
from games.core.strategy import TableLayout

KeyedMove: TypeAlias = tuple[Move, tuple[int, ...]]
"""A move, and its indexes in the lookup tables (``games.core.strategy``)."""

Habit: TypeAlias = Callable[[Any, Sequence[Move], Move], Move]
"""A rule of thumb: a function of a view, the legal moves and a planned move, which returns the move to
play.
"""


class Study(Protocol):
    """Describes and values the moves of one game for a learner.

    The learner estimates a move by adding up one number from each of several lookup tables
    (``games.core.strategy``). The features of the move select these numbers.
    """

    @property
    def layout(self) -> TableLayout:
        """The lookup tables and the features that select an entry of each."""

    @property
    def habits(self) -> Mapping[str, Habit]:
        """Rules of thumb by which people may try to beat the computer players, by name."""

    def options(self, view: Any, legal: Sequence[Move], plan: Move) -> list[KeyedMove]:
        """Return the moves to compare, each with the indexes of its entries in the lookup tables.

        Args:
            plan: the move that the computer player would make.
        """

    def certain_value(self, state: Any, move: Move) -> float | None:
        """Return a move's value, 0 to 1, if all hands together decide it; otherwise ``None``."""

    def decided_values(self, before: Any, after: State) -> Mapping[int, float]:
        """Return the values, 0 to 1, of earlier moves that the last move has decided.

        Args:
            before: the position before the last move.
            after: the position after the last move.

        Returns:
            the values by seat. Seats without a decided move are missing.
        """


def without_doubt(doubt: Move, legal: Sequence[Move], plan: Move) -> Move:
    """Return ``plan``, or another legal move if ``plan`` is a doubt."""
    if plan == doubt:
        return next((move for move in legal if move != doubt), plan)
    return plan


def habits_of(doubt: Move, claim: type[Move], claims_field: str) -> dict[str, Habit]:
    """Return rules of thumb for a game in which seats make claims and doubt them, by name.

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
