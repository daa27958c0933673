"""A small learner that estimates probabilities with lookup tables of learnt numbers.

Each situation has one index into each table, computed from features of the situation. The log odds of an
event are the sum of the numbers at these indexes. When the outcome is known, ``Learner`` changes these
numbers, and no others.
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
    """Return the start index of each lookup table in one common array, then the array's length.

    Args:
        shapes: the dimensions of each table.
    """
    return tuple(accumulate((prod(shape) for shape in shapes), initial=0))


class Tables:
    """Lookup tables for estimating the probability of one kind of event. All tables lie in one array.

    Args:
        entries: the numbers, multiplied by ``SCALE``; or how many zeros to start with.
    """

    __slots__ = ("weights",)

    def __init__(self, entries: Sequence[int] | int) -> None:
        if isinstance(entries, int):
            self.weights = array("f", bytes(4 * entries))
        else:
            self.weights = array("f", [entry / SCALE for entry in entries])

    def log_odds(self, keys: Sequence[int]) -> float:
        """Return the log odds of the event: the sum of the numbers at the indexes ``keys``."""
        weights = self.weights
        total = 0.0
        for key in keys:
            total += weights[key]
        return total

    def chance(self, keys: Sequence[int]) -> float:
        """Return the probability of the event, from 0 to 1.

        Args:
            keys: indexes of the numbers whose sum is the log odds.
        """
        return chance_of(self.log_odds(keys))

    def scaled_integers(self) -> list[int]:
        """Return all numbers, multiplied by ``SCALE`` and rounded, as the constructor accepts them."""
        return [round(SCALE * weight) for weight in self.weights]


@cache
def load_tables(package: str, name: str) -> Mapping[str, Tables]:
    """Return the learnt tables in a package's file ``<name>.json``, by the name of the estimated event."""
    tables = msgspec.json.decode(files(package).joinpath(f"{name}.json").read_bytes())
    # The entry ``made`` is the command that made the file.
    return {part: Tables(entries) for part, entries in tables.items() if part != "made"}


class Learner:
    """Learns the numbers in lookup tables from outcomes, to predict the probability of an event.

    Args:
        first_rate: learning rate of the first update of a number. The rate falls with each update.
        min_rate: lowest learning rate.
    """

    def __init__(self, tables: Tables, first_rate: float = 0.3, min_rate: float = 0.002) -> None:
        self.tables = tables
        # A rate stays above zero, so that old outcomes are slowly forgotten.
        self._first_rate, self._min_rate = first_rate, min_rate
        self._visits = array("f", bytes(4 * len(tables.weights)))
        self._sums = array("d", bytes(8 * len(tables.weights)))
        self._record_count = 0

    def learn(self, keys: Sequence[int], target: float) -> None:
        """Adjust some of the numbers, so that they predict an observed outcome better.

        Args:
            keys: indexes of the numbers that predicted the outcome.
            target: 1 if the event happened, 0 if not, or a value between.
        """
        weights, visits = self.tables.weights, self._visits
        error = target - self.tables.chance(keys)
        first_rate, min_rate = self._first_rate, self._min_rate
        for key in keys:
            rate = first_rate * PATIENCE / (PATIENCE + visits[key])
            visits[key] += 1.0
            weights[key] += error * (rate if rate > min_rate else min_rate)

    def record_for_mean(self) -> None:
        """Record the present numbers for ``mean_tables``."""
        self._sums = array("d", map(sum, zip(self._sums, self.tables.weights, strict=True)))
        self._record_count += 1

    def mean_tables(self) -> Tables:
        """Return tables with the mean of all recorded numbers, or a copy if nothing was recorded."""
        # Learning players swing around an equilibrium, so the mean is better than the last numbers.
        tables = Tables(0)
        tables.weights = self.tables.weights[:]
        if self._record_count:
            tables.weights = array("f", [total / self._record_count for total in self._sums])
        return tables
