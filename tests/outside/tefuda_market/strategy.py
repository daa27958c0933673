"""The computer player of Market. It bids about what the good is worth, and keeps money for the rent."""

import random
from collections.abc import Sequence

from games.core.moves import Move

from .rules import RENT, ROUNDS, MarketView, PlaceBid

WHIM = {"easy": 6, "normal": 3, "hard": 2, "expert": 1}
"""Largest random difference from the best guess, by level."""


def advise(view: MarketView, legal: Sequence[Move], level: str, rng: random.Random, *_: object) -> Move:
    """Return the bid that the computer player chooses; see ``games.core.game.Advise``."""
    assert view.seat is not None
    assert view.offer is not None
    needed = RENT * (ROUNDS - view.round + 1)
    spare = max(0, view.money[view.seat] - needed)
    aim = view.offer.price - 1 + rng.randint(-WHIM[level], WHIM[level])
    return PlaceBid(max(0, min(spare, aim)))
