"""A small learner that estimates probabilities. The log odds of an event are a sum of learnt numbers, one
from each of several lookup tables.

Each situation has one index into each table, computed from features of the situation. When the outcome is
known, ``Learner`` changes the numbers at these indexes, and no others.
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
"""Factor between an entry and the whole number that stands for it in a file."""
PATIENCE = 50.0
"""Number of updates after which an entry's learning rate is half of the first."""


def chance_of(log_odds: float) -> float:
    """Return the probability, from 0 to 1, for log odds."""
    return 1.0 / (1.0 + exp(-log_odds)) if log_odds > -40.0 else 0.0


def table_starts(shapes: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """Return the index at which each lookup table begins in one array, followed by the array's length.
    ``shapes`` has the dimensions of each table.
    """
    return tuple(accumulate((prod(shape) for shape in shapes), initial=0))


class Tables:
    """Lookup tables of learnt numbers for estimating one kind of event.

    The log odds of the event are the sum of one number from each table. All numbers are in one array, and
    ``keys`` are indexes into this array.

    Args:
        entries: the numbers, multiplied by ``SCALE``. An integer stands for this many zeros.
    """

    __slots__ = ("weights",)

    def __init__(self, entries: Sequence[int] | int) -> None:
        if isinstance(entries, int):
            self.weights = array("f", bytes(4 * entries))
        else:
            self.weights = array("f", [entry / SCALE for entry in entries])

    def odds(self, keys: Sequence[int]) -> float:
        """Return the log odds of the predicted event: the sum of the numbers at the indexes ``keys``."""
        weights = self.weights
        total = 0.0
        for key in keys:
            total += weights[key]
        return total

    def chance(self, keys: Sequence[int]) -> float:
        """Return the probability of the event, from 0 to 1, given the indexes of the numbers to add up."""
        return chance_of(self.odds(keys))

    def written(self) -> list[int]:
        """Return all numbers, multiplied by ``SCALE`` and rounded. The constructor accepts this list."""
        return [round(SCALE * weight) for weight in self.weights]


@cache
def load_tables(package: str, name: str) -> Mapping[str, Tables]:
    """Return the learnt lookup tables in a package's file ``<name>.json``. The keys are names of the
    estimated events.
    """
    tables = msgspec.json.decode(files(package).joinpath(f"{name}.json").read_bytes())
    # The entry ``made`` is the command that made the file.
    return {part: Tables(entries) for part, entries in tables.items() if part != "made"}


class Learner:
    """Adjusts learnt lookup tables to the outcomes of choices.

    Args:
        first_rate: the learning rate of a number at its first update; it shrinks with each update.
        min_rate: the smallest learning rate. It is above zero, so old outcomes are slowly forgotten.
    """

    def __init__(self, tables: Tables, first_rate: float = 0.3, min_rate: float = 0.002) -> None:
        self.tables = tables
        self._first_rate, self._min_rate = first_rate, min_rate
        self._visits = array("f", bytes(4 * len(tables.weights)))
        self._sums = array("d", bytes(8 * len(tables.weights)))
        self._looks = 0

    def learn(self, keys: Sequence[int], target: float) -> None:
        """Adjust the numbers after one case: move the probability for ``keys`` towards ``target``.

        ``target`` is 1 if the event happened, 0 if not, or a value between.
        """
        weights, visits = self.tables.weights, self._visits
        error = target - self.tables.chance(keys)
        first_rate, min_rate = self._first_rate, self._min_rate
        for key in keys:
            rate = first_rate * PATIENCE / (PATIENCE + visits[key])
            visits[key] += 1.0
            weights[key] += error * (rate if rate > min_rate else min_rate)

    def remember(self) -> None:
        """Add the present numbers to the running sums for ``mean``."""
        self._sums = array("d", map(sum, zip(self._sums, self.tables.weights, strict=True)))
        self._looks += 1

    def mean(self) -> Tables:
        """Return tables with the mean of all remembered numbers. If there are none, the present numbers are
        used.
        """
        # Learning players swing around an equilibrium, so the mean is better than the last numbers.
        tables = Tables(0)
        tables.weights = self.tables.weights[:]
        if self._looks:
            tables.weights = array("f", [total / self._looks for total in self._sums])
        return tables
