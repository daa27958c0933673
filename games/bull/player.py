"""The computer players of Porker Bull.

``easy`` and ``normal`` go by a rule of thumb and by what their own hand tells them. ``hard`` and ``expert``
go by what choices like theirs turned out to be worth, ``hard`` among ``normal`` and somebody who knows it,
``expert`` among ``hard``, too, and with a closer look; they mix what is nearly as good as the best, ``hard``
with a freer hand. All of them think so briefly that effort changes nothing.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import exp

from games.bull.moves import CHALLENGE, LADDERS, Call
from games.bull.possible import Cards
from games.bull.state import BullView
from games.bull.strategy.choices import DOUBT, Choice, Round
from games.bull.strategy.levels import HABITS, Judgement, habitual, judge
from games.bull.strategy.stakes import worths
from games.bull.words import call_of
from games.core.calibration import Scale, calibrated
from games.core.game import Estimate
from games.core.moves import Move
from games.core.temperaments import EVEN, Temperament

SPREADS = {"hard": 0.05, "expert": 0.025}
"""A choice that is likelier to lose the round than the best by so much is made e times less often."""
REACH = {"easy": 0.025, "normal": 0.03, "hard": 0.05, "expert": 0.02}
"""How much a choice may be to a temperament's taste, as a chance to lose the round."""

WORTHS: Scale = (
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
RISKS: Scale = (
    (0, 0),
    (0.14, 0.105),
    (0.26, 0.29),
    (0.35, 0.4),
    (0.45, 0.475),
    (0.55, 0.57),
    (0.65, 0.68),
    (0.75, 0.75),
    (0.85, 0.845),
    (0.94, 0.96),
    (1, 1),
)
"""What is reckoned of a choice, and what came of it in games of ``expert`` (``lab.calibration``)."""


def advise(
    view: BullView,
    legal: Sequence[Move],
    level: str,
    rng: random.Random,
    effort: float = 1.0,
    temper: Temperament = EVEN,
) -> Move:
    """Choose a call or a challenge; arguments as for every computer player (``games.core.game.Advise``)."""
    assert view.seat is not None
    table, hand = read(view)
    if level in HABITS:
        chosen = habitual(
            table, view.seat, hand, rng, HABITS[level], lambda found: tastes(found, temper, REACH[level])
        )
        return move_of(table, chosen)
    found = judge(table, view.seat, hand, (), rng, level)
    return move_of(table, rng.choices(found, mix(found, level, temper))[0].choice)


def _judged(
    view: BullView, legal: Sequence[Move], also: Sequence[Move], rng: random.Random, effort: float = 1.0
) -> Sequence[Estimate]:
    """Judge calls and the challenge; arguments as for every judgement (``games.core.game.Assess``)."""
    assert view.seat is not None
    table, hand = read(view)
    index = LADDERS[table.wild].index
    asked = [index[move] if isinstance(move, Call) else DOUBT for move in also]
    stakes = worths(view)
    lost = stakes[view.seat]
    others = [worth for seat, worth in enumerate(stakes) if view.sizes[seat] and seat != view.seat]
    safe = sum(others) / len(others)
    return [
        Estimate(
            move_of(table, one.choice),
            one.safe * safe + (1.0 - one.safe) * lost,
            one.risk,
        )
        for one in judge(table, view.seat, hand, asked, rng, "expert")
    ]


assess = calibrated(_judged, WORTHS, RISKS)


def mix(found: Sequence[Judgement], level: str, temper: Temperament = EVEN) -> list[float]:
    """Say how often each choice is made, beside the best."""
    liked = tastes([one.choice for one in found], temper, REACH[level])
    return [exp((one.safe + liked[one.choice.call] - found[0].safe) / SPREADS[level]) for one in found]


def tastes(choices: Sequence[Choice], temper: Temperament, reach: float) -> dict[int, float]:
    """Say how much each call, or the doubt, is to a temperament's taste.

    A lie is what one's own cards do not promise.
    """
    raised = [choice.call for choice in choices if choice.call != DOUBT]
    low, span = min(raised, default=0), max(raised, default=0) - min(raised, default=0) or 1
    liked = {}
    for choice in choices:
        is_doubt = choice.call == DOUBT
        lie = 0.0 if is_doubt else 1.0 - 2.0 * choice.own
        height = 0.0 if is_doubt else 2.0 * (choice.call - low) / span - 1.0
        liked[choice.call] = temper.taste(reach, doubt=1.0 if is_doubt else -1.0, lie=lie, height=height)
    return liked


def read(view: BullView) -> tuple[Round, Cards]:
    """Tell what a seat knows: the round so far, and its hand."""
    wild = view.options["wild"] == "twos"
    index = LADDERS[wild].index
    made = [(seat, index[call_of(call)]) for seat, call in view.calls]
    return Round(view.sizes, wild, made), Cards(view.hand)


def move_of(table: Round, choice: Choice) -> Move:
    """Make the move of a choice."""
    return CHALLENGE if choice.call == DOUBT else LADDERS[table.wild].bids[choice.call]
