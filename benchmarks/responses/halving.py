"""Search for a good responder by successive halving: the better half goes on to play twice as many games."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from games import Game
from games.core.match import Match
from games.core.moves import Move
from games.core.rules import CHANCE
from games.core.shuffle import ShuffleKey

Player = Callable[[Any, Sequence[Move], random.Random], Move]

FIRST = 4
"""Games that every responder plays at first."""


def of_level(game: Game, level: str, effort: float) -> Player:
    """Make a player of a level."""
    return lambda view, legal, rng: game.advise(view, legal, level, rng, effort)


def decisions(match: Match, key: ShuffleKey) -> Iterator[int]:
    """Yield whose decision is next, until the game is over; whoever asks plays it, chance plays by a key."""
    while not match.is_over:
        if match.to_act == CHANCE:
            match.play(CHANCE, match.chance_move(key))
            continue
        assert not isinstance(match.to_act, str)
        yield match.to_act[0]


def beaten(game: Game, player: Player, other: Player, seats: int, seed: str) -> float:
    """Play one game, a player alone among the others; give the share of them that it has beaten."""
    rng = random.Random(seed)
    mine = rng.randrange(seats)
    match = Match(game.rules, game.rules.setup(seats, {}, rng.randrange(seats)))
    for seat in decisions(match, ShuffleKey.from_text(seed)):
        choose = player if seat == mine else other
        match.play(seat, choose(match.view(seat), match.legal(seat), rng))
    result = match.result()
    assert result is not None
    places = result.places
    others = [place for seat, place in enumerate(places) if seat != mine]
    return sum((places[mine] < place) + (places[mine] == place) / 2 for place in others) / len(others)


def halve(
    game: Game, responders: Sequence[Player], other: Player, seats: int, seconds: float, rng: random.Random
) -> Player:
    """Find the best of several responders, all of them on the same deals.

    Args:
        game: what is played.
        responders: who is tried.
        other: who sits at all other seats.
        seats: how many play.
        seconds: processor time; when it is over, the best so far.
        rng: where deals come from.
    """
    totals = [0.0] * len(responders)
    alive, games = list(range(len(responders))), FIRST
    end = time.process_time() + seconds
    while len(alive) > 1 and time.process_time() < end:
        for _ in range(games):
            seed = f"halving {rng.random()}"
            for i in alive:
                totals[i] += beaten(game, responders[i], other, seats, seed)
        alive = sorted(alive, key=lambda i: -totals[i])[: max(1, len(alive) // 2)]
        games *= 2
    return responders[max(alive, key=totals.__getitem__)]
