"""Play games in tests. Random choices depend only on the seed and the position, so they are repeatable."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec
import pytest

from games import Game
from games.core.errors import IllegalMove
from games.core.match import Match, ShuffleKey
from games.core.moves import Move
from games.core.rules import CHANCE, Actor, Rules, Setup


def new_match(
    game: Game, seats: int | None = None, options: Mapping[str, object] | None = None, first: int = 0
) -> Match:
    """Return a new match, with the game's fewest seats by default."""
    seats = game.rules.seats[0] if seats is None else seats
    return Match(game.rules, game.rules.setup(seats, options, first))


def seats_near(game: Game, seats: int) -> int:
    """Return the number of seats nearest to ``seats`` that the game allows."""
    low, high = game.rules.seats
    return min(max(seats, low), high)


def play_random(match: Match, seed: object, limit: int = 400) -> Match:
    """Play random moves to the match's end, or for ``limit`` moves; return the match."""

    def choose(seat: int, rng: random.Random) -> Move:
        legal = match.legal(seat)
        assert len(legal), f"seat {seat} is to act and has no move after {match.moves[-3:]}"
        return rng.choice(legal)

    return _played_on(match, seed, limit, choose)


def play_advised(game: Game, match: Match, seed: object, level: str, limit: int = 400) -> Match:
    """Play a match with computer players in all seats; return it."""
    return _played_on(
        match, seed, limit, lambda seat, rng: game.advise(match.view(seat), match.legal(seat), level, rng)
    )


def played_by(
    players: Sequence[Callable[[Any, Sequence[Move], random.Random], Move]], match: Match, seed: int
) -> Match:
    """Play a match to its end with one player function for each seat; return it."""
    rng = random.Random(seed)
    for seat in match.decisions(ShuffleKey.from_text(f"{seed}")):
        match.play(seat, players[seat](match.view(seat), match.legal(seat), rng))
    return match


def _played_on(match: Match, seed: object, limit: int, choose: Callable[[int, random.Random], Move]) -> Match:
    rng = random.Random(f"{seed}")
    key = ShuffleKey.from_text(f"{seed}")
    for _ in range(limit):
        if match.is_over:
            break
        if match.to_act == CHANCE:
            match.play(CHANCE, match.chance_move(key))
        else:
            assert isinstance(match.to_act, tuple)
            seat = rng.choice(match.to_act)
            match.play(seat, choose(seat, rng))
    return match


def do(rules: Rules[Any, Any], state: Any, *moves: str) -> Any:
    """Play moves from a position, each for the first seat that is to act; return the last position."""
    for move in moves:
        state = rules.apply(state, state.to_act[0], rules.parse(move))
    return state


def legal(rules: Rules[Any, Any], state: Any, seat: int | None = None) -> set[str]:
    """Return the legal moves in notation, by default those of the first seat that is to act."""
    return {str(move) for move in rules.legal(state, state.to_act[0] if seat is None else seat)}


def refused(rules: Rules[Any, Any], state: Any, move: str, seat: int | None = None) -> str:
    """Return the code with which a move is refused."""
    with pytest.raises(IllegalMove) as caught:
        rules.apply(state, state.to_act[0] if seat is None else seat, rules.parse(move))
    return caught.value.refusal.code


def replay(game: Game, setup: Setup, moves: Sequence[tuple[Actor, Any]]) -> Match:
    """Return a match with the same moves played again."""
    match = Match(game.rules, setup)
    for actor, move in moves:
        match.play(actor, str(move))
    return match


def viewers(match: Match) -> list[int | None]:
    """Return all viewers: ``None`` for the spectator, then every seat."""
    return [None, *range(match.setup.seats)]


def as_json(view: Any) -> str:
    """Return a view as JSON; fail if JSON cannot express it."""
    return json.dumps(msgspec.to_builtins(view), ensure_ascii=True, sort_keys=True, allow_nan=False)
