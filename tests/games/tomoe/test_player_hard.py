"""The strong player: legal anywhere, from the view alone, exact in the end, and true to its judgements."""

from __future__ import annotations

import random

import msgspec
import pytest

from games.tomoe.player import advise, assess
from games.tomoe.state import TomoeState
from tests.games.tomoe.tables import RULES, random_positions, state_of

LITTLE = 0.01
"""Effort: enough to go all ways through the code."""


def deciding(seed: int, step: int, **options: str) -> list[tuple[TomoeState, int]]:
    """Pick positions of a random match in which somebody has a choice, with whose it is."""
    found = []
    for count, match in enumerate(random_positions(seed, **options)):
        if count % step == 1 and isinstance(match.to_act, tuple):
            found.append((state_of(match), match.to_act[0]))
    return found


@pytest.mark.parametrize("metals", ["off", "on"])
@pytest.mark.parametrize("ace", ["1", "1.5", "2"])
def test_advice_and_judgement_are_legal_and_repeatable(metals: str, ace: str) -> None:
    """In any position under any option; every legal move is judged, the best first."""
    for state, seat in deciding(len(metals + ace), 9, metals=metals, ace=ace):
        view, legal = RULES.view(state, seat), RULES.legal(state, seat)
        move = advise(view, legal, "hard", random.Random(5), LITTLE)
        assert move in legal
        assert move == advise(view, legal, "hard", random.Random(5), LITTLE)
        judged = assess(view, legal, legal[-1:], random.Random(5), LITTLE)
        assert sorted(str(estimate.move) for estimate in judged) == sorted(map(str, legal))
        worths = [estimate.worth for estimate in judged]
        assert worths == sorted(worths, reverse=True)
        assert all(0 <= worth <= 1 for worth in worths)
        assert all(estimate.risk is None for estimate in judged)
        if len(legal) > 1:
            chosen = next(estimate.worth for estimate in judged if estimate.move == move)
            assert worths[0] - chosen < 0.01


def test_advice_never_depends_on_cards_it_cannot_see() -> None:
    """With the others' hidden cards exchanged it plays the same."""
    seen = 0
    for state, seat in deciding(6, 5):
        left, right = (seat + 1) % 3, (seat + 2) % 3
        if len(state.hidden[left]) != len(state.hidden[right]):
            continue
        hidden = list(state.hidden)
        hidden[left], hidden[right] = hidden[right], hidden[left]
        swapped = msgspec.structs.replace(state, hidden=tuple(hidden))
        legal = RULES.legal(state, seat)
        moves = [
            advise(RULES.view(some, seat), legal, "hard", random.Random(1), LITTLE)
            for some in (state, swapped)
        ]
        assert moves[0] == moves[1]
        seen += 1
    assert seen > 4


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
