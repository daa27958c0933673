"""The computer players of Tomoefuda: they count the cards, deal the unseen ones in every way, and search.

``easy`` tries a few lines of play to the end of the game. The others reckon with what others would have
played, and look ahead with the match in mind (``strategy.strong``): ``normal`` with a part of the effort.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from games.core.game import Estimate
from games.core.moves import Move
from games.tomoe.moves import PLAYS, Play
from games.tomoe.state import TomoeView
from games.tomoe.strategy import strong
from games.tomoe.strategy.bits import BIT, CARD_OF

EFFORTS = {"normal": 0.4, "hard": 1.0, "expert": 1.0}
"""Which part of the effort the others make."""


def advise(
    view: TomoeView, legal: Sequence[Move], level: str, rng: random.Random, effort: float = 1.0, *_: object
) -> Move:
    """Choose a card; arguments as for every computer player (``games.core.game.Advise``)."""
    if len(legal) == 1:
        return legal[0]
    if level in EFFORTS:
        return strong.choose(assess(view, legal, (), rng, effort * EFFORTS[level]), rng)
    return PLAYS[CARD_OF[strong.glance(view, rng)]]


def assess(
    view: TomoeView, legal: Sequence[Move], also: Sequence[Move], rng: random.Random, effort: float = 1.0
) -> list[Estimate]:
    """Say what every legal card is worth; arguments as for all games (``games.core.game.Assess``)."""
    judged = strong.judge(view, effort, rng)
    found = []
    for move in legal:
        assert isinstance(move, Play)
        found.append(Estimate(move, judged[BIT[move.card]]))
    return sorted(found, key=lambda estimate: -estimate.worth)
