"""The computer player: legal, repeatable, from its view alone, no fool, and never endless."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from games.core.match import Match
from games.core.moves import Move
from games.lost.player import advise
from games.lost.strategy.belief import honesty
from tests.games.lost.tables import FIELDS, HANDS, RULES, do, new_match, position

Pick = Callable[[Match, int], Move]


def advised(match: Match, seat: int, level: str, rng: random.Random) -> Move:
    options = match.legal(seat)
    move = advise(match.view(seat), options, level, rng)
    assert move in options
    return move


def run(match: Match, level: str, rng: random.Random, clever: set[int]) -> Match:
    """Play on with computer players at some seats and random moves at the others."""
    while not match.is_over:
        seat = match.to_act[0]
        options = match.legal(seat)
        by_chance = options[rng.randrange(len(options))]
        match.play(seat, advised(match, seat, level, rng) if seat in clever else by_chance)
        assert len(match.moves) < 400
    return match


@pytest.mark.parametrize("level", ["normal", "easy"])
@pytest.mark.parametrize("seats", [3, 4])
def test_games_among_computers_are_legal_and_end(level: str, seats: int) -> None:
    """Computer players among themselves finish every game, though a joker could travel for ever."""
    for seed in range(4):
        rng = random.Random(f"{seed} {level}")
        run(new_match(seats, rng, str(seed)), level, rng, set(range(seats)))


def test_same_chance_same_move() -> None:
    """With the same view and the same source of chance the advice is the same."""
    match = new_match(3, random.Random(1))
    first = advise(match.view(0), match.legal(0), "normal", random.Random(7))
    assert advise(match.view(0), match.legal(0), "normal", random.Random(7)) == first


def test_beats_random_play() -> None:
    """Against two random players it is hardly ever the one to go out (by chance it would be in 8 of 24)."""
    out = 0
    for seed in range(24):
        rng = random.Random(seed)
        match = run(new_match(3, rng, first=seed % 3), "normal", rng, {0})
        out += 0 in match.state.out
    assert out <= 4


def test_does_not_trust_a_claim_that_cannot_be_true() -> None:
    """A joker claimed before a field that is one away is a lie by the rules: the doubt is sure."""
    state = do(position(HANDS, [FIELDS[0], "Ad 5d 8d", FIELDS[2]], losts=0), "play 5h to 1 as joker")
    view = RULES.view(state, 1)
    assert honesty(view, 0, 1, "joker") == 0.0
    for seed in range(10):
        assert str(advise(view, RULES.legal(state, 1), "normal", random.Random(seed))) == "doubt"


def test_avoids_a_sure_end() -> None:
    """Having to place a card, it never lays the one that makes a hand when another will do."""
    state = position(["2s Jk", "3s 9d", "2d 3d"], [FIELDS[0], "6d 8d Ac", FIELDS[2]])
    state = do(state, "play Jk to 1 as joker", "lost")
    for level in ("normal", "easy"):
        for seed in range(10):
            advice = advise(RULES.view(state, 1), RULES.legal(state, 1), level, random.Random(seed))
            assert str(advice) == "place 3s"
