"""The computer players of Porker Bull."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import pytest

from games.bull.hands import is_good
from games.bull.moves import CHALLENGE, Call
from games.bull.state import BullView
from games.core.game import LEVELS, Estimate
from games.core.match import Match
from games.core.moves import Move
from games.core.rules import CHANCE
from games.core.shuffle import ShuffleKey
from tests.games.bull.tables import BULL, deal, new, state_of, view_of

Player = Callable[[BullView, Sequence[Move], random.Random], Move]
"""Chooses a move."""


def of_level(level: str) -> Player:
    """Make a player of one of our levels."""
    return lambda view, legal, rng: BULL.advise(view, legal, level, rng)


def believer(view: BullView, legal: Sequence[Move], rng: random.Random) -> Move:
    """Doubt nothing that can be raised, and raise as little as possible."""
    return legal[0]


def advice(match: Match, level: str = "normal", seed: object = 1) -> str:
    """Ask what the seat to act should do."""
    assert isinstance(match.to_act, tuple)
    seat = match.to_act[0]
    return str(BULL.advise(match.view(seat), match.legal(seat), level, random.Random(f"{seed}")))


def judgement(match: Match, also: Sequence[Move] = (), seed: object = 1) -> Sequence[Estimate]:
    """Ask what the moves of the seat to act are worth."""
    assert isinstance(match.to_act, tuple)
    assert BULL.assess is not None
    seat = match.to_act[0]
    return BULL.assess(match.view(seat), match.legal(seat), also, random.Random(f"{seed}"))


def play(players: Sequence[Player], number: int, **options: str) -> Match:
    """Play a game; who sits where moves on from game to game."""
    rng = random.Random(f"game {number}")
    match = new(len(players), first=number % len(players), **options)
    while not match.is_over:
        if match.to_act == CHANCE:
            match.play(CHANCE, match.chance_move(ShuffleKey.from_text(f"{number}")))
        else:
            assert isinstance(match.to_act, tuple)
            seat = match.to_act[0]
            player = players[(seat + number) % len(players)]
            match.play(seat, player(view_of(match, seat), match.legal(seat), rng))
    return match


def openness(player: Player, games: int) -> tuple[float, float]:
    """Let a player play against itself: its share of lies, and of raises by as little as possible."""
    count = lies = least = raises = 0
    for number in range(games):
        match = play([player] * 3, number)
        again = Match(match.rules, match.setup)
        for actor, move in match.moves:
            if isinstance(move, Call):
                assert isinstance(actor, int)
                count += 1
                dealt = [card for hand in state_of(again).hands for card in hand]
                lies += not is_good(move, dealt, wild=False)
                raises += state_of(again).last is not None
                least += state_of(again).last is not None and move == again.legal(actor)[0]
            again.play(actor, move)
    return lies / count, least / raises


def test_expert_cannot_be_read() -> None:
    """It lies neither seldom nor mostly, and most of its raises are more than the least that would do."""
    lies, least = openness(of_level("expert"), 25)
    assert 0.15 < lies < 0.6
    assert least < 0.6


def test_who_climbs_step_by_step_is_read() -> None:
    """The figures above tell such a player."""
    lies, least = openness(believer, 2)
    assert lies > 0.6
    assert least > 0.6


def test_expert_plays_what_it_thinks_best_or_nearly_so() -> None:
    """What it gives up for not being read is little: a hundredth of an opponent on average."""
    given_up = []
    for number in range(6):
        rng = random.Random(number)
        match = new(3, deal="down")
        match.play(CHANCE, match.chance_move(ShuffleKey.from_text(f"{number}")))
        while isinstance(match.to_act, tuple):
            seat = match.to_act[0]
            move = BULL.advise(match.view(seat), match.legal(seat), "expert", rng)
            worths = {one.move: one.worth for one in judgement(match, [move], number)}
            given_up.append(max(worths.values()) - worths[move])
            match.play(seat, move)
    assert max(given_up) < 0.06
    assert sum(given_up) / len(given_up) < 0.01


def test_a_certain_call_is_worth_more_than_an_impossible_one() -> None:
    """And whoever calls what cannot be is caught."""
    match = new(3, deal="down")
    deal(match, {0: "9s 9h 9d 4c 3c"})
    sure, never = match.rules.parse("call trips 9"), match.rules.parse("call quads A")
    found = {one.move: one for one in judgement(match, [sure, never])}
    assert found[sure].worth > found[never].worth
    assert (found[sure].risk or 0.0) < 0.02
    assert (found[never].risk or 0.0) > 0.4


@pytest.mark.parametrize("level", LEVELS)
def test_challenges_what_cannot_be(level: str) -> None:
    """Two cards on the table make no royal flush."""
    match = new(2)
    deal(match, {0: "As", 1: "Kh"})
    match.play(0, "call sflush s A")
    assert advice(match, level) == "challenge"


@pytest.mark.parametrize("level", ["normal", "hard", "expert"])
def test_does_not_challenge_what_it_holds(level: str) -> None:
    """Its own pair of nines makes the call good; it raises instead."""
    match = new(2, deal="down")
    deal(match, {1: "9s 9h 9d 2c 3c"})
    match.play(0, "call pair 9")
    assert all(advice(match, level, seed) != "challenge" for seed in range(20))


@pytest.mark.parametrize("level", LEVELS)
def test_has_only_the_challenge_after_the_highest_call(level: str) -> None:
    """Whatever it believes, and whatever it holds."""
    match = new(2, deal="down")
    deal(match, {1: "As Ks Qs Js Ts"})
    match.play(0, "call sflush s A")
    assert match.legal(1)[0] == CHALLENGE
    assert advice(match, level) == "challenge"
    if level in ("hard", "expert"):
        assert [one.move for one in judgement(match)] == [CHALLENGE]


@pytest.mark.parametrize("level", ["normal", "hard", "expert"])
def test_whims_differ(level: str) -> None:
    """Another source of chance may give another move: it bluffs sometimes."""
    match = new(4, deal="down")
    deal(match, {0: "9s 7h Kd 2c 3c"})
    assert len({advice(match, level, seed) for seed in range(20)}) > 1
