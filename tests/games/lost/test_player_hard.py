"""The strongest computer player: legal, from its view alone, not to be read, and a fair judge of moves."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import pytest

from games.core.game import Estimate
from games.core.match import Match
from games.core.moves import Move
from games.lost.moves import JUDGEMENTS, Play, is_true
from games.lost.player import advise, assess
from games.lost.state import LostState, LostView
from tests.games.lost.tables import RULES, new_match, play_on

Player = Callable[[LostView, Sequence[Move], random.Random], Move]


def hard(view: LostView, legal: Sequence[Move], rng: random.Random) -> Move:
    return advise(view, legal, "hard", rng)


def expert(view: LostView, legal: Sequence[Move], rng: random.Random) -> Move:
    return advise(view, legal, "expert", rng)


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


def share_of_lies(player: Player, games: int) -> float:
    """Let a player play against itself and count its claims of plain cards that are false."""
    lies = claims = 0
    for seed in range(games):
        rng = random.Random(seed)
        for _, _, move in run(new_match(3, rng, first=seed % 3), [player] * 3, rng):
            if isinstance(move, Play) and move.card != "Jk":
                claims += 1
                lies += not is_true(move.card, move.claim)
    return lies / claims


def always_lying(view: LostView, legal: Sequence[Move], rng: random.Random) -> Move:
    """Play at random, but claim nothing that is true."""
    lies = [move for move in legal if isinstance(move, Play) and not is_true(move.card, move.claim)]
    return rng.choice(lies or list(legal))


def test_neither_honest_nor_a_liar() -> None:
    """A fair part of its claims is false; the count would find who always lies."""
    assert 0.15 <= share_of_lies(expert, games=4) <= 0.6
    assert share_of_lies(always_lying, games=3) > 0.9


def judged(match: Match, also: Sequence[Move] = ()) -> list[Estimate]:
    seat = match.to_act[0]
    return assess(match.view(seat), match.legal(seat), also, random.Random(0))


def test_the_beginning_is_open() -> None:
    """Well chosen, a first field is worth about as much as any; the worst one much less."""
    match = positions(3, 0)
    found = judged(match, list(match.legal(match.to_act[0])))
    assert found[0].worth == pytest.approx(0.5, abs=0.05)
    assert found[-1].worth < 0.4


def test_expert_plays_what_it_judges_best_or_nearly() -> None:
    """Its own moves cost next to nothing by its own measure; moves by chance cost more."""
    own, others = [], []
    for seed in range(8):
        match = positions(seed, 3 + seed % 4)
        if match.is_over or match.legal(match.to_act[0])[0] in JUDGEMENTS:
            continue
        seat, rng = match.to_act[0], random.Random(seed)
        legal = match.legal(seat)
        for move, losses in ((expert(match.view(seat), legal, rng), own), (rng.choice(legal), others)):
            found = judged(match, [move])
            losses.append(found[0].worth - next(e.worth for e in found if e.move == move))
    assert max(own) < 0.05
    assert sum(others) > 2 * sum(own)
