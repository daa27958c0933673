"""A game as the bot uses it: its rules, its presenter and its computer player."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, Protocol

import msgspec

from games.core.lessons import Lesson
from games.core.moves import Move
from games.core.presentation import Presenter
from games.core.rules import Rules
from games.core.temperaments import EVEN, Temperament
from games.core.trophies import Trophy

LEVELS = ("easy", "normal", "hard", "expert")
"""Names of the computer players' levels, the weakest first."""

DEFAULT_LEVEL = "normal"
"""The level of a computer player if no other is chosen."""


class Advise(Protocol):
    """A function that chooses a computer player's move, given only the view of its seat."""

    def __call__(
        self,
        view: Any,
        legal: Sequence[Move],
        level: str,
        rng: random.Random,
        effort: float = 1.0,
        temper: Temperament = EVEN,
        /,
    ) -> Move:
        """Return the move that the computer player chooses. Equal arguments lead to equal moves.

        Args:
            level: one of ``LEVELS``.
            rng: source of random choices. Its state is part of the arguments.
            effort: share of the full thinking time (a second of one core) to use, at most 1.0.
            temper: preferences among moves that are nearly as good as the best move.
        """
        ...


class Estimate(msgspec.Struct, frozen=True):
    """The estimated value of a move for the seat that makes it.

    Args:
        worth: the share of opponents that this seat is expected to beat in the end, 0 to 1 (0.5 = equal).
        risk: the chance that this move is a false claim and is challenged, 0 to 1; ``None`` if the move is no
            claim about hidden cards.
    """

    move: Move
    expected_share: float
    risk: float | None = None


def nearly_best(estimates: Sequence[Estimate], resolution: float) -> list[Estimate]:
    """Return the best estimate and all estimates that are about as good.

    Args:
        estimates: the estimates, sorted from best to worst.
        resolution: the smallest difference of ``Estimate.expected_share`` that matters.
    """
    return [
        estimate
        for estimate in estimates
        if estimate.expected_share > estimates[0].expected_share - resolution
    ]


class Assess(Protocol):
    """A function that estimates how good moves are, for reviews and hints."""

    def __call__(
        self,
        view: Any,
        legal: Sequence[Move],
        required: Sequence[Move],
        rng: random.Random,
        effort: float = 1.0,
        /,
    ) -> Sequence[Estimate]:
        """Return an estimate of each move that level ``expert`` considers, the best first.

        Args:
            required: further moves to estimate, such as the move that a player made.
            effort: share of the full thinking time to use, at most 1.0.
        """
        ...


class Game(msgspec.Struct, frozen=True):
    """All parts of one game.

    Args:
        levels: the levels that hosts may choose; ``advise`` accepts all ``LEVELS``.
        resolution: the smallest difference of ``Estimate.expected_share`` that matters (docs/ARENA.md).
        min_decisions: number of decisions that a person must make to count as having taken part.
    """

    rules: Rules[Any, Any]
    presenter: Presenter[Any]
    advise: Advise
    emoji: str
    assess: Assess | None = None  # None for a game without reviews and hints
    lesson: Lesson | None = None
    best_seat_count: int = 4
    has_temperaments: bool = False  # whether ``advise`` uses temperaments
    levels: tuple[str, ...] = LEVELS[:3]
    resolution: float = 0.02
    min_decisions: int = 3
    trophies: tuple[Trophy, ...] = ()

    @property
    def id(self) -> str:
        return self.rules.id

    @property
    def table_size(self) -> int:
        """The usual number of players at a table; computer players fill tables up to this number."""
        low, high = self.rules.seats
        return min(max(self.best_seat_count, low), high)
