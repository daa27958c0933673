"""The computer player of Lost Poker: for each move, how likely is it to lose after it? (``strategy``)

All levels judge by what was learnt from many games (``strategy.reckoning``), the weaker ones with a freer
hand; ``easy`` often does not look at all. They think so briefly that ``effort`` makes no difference.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import exp

from games.core.calibration import Scale, calibrated
from games.core.game import Estimate
from games.core.moves import Move
from games.core.temperaments import EVEN, Temperament
from games.lost.moves import DOUBT, JUDGEMENTS, Play, is_true
from games.lost.state import LostView
from games.lost.strategy.claims import CLAIM_HEAT, claim_share
from games.lost.strategy.reckoning import Judged, Reckoning

HEATS = {"easy": 0.1, "normal": 0.1, "hard": 0.012, "expert": 0.006}
"""By how much more probable losing is after a move that is made e times less often."""
ANSWER_HEAT = 0.03
"""The most of that for answers: who sees through a claim says so."""
CARELESS = 0.45
"""Probability that ``easy`` makes any move that is not the certain end."""
SURE = 0.999
"""From where on losing counts as certain; whims never choose it while there is anything else."""
FURTHEST = 4
"""A move is a candidate while it is worse than the best by at most this multiple of ``heat``."""
REACH = {"easy": 0.08, "normal": 0.04, "hard": 0.02, "expert": 0.02}
"""How much a move may be to a temperament's taste, as a probability of losing."""
RISKS: Scale = ((0, 0), (0.28, 0.3), (0.34, 0.56), (0.68, 0.56), (0.84, 0.78), (1, 1))
"""What is reckoned of a lie's risk, and what came of it among ``expert`` (``lab.calibration``)."""
LOOKED_AT = 10
"""Number of best moves that an assessment names."""


def advise(
    view: LostView,
    legal: Sequence[Move],
    level: str,
    rng: random.Random,
    effort: float = 1.0,
    temper: Temperament = EVEN,
) -> Move:
    """Choose a move; arguments as for every computer player (``games.core.game.Advise``)."""
    if len(legal) == 1:
        return legal[0]
    judged = Reckoning(view).judge(legal)
    if level == "easy" and rng.random() < CARELESS:
        return rng.choice(bearable(judged)).move
    heat = min(HEATS[level], ANSWER_HEAT) if DOUBT in legal else HEATS[level]
    return mixed(judged, rng, heat, temper, REACH[level])


def bearable(judged: list[Judged]) -> list[Judged]:
    """Leave out the moves that are the certain end, if there are others."""
    return [one for one in judged if one.loss < SURE] or judged


def taste(move: Move, temper: Temperament, reach: float) -> float:
    """Say how much a move is to a temperament's taste."""
    if isinstance(move, Play):
        return temper.taste(reach, lie=-1.0 if is_true(move.card, move.claim) else 1.0)
    return temper.taste(reach, doubt=1.0 if move == DOUBT else -1.0) if move in JUDGEMENTS else 0.0


def mixed(
    judged: list[Judged],
    rng: random.Random,
    heat: float,
    temper: Temperament = EVEN,
    reach: float = 0.0,
) -> Move:
    """Choose among the moves that are nearly the best, the better the likelier; claims more freely.

    Args:
        judged: all legal moves.
        heat: as in ``HEATS``; claims of one card and target are chosen as ``claims`` expects it.
        temper: what is liked among them.
        reach: as in ``REACH``.
    """
    groups: dict[object, list[Judged]] = {}
    for one in bearable(judged):
        move = one.move
        if temper is not EVEN:
            one = Judged(move, one.loss - taste(move, temper, reach))
        what = (move.card, move.target) if isinstance(move, Play) else move
        groups.setdefault(what, []).append(one)
    options = []
    for group in groups.values():
        weights = [1.0]
        if len(group) > 1:
            least = min(one.loss for one in group)
            weights = [exp((least - one.loss) / CLAIM_HEAT) * _custom(one.move) for one in group]
        losses = sum(weight * one.loss for weight, one in zip(weights, group, strict=True))
        options.append((group, weights, losses / sum(weights)))
    least = min(loss for _, _, loss in options)
    shares = [
        exp((least - loss) / heat) if loss <= least + FURTHEST * heat else 0.0 for _, _, loss in options
    ]
    chosen, weights, _ = rng.choices(options, shares)[0]
    return rng.choices(chosen, weights)[0].move


def _custom(move: Move) -> float:
    """Say how often a claim is made of a card by who does not care, beside the others of that card."""
    return claim_share(move.card, move.claim) if isinstance(move, Play) else 1.0


def _judged(
    view: LostView, legal: Sequence[Move], also: Sequence[Move], rng: random.Random, effort: float = 1.0
) -> list[Estimate]:
    """Say what moves are worth; arguments as for every game (``games.core.game.Assess``)."""
    judged = sorted(Reckoning(view).judge(legal), key=lambda one: one.loss)
    asked = set(also)
    named = [one for place, one in enumerate(judged) if place < LOOKED_AT or one.move in asked]
    most = view.seats / (2 * (view.seats - 1))  # who stays in beats who is out, and is even with the others
    return [Estimate(one.move, (1 - one.loss) * most, one.caught) for one in named]


assess = calibrated(_judged, risks=RISKS)
