"""The computer players of Tomoefuda. They consider every possible deal of the unseen cards, and search.

``easy`` simulates a few games, and counts only points. The other levels consider likely deals more often, and
search for the best result of the match (``strategy.strong``). ``normal`` searches with less effort.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from games.core.game import Estimate
from games.core.moves import Move
from games.tomoe.moves import PLAYS, Play
from games.tomoe.rules import TomoeView
from games.tomoe.strategy import strong
from games.tomoe.strategy.strong import BIT, CARD_OF

EFFORTS = {"normal": 0.4, "hard": 1.0, "expert": 1.0}
"""Share of the full effort that each of the stronger levels uses."""


def advise(
    view: TomoeView, legal: Sequence[Move], level: str, rng: random.Random, effort: float = 1.0, *_: object
) -> Move:
    """Return the move that a computer player of a level chooses. Implements ``games.core.game.Advise``."""
    if len(legal) == 1:
        return legal[0]
    if level in EFFORTS:
        return strong.choose(assess(view, legal, (), rng, effort * EFFORTS[level]), rng)
    return PLAYS[CARD_OF[strong.quick_card(view, rng)]]


def assess(
    view: TomoeView, legal: Sequence[Move], required: Sequence[Move], rng: random.Random, effort: float = 1.0
) -> list[Estimate]:
    """Return estimates of all legal moves, the best first. Implements ``games.core.game.Assess``."""
    values = strong.card_values(view, effort, rng)
    estimates = []
    for move in legal:
        assert isinstance(move, Play)
        estimates.append(Estimate(move, values[BIT[move.card]]))
    return sorted(estimates, key=lambda estimate: -estimate.expected_share)
