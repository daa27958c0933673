"""The computer player: legal, repeatable, fast, and better than chance."""

from __future__ import annotations

import random

import pytest

from games.trick3.moves import Fold
from games.trick3.player import advise
from tests.games.effort import calls_of
from tests.games.trick3.tables import RULES, at, dealt, random_states

MOST_CALLS = 500_000
"""What a decision may cost."""


def test_advice_is_quick_with_eight_players() -> None:
    """So many calls of functions at most for the first play at the fullest table."""
    match = dealt(8, deck="52D3")
    for seat in range(8):
        match.play(seat, match.legal(seat)[0])
    view, legal = match.view(0), match.legal(0)
    advise(view, legal, "normal", random.Random(1))
    assert 0 < calls_of(lambda: advise(view, legal, "normal", random.Random(1))) < MOST_CALLS


def test_advice_folds_without_any_hand_in_the_last_round() -> None:
    """With three cards that make nothing against somebody who may have something it keeps the card."""
    state = at("7d Qs | 4h | 3d | 5s 9h", "2h 9c | 4d | 3h | 6s 6h", round_=3, way="up")
    folds = [
        isinstance(advise(RULES.view(state, 0), RULES.legal(state, 0), "normal", random.Random(seed)), Fold)
        for seed in range(10)
    ]
    assert sum(folds) >= 9


def test_advice_plays_the_straight_flush() -> None:
    """With the best hand at hand it plays the card that makes it."""
    state = at("7s Qs | 4h | 3d | 5s 6s", "2h 9c | 4d | 3h | 6d 6h", round_=3, way="up")
    for seed in range(10):
        move = advise(RULES.view(state, 0), RULES.legal(state, 0), "normal", random.Random(seed))
        assert str(move) == "play 7s"


@pytest.mark.parametrize("level", ["normal", "hard"])
def test_advice_draws_all_it_can(level: str) -> None:
    """A refill without drawing what could be drawn is never its choice."""
    for state in random_states(31, end="L")[:: 1 if level == "normal" else 5]:
        if state.phase != "refill" or not isinstance(state.to_act, tuple):
            continue
        seat = state.to_act[0]
        move = advise(RULES.view(state, seat), RULES.legal(state, seat), level, random.Random(1), 0.01)
        text = str(move)
        alike = [
            m for m in map(str, RULES.legal(state, seat)) if m.split(" draw")[0] == text.split(" draw")[0]
        ]
        assert text == max(alike, key=lambda other: int(other.split()[-1]) if " draw " in other else 0)
