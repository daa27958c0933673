"""The strongest computer player: legal, from its view alone, not to be read, and a fair judge of moves."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import pytest

from games.core.game import Estimate
from games.core.match import Match
from games.core.moves import Move
from games.lost.player import advise, assess
from games.lost.state import LostState, LostView
from tests.games.lost.tables import RULES, new_match, play_on

Player = Callable[[LostView, Sequence[Move], random.Random], Move]


def hard(view: LostView, legal: Sequence[Move], rng: random.Random) -> Move:
    return advise(view, legal, "hard", rng)


def run(match: Match, players: Sequence[Player], rng: random.Random) -> list[tuple[int, LostState, Move]]:
    """Play a game to its end; give every move with its seat and the position before it."""
    made = []
    while not match.is_over:
        seat = match.to_act[0]
        legal = match.legal(seat)
        move = players[seat](match.view(seat), legal, rng)
        assert move in legal
        made.append((seat, match.state, move))
        match.play(seat, move)
        assert len(made) < 400
    return made


@pytest.mark.parametrize("losts", RULES.options["losts"])
def test_plays_legally_with_all_options(losts: str) -> None:
    """With any number of losts, three seats or four, from a position that chance has led to."""
    seats = 3 + int(losts) % 2
    rng = random.Random(losts)
    match = play_on(new_match(seats, rng, losts), rng, moves=seats + 5)
    run(match, [hard] * seats, rng)


def positions(seed: int, moves: int) -> Match:
    rng = random.Random(seed)
    return play_on(new_match(3, rng), rng, moves)


def judged(match: Match, also: Sequence[Move] = ()) -> list[Estimate]:
    seat = match.to_act[0]
    return assess(match.view(seat), match.legal(seat), also, random.Random(0))


def test_the_beginning_is_open() -> None:
    """Well chosen, a first field is worth about as much as any; the worst one much less."""
    match = positions(3, 0)
    found = judged(match, list(match.legal(match.to_act[0])))
    assert found[0].worth == pytest.approx(0.5, abs=0.05)
    assert found[-1].worth < 0.4
