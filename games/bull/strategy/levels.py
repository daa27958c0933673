"""How each level of computer players judges its choices in Porker Bull.

``easy`` uses a simple formula. The others use learnt tables, ``normal.json`` and ``hard.json``. Each of these
files contains the command that wrote it (``lab.learning.bull``).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeAlias

import msgspec

from games.bull.possible import CardSet
from games.bull.strategy.choices import DOUBT, CallEstimator, Candidate, Round
from games.bull.strategy.features import FEW, SHAPES, ChoiceFeatures
from games.core.learner import load_tables

DRAWS = 2
"""Number of random draws of candidate calls. Of equally supported calls, each draw may find another."""
LEARNT = {"normal": "normal", "hard": "hard", "expert": "hard"}
"""The file of learnt tables of each level that uses any."""
HOPELESS = 0.005
"""A call is hopeless if its probability of being true is below this, for the seat and for a spectator.

Example: two pairs when only three cards are in play.
"""
CAUTION = 0.02
"""Assumed cost, as a chance to lose the round, of skipping one kind of calls.

A higher call than needed reveals more.
"""
Bonuses: TypeAlias = Callable[[Sequence[Candidate]], Mapping[int, float]]
"""A function that returns a bonus for each of some choices, by the number of the call."""


class Judgement(msgspec.Struct, frozen=True):
    """A choice with the estimated probability that it does not lose the round."""

    choice: Candidate
    safe: float  # probability that the seat does not lose the round
    # probability that the call is false and is challenged at once; ``None`` for a challenge
    risk: float | None


def judge_choices(
    table: Round, seat: int, hand: CardSet, extra_calls: Iterable[int], rng: random.Random, level: str
) -> list[Judgement]:
    """Return judgements of the choices worth considering, the safest first.

    Args:
        extra_calls: numbers of calls to judge in any case.
    """
    tables = load_tables(__package__, LEARNT[level])
    features = ChoiceFeatures(table, seat, hand, len(tables["calls"].weights) > FEW)
    choices = {choice.call: choice for _ in range(DRAWS) for choice in _raises(features, rng)}
    # The challenge, and the moves that the caller asks for, are judged in any case.
    for call in (*extra_calls, *([DOUBT] if table.calls else [])):
        if call not in choices:
            choices[call] = features.candidate(call)
    judged = []
    for choice in choices.values():
        # The table of risks has only the basic features, so it gets only their indices.
        keys = features.keys(choice)
        is_doubt = choice.call == DOUBT
        risk = None if is_doubt else tables["risks"].chance(keys[: len(SHAPES)])
        judged.append(Judgement(choice, tables["doubts" if is_doubt else "calls"].chance(keys), risk))
    return sorted(judged, key=lambda judgement: judgement.safe, reverse=True)


def _raises(estimator: CallEstimator, rng: random.Random) -> list[Candidate]:
    # The challenge is better than a hopeless call, and some first call of a round always has hope.
    return [
        raised
        for raised in estimator.candidates(rng.random)
        if max(raised.chance, raised.public_chance) >= HOPELESS
    ]


class FormulaSettings(msgspec.Struct, frozen=True):
    """The parameters of a player that follows a simple formula instead of learnt tables."""

    noise: float  # largest random error in the value of a choice, which leads to bluffs
    # added to the probability that a call is false, to estimate how likely a challenge is
    suspicion: float = 0.15
    listens: bool = True  # whether the calls of other seats are considered
    openings: float = 1.0  # factor for the value of challenging the first call of a round


FORMULA_SETTINGS = {"easy": FormulaSettings(noise=0.22, listens=False, openings=0.35)}
"""The settings of the level that uses the simple formula."""


def choose_by_formula(
    table: Round,
    seat: int,
    hand: CardSet,
    rng: random.Random,
    settings: FormulaSettings,
    bonuses: Bonuses | None = None,
) -> Candidate:
    """Return the choice of a player that follows a simple formula instead of learnt tables."""
    estimator = CallEstimator(table, seat, hand, settings.listens)
    choices = sorted(_raises(estimator, rng), key=lambda choice: choice.call)
    if table.calls:
        choices.insert(0, estimator.candidate(DOUBT))
    liked = bonuses(choices) if bonuses else {}
    # A challenge is worth the chance that the last call is false. A call is lost if it is challenged and
    # false.
    values = []
    for step, choice in enumerate(choices, -1 if table.calls else 0):
        value = 1.0 - choice.chance
        if choice.call == DOUBT and len(table.calls) == 1 and choice.chance > 0.0:
            value *= settings.openings
        if choice.call != DOUBT:
            doubted = max(0.0, min(1.0, value + settings.suspicion))
            value = 1.0 - doubted * value - CAUTION * step
        values.append(value + liked.get(choice.call, 0.0) + rng.uniform(-settings.noise, settings.noise))
    return choices[values.index(max(values))]
