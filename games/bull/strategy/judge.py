"""The judgement of the stronger levels: what choices like these turned out to be worth.

``hard.json`` and ``expert.json`` were written by the commands that stand in them
(``benchmarks.bull_learning``).
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from functools import cache
from importlib.resources import files

import msgspec

from games.bull.possible import Cards
from games.bull.strategy.choices import DOUBT, Choice, Round, calls, described, doubt
from games.bull.strategy.features import FEW, SHAPES, STARTS, Sight
from games.core.learner import Tables

DRAWS = 2
"""Number of draws of candidate calls; calls that are supported alike take turns."""


class Learnt(msgspec.Struct, frozen=True):
    """What was learnt from play.

    Args:
        made: the command that made it.
        doubts: how likely a call is false.
        calls: how likely who makes a call does not lose the round.
        risks: how likely a call is doubted at once and false.
    """

    made: str
    doubts: list[int]
    calls: list[int]
    risks: list[int]


@cache
def learnt(level: str) -> tuple[Tables, Tables, Tables]:
    """Read what a level has learnt: of doubts, of calls and of risks."""
    data = files(__package__).joinpath(f"{level}.json").read_bytes()
    found = msgspec.json.decode(data, type=Learnt)
    assert {len(found.doubts), len(found.calls), len(found.risks)} <= {FEW, STARTS[-1]}
    return Tables(found.doubts), Tables(found.calls), Tables(found.risks)


class Judgement(msgspec.Struct, frozen=True):
    """What a choice is worth.

    Args:
        choice: the choice.
        safe: how likely who makes it does not lose the round.
        risk: how likely it is doubted at once and false; ``None`` for a doubt.
    """

    choice: Choice
    safe: float
    risk: float | None


def judge(
    table: Round, seat: int, hand: Cards, also: Iterable[int], rng: random.Random, level: str
) -> list[Judgement]:
    """Judge what comes to mind, and other choices that are asked for, the best first.

    Args:
        table: the round so far.
        seat: who is to act.
        hand: its cards.
        also: calls (or ``DOUBT``) to be judged in any case.
        rng: what comes to mind.
        level: by what it has learnt.
    """
    found = {choice.call: choice for _ in range(DRAWS) for choice in calls(table, seat, hand, rng.random)}
    for call in also:
        if call != DOUBT and call not in found:
            found[call] = described(table, seat, hand, call)
    doubts, worths, risks = learnt(level)
    sight = Sight(table, seat, hand, len(worths.weights) > FEW)
    judged = []
    for choice in found.values():
        keys = sight.keys(choice)
        judged.append(Judgement(choice, worths.chance(keys), risks.chance(keys[: len(SHAPES)])))
    if table.calls:
        choice = doubt(table, seat, hand)
        judged.append(Judgement(choice, doubts.chance(sight.keys(choice)), None))
    return sorted(judged, key=_safety, reverse=True)


def _safety(one: Judgement) -> float:
    return one.safe
