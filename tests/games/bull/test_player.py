"""The computer players of Porker Bull."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from games.bull.moves import CHALLENGE
from games.core.game import LEVELS, Estimate
from games.core.match import Match
from games.core.moves import Move
from tests.games.bull.tables import BULL, dealt


def advice(match: Match, level: str = "normal", seed: object = 1) -> str:
    """Ask what the seat to act should do."""
    seat = match.to_act[0]
    return str(BULL.advise(match.view(seat), match.legal(seat), level, random.Random(f"{seed}")))


def judgement(match: Match, also: Sequence[Move] = (), seed: object = 1) -> Sequence[Estimate]:
    """Ask what the moves of the seat to act are worth."""
    assert BULL.assess is not None
    seat = match.to_act[0]
    return BULL.assess(match.view(seat), match.legal(seat), also, random.Random(f"{seed}"))


def test_a_certain_call_is_worth_more_than_an_impossible_one() -> None:
    """And whoever calls what cannot be is caught."""
    match = dealt(3, {0: "9s 9h 9d 4c 3c"}, deal="down")
    sure, never = match.rules.parse("call trips 9"), match.rules.parse("call quads A")
    found = {one.move: one for one in judgement(match, [sure, never])}
    assert found[sure].worth > found[never].worth
    assert (found[sure].risk or 0.0) < 0.02
    assert (found[never].risk or 0.0) > 0.4


@pytest.mark.parametrize("level", LEVELS)
def test_challenges_what_cannot_be(level: str) -> None:
    """Two cards on the table make no royal flush."""
    match = dealt(2, {0: "As", 1: "Kh"})
    match.play(0, "call sflush s A")
    assert advice(match, level) == "challenge"


@pytest.mark.parametrize("level", ["normal", "hard", "expert"])
def test_does_not_challenge_what_it_holds(level: str) -> None:
    """Its own pair of nines makes the call good; it raises instead."""
    match = dealt(2, {1: "9s 9h 9d 2c 3c"}, deal="down")
    match.play(0, "call pair 9")
    assert all(advice(match, level, seed) != "challenge" for seed in range(20))


@pytest.mark.parametrize("level", LEVELS)
def test_has_only_the_challenge_after_the_highest_call(level: str) -> None:
    """Whatever it believes, and whatever it holds."""
    match = dealt(2, {1: "As Ks Qs Js Ts"}, deal="down")
    match.play(0, "call sflush s A")
    assert match.legal(1)[0] == CHALLENGE
    assert advice(match, level) == "challenge"
    if level in ("hard", "expert"):
        assert [one.move for one in judgement(match)] == [CHALLENGE]


@pytest.mark.parametrize("level", ["normal", "hard", "expert"])
def test_whims_differ(level: str) -> None:
    """Another source of chance may give another move: it bluffs sometimes."""
    match = dealt(4, {0: "9s 7h Kd 2c 3c"}, deal="down")
    assert len({advice(match, level, seed) for seed in range(20)}) > 1
