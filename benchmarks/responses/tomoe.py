"""Look for a player that exploits a level of Tomoefuda: a lower bound of how exploitable it is.

A responder thinks like ``hard``, with assumptions of its own about who takes tricks, about how much a lead is
worth, and about how widely to search.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from benchmarks.responses.halving import halve
from bot.arena.respond import Choose, of_level
from games import find_game
from games.core.moves import Move
from games.tomoe.moves import PLAYS
from games.tomoe.state import TomoeView
from games.tomoe.strategy.search import CARD_OF
from games.tomoe.strategy.strong import Manner, judge

TOMOE = find_game("tomoe")
CANDIDATES = 8
"""How many responders there are at first."""


@dataclass(frozen=True)
class Responder:
    """A player with its own assumptions; ``effort`` as in ``games.core.game.Advise``."""

    manner: Manner
    effort: float

    def __call__(self, view: TomoeView, legal: Sequence[Move], rng: random.Random) -> Move:
        if len(legal) == 1:
            return legal[0]
        worths = judge(view, self.effort, rng, self.manner)
        return PLAYS[CARD_OF[max(worths, key=worths.__getitem__)]]


def drawn(rng: random.Random) -> Manner:
    """Draw assumptions."""
    return Manner(rng.uniform(0.0, 0.98), rng.choice((1.5, 2.5, 3.2, 4.5)), rng.uniform(0.1, 0.5))


def train(level: str, seconds: float, rng: random.Random, seats: int = 3, effort: float = 0.1) -> Choose:
    """Search for a good responder to a level.

    Args:
        level: whom to exploit.
        seconds: processor time for the search.
        rng: where responders and deals come from.
        seats: how many play.
        effort: of both sides.
    """
    manners = [Manner(), *(drawn(rng) for _ in range(CANDIDATES - 1))]
    responders = [Responder(manner, effort) for manner in manners]
    return halve(TOMOE, responders, of_level(TOMOE, level, effort), seats, seconds, rng)
