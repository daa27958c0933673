"""Look for a player that exploits a level of Lost Poker: a lower bound of how exploitable it is.

A responder thinks like ``hard``, but with its own assumptions about the others, its own share of true claims
and its own readiness to doubt.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from benchmarks.responses.halving import Player, halve, of_level
from games import find_game
from games.core.moves import Move
from games.lost.player import HONESTY, mixed
from games.lost.state import LostView
from games.lost.strategy.reckoning import Manner, Reckoning

LOST = find_game("lost")
CANDIDATES = 8
"""How many responders there are at first."""


@dataclass(frozen=True)
class Responder:
    """A player; ``honesty`` is its own share of true claims where truth and lie are worth the same."""

    honesty: float
    manner: Manner

    def __call__(self, view: LostView, legal: Sequence[Move], rng: random.Random) -> Move:
        if len(legal) == 1:
            return legal[0]
        return mixed(Reckoning(view, self.manner).judge(legal), rng, self.honesty)


def drawn(rng: random.Random) -> Responder:
    """Draw a responder."""
    manner = Manner(rng.uniform(0.1, 0.8), rng.choice((0.0, 0.5, 1.0)), rng.uniform(-0.15, 0.15))
    return Responder(rng.choice((0.2, 0.5, 0.8, 0.95)), manner)


def train(level: str, seconds: float, rng: random.Random, seats: int = 3, effort: float = 1.0) -> Player:
    """Search for a good responder to a level.

    Args:
        level: whom to exploit.
        seconds: processor time for the search.
        rng: where responders and deals come from.
        seats: how many play.
        effort: makes no difference in this game.
    """
    responders = [Responder(HONESTY, Manner()), *(drawn(rng) for _ in range(CANDIDATES - 1))]
    return halve(LOST, responders, of_level(LOST, level, effort), seats, seconds, rng)
