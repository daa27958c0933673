"""The computer player of Lost Poker: it prefers moves with a low probability of being eliminated.

All levels use the same estimates (``claims``), learnt from many games. Weaker levels choose more
randomly, and ``easy`` often ignores the estimates. Thinking is so brief that ``effort`` has no effect.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import exp
from typing import NamedTuple

from games.core.calibration import CalibrationCurve, calibrate
from games.core.game import EVEN, Estimate, Temperament
from games.core.moves import Move
from games.lost.hands import is_one_away, mask_of
from games.lost.moves import DOUBT, JUDGEMENTS, DeclareLost, DiscardFromHand, Play, ReplaceFaceUpCard, is_true
from games.lost.rules import LostView
from games.lost.strategy.claims import CLAIM_TEMPERATURE, MoveRisk, RiskEstimator, random_claim_chance

TEMPERATURES = {"easy": 0.1, "normal": 0.1, "hard": 0.012, "expert": 0.006}
"""By level: the increase in the probability of losing that makes a move e times less likely to be chosen."""
ANSWER_TEMPERATURE = 0.03
"""The highest value that is used in place of ``TEMPERATURES`` for answers to a claim.

Answers are chosen more strictly than other moves.
"""
CARELESS_CHANCE = 0.45
"""Probability that ``easy`` picks any move that is not a certain loss."""
CERTAIN_LOSS = 0.999
"""Probability of losing from which a loss counts as certain. Such moves are played only if there is no
other.
"""
HIGHEST_UNCERTAIN_RISK = 0.998
"""Corrections do not raise the probability of losing above this, unless the move is a certain loss."""
MOST_TEMPERATURES = 4
"""Moves that are worse than the best one by more than this multiple of the temperature are never drawn."""
MOST_EXTRA_RISK = 0.15
"""A move whose probability of losing is higher than the best move's by more than this is never drawn.

Near the end moves differ a lot, and a free choice would often eliminate the seat itself.
"""
MOST_BONUS = {"easy": 0.08, "normal": 0.04, "hard": 0.02, "expert": 0.02}
"""By level: the most by which a temperament shifts a move's probability of losing."""
CLAIM_SHARE = 0.4
"""Share of ``MOST_BONUS`` for claims.

With all of it, nine of ten claims of the careful and one of the tricky were true, which people learn in one
game (docs/ARENA.md).
"""
DISCARD_MARGIN = {"easy": 0.08, "normal": 0.16, "hard": 0.09, "expert": 0.09}
"""By level: how much better a discard on a turn must be than a play, as a probability of losing.

A discard only delays the play, and it cannot be used again later. ``normal`` chooses so freely that it needs
a higher amount.
"""
SAFE_DISCARD_LEAD = 2
"""A seat with at least this many discards more than any other seat discards without the
advantage ``DISCARD_MARGIN``.
"""
ANSWER_DISCARD_BONUS = (0.0, 0.0, 0.08, 0.12)
"""By the number of discards left (the last entry for more): correction subtracted from the probability of
losing by a discard in answer to a claim, if one more card can eliminate the seat.

A field with one card missing stays in danger, so the next claim needs another discard. The estimates look
only one move ahead and do not see this.
"""
RISKS: CalibrationCurve = ((0, 0), (0.15, 0.3), (0.36, 0.38), (0.55, 0.45), (0.75, 0.52), (1, 1))
"""Calibration of a lie's risk: pairs of estimated and observed probability (``lab.calibration``).

The observations are from games of ``hard`` players.
"""
ASSESSED_MOVES = 10
"""Number of best moves that an assessment includes."""


def advise(
    view: LostView,
    legal: Sequence[Move],
    level: str,
    rng: random.Random,
    effort: float = 1.0,
    temper: Temperament = EVEN,
) -> Move:
    """Return the move that the computer player chooses; see ``games.core.game.Advise``."""
    if len(legal) == 1:
        return legal[0]
    judged = with_discard_corrections(view, RiskEstimator(view).estimate_moves(legal), level)
    # The easy level often ignores the estimates, but avoids certain losses.
    if level == "easy" and rng.random() < CARELESS_CHANCE:
        return rng.choice(without_certain_losses(judged)).move
    if DOUBT in legal:
        temperature = min(TEMPERATURES[level], ANSWER_TEMPERATURE)
    else:
        temperature = TEMPERATURES[level]
    return draw_move(judged, rng, temperature, temper, MOST_BONUS[level])


def with_discard_corrections(view: LostView, judged: list[MoveRisk], level: str) -> list[MoveRisk]:
    """Return the moves with corrected risks of discards. The estimates ignore that discards are limited."""
    # Without this correction everybody discards before the first card is played, until no discard is left.
    assert view.seat is not None
    # Own cards get a higher risk. Received cards get a lower one if one more card can eliminate the viewer.
    saved = 0.0
    if not has_discard_lead(view):
        saved = DISCARD_MARGIN[level]
    answered = 0.0
    if is_one_away(mask_of(view.fields[view.seat])):
        answered = ANSWER_DISCARD_BONUS[min(view.losts_left(view.seat), len(ANSWER_DISCARD_BONUS) - 1)]
    prices = {DiscardFromHand: saved, ReplaceFaceUpCard: saved, DeclareLost: -answered}
    corrected = []
    for risk in judged:
        price = prices.get(type(risk.move))
        if price is not None and risk.loss_chance < CERTAIN_LOSS:
            loss_chance = min(risk.loss_chance + price, HIGHEST_UNCERTAIN_RISK)
            risk = MoveRisk(risk.move, loss_chance, risk.caught_chance)
        corrected.append(risk)
    return corrected


def has_discard_lead(view: LostView) -> bool:
    """True if the viewing seat may discard at least ``SAFE_DISCARD_LEAD`` more cards than each other seat."""
    # The other seats then run out of discards first and have to play cards.
    others = list(map(view.losts_left, range(view.seats)))
    mine = others.pop(view.seat or 0)
    return mine >= max(others) + SAFE_DISCARD_LEAD


def without_certain_losses(judged: list[MoveRisk]) -> list[MoveRisk]:
    """Return the moves that are not certain losses; if there are none, return all moves."""
    return [risk for risk in judged if risk.loss_chance < CERTAIN_LOSS] or judged


def temper_bonus(move: Move, temper: Temperament, max_bonus: float) -> float:
    """Return a temperament's bonus for a move; negative for a disliked move.

    Returns:
        a number from ``-max_bonus`` to ``max_bonus``, to subtract from the probability of losing.
    """
    if isinstance(move, Play):
        lie = -1.0 if is_true(move.card, move.claim) else 1.0
        return temper.bonus(CLAIM_SHARE * max_bonus, lie=lie)
    if move in JUDGEMENTS:
        doubt = 1.0 if move == DOUBT else -1.0
        return temper.bonus(max_bonus, doubt=doubt)
    return 0.0


def draw_move(
    judged: list[MoveRisk],
    rng: random.Random,
    temperature: float,
    temper: Temperament = EVEN,
    max_bonus: float = 0.0,
) -> Move:
    """Return a random move; moves with a lower risk are more likely.

    Args:
        temperature: a move whose risk is higher by this much is e times less likely.
        temper: the temperament, which changes each risk by at most ``max_bonus``.
    """
    # Group the claims of one card to one target, so that many claims do not make a play more likely.
    groups: dict[object, list[MoveRisk]] = {}
    for risk in without_certain_losses(judged):
        move = risk.move
        if temper is not EVEN:
            risk = MoveRisk(move, risk.loss_chance - temper_bonus(move, temper, max_bonus))
        what = (move.card, move.target) if isinstance(move, Play) else move
        groups.setdefault(what, []).append(risk)
    options = list(map(_option_of, groups.values()))
    # Choose an option, then a move inside of it.
    least = min(option.loss_chance for option in options)
    limit = least + min(MOST_TEMPERATURES * temperature, MOST_EXTRA_RISK)
    shares = []
    for option in options:
        if option.loss_chance <= limit:
            shares.append(exp((least - option.loss_chance) / temperature))
        else:
            shares.append(0.0)
    chosen = rng.choices(options, shares)[0]
    return rng.choices(chosen.moves, chosen.weights)[0].move


class _Option(NamedTuple):
    """A move, or the claims that may be made about one card that is played to one target."""

    moves: list[MoveRisk]
    weights: list[float]  # the relative probability of each of the moves
    loss_chance: float  # the mean probability of losing


def _option_of(group: list[MoveRisk]) -> _Option:
    if len(group) == 1:
        return _Option(group, [1.0], group[0].loss_chance)
    least = min([risk.loss_chance for risk in group])
    weights = []
    losses = 0.0
    # The loss of an option is the mean over its claims, weighted as they will be drawn.
    for risk in group:
        weight = exp((least - risk.loss_chance) / CLAIM_TEMPERATURE) * _claim_weight(risk.move)
        weights.append(weight)
        losses += weight * risk.loss_chance
    return _Option(group, weights, losses / sum(weights))


def _claim_weight(move: Move) -> float:
    if isinstance(move, Play):
        return random_claim_chance(move.card, move.claim)
    return 1.0


def _assess(
    view: LostView, legal: Sequence[Move], also: Sequence[Move], rng: random.Random, effort: float = 1.0
) -> list[Estimate]:
    judged = sorted(RiskEstimator(view).estimate_moves(legal), key=lambda risk: risk.loss_chance)
    extra_moves = set(also)
    # Reviews compare the best moves and the move that was played.
    named = judged[:ASSESSED_MOVES]
    named += [risk for risk in judged[ASSESSED_MOVES:] if risk.move in extra_moves]
    # A seat that survives beats the eliminated one and ties with the others.
    most = view.seats / (2 * (view.seats - 1))
    estimates = []
    for risk in named:
        # The value of a discarded card can move a risk slightly below 0 or above 1.
        loss_chance = min(1.0, max(0.0, risk.loss_chance))
        estimates.append(Estimate(risk.move, (1 - loss_chance) * most, risk.caught_chance))
    return estimates


assess = calibrate(_assess, risks=RISKS)
