"""Boosted decision trees, which estimate the probability of an event. Needs numpy.

The log odds of the event are the sum of all trees. Each tree is fitted to the errors of the sum so far
(gradient boosting with second derivatives). The values of each feature are sorted into at most ``BINS`` bins.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np

from games.core.strategy import sigmoid

BINS = 24
"""Largest number of bins of a feature."""
DEPTH = 5
"""Number of questions on the way to a leaf."""
RATE = 0.12
"""Share of each tree's correction that is used."""
LEAST = 25
"""Fewest cases on each side of a split."""
STAYING = 4.0
"""Number of imaginary cases with the value zero that are added to each leaf, to keep its value small."""

Node: TypeAlias = "float | tuple[int, float, Node, Node]"
"""A leaf's value; or a feature, a limit, and the nodes for values up to the limit and above it."""


class Trees:
    """Boosted decision trees that estimate the probability of an event.

    Args:
        outcomes: for each case, 1 if the event happened, otherwise 0.
        rounds: number of trees.
    """

    def __init__(
        self, features: Sequence[Sequence[float]], outcomes: Sequence[float], rounds: int = 90
    ) -> None:
        cases = np.asarray(features, np.float32)
        truth = np.asarray(outcomes, np.float64)
        self._limits = list(map(_bin_limits, cases.T))
        binned = np.stack(list(map(np.searchsorted, self._limits, cases.T)), 1)
        # Start from the mean, then let each tree correct what is still wrong.
        mean = min(max(truth.mean(), 0.01), 0.99)
        self._start = float(np.log(mean / (1 - mean)))
        self._trees: list[Node] = []
        odds = np.full(len(truth), self._start)
        for _ in range(rounds):
            chance = 1 / (1 + np.exp(-odds))
            step = np.zeros(len(truth))
            everything = np.arange(len(truth))
            self._trees.append(self._grow(binned, truth - chance, chance * (1 - chance), everything, step, 0))
            odds += step

    # For each case, ``wrong`` has the outcome (1 or 0) minus the estimated probability p, and ``spread`` has
    # p (1 - p). ``cases`` are indexes of the cases that reach this node. The changes of their log odds are
    # written to ``step``.
    def _grow(self, binned: Any, wrong: Any, spread: Any, cases: Any, step: Any, depth: int) -> Node:
        # Try every limit of every feature, and keep the split with the greatest gain.
        total = wrong[cases].sum()
        weight = spread[cases].sum()
        best = 1e-3
        chosen = None
        if depth < DEPTH and len(cases) >= 2 * LEAST:
            parts = binned[cases]
            for feature in range(parts.shape[1]):
                place = parts[:, feature]
                sums = np.cumsum(np.bincount(place, wrong[cases], BINS))[:-1]
                weights = np.cumsum(np.bincount(place, spread[cases], BINS))[:-1]
                counts = np.cumsum(np.bincount(place, minlength=BINS))[:-1]
                gains = sums**2 / (weights + STAYING) + (total - sums) ** 2 / (weight - weights + STAYING)
                gains[(counts < LEAST) | (counts > len(cases) - LEAST)] = 0
                at = int(gains.argmax())
                if (gain := gains[at] - total**2 / (weight + STAYING)) > best:
                    best = gain
                    chosen = (feature, at)
        # No split helps: this is a leaf, whose value is a damped Newton step.
        if chosen is None:
            value = float(RATE * total / (weight + STAYING))
            step[cases] = value
            return value
        feature, at = chosen
        is_low = binned[cases, feature] <= at
        low = self._grow(binned, wrong, spread, cases[is_low], step, depth + 1)
        high = self._grow(binned, wrong, spread, cases[~is_low], step, depth + 1)
        return feature, float(self._limits[feature][at]), low, high

    def log_odds(self, features: Sequence[float]) -> float:
        """Return the log odds of the event for a case with these features."""
        total = self._start
        for node in self._trees:
            while isinstance(node, tuple):
                feature, limit, low, high = node
                node = low if features[feature] <= limit else high
            total += node
        return total

    def chance(self, features: Sequence[float]) -> float:
        """Return the estimated probability of the event for a case with these features."""
        return sigmoid(self.log_odds(features))


def _bin_limits(column: Any) -> list[float]:
    values = np.unique(column)
    if len(values) > BINS:
        values = np.unique(np.quantile(column, np.linspace(0, 1, BINS)))
    return list(map(float, values[:-1]))
