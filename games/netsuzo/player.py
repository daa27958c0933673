"""The computer player of Netsuzo Poker: how likely is a declaration, and would it be believed?

``easy`` and ``normal`` ask both of hands dealt at random from what a seat has not seen
(``games.netsuzo.strategy.steady``). ``hard`` follows the hand that goes round, reckons with the neighbour's
answer and with what the chips are worth (``games.netsuzo.strategy.judge``), and chooses at random among moves
that are nearly as good as the best, the better the more often, so that nobody can read it.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

from games.core.game import Estimate
from games.core.moves import Move
from games.core.temperaments import EVEN, Temperament
from games.netsuzo.state import NetsuzoView
from games.netsuzo.strategy import steady
from games.netsuzo.strategy.judge import Judge
from games.netsuzo.strategy.steady import tastes

WHIM = 0.015
"""A move that is worth so much less, in shares of opponents, is chosen e times as seldom."""
FURTHEST = 2.0
"""Moves that are worse than the best by this multiple of the noise are not chosen at all."""
REACH = 0.03
"""How much a move may be to a temperament's taste, in shares of opponents."""


def advise(
    view: NetsuzoView,
    legal: Sequence[Move],
    level: str,
    rng: random.Random,
    effort: float = 1.0,
    temper: Temperament = EVEN,
) -> Move:
    """Choose a declaration, an answer or a discard; arguments as in ``games.core.game.Advise``."""
    if len(legal) == 1:
        return legal[0]
    if level not in ("hard", "expert"):
        return steady.advise(view, legal, level, rng, temper)
    found = Judge(view, rng, effort).judged(legal, ())
    return found[0].move if view.stage == "discard" else mixed(found, rng, temper)


def mixed(found: Sequence[Estimate], rng: random.Random, temper: Temperament = EVEN) -> Move:
    """Choose among the moves that are nearly as good as the first, the better the more often."""
    near = [one for one in found if one.worth >= found[0].worth - FURTHEST * WHIM]
    liked = tastes({one.move: bool(one.risk) for one in near}, temper, REACH)
    weights = [math.exp((one.worth + liked[one.move] - found[0].worth) / WHIM) for one in near]
    return rng.choices(near, weights)[0].move


def assess(
    view: NetsuzoView,
    legal: Sequence[Move],
    also: Sequence[Move],
    rng: random.Random,
    effort: float = 1.0,
) -> Sequence[Estimate]:
    """Say what moves are worth; arguments and estimates as in ``games.core.game.Assess``."""
    return Judge(view, rng, effort).judged(legal, also)
