"""The computer player of Porker Bull."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.bull.moves import CHALLENGE
from games.core.game import LEVELS
from games.core.match import Match
from games.core.rules import CHANCE
from games.core.shuffle import ShuffleKey
from tests.games.bull.tables import BULL, deal, new


def advice(match: Match, level: str = "normal", seed: object = 1) -> str:
    """Ask what the seat to act should do."""
    assert isinstance(match.to_act, tuple)
    seat = match.to_act[0]
    return str(BULL.advise(match.view(seat), match.legal(seat), level, random.Random(f"{seed}")))


def wins(level: str, games: int) -> int:
    """Count the games that seat 0 wins against two seats that play at random."""
    won = 0
    for number in range(games):
        rng = random.Random(f"{level} {number}")
        match = new(3, first=number % 3, end="first", start="2")
        while not match.is_over:
            if match.to_act == CHANCE:
                match.play(CHANCE, match.chance_move(ShuffleKey.from_text(f"{number}")))
                continue
            seat = match.to_act[0]
            legal = match.legal(seat)
            move = BULL.advise(match.view(seat), legal, level, rng) if seat == 0 else rng.choice(legal)
            match.play(seat, move)
        result = match.result()
        assert result is not None
        won += 0 in result.ranking[0]
    return won


@pytest.mark.parametrize("level", LEVELS)
def test_beats_players_at_random(level: str) -> None:
    """At random a seat of three is the first one out in a third of the games; this one nearly never."""
    assert wins(level, 20) >= 19


@given(seed=st.integers(0, 10**6), seats=st.integers(2, 8), wild=st.sampled_from(["none", "twos"]))
@settings(max_examples=8, deadline=None)
def test_is_never_illegal_and_always_repeatable(seed: int, seats: int, wild: str) -> None:
    """The same view and the same source of chance give the same legal move."""
    match = new(seats, wild=wild, deal=random.Random(seed).choice(["up", "down"]))
    rng = random.Random(seed)
    match.play(CHANCE, match.chance_move(ShuffleKey.from_text(f"{seed}")))
    while match.to_act != CHANCE:
        assert isinstance(match.to_act, tuple)
        move = advice(match, "easy", seed)
        assert advice(match, "easy", seed) == move
        seat = match.to_act[0]
        match.play(seat, move if rng.random() < 0.7 else rng.choice(match.legal(seat)))


def test_challenges_what_cannot_be() -> None:
    """Two cards on the table make no royal flush."""
    match = new(2)
    deal(match, {0: "As", 1: "Kh"})
    match.play(0, "call sflush s A")
    assert advice(match) == "challenge"


def test_does_not_challenge_what_it_holds() -> None:
    """Its own pair of nines makes the call good; it raises instead."""
    match = new(2, deal="down")
    deal(match, {1: "9s 9h 9d 2c 3c"})
    match.play(0, "call pair 9")
    assert advice(match) != "challenge"


def test_has_only_the_challenge_after_the_highest_call() -> None:
    """Whatever it believes, and whatever it holds."""
    match = new(2, deal="down")
    deal(match, {1: "As Ks Qs Js Ts"})
    match.play(0, "call sflush s A")
    assert match.legal(1)[0] == CHALLENGE
    assert advice(match) == "challenge"


def test_whims_differ() -> None:
    """Another source of chance may give another move: it bluffs sometimes."""
    match = new(4, deal="down")
    deal(match, {0: "9s 9h Kd 2c 3c"})
    assert len({advice(match, seed=seed) for seed in range(20)}) > 1
