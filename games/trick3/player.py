"""The computer players of Three Cards Trick Poker.

``easy`` follows quick rules of thumb (``strategy.heuristics``) and is often careless. The other levels play
the battle to its end in many random deals (``strategy.strong``), ``normal`` with less effort than ``hard``.
``hard`` also assumes that a seat that stays in a battle has good cards.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import partial

from games.core.calibration import CalibrationCurve, calibrate
from games.core.game import Estimate
from games.core.moves import Move
from games.trick3.moves import DOWN, PLAYS, UP, Play
from games.trick3.possible import suggested_exposes
from games.trick3.rules import Trick3View
from games.trick3.strategy import playout, strong
from games.trick3.strategy.playout import DEALS_TRIED, random_deals

EFFORTS = {"normal": 0.2, "hard": 0.4, "expert": 0.4}
"""By level: the share of the full thinking time that it uses."""
CARELESS = 0.29
"""Probability that ``easy`` chooses at random among all legal plays and folds."""
WORTHS: CalibrationCurve = (
    (0, 0),
    (0.05, 0.11),
    (0.15, 0.22),
    (0.25, 0.28),
    (0.35, 0.315),
    (0.45, 0.385),
    (0.54, 0.53),
    (0.65, 0.73),
    (0.75, 0.84),
    (0.85, 0.93),
    (0.97, 0.99),
    (1, 1),
)
"""Calibration of estimates with three seats: pairs of estimated and observed share (``lab.calibration``)."""


def advise(
    view: Trick3View, legal: Sequence[Move], level: str, rng: random.Random, effort: float = 1.0, *_: object
) -> Move:
    """Return the move that a computer player of a level chooses. Implements ``games.core.game.Advise``."""
    if len(legal) == 1:
        return legal[0]
    if level in EFFORTS:
        tries = 1 if level == "normal" else DEALS_TRIED
        return strong.choose(view, strong.assess(view, legal, (), rng, EFFORTS[level] * effort, tries), rng)
    if view.phase == "expose":
        return rng.choice(suggested_exposes(view))
    if view.phase == "play" and rng.random() < CARELESS:
        return rng.choice(legal)
    assert view.seat is not None
    move = playout.choose(next(random_deals(view, rng)), view.seat)
    # The rules of thumb always lead face up: choose the way at random instead.
    return PLAYS[rng.choice((UP, DOWN))][move.card] if isinstance(move, Play) and move.way else move


_uncalibrated = partial(strong.assess, tries=DEALS_TRIED)
"""Estimates by the level ``hard``, not calibrated."""
_calibrated = calibrate(_uncalibrated, WORTHS)


def assess(
    view: Trick3View, legal: Sequence[Move], required: Sequence[Move], rng: random.Random, effort: float = 1.0
) -> Sequence[Estimate]:
    """Return estimates of the best moves and of all moves in ``required``. Implements
    ``games.core.game.Assess``.
    """
    judge = _calibrated if view.seats == 3 else _uncalibrated
    return judge(view, legal, required, rng, effort)
