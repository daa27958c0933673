"""The computer player of Top Card: it takes a trick as cheaply as it can, or throws its lowest card away."""

import random
from collections.abc import Sequence

from games.core.moves import Move
from tests.examples.topcard.rules import Play, TopCardView, height


def advise(view: TopCardView, legal: Sequence[Move], level: str, rng: random.Random, *_: object) -> Move:
    """Return the move that the computer player chooses; see ``games.core.game.Advise``."""
    plays = [move for move in legal if isinstance(move, Play)]
    if level == "easy":
        return rng.choice(plays)
    best = max(map(height, view.trick))
    winning = [play for play in plays if height(play.card) > best]
    return min(winning or plays, key=lambda play: height(play.card))
