"""The computer player of Tomoefuda: it counts the cards, deals the unseen ones in every way, and searches."""

from __future__ import annotations

import random
from collections.abc import Sequence

from games.core.moves import Move
from games.tomoe.moves import PLAYS
from games.tomoe.state import TomoeView
from games.tomoe.strategy.counting import worlds
from games.tomoe.strategy.search import CARD_OF, bits, search

PLAYED = {"easy": 400, "normal": 16_000, "hard": 16_000}
"""About how many cards a search plays, over all its lines of play."""
LINES = {"easy": (8, 24), "normal": (40, 800), "hard": (40, 800)}
"""How many lines of play it looks at, at least and at most."""


def advise(
    view: TomoeView, legal: Sequence[Move], level: str, rng: random.Random, effort: float = 1.0
) -> Move:
    """Choose a card; arguments as for every computer player (``games.core.game.Advise``)."""
    if len(legal) == 1:
        return legal[0]
    ahead = worlds(view)
    cards_left = sum(hand.bit_count() for hand in ahead[0])
    low, high = LINES[level]
    lines = max(low, min(high, PLAYED[level] // cards_left))
    trick = [bits((card,)) for card in view.trick]
    weights = search(ahead, trick, float(view.options["ace"]), lines, rng)
    return PLAYS[CARD_OF[max(weights, key=weights.__getitem__)]]
