"""The computer player of Lost Poker: for each move, how likely is it to lose after it? (``strategy``)

``easy`` and ``normal`` judge by rules of thumb (``strategy.mind``), ``hard`` and ``expert`` by what was
learnt from many games (``strategy.reckoning``), ``hard`` with a freer hand. All think so briefly that
``effort`` makes no difference.
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
from games.lost.strategy.mind import Mind
from games.lost.strategy.reckoning import Judged, Reckoning

NOISE = {"easy": 0.1, "normal": 0.02}
"""How far, at random, a move on the own turn may be misjudged: whims, and claims that cannot be foreseen."""
ANSWER_NOISE = {"easy": 0.3, "normal": 0.2}
"""The same for answers to a claim that may or may not be true: who always answers alike is seen through."""
RANDOM_MOVE_SHARE = {"easy": 0.45, "normal": 0.0}
"""Probability, by level, of a random move among those that are not the certain end."""
SURE = 0.999
"""From where on losing counts as certain; whims never choose it while there is anything else."""

HEATS = {"hard": 0.012, "expert": 0.006}
"""By how much more probable losing is after a move that is made e times less often."""
FURTHEST = 4
"""A move is a candidate while it is worse than the best by at most this multiple of ``heat``."""
REACH = {"easy": 0.08, "normal": 0.04, "hard": 0.02, "expert": 0.02}
"""How much a move may be to a temperament's taste, as a probability of losing."""
RISKS: Scale = ((0, 0), (0.28, 0.3), (0.34, 0.56), (0.68, 0.56), (0.84, 0.78), (1, 1))
"""What is reckoned of a lie's risk, and what came of it among ``expert`` (``benchmarks.calibration``)."""
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
    """Choose a move; arguments as for every computer player (``games.core.game.Tempered``)."""
    if len(legal) == 1:
        return legal[0]
    if level in HEATS:
        return mixed(Reckoning(view).judge(legal), rng, HEATS[level], temper, REACH[level])
    mind = Mind(view)
    losses = mind.losses(legal)
    noise = ANSWER_NOISE[level] * mind.doubtfulness() if DOUBT in legal else NOISE[level]
    bearable = [(move, loss) for move, loss in losses if loss < SURE] or losses
    if rng.random() < RANDOM_MOVE_SHARE[level]:
        return rng.choice(bearable)[0]
    reach = REACH[level]
    felt = [(loss - taste(move, temper, reach) + rng.uniform(-noise, noise), move) for move, loss in bearable]
    return min(felt, key=lambda choice: choice[0])[1]


def taste(move: Move, temper: Temperament, reach: float) -> float:
    """Say how much a move is to a temperament's taste."""
    if isinstance(move, Play):
        return temper.taste(reach, lie=-1.0 if is_true(move.card, move.claim) else 1.0)
    return temper.taste(reach, doubt=1.0 if move == DOUBT else -1.0) if move in JUDGEMENTS else 0.0


def mixed(
    judged: Sequence[Judged],
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
    for one in [one for one in judged if one.loss < SURE] or judged:
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
