"""Chances that are learnt from play: sums of table entries, which a few features pick.

What is to be judged is told by some keys, one for each table: a place in it that is made of features which a
person could name. The entries at these places are added up, and the sum is the log odds. ``Learner`` moves
just these entries when it is told what came of it.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from itertools import accumulate
from math import exp, prod

import msgspec

SCALE = 50
"""Scale of entries in files: whole numbers, this many to one."""
PATIENCE = 50.0
"""Number of updates after which an entry's learning rate is half of the first."""


def chance_of(odds: float) -> float:
    """Turn log odds into a chance."""
    return 1.0 / (1.0 + exp(-odds)) if odds > -40.0 else 0.0


def starts_of(shapes: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """Say where each table begins among the entries of all, and at last where the last one ends.

    Args:
        shapes: for each table how many values each of its features has.
    """
    return tuple(accumulate((prod(shape) for shape in shapes), initial=0))


class Tables:
    """Log odds as sums of entries.

    Args:
        entries: what was learnt, in ``SCALE``; or how many entries there are to be.
    """

    __slots__ = ("weights",)

    def __init__(self, entries: Sequence[int] | int) -> None:
        if isinstance(entries, int):
            self.weights = array("f", bytes(4 * entries))
        else:
            self.weights = array("f", [entry / SCALE for entry in entries])

    def odds(self, keys: Sequence[int]) -> float:
        """Add up the entries at these places."""
        weights = self.weights
        total = 0.0
        for key in keys:
            total += weights[key]
        return total

    def chance(self, keys: Sequence[int]) -> float:
        """Give the chance that these places speak of."""
        return chance_of(self.odds(keys))

    def written(self) -> list[int]:
        """Give the entries as ``Tables`` reads them."""
        return [round(SCALE * weight) for weight in self.weights]


@cache
def learnt(package: str, name: str) -> Mapping[str, Tables]:
    """Read tables that come with a game, by their names; beside them stands the command that made them."""
    found = msgspec.json.decode(files(package).joinpath(f"{name}.json").read_bytes())
    return {part: Tables(entries) for part, entries in found.items() if part != "made"}


class Learner:
    """Moves the entries of tables towards what came of choices.

    Args:
        tables: what learns.
        first: how much of an error an entry is moved the first time.
        least: the same at least, however often it was moved: what was true long ago is forgotten.
    """

    def __init__(self, tables: Tables, first: float = 0.3, least: float = 0.002) -> None:
        self.tables = tables
        self._first, self._least = first, least
        self._visits = array("f", bytes(4 * len(tables.weights)))
        self._sums = array("d", bytes(8 * len(tables.weights)))
        self._looks = 0

    def learn(self, keys: Sequence[int], target: float) -> None:
        """Note what came of a choice, from 0 to 1."""
        weights, visits = self.tables.weights, self._visits
        error = target - self.tables.chance(keys)
        first, least = self._first, self._least
        for key in keys:
            step = first * PATIENCE / (PATIENCE + visits[key])
            visits[key] += 1.0
            weights[key] += error * (step if step > least else least)

    def remember(self) -> None:
        """Let the entries as they are now count for their mean."""
        self._sums = array("d", map(sum, zip(self._sums, self.tables.weights, strict=True)))
        self._looks += 1

    def mean(self) -> Tables:
        """Give the mean of what was to be remembered: players who learn from each other swing around it.

        Without anything to be remembered it is what was learnt last.
        """
        tables = Tables(0)
        tables.weights = self.tables.weights[:]
        if self._looks:
            tables.weights = array("f", [total / self._looks for total in self._sums])
        return tables
