"""The computer player of Netsuzo Poker.

It samples the hands behind declarations, predicts the neighbour's answer, and values chips
(``estimator``). To stay unpredictable, it chooses at random among nearly equal moves,
but better moves more often. The levels ``easy`` and ``normal`` use a simpler model of lies, sample fewer
hands, and choose more freely.
"""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence

from games.core.calibration import CalibrationCurve, calibrate
from games.core.game import EVEN, Estimate, Temperament
from games.core.moves import Move
from games.netsuzo.hands import DECLARATION_ORDER, Declare
from games.netsuzo.rules import REJECT, NetsuzoView
from games.netsuzo.strategy.considered import naive_model
from games.netsuzo.strategy.estimator import MoveEstimator

TEMPERATURE = 0.015
"""Difference in worth, in shares of opponents beaten, that makes a move e times less likely to be chosen."""
WEAKER = {"easy": (20, 0.075), "normal": (60, 0.04)}
"""For the lower levels: the number of hands to sample, and the value used in place of ``TEMPERATURE``."""
MOST_TEMPERATURES = 2.0
"""Moves that are worse than the best by more than this multiple of the temperature are never chosen."""
LIE_WEIGHT = 0.35
"""How often a player lies if its best lie and its best truth are equally good, relative to the truth."""
MOST_BONUS = 0.03
"""The most by which a temperament shifts the value of a move, in shares of opponents beaten."""
RISKS: CalibrationCurve = (
    (0, 0),
    (0.05, 0.18),
    (0.2, 0.22),
    (0.26, 0.3),
    (0.36, 0.32),
    (0.46, 0.43),
    (0.56, 0.53),
    (0.66, 0.71),
    (0.85, 0.82),
    (1, 1),
)
"""Calibration of a lie's risk: pairs of estimated and observed probability (``lab.calibration``).

The observations are from games of ``expert`` players.
"""


def advise(
    view: NetsuzoView,
    legal: Sequence[Move],
    level: str,
    rng: random.Random,
    effort: float = 1.0,
    temper: Temperament = EVEN,
) -> Move:
    """Return the move that the computer player chooses; see ``games.core.game.Advise``."""
    if len(legal) == 1:
        return legal[0]
    temperature = TEMPERATURE
    if level in WEAKER:
        hands, temperature = WEAKER[level]
        # The easy level believes others as little as it expects them to believe it.
        if level == "normal":
            model = naive_model()
        else:
            model = naive_model().model_of_neighbour()
        estimates = MoveEstimator(view, rng, 0.0, model, hands).estimate(legal, ())
    else:
        estimates = MoveEstimator(view, rng, effort).estimate(legal, ())
    # A discard is hidden from the others, so it need not be unpredictable.
    is_careful = view.stage == "discard" and level != "easy"
    if is_careful:
        return estimates[0].move
    return draw_move(estimates, rng, temper, temperature)


def draw_move(
    estimates: Sequence[Estimate],
    rng: random.Random,
    temper: Temperament = EVEN,
    temperature: float = TEMPERATURE,
) -> Move:
    """Return a random move among the nearly best ones. Better moves are more likely.

    Args:
        estimates: estimates of the moves, the best first.
        temperature: a move that is worse by this much is e times less likely.
    """
    best_share = estimates[0].expected_share
    least_share = best_share - MOST_TEMPERATURES * temperature
    near = [estimate for estimate in estimates if estimate.expected_share >= least_share]
    liked = temper_bonuses({estimate.move: bool(estimate.risk) for estimate in near}, temper)
    # The weights of the moves that may be lies, and of the others.
    lies: dict[Move, float] = {}
    truths: dict[Move, float] = {}
    for estimate in near:
        move = estimate.move
        weights = lies if estimate.risk else truths
        weights[move] = math.exp((estimate.expected_share + liked[move] - best_share) / temperature)
    chosen = lies or truths
    # There are more lies than truths, so first decide between the best of each.
    if lies and truths:
        best_lie = LIE_WEIGHT * max(lies.values())
        if rng.random() * (best_lie + max(truths.values())) >= best_lie:
            chosen = truths
    return rng.choices(list(chosen), list(chosen.values()))[0]


def temper_bonuses(may_be_lie: Mapping[Move, bool], temper: Temperament) -> dict[Move, float]:
    """Return the bonus that a temperament adds to the value of each move.

    Args:
        may_be_lie: for each move, whether it may be a lie.
    """
    # The height of a declaration is relative to the others, from -1 (lowest) to 1 (highest).
    places = [DECLARATION_ORDER.index_above(move) for move in may_be_lie if isinstance(move, Declare)]
    low = min(places, default=0)
    span = max(places, default=0) - min(places, default=0) or 1
    liking: dict[Move, float] = {}
    for move, is_lie in may_be_lie.items():
        if isinstance(move, Declare):
            height = 2.0 * (DECLARATION_ORDER.index_above(move) - low) / span - 1.0
            liking[move] = temper.bonus(MOST_BONUS, lie=1.0 if is_lie else -1.0, height=height)
        else:
            liking[move] = temper.bonus(MOST_BONUS, doubt=1.0 if move == REJECT else -1.0)
    return liking


def _assess(
    view: NetsuzoView,
    legal: Sequence[Move],
    also: Sequence[Move],
    rng: random.Random,
    effort: float = 1.0,
) -> Sequence[Estimate]:
    return MoveEstimator(view, rng, effort).estimate(legal, also)


assess = calibrate(_assess, risks=RISKS)
