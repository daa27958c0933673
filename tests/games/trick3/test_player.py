"""The computer player: legal, repeatable, fast, and better than chance."""

from __future__ import annotations

import random

import pytest

from games.core.match import Match
from games.core.rules import CHANCE, OVER
from games.core.shuffle import ShuffleKey
from games.trick3 import TRICK3
from games.trick3.moves import Fold
from games.trick3.player import advise
from games.trick3.state import Trick3State, Trick3View
from tests.games.effort import calls_of
from tests.games.trick3.tables import RULES, at, dealt, new, random_states

LITTLE = 0.1
"""How much of its thinking a player does here; at tables it does more."""
MOST_CALLS = 500_000
"""What a decision may cost."""


def view_of(state: Trick3State, seat: int) -> Trick3View:
    return RULES.view(state, seat)


@pytest.mark.parametrize("level", ["normal", "easy"])
@pytest.mark.parametrize("seed", range(3))
def test_advice_is_legal_and_repeatable(level: str, seed: int) -> None:
    """In any position a legal move, and the same one from the same source of chance."""
    options = {
        "family": ("trump", "mahjong", "tesca")[seed],
        "end": "LMS"[seed],
        "games": "2" if seed else "1",
    }
    for state in random_states(seed, **options)[:: 1 + 4 * (level == "normal")]:
        if not isinstance(state.to_act, tuple):
            continue
        seat = state.to_act[-1]
        view, legal = view_of(state, seat), RULES.legal(state, seat)
        move = advise(view, legal, level, random.Random(7), LITTLE)
        assert move in legal
        assert move == advise(view, legal, level, random.Random(7), LITTLE)


def duel(seed: int, **options: str) -> tuple[bool, float]:
    """Play seat 0 by advice against random others; tell whether it won and its part of the points."""
    rng = random.Random(seed)
    match: Match = new(4, seed % 4, **options)
    while not match.is_over:
        if match.to_act == CHANCE:
            match.play(CHANCE, match.chance_move(ShuffleKey.from_text(f"duel {seed}")))
            continue
        assert isinstance(match.to_act, tuple)
        seat = match.to_act[0]
        moves = match.legal(seat)
        chosen = advise(match.view(seat), moves, "normal", rng, LITTLE) if seat == 0 else rng.choice(moves)
        match.play(seat, chosen)
    result = match.result()
    assert result is not None
    return result.ranking[0] == (0,), result.scores[0] / sum(result.scores)


def test_advice_beats_random_play() -> None:
    """Against three random players it wins nearly always; by chance it would be one game in four."""
    games = [duel(seed, end="MS"[seed % 2]) for seed in range(4)]
    assert sum(won for won, _ in games) >= 3
    assert sum(part for _, part in games) / len(games) > 0.45


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
        isinstance(advise(view_of(state, 0), RULES.legal(state, 0), "normal", random.Random(seed)), Fold)
        for seed in range(10)
    ]
    assert sum(folds) >= 9


def test_advice_plays_the_straight_flush() -> None:
    """With the best hand at hand it plays the card that makes it."""
    state = at("7s Qs | 4h | 3d | 5s 6s", "2h 9c | 4d | 3h | 6d 6h", round_=3, way="up")
    for seed in range(10):
        move = advise(view_of(state, 0), RULES.legal(state, 0), "normal", random.Random(seed))
        assert str(move) == "play 7s"


def test_advice_draws_all_it_can() -> None:
    """A refill without drawing what could be drawn is never its choice."""
    for state in random_states(31, end="L"):
        if state.phase != "refill" or not isinstance(state.to_act, tuple):
            continue
        seat = state.to_act[0]
        move = advise(view_of(state, seat), RULES.legal(state, seat), "normal", random.Random(1))
        text = str(move)
        alike = [
            m for m in map(str, RULES.legal(state, seat)) if m.split(" draw")[0] == text.split(" draw")[0]
        ]
        assert text == max(alike, key=lambda other: int(other.split()[-1]) if " draw " in other else 0)


def test_bundle_names_the_game() -> None:
    """The registry's bundle is complete."""
    assert TRICK3.id == "trick3"
    assert RULES.start(RULES.setup(2)).to_act != OVER
