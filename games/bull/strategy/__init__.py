"""The computer players of Porker Bull.

- ``easy`` uses a simple formula on its own hand.
- ``normal`` uses tables learnt from the outcomes of choices. It bluffs about as often as people do.
- ``hard`` and ``expert`` play alike. They use more learnt tables, and choose more strictly.

All levels are so fast that they ignore ``effort``.
"""

from __future__ import annotations

import random
from bisect import bisect_left
from collections.abc import Sequence
from math import exp

from games.bull.hands import CALL_ORDERS, Call
from games.bull.pictures import call_of
from games.bull.possible import CardSet
from games.bull.rules import CHALLENGE, BullView
from games.bull.strategy.choices import (
    DOUBT,
    FORMULA_SETTINGS,
    RAISES,
    Candidate,
    Judgement,
    Round,
    choose_by_formula,
    judge_choices,
    share_by_loser,
)
from games.core.calibration import CalibrationCurve, calibrate
from games.core.game import EVEN, Estimate, Temperament
from games.core.moves import Move
from games.core.strategy import sigmoid

SPREADS = {"normal": 0.05, "hard": 0.025, "expert": 0.025}
"""How strongly each level prefers better choices.

A choice whose chance to lose the round is higher by this amount is made e times less often.
"""
DOUBTING = 0.08
"""How strictly ``normal`` decides between a challenge and its best call, as a chance to lose the round.

If one is worse by this amount, the odds that it is chosen fall by the factor e.
"""
EAGER = 0.08
"""How much riskier than the best call a challenge may be for ``normal`` to choose both equally often."""
ABSURD = 0.05
"""``normal`` makes no call whose probability of being true is below this.

Example: a full house when only six cards are in play.
"""
LIKELY = 0.6
"""``normal`` never challenges the first call of a round if its probability of being true is above this."""
REACH = {"easy": 0.05, "normal": 0.08, "hard": 0.04, "expert": 0.04}
"""By level: the largest bonus that a temperament adds to a choice, as a chance not to lose the round."""
TEMPER_SPREADS = {"normal": 0.03, "hard": 0.015, "expert": 0.015}
"""The values that a temperament puts in place of ``SPREADS``.

Habits take the place of chance: otherwise a player with a temperament would err for two reasons.
"""

WORTHS: CalibrationCurve = (
    (0, 0),
    (0.16, 0.2),
    (0.26, 0.31),
    (0.35, 0.37),
    (0.45, 0.455),
    (0.55, 0.53),
    (0.65, 0.625),
    (0.74, 0.72),
    (0.84, 0.83),
    (0.94, 0.94),
    (1, 1),
)
RISKS: CalibrationCurve = (
    (0, 0),
    (0.1, 0.1),
    (0.2, 0.25),
    (0.3, 0.355),
    (0.4, 0.43),
    (0.5, 0.505),
    (0.6, 0.575),
    (0.7, 0.66),
    (0.8, 0.755),
    (0.9, 0.87),
    (0.97, 0.97),
    (1, 1),
)
"""Correction of ``Estimate.risk``: pairs of estimated chance and observed frequency in games of ``hard``.

They were measured by ``lab.calibration``, like ``WORTHS``, which correct ``Estimate.expected_share``.
"""


def advise(
    view: BullView,
    legal: Sequence[Move],
    level: str,
    rng: random.Random,
    effort: float = 1.0,
    temper: Temperament = EVEN,
) -> Move:
    """Return the computer player's move; see ``games.core.game.Advise``."""
    assert view.seat is not None
    table, hand = round_and_hand(view)
    # The easy level uses no learnt tables.
    if level in FORMULA_SETTINGS:
        chosen = choose_by_formula(
            table,
            view.seat,
            hand,
            rng,
            FORMULA_SETTINGS[level],
            lambda judged: temperament_bonuses(judged, table.last, temper, REACH[level]),
        )
        return move_of(table, chosen)
    judged = judge_choices(table, view.seat, hand, (), rng, level)
    if level == "normal":
        mixed = normal_choice_weights(table, judged, temper)
    else:
        mixed = choice_weights(judged, level, temper, table.last)
    return move_of(table, rng.choices(judged, mixed)[0].choice)


def _choice_of(move: Move, wild: bool) -> int:
    # The number of a call, or of the doubt of the last call.
    if isinstance(move, Call):
        return CALL_ORDERS[wild].index[move]
    return DOUBT


def _raw_estimates(
    view: BullView, legal: Sequence[Move], also: Sequence[Move], rng: random.Random, effort: float = 1.0
) -> Sequence[Estimate]:
    # The arguments are those of ``games.core.game.Assess``; the estimates are not yet calibrated.
    assert view.seat is not None
    table, hand = round_and_hand(view)
    numbers = [_choice_of(move, table.wild) for move in also]
    # A choice is worth the seat's prospects if it loses the round, or if another seat does.
    stakes = share_by_loser(view)
    lost = stakes[view.seat]
    others = [share for seat, share in enumerate(stakes) if view.sizes[seat] and seat != view.seat]
    safe = sum(others) / len(others)
    estimates = []
    for judgement in judge_choices(table, view.seat, hand, numbers, rng, "expert"):
        share = judgement.safe * safe + (1.0 - judgement.safe) * lost
        estimates.append(Estimate(move_of(table, judgement.choice), share, judgement.risk))
    return estimates


assess = calibrate(_raw_estimates, WORTHS, RISKS)


def choice_weights(
    judgements: Sequence[Judgement], level: str, temper: Temperament = EVEN, last: int = -1
) -> list[float]:
    """Return a weight for each judged choice. Better choices have larger weights.

    Args:
        judgements: the best choice first.
        temper: preferences that make some choices likelier.
        last: the number of the call to beat; -1 if no call has been made.
    """
    values = _values_to(temper, judgements, last, level)
    spread = spread_of(level, temper)
    return [exp((value - judgements[0].safe) / spread) for value in values]


def _values_to(temper: Temperament, judgements: Sequence[Judgement], last: int, level: str) -> list[float]:
    # The value of each choice to a temperament.
    choices = [judgement.choice for judgement in judgements]
    liked = temperament_bonuses(choices, last, temper, REACH[level])
    return [judgement.safe + liked[judgement.choice.call] for judgement in judgements]


def normal_choice_weights(
    table: Round, judgements: Sequence[Judgement], temper: Temperament = EVEN
) -> list[float]:
    """Return the probability of each judged choice at level ``normal``.

    Args:
        judgements: the best choice first.
        temper: preferences that make some choices likelier.
    """
    values = _values_to(temper, judgements, table.last, "normal")
    # The index of the doubt, and those of the calls.
    doubt: int | None = None
    raised: list[int] = []
    for at, judgement in enumerate(judgements):
        if judgement.choice.call == DOUBT:
            doubt = at
        # Calls that everybody sees through are left out, unless there is nothing else to do.
        elif judgement.choice.chance >= ABSURD:
            raised.append(at)
    if not raised and doubt is None:
        raised = list(range(len(judgements)))
    calls = list(map(values.__getitem__, raised))
    # First decide between a doubt and the best call. A likely opening is never doubted.
    doubting = 0.0
    if doubt is not None:
        is_believed = len(table.calls) == 1 and judgements[doubt].safe < 1.0 - LIKELY
        if not calls:
            doubting = 1.0
        elif not is_believed:
            doubting = sigmoid((values[doubt] + EAGER - max(calls)) / DOUBTING)
    # Otherwise draw one of the calls.
    weights = [0.0] * len(judgements)
    for at in raised:
        weights[at] = exp((values[at] - max(calls)) / spread_of("normal", temper))
    total = sum(weights) or 1.0
    mixed = [(1.0 - doubting) * weight / total for weight in weights]
    if doubt is not None:
        mixed[doubt] = doubting
    return mixed


def spread_of(level: str, temper: Temperament) -> float:
    """Return how strongly a level with a temperament prefers better choices (see ``SPREADS``)."""
    return SPREADS[level] if temper == EVEN else TEMPER_SPREADS[level]


def temperament_bonuses(
    choices: Sequence[Candidate], last: int, temper: Temperament, max_bonus: float
) -> dict[int, float]:
    """Return the bonus that a temperament gives to each choice, by the choice's number.

    Args:
        last: the number of the call to beat; -1 if no call has been made.
    """
    liked = {}
    for choice in choices:
        if choice.call == DOUBT:
            liked[DOUBT] = temper.bonus(max_bonus, doubt=1.0)
            continue
        lie = 1.0 - 2.0 * choice.hand_chance
        # Calls of higher kinds are far apart in number, so steps are compared by their classes.
        steps = bisect_left(RAISES, choice.call - last)
        height = 2.0 * steps / len(RAISES) - 1.0
        liked[choice.call] = temper.bonus(max_bonus, doubt=-1.0, lie=lie, height=height)
    return liked


def round_and_hand(view: BullView) -> tuple[Round, CardSet]:
    """Return the public facts of the round and the viewing seat's hand."""
    wild = view.options["wild"] == "twos"
    index = CALL_ORDERS[wild].index
    made = [(seat, index[call_of(call)]) for seat, call in view.calls]
    return Round(view.sizes, wild, made), CardSet(view.hand)


def move_of(table: Round, choice: Candidate) -> Move:
    """Return a computer player's choice as a move."""
    if choice.call == DOUBT:
        return CHALLENGE
    return CALL_ORDERS[table.wild].bids[choice.call]
