"""The computer player of Goofspiel. It bids about as much as the prizes are worth."""

import random
from collections.abc import Sequence

from games.core.moves import Move
from tests.examples.goofspiel.rules import Bid, GoofspielView, worth

WHIM = {"easy": 13, "normal": 4, "hard": 2, "expert": 1}
"""Largest random difference between a bid and the prizes' value, by level, so that bids are unpredictable."""


def advise(view: GoofspielView, legal: Sequence[Move], level: str, rng: random.Random, *_: object) -> Move:
    """Return the bid that the computer player chooses; see ``games.core.game.Advise``."""
    aim = sum(map(worth, view.up)) + rng.randint(-WHIM[level], WHIM[level])
    bids = [move for move in legal if isinstance(move, Bid)]
    return min(bids, key=lambda bid: abs(worth(bid.card) - aim))
