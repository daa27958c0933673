"""What choices turned out to be worth when computer players played them against each other, again and again.

``values.json`` was written by ``python -m benchmarks.bull_values``: for each number of players, for doubts
and for calls, a grid over how a choice looks and how likely it is good. In between it is read bilinearly.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import cache
from importlib.resources import files
from typing import TypeAlias

import msgspec

from games.bull.strategy.choices import DOUBT, Choice

LOOKS = (0.0, 0.04, 0.12, 0.25, 0.4, 0.55, 0.7, 0.85, 1.0)
CHANCES = (0.0, 0.05, 0.15, 0.3, 0.45, 0.6, 0.75, 0.9, 1.0)
"""The lines of the grid."""

MOST = 5
"""Rounds of so many players and of more share a grid."""

Grid: TypeAlias = list[list[float]]
"""Values by ``LOOKS``, then by ``CHANCES``."""


class Values(msgspec.Struct):
    """Grids by the number of players, from two.

    Args:
        doubts: how likely who doubts does not lose the round.
        calls: how likely who calls does not lose the round.
        risks: how likely a call is doubted at once and false.
    """

    doubts: list[Grid]
    calls: list[Grid]
    risks: list[Grid]


@cache
def learnt() -> Values:
    """Read the values that come with the game."""
    data = files(__package__).joinpath("values.json").read_bytes()
    return msgspec.json.decode(data, type=Values)


def spots(look: float, chance: float) -> list[tuple[int, int, float]]:
    """Find the four points of the grid around a choice and how much each counts."""
    i = min(bisect_right(LOOKS, look), len(LOOKS) - 1) - 1
    j = min(bisect_right(CHANCES, chance), len(CHANCES) - 1) - 1
    x = (look - LOOKS[i]) / (LOOKS[i + 1] - LOOKS[i])
    y = (chance - CHANCES[j]) / (CHANCES[j + 1] - CHANCES[j])
    return [
        (i, j, (1 - x) * (1 - y)),
        (i, j + 1, (1 - x) * y),
        (i + 1, j, x * (1 - y)),
        (i + 1, j + 1, x * y),
    ]


def at(grid: Grid, choice: Choice) -> float:
    """Read a grid."""
    return sum(grid[i][j] * share for i, j, share in spots(choice.look, choice.chance))


def table_of(players: int) -> int:
    """Tell which grids are for so many players."""
    return min(players, MOST) - 2


def value(values: Values, players: int, choice: Choice) -> float:
    """Give how likely a choice does not lose the round."""
    grids = values.doubts if choice.call == DOUBT else values.calls
    return at(grids[table_of(players)], choice)


def risk(values: Values, players: int, choice: Choice) -> float:
    """Give how likely a call is doubted at once and false."""
    return at(values.risks[table_of(players)], choice)
