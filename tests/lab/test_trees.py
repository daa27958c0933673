"""Tests that boosted trees find interactions of features. They need numpy."""

from __future__ import annotations

import random
from argparse import Namespace

import pytest

pytest.importorskip("numpy")

from lab.responders.boosted import report
from lab.responders.trees import Trees


def test_trees_find_interaction_of_two_features() -> None:
    """The target is whether two coins are equal; a third feature is noise."""
    rng = random.Random(1)
    cases = [(rng.randrange(2), rng.randrange(2), rng.random()) for _ in range(600)]
    trees = Trees(
        cases, [0.9 if first_feature == second_feature else 0.1 for first_feature, second_feature, _ in cases]
    )
    for first in (0, 1):
        for other in (0, 1):
            chance = trees.chance((first, other, 0.5))
            assert chance > 0.75 if first == other else chance < 0.25


def test_learner_is_measured() -> None:
    arguments = Namespace(level="easy", seats=3, stages=2, learning=6, games=2, seed="brief")
    head, lines = report(arguments)
    assert head == "bull, 3 seats, alone among easy: opponents beaten in 2 games"
    assert "boosted trees, from 6 games" in lines
