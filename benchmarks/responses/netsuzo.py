"""Look for a player that exploits a level of Netsuzo Poker: a lower bound of how exploitable it is.

A responder thinks like ``hard``, but with figures of its own: how far declarations of the level are to be
believed, when it rejects, how hands end with it. It plays alone among players of the level, fits its figures
to all it has seen, plays again, and so on. Then it is measured on new deals.
"""

from __future__ import annotations

import random
import time

from benchmarks.netsuzo_learning import Player, fit, nothing, steady, strong, watch
from games.netsuzo.strategy.learnt import LEARNT

BATCH = 60
"""After how many games a responder learns."""


def train(level: str, seconds: float, rng: random.Random, seats: int = 3, effort: float = 0.1) -> Player:
    """Train a responder against a level.

    Args:
        level: whom to exploit.
        seconds: processor time for the training.
        rng: where deals and whims come from.
        seats: how many play.
        effort: of both sides.
    """
    figures, seen, number = LEARNT, nothing(), 0
    end = time.process_time() + seconds
    while time.process_time() < end:
        responder = strong(figures, effort)
        for _ in range(BATCH):
            at = number % seats
            players = [responder if seat == at else steady(level, effort) for seat in range(seats)]
            watch(players, [seat for seat in range(seats) if seat != at], (at,), number, seen, rng)
            number += 1
        figures = fit(seen, figures)
    return strong(figures, effort)
