"""A game as the house knows it: its rules, its presenter and its computer player."""

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

LEVELS = ("easy", "normal", "hard", "expert")
"""Strengths of computer players, the weakest first."""

DEFAULT_LEVEL = "normal"


class Advise(Protocol):
    """A computer player."""

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
        """Choose a move from what one seat knows.

        Args:
            view: the seat's view; it is to act.
            legal: its legal moves, at least one.
            level: one of ``LEVELS``.
            rng: where whims come from; the same arguments and the same generator give the same move.
            effort: how much of its full thinking to do: 1.0 is what a table waits for at most (a second of
                one core), 0.1 a tenth of that. Never more than 1.0; levels that think briefly ignore it.
            temper: what it likes among moves that are nearly as good as the best.
        """
        ...


class Estimate(msgspec.Struct, frozen=True):
    """What a move is worth, seen from one seat.

    Args:
        move: the move.
        worth: the share of opponents that this seat is expected to beat in the end, 0 to 1 (0.5 = equal).
        risk: how likely this move is a claim that is doubted and found false, 0 to 1; ``None`` for moves
            that claim nothing hidden.
    """

    move: Move
    worth: float
    risk: float | None = None


class Assess(Protocol):
    """The judgement of a strong player: for reviews and hints."""

    def __call__(
        self,
        view: Any,
        legal: Sequence[Move],
        also: Sequence[Move],
        rng: random.Random,
        effort: float = 1.0,
        /,
    ) -> Sequence[Estimate]:
        """Say what the candidates among the legal moves are worth; arguments as for ``Advise``.

        Returns:
            Estimates, the best first: the moves that ``expert`` looks at, and each of ``also`` (legal moves)
            in any case; all by the same measure, so that differences mean something.
        """
        ...


class Game(msgspec.Struct, frozen=True):
    """Everything there is of one game; the registry is a list of these.

    Args:
        emoji: the sign the game goes by.
        assess: ``None`` for a game whose moves nobody can judge yet; it has no reviews and no hints then.
        lesson: a short game to learn it by; ``None`` where there is none.
        good_seats: how many make a good table; see ``table_size``.
        has_temperaments: whether temperaments show in it; elsewhere ``advise`` ignores them.
        levels: what people may choose between; ``advise`` knows all ``LEVELS``, of which some may be alike.
        least_decisions: how many somebody must have made for others to have played with them; far fewer than
            a whole game asks for.
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
    least_decisions: int = 3

    @property
    def id(self) -> str:
        return self.rules.id

    @property
    def table_size(self) -> int:
        """How many seats computer players fill a table up to: ``good_seats``, if it allows so many."""
        low, high = self.rules.seats
        return min(max(self.good_seats, low), high)
