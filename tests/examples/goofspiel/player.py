"""The computer player of Goofspiel: it bids about as much as the prizes are worth."""

import random
from collections.abc import Sequence

from games.core.moves import Move
from tests.examples.goofspiel.moves import Bid
from tests.examples.goofspiel.state import GoofspielView, worth

WHIM = {"easy": 13, "normal": 4, "hard": 2, "expert": 1}
"""How far a bid may be from that, by level: it must not be known beforehand."""


def advise(view: GoofspielView, legal: Sequence[Move], level: str, rng: random.Random, *_: object) -> Move:
    """Choose a bid; arguments as for every computer player (``games.core.game.Advise``)."""
    aim = sum(map(worth, view.up)) + rng.randint(-WHIM[level], WHIM[level])
    bids = [move for move in legal if isinstance(move, Bid)]
    return min(bids, key=lambda bid: abs(worth(bid.card) - aim))
