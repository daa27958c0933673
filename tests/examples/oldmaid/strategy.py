"""The computer player of Old Maid. Hands are shuffled, so all places are equally good."""

import random
from collections.abc import Sequence

from games.core.moves import Move
from tests.examples.oldmaid.rules import OldMaidView


def advise(view: OldMaidView, legal: Sequence[Move], level: str, rng: random.Random, *_: object) -> Move:
    """Return a random move; see ``games.core.game.Advise``."""
    return rng.choice(legal)
