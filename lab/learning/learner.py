"""Learns the numbers in lookup tables from the outcomes of games.

When the outcome of a situation is known, the numbers at the indexes of this situation change, and no others.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from math import exp
from pathlib import Path

import msgspec

from games.core.strategy import LookupModel

PATIENCE = 50.0
"""Number of updates after which an entry's learning rate is half of the first."""


def choice_weights(values: Iterable[float], heat: float) -> list[float]:
    """Return a weight for each choice. The best one has 1; one that is worse by ``heat`` has 1 / e.

    Args:
        values: the value of each choice, at least one.
    """
    known = list(values)
    best = max(known)
    return [exp((value - best) / heat) for value in known]


def write_tables(path: Path, made: str, tables: Mapping[str, LookupModel]) -> None:
    """Write learnt tables to a file, as ``games.core.strategy.load_models`` reads them.

    Args:
        made: the command that made the tables.
        tables: the tables by the name of the estimated event.
    """
    content: dict[str, object] = {"made": made}
    content.update(zip(tables, map(LookupModel.scaled_integers, tables.values()), strict=True))
    path.write_bytes(msgspec.json.encode(content) + b"\n")


class Learner:
    """Learns the numbers in lookup tables from outcomes, to predict the probability of an event.

    Args:
        first_rate: learning rate of the first update of a number. The rate falls with each update.
        min_rate: lowest learning rate.
    """

    def __init__(self, tables: LookupModel, first_rate: float = 0.3, min_rate: float = 0.002) -> None:
        self.tables = tables
        # A rate stays above zero, so that old outcomes are slowly forgotten.
        self._first_rate = first_rate
        self._min_rate = min_rate
        self._visits = array("f", bytes(4 * len(tables.weights)))
        self._sums = array("d", bytes(8 * len(tables.weights)))
        self._record_count = 0

    def learn(self, keys: Sequence[int], target: float) -> None:
        """Adjust some of the numbers, so that they predict an observed outcome better.

        Args:
            keys: indexes of the numbers that predicted the outcome.
            target: 1 if the event happened, 0 if not, or a value between.
        """
        weights = self.tables.weights
        visits = self._visits
        error = target - self.tables.chance(keys)
        first_rate = self._first_rate
        min_rate = self._min_rate
        for key in keys:
            rate = first_rate * PATIENCE / (PATIENCE + visits[key])
            visits[key] += 1.0
            weights[key] += error * (rate if rate > min_rate else min_rate)

    def record_for_mean(self) -> None:
        """Record the present numbers for ``mean_tables``."""
        self._sums = array("d", map(sum, zip(self._sums, self.tables.weights, strict=True)))
        self._record_count += 1

    def mean_tables(self) -> LookupModel:
        """Return tables with the mean of all recorded numbers, or a copy if nothing was recorded."""
        # Learning players swing around an equilibrium, so the mean is better than the last numbers.
        tables = LookupModel(0)
        tables.weights = self.tables.weights[:]
        if self._record_count:
            tables.weights = array("f", [total / self._record_count for total in self._sums])
        return tables
