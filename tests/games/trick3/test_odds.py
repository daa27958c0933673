"""What others may hold, as one seat reckons it (games/trick3/strategy/odds.py)."""

from __future__ import annotations

import random

import pytest

from games.trick3.hands import classifier
from games.trick3.possible import unseen
from games.trick3.strategy.odds import chances, menace, share
from tests.games.trick3.tables import RULES, at


def test_share_of_a_battle() -> None:
    """No hand takes nothing; alone all; equal hands share; others' chances multiply."""
    nothing, always = [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]
    assert share(0, [nothing]) == 0.0
    assert share(1, []) == 1.0
    assert share(1, [always]) == pytest.approx(0.5)
    assert share(1, [always, always]) == pytest.approx(1 / 3)
    assert share(2, [always, nothing]) == 1.0
    assert share(1, [[0.5, 0.5, 0.0]]) == pytest.approx(0.75)
    assert share(1, [[0.2, 0.3, 0.5]]) == pytest.approx(0.2 + 0.15)


def test_chances_are_probabilities_and_certain_when_all_is_seen() -> None:
    """They add up to one; a hand that lies open is certain."""
    state = at("7s Qs | 4h | 3d | 5s", "2h 9c | 4d | 3h | 6d 6h 6s", round_=3, way="down", deck="52D1")
    judge = classifier("52D1")
    view = RULES.view(state, 0)
    assert "" in view.played[1]
    estimate = chances(view, judge, 1, 50, random.Random(1))
    assert sum(estimate) == pytest.approx(1.0)
    assert sum(estimate[: judge.deck.order.index("P1") + 1]) == pytest.approx(0.0)
    assert len(unseen(view)) == 52 - 2 - 1 - 1 - 1 - 2


def test_menace_is_what_two_cards_may_still_become() -> None:
    """Neighbours of one suit look like a straight flush; strangers like little."""
    judge = classifier("52D1")
    assert menace(judge, ["5s", "6s"]) == 1.0
    assert menace(judge, ["5s", "Jd"]) < 0.5
    assert menace(judge, ["5s"]) == 0.0
