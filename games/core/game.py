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
    """A function that chooses a computer player's move from the view of its seat."""

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
        """Return the computer player's move. Equal arguments give equal moves.

        Args:
            level: one of ``LEVELS``.
            rng: the source of random choices.
            effort: share of the full thinking time (a second of one core), at most 1.0.
            temper: preferences among nearly equal moves.
        """
        ...


class Estimate(msgspec.Struct, frozen=True):
    """The estimated value of a move for the seat that makes it."""

    move: Move
    expected_share: float  # expected share of opponents that the seat beats in the end, 0 to 1
    # probability that the move is a lie and is challenged; ``None`` if it cannot be a lie
    risk: float | None = None


def nearly_best(estimates: Sequence[Estimate], resolution: float) -> list[Estimate]:
    """Return the estimates that are about as good as the first one.

    Args:
        estimates: sorted from best to worst.
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
        """Return estimates of the moves worth considering, the best first.

        Args:
            required: moves to estimate in any case, such as the move that a player made.
            effort: share of the full thinking time, at most 1.0.
        """
        ...


class Game(msgspec.Struct, frozen=True):
    """A game: its rules, its presenter and its computer players."""

    rules: Rules[Any, Any]
    presenter: Presenter[Any]
    advise: Advise
    emoji: str
    assess: Assess | None = None  # None for a game without reviews and hints
    lesson: Lesson | None = None
    best_seat_count: int = 4
    has_temperaments: bool = False  # whether ``advise`` uses temperaments
    levels: tuple[str, ...] = LEVELS[:3]  # levels of computer players that hosts may choose
    # the smallest difference of ``Estimate.expected_share`` that matters (docs/ARENA.md)
    resolution: float = 0.02
    min_decisions: int = 3  # number of decisions that a person must make to count as having taken part
    trophies: tuple[Trophy, ...] = ()

    @property
    def id(self) -> str:
        return self.rules.id

    @property
    def table_size(self) -> int:
        """The usual number of players; computer players fill a table up to this number."""
        low, high = self.rules.seats
        return min(max(self.best_seat_count, low), high)
