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
    """A computer player as a function: it chooses a move from a seat's view."""

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
        """Return the move that the computer player chooses.

        Args:
            view: the view of the seat to act.
            legal: the seat's legal moves, at least one.
            level: one of ``LEVELS``.
            rng: source of random choices. Equal arguments and an equal generator lead to the same move.
            effort: share of the full thinking time (a second of one core) to use, at most 1.0.
            temper: preferences among moves that are nearly as good as the best move.
        """
        ...


class Estimate(msgspec.Struct, frozen=True):
    """The estimated value of a move for the seat that makes it.

    Args:
        move: the move.
        worth: the share of opponents that this seat is expected to beat in the end, 0 to 1 (0.5 = equal).
        risk: the chance that this move is a false claim and is challenged, 0 to 1; ``None`` if the move is no
            claim about hidden cards.
    """

    move: Move
    worth: float
    risk: float | None = None


def as_good(estimates: Sequence[Estimate], resolution: float) -> list[Estimate]:
    """Return the best estimate and all estimates that are about equally good.

    Args:
        estimates: estimates, the best first.
        resolution: the smallest difference of ``worth`` that matters.
    """
    return [estimate for estimate in estimates if estimate.worth > estimates[0].worth - resolution]


class Assess(Protocol):
    """A function that estimates how good moves are, for reviews and hints."""

    def __call__(
        self,
        view: Any,
        legal: Sequence[Move],
        also: Sequence[Move],
        rng: random.Random,
        effort: float = 1.0,
        /,
    ) -> Sequence[Estimate]:
        """Return estimated values of moves, the best first.

        Args:
            view: the view of the seat to act.
            legal: the seat's legal moves, at least one.
            also: legal moves to estimate in any case, such as the move that a player made.
            rng: source of random choices. Equal arguments and an equal generator lead to the same result.
            effort: share of the full thinking time to use, at most 1.0.

        Returns:
            One estimate for each move that level ``expert`` considers, and for each move in ``also``.
        """
        ...


class Game(msgspec.Struct, frozen=True):
    """All parts of one game.

    Args:
        rules: the rules.
        presenter: describes tables and panels for display.
        advise: the computer player.
        emoji: the game's emoji.
        assess: estimates moves for reviews and hints; ``None`` for a game without reviews and hints.
        lesson: a short game for learning the rules; ``None`` if there is none.
        good_seats: the best number of seats for this game.
        has_temperaments: whether ``advise`` uses temperaments.
        levels: the levels that hosts may choose; ``advise`` accepts all ``LEVELS``.
        resolution: the smallest difference in worth that matters; moves that differ by less count as equally
            good (docs/ARENA.md).
        least_decisions: how many decisions a person must make to count as having taken part in a game.
        trophies: goals that people reach over several games.
    """

    rules: Rules[Any, Any]
    presenter: Presenter[Any]
    advise: Advise
    emoji: str
    assess: Assess | None = None
    lesson: Lesson | None = None
    good_seats: int = 4
    has_temperaments: bool = False
    levels: tuple[str, ...] = LEVELS[:3]
    resolution: float = 0.02
    least_decisions: int = 3
    trophies: tuple[Trophy, ...] = ()

    @property
    def id(self) -> str:
        return self.rules.id

    @property
    def table_size(self) -> int:
        """The usual number of players at a table; computer players fill tables up to this number."""
        low, high = self.rules.seats
        return min(max(self.good_seats, low), high)
