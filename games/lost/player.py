"""The computer player of Lost Poker: it prefers moves with a low probability of being eliminated.

All levels use the same estimates (``strategy.reckoning``), learnt from many games. Weaker levels choose more
freely among moves, and ``easy`` often ignores the estimates. Thinking is so brief that ``effort`` has no
effect.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import exp

from games.core.calibration import Scale, calibrated
from games.core.game import Estimate
from games.core.moves import Move
from games.core.temperaments import EVEN, Temperament
from games.lost.moves import DOUBT, JUDGEMENTS, LOST, LoseFromField, LoseFromHand, Play, is_true
from games.lost.state import LostView
from games.lost.strategy.claims import CLAIM_HEAT, claim_share
from games.lost.strategy.reckoning import MoveRisk, Reckoning

HEATS = {"easy": 0.1, "normal": 0.1, "hard": 0.012, "expert": 0.006}
"""By level: the increase in the probability of losing that makes a move e times less likely to be chosen."""
ANSWER_HEAT = 0.03
"""The highest such value for answers to a claim, at every level: answers are chosen more strictly."""
CARELESS = 0.45
"""Probability that ``easy`` picks any move that is not a certain loss."""
SURE = 0.999
"""Probability of losing from which a loss counts as certain. Such moves are played only if there is no
other.
"""
NEARLY = 0.998
"""Highest probability of losing that is given to a move which is no certain loss."""
FURTHEST = 4
"""Moves that are worse than the best one by more than this multiple of ``heat`` are never drawn."""
REACH = {"easy": 0.08, "normal": 0.04, "hard": 0.02, "expert": 0.02}
"""By level: the most by which a temperament shifts a move's probability of losing."""
SAVED = 0.08
"""The amount by which a discard on a turn must be better than a play, as a probability of losing.

A discard only delays the play, and it cannot be used again later.
"""
ANSWERED = 0.07
"""The correction that makes a discard a more frequent answer to a claim, as a probability of losing."""
RISKS: Scale = ((0, 0), (0.15, 0.3), (0.36, 0.38), (0.55, 0.45), (0.75, 0.52), (1, 1))
"""Calibration of a lie's risk: pairs of estimated and observed probability (``lab.calibration``).

The observations are from games of ``hard`` players.
"""
LOOKED_AT = 10
"""Number of best moves that an assessment includes."""


def advise(
    view: LostView,
    legal: Sequence[Move],
    level: str,
    rng: random.Random,
    effort: float = 1.0,
    temper: Temperament = EVEN,
) -> Move:
    """Return the computer player's move. The arguments are those of ``games.core.game.Advise``."""
    if len(legal) == 1:
        return legal[0]
    judged = priced(Reckoning(view).judge(legal))
    # The easy level often ignores the estimates, but avoids certain losses.
    if level == "easy" and rng.random() < CARELESS:
        return rng.choice(without_certain_losses(judged)).move
    heat = min(HEATS[level], ANSWER_HEAT) if DOUBT in legal else HEATS[level]
    return draw_move(judged, rng, heat, temper, REACH[level])


def priced(judged: list[MoveRisk]) -> list[MoveRisk]:
    """Return the moves with corrected risks: a discard is less attractive on a turn, and more so as an
    answer.

    Without this correction everybody discards before the first card is played, until no discard is left.
    """
    return [
        risk
        if risk.loss >= SURE
        else MoveRisk(risk.move, min(risk.loss + price(risk.move), NEARLY), risk.caught)
        for risk in judged
    ]


def price(move: Move) -> float:
    """Return the correction of a move's probability of losing (0 to 1), which makes discards on a turn rarer.

    The estimates look one move ahead, so they do not see that discards are limited. As an answer to a claim a
    discard becomes more likely, as it is needed there.
    """
    if isinstance(move, LoseFromHand | LoseFromField):
        return SAVED
    return -ANSWERED if move == LOST else 0.0


def without_certain_losses(judged: list[MoveRisk]) -> list[MoveRisk]:
    """Return the moves that are not certain losses, or all moves if every one is."""
    return [risk for risk in judged if risk.loss < SURE] or judged


def taste(move: Move, temper: Temperament, reach: float) -> float:
    """Return the bonus of a move by temperament, subtracted from its probability of losing.

    ``reach`` is the largest bonus.
    """
    if isinstance(move, Play):
        return temper.taste(reach, lie=-1.0 if is_true(move.card, move.claim) else 1.0)
    return temper.taste(reach, doubt=1.0 if move == DOUBT else -1.0) if move in JUDGEMENTS else 0.0


def draw_move(
    judged: list[MoveRisk],
    rng: random.Random,
    heat: float,
    temper: Temperament = EVEN,
    reach: float = 0.0,
) -> Move:
    """Return a random move. Better moves are more likely.

    First an option is drawn. All claims about one card to one target are one option together, and any other
    move is an option by itself. Then one of the option's claims is drawn.

    Args:
        judged: all legal moves.
        heat: difference in the probability of losing that makes an option e times less likely. For claims it
            is ``CLAIM_HEAT``.
        temper: the temperament, whose bonus (``taste``) shifts the risks.
        reach: the largest bonus, as a change of the probability of losing.
    """
    # Group the claims of one card to one target, so that many claims do not make a play more likely.
    groups: dict[object, list[MoveRisk]] = {}
    for risk in without_certain_losses(judged):
        move = risk.move
        if temper is not EVEN:
            risk = MoveRisk(move, risk.loss - taste(move, temper, reach))
        what = (move.card, move.target) if isinstance(move, Play) else move
        groups.setdefault(what, []).append(risk)
    # The loss of an option is the mean over its claims, weighted as they will be drawn.
    options = []
    for group in groups.values():
        weights = [1.0]
        if len(group) > 1:
            least = min(risk.loss for risk in group)
            weights = [exp((least - risk.loss) / CLAIM_HEAT) * _claim_weight(risk.move) for risk in group]
        losses = sum(weight * risk.loss for weight, risk in zip(weights, group, strict=True))
        options.append((group, weights, losses / sum(weights)))
    # Choose an option, then a move inside of it.
    least = min(loss for _, _, loss in options)
    shares = [
        exp((least - loss) / heat) if loss <= least + FURTHEST * heat else 0.0 for _, _, loss in options
    ]
    chosen, weights, _ = rng.choices(options, shares)[0]
    return rng.choices(chosen, weights)[0].move


def _claim_weight(move: Move) -> float:
    """Return the weight of a move's claim before any estimate: its prior probability; 1 for moves without a
    claim.
    """
    return claim_share(move.card, move.claim) if isinstance(move, Play) else 1.0


def _assess(
    view: LostView, legal: Sequence[Move], also: Sequence[Move], rng: random.Random, effort: float = 1.0
) -> list[Estimate]:
    """Return estimates of the best moves and of the moves in ``also`` (see ``games.core.game.Assess``)."""
    judged = sorted(Reckoning(view).judge(legal), key=lambda risk: risk.loss)
    asked = set(also)
    # Reviews compare the best moves and the move that was played.
    named = [risk for place, risk in enumerate(judged) if place < LOOKED_AT or risk.move in asked]
    # A seat that survives beats the eliminated one and ties with the others.
    most = view.seats / (2 * (view.seats - 1))  # who stays in beats who is out, and is even with the others
    return [Estimate(risk.move, (1 - risk.loss) * most, risk.caught) for risk in named]


assess = calibrated(_assess, risks=RISKS)
