"""Search for a good responder by successive halving: the better half goes on to play twice as many games."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence

from bot.arena.respond import Choose, beaten
from games import Game

FIRST = 4
"""Games that every responder plays at first."""


def halve(
    game: Game, responders: Sequence[Choose], other: Choose, seats: int, seconds: float, rng: random.Random
) -> Choose:
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
