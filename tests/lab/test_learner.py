"""Tests of tables that learn chances."""

from __future__ import annotations

import random
from itertools import pairwise, product

import pytest

from games.core.strategy import LookupModel, TableLayout, sigmoid
from lab.learning.learner import Learner


def test_tables_are_stored_consecutively() -> None:
    """Each table has an entry for each combination of its features."""
    sizes = {"kind": 2, "size": 3, "rank": 4}
    layout = TableLayout(sizes, ("kind size", "rank", "rank kind size"))
    assert layout.starts == (0, 6, 10, 34)
    combinations = product(*map(range, sizes.values()))
    keys = [layout.keys(dict(zip(sizes, values, strict=True))) for values in combinations]
    for table, (start, end) in enumerate(pairwise(layout.starts)):
        assert sorted({key[table] for key in keys}) == [*range(start, end)]


def test_learner_finds_true_probabilities() -> None:
    """From random outcomes of two features the learner finds the true probability of each combination."""
    rng = random.Random("learn")
    tables = LookupModel(4)
    learner = Learner(tables)
    chances = {(0, 2): 0.1, (0, 3): 0.5, (1, 2): 0.5, (1, 3): 0.9}
    for _ in range(20_000):
        keys = rng.choice([*chances])
        learner.learn(keys, float(rng.random() < chances[keys]))
    for keys, chance in chances.items():
        assert tables.chance(keys) == pytest.approx(chance, abs=0.04)


def test_remembered_snapshots_are_averaged() -> None:
    """Snapshots taken during learning count equally in the average."""
    learner = Learner(LookupModel(2))
    learner.record_for_mean()
    learner.tables.weights[1] = 2.0
    learner.record_for_mean()
    assert list(learner.mean_tables().weights) == [0.0, 1.0]


def test_written_values_are_read_back() -> None:
    """Written values are read with the precision of one step."""
    tables = LookupModel([-75, 0, 120])
    assert tables.scaled_integers() == [-75, 0, 120]
    assert tables.log_odds((0, 2)) == pytest.approx(0.9)


def test_log_odds_of_any_size_become_probabilities() -> None:
    assert sigmoid(0.0) == 0.5
    assert sigmoid(-1000.0) == 0.0
    assert sigmoid(1000.0) == 1.0
