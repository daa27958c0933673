"""A game as the house knows it: its rules, its presenter and its computer player."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import msgspec

from games.core.moves import Move
from games.core.presentation import Presenter
from games.core.rules import Rules

LEVELS = ("normal", "easy")
"""Strengths of computer players, the default first."""

Advise: TypeAlias = Callable[[Any, Sequence[Move], str, random.Random], Move]
"""Choose a move from what one seat knows: (its view, its legal moves, level, where whims come from).

The seat is to act, and the level is one of ``LEVELS``.
"""


class Game(msgspec.Struct, frozen=True):
    """Everything there is of one game; the registry is a list of these. ``emoji`` is the sign it goes by."""

    rules: Rules[Any, Any]
    presenter: Presenter[Any]
    advise: Advise
    emoji: str

    @property
    def id(self) -> str:
        return self.rules.id
