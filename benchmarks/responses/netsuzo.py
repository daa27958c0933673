"""Look for a player that exploits a level of Netsuzo Poker: a lower bound of how exploitable it is.

    python -m benchmarks.responses.netsuzo hard [--seconds 120] [--games 300] [--seats 3]

A responder thinks like ``hard``, but with figures of its own: how far declarations of the level are to be
believed, when it rejects, how hands end with it. It plays alone among players of the level, fits its figures
to all it has seen, plays again, and so on. Then it is measured on new deals.
"""

from __future__ import annotations

import argparse
import random
import time
from math import sqrt

from benchmarks.netsuzo_learning import Player, fit, nothing, steady, strong, watch
from games.netsuzo.strategy.learnt import LEARNT

EFFORT = 0.1
"""How much both sides think."""
BATCH = 60
"""After how many games a responder learns."""


def train(level: str, seconds: float, rng: random.Random, seats: int = 3) -> Player:
    """Train a responder against a level for so long, by the processor's clock."""
    figures, seen, number = LEARNT, nothing(), 0
    end = time.process_time() + seconds
    while time.process_time() < end:
        responder = strong(figures, EFFORT)
        for _ in range(BATCH):
            at = number % seats
            players = [responder if seat == at else steady(level, EFFORT) for seat in range(seats)]
            watch(players, [seat for seat in range(seats) if seat != at], (at,), number, seen, rng)
            number += 1
        figures = fit(seen, figures)
    return strong(figures, EFFORT)


def share(player: Player, level: str, number: int, seats: int, rng: random.Random) -> float:
    """Play one game; give the share of opponents of the level that the player beats."""
    at = number % seats
    players = [player if seat == at else steady(level, EFFORT) for seat in range(seats)]
    result = watch(players, (), (), number, nothing(), rng).result()
    assert result is not None
    below = seats
    for group in result.ranking:
        below -= len(group)
        if at in group:
            return (below + (len(group) - 1) / 2) / (seats - 1)
    raise AssertionError("everybody has a place")


def main() -> None:
    """Train, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("level", choices=("easy", "normal", "hard"))
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--seed", default="response")
    chosen = parser.parse_args()
    rng = random.Random(chosen.seed)
    player = train(chosen.level, chosen.seconds, rng, chosen.seats)
    shares = [share(player, chosen.level, game, chosen.seats, rng) for game in range(chosen.games)]
    mean = sum(shares) / len(shares)
    spread = sqrt(sum([(one - mean) ** 2 for one in shares]) / (len(shares) - 1) / len(shares))
    print(f"netsuzo: a responder beats {mean:.3f} +- {1.96 * spread:.3f} of {chosen.level}")


if __name__ == "__main__":
    main()
