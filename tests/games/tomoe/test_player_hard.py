"""The strong player: legal anywhere, from the view alone, exact in the end, and true to its judgements."""

from __future__ import annotations

import random

from games.tomoe.player import assess
from games.tomoe.state import TomoeState
from tests.games.tomoe.tables import RULES, random_positions

LITTLE = 0.01
"""Effort: enough to go all ways through the code."""


def deciding(seed: int, step: int, **options: str) -> list[tuple[TomoeState, int]]:
    """Pick positions of a random match in which somebody has a choice, with whose it is."""
    found = []
    for count, match in enumerate(random_positions(seed, **options)):
        if count % step == 1 and isinstance(match.to_act, tuple):
            found.append((match.state, match.to_act[0]))
    return found


def test_the_end_of_a_game_is_solved() -> None:
    """With four cards or fewer nothing is left to chance: any generator and less effort judge the same."""
    seen = 0
    for state, seat in deciding(8, 3):
        if len(state.open[seat] + state.hidden[seat]) > 4:
            continue
        view, legal = RULES.view(state, seat), RULES.legal(state, seat)
        judged = [
            {
                estimate.move: estimate.worth
                for estimate in assess(view, legal, (), random.Random(seed), effort)
            }
            for seed, effort in ((1, 1.0), (2, 0.5))
        ]
        assert judged[0] == judged[1]
        seen += 1
    assert seen > 8
