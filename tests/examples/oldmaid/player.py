"""The computer player of Old Maid: a shuffled hand tells nothing, so any place is as good as another."""

import random
from collections.abc import Sequence

from games.core.moves import Move
from tests.examples.oldmaid.state import OldMaidView


def advise(view: OldMaidView, legal: Sequence[Move], level: str, rng: random.Random, *_: object) -> Move:
    """Choose a place; arguments as for every computer player (``games.core.game.Advise``)."""
    return rng.choice(legal)
