"""Look for a player that exploits a level of Three Cards Trick Poker: a lower bound of how exploitable it is.

A responder thinks like ``hard``, with assumptions of its own about how bold the others are, about what they
put down, and about what cards are worth that it does not play now.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from benchmarks.responses.halving import halve
from bot.arena.respond import Choose, of_level
from games import find_game
from games.core.moves import Move
from games.trick3.player import assess_as
from games.trick3.state import Trick3View
from games.trick3.strategy.lookahead import OF_MORE, OF_TWO, Prices
from games.trick3.strategy.simulation import Manner
from games.trick3.strategy.strong import choose

TRICK3 = find_game("trick3")
CANDIDATES = 8
"""How many responders there are at first."""


@dataclass(frozen=True)
class Responder:
    """A player with its own assumptions; ``effort`` as in ``games.core.game.Advise``."""

    manner: Manner
    prices: Prices
    effort: float

    def __call__(self, view: Trick3View, legal: Sequence[Move], rng: random.Random) -> Move:
        if len(legal) == 1:
            return legal[0]
        return choose(view, assess_as(view, (), rng, self.effort, self.manner, self.prices), rng)


def drawn(rng: random.Random, prices: Prices) -> tuple[Manner, Prices]:
    """Draw assumptions, the prices around the usual ones."""
    manner = Manner(
        rng.uniform(0.0, 1.5), rng.uniform(0.0, 2.0), rng.uniform(0.4, 1.0), rng.uniform(0.3, 1.0)
    )
    card = prices.card + rng.uniform(-0.3, 0.7)
    return manner, Prices(card, prices.best * rng.uniform(0.4, 1.6), prices.second * rng.uniform(0.4, 1.6))


def train(level: str, seconds: float, rng: random.Random, seats: int = 3, effort: float = 0.1) -> Choose:
    """Search for a good responder to a level.

    Args:
        level: whom to exploit.
        seconds: processor time for the search.
        rng: where responders and deals come from.
        seats: how many play.
        effort: of both sides.
    """
    usual = OF_TWO if seats == 2 else OF_MORE
    styles = [(Manner(), usual), *(drawn(rng, usual) for _ in range(CANDIDATES - 1))]
    responders = [Responder(manner, prices, effort) for manner, prices in styles]
    return halve(TRICK3, responders, of_level(TRICK3, level, effort), seats, seconds, rng)
