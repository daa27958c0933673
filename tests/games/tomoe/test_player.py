"""The computer player: legal, repeatable, from the view alone, and better than chance."""

from __future__ import annotations

import random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.tomoe.player import advise
from tests.games.tomoe.tables import RULES, deal, new_match, random_positions, some_position, state_of

POSITIONS = st.tuples(st.integers(0, 10**6), st.integers(1, 110), st.sampled_from(["off", "on"]))


@settings(max_examples=40, deadline=None)
@given(POSITIONS)
def test_advise_is_always_legal_and_repeatable(at: tuple[int, int, str]) -> None:
    """It names a legal move, and the same one again from the same source of chance."""
    seed, moves, metals = at
    match = some_position(seed, moves, metals=metals)
    if not isinstance(match.to_act, tuple):
        return
    seat = match.to_act[0]
    view, legal = RULES.view(state_of(match), seat), match.legal(seat)
    move = advise(view, legal, "easy", random.Random(3))
    assert move in legal
    assert advise(view, legal, "easy", random.Random(3)) == move


def test_advise_never_depends_on_cards_it_cannot_see() -> None:
    """With the others' hidden cards exchanged it plays the same."""
    for count, match in enumerate(random_positions(6)):
        if count % 7 != 1 or count > 40 or not isinstance(match.to_act, tuple):
            continue
        state, seat = state_of(match), match.to_act[0]
        left, right = (seat + 1) % 3, (seat + 2) % 3
        if len(state.hidden[left]) != len(state.hidden[right]):
            continue
        hidden = list(state.hidden)
        hidden[left], hidden[right] = hidden[right], hidden[left]
        swapped = msgspec.structs.replace(state, hidden=tuple(hidden))
        legal = match.legal(seat)
        views = [RULES.view(one, seat) for one in (state, swapped)]
        moves = [advise(view, legal, "normal", random.Random(1), 0.1) for view in views]
        assert moves[0] == moves[1]


@pytest.mark.parametrize(("level", "games", "share"), [("easy", 45, 0.40), ("normal", 6, 0.40)])
def test_advise_beats_random_play(level: str, games: int, share: float) -> None:
    """Against two random players it takes clearly more than a third of the tricks."""
    rng = random.Random(f"{level} tomoe")
    won = 0
    for game in range(games):
        match = new_match(game % 3)
        deal(match, rng)
        while isinstance(match.to_act, tuple):
            seat = match.to_act[0]
            legal = match.legal(seat)
            if seat == 0:
                match.play(seat, advise(RULES.view(state_of(match), seat), legal, level, rng, 0.1))
            else:
                match.play(seat, rng.choice(legal))
        won += sum(trick.winner == 0 for trick in state_of(match).tricks)
    assert won / (12 * games) > share
