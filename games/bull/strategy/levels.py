"""How levels judge choices: the weaker by a rule of thumb, the stronger by what choices were worth.

``hard.json`` and ``expert.json`` were written by the commands in them (``lab.learning.bull``).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeAlias

import msgspec

from games.bull.possible import Cards
from games.bull.strategy.choices import DOUBT, Choice, Mind, Round
from games.bull.strategy.features import FEW, SHAPES, Sight
from games.core.learner import learnt

DRAWS = 2
"""Number of draws of candidate calls; calls that are supported alike take turns."""
CAUTION = 0.02
"""How much is thought to be lost by skipping a kind: a lower call gives less away."""
Liking: TypeAlias = Callable[[Sequence[Choice]], Mapping[int, float]]


class Judgement(msgspec.Struct, frozen=True):
    """What a choice is worth.

    Args:
        safe: how likely who makes it does not lose the round.
        risk: how likely it is doubted at once and false; ``None`` for a doubt.
    """

    choice: Choice
    safe: float
    risk: float | None


def judge(
    table: Round, seat: int, hand: Cards, also: Iterable[int], rng: random.Random, level: str
) -> list[Judgement]:
    """Judge what comes to mind, and calls (or ``DOUBT``) that are asked for, the best first."""
    tables = learnt(__package__, level)
    sight = Sight(table, seat, hand, len(tables["calls"].weights) > FEW)
    found = {choice.call: choice for _ in range(DRAWS) for choice in sight.raises(rng.random)}
    for call in (*also, *([DOUBT] if table.calls else [])):
        if call not in found:
            found[call] = sight.described(call)
    judged = []
    for choice in found.values():
        keys = sight.keys(choice)
        is_doubt = choice.call == DOUBT
        risk = None if is_doubt else tables["risks"].chance(keys[: len(SHAPES)])
        judged.append(Judgement(choice, tables["doubts" if is_doubt else "calls"].chance(keys), risk))
    return sorted(judged, key=lambda one: one.safe, reverse=True)


class Habits(msgspec.Struct, frozen=True):
    """A rule of thumb.

    Args:
        noise: how far, at random, the worth of a choice is misjudged; bluffs come from here.
        suspicion: a call is thought to be doubted by so much more than the chance that it is false.
        listens: whether what the others call counts.
    """

    noise: float
    suspicion: float = 0.15
    listens: bool = True


HABITS = {"easy": Habits(noise=0.22, listens=False), "normal": Habits(noise=0.05)}


def habitual(
    table: Round, seat: int, hand: Cards, rng: random.Random, habits: Habits, liking: Liking | None = None
) -> Choice:
    """Choose by a rule of thumb: a call is worth the chance not to lose by it, as one's own hand has it.

    Args:
        liking: says how much each call (or ``DOUBT``) is to one's taste.
    """
    mind = Mind(table, seat, hand, habits.listens)
    choices = sorted(mind.raises(rng.random), key=lambda choice: choice.call)
    if table.calls:
        choices.insert(0, mind.described(DOUBT))
    liked = liking(choices) if liking else {}
    worths = []
    for step, choice in enumerate(choices, -1 if table.calls else 0):
        worth = 1.0 - choice.chance
        if choice.call != DOUBT:
            doubted = max(0.0, min(1.0, worth + habits.suspicion))
            worth = 1.0 - doubted * worth - CAUTION * step
        worths.append(worth + liked.get(choice.call, 0.0) + rng.uniform(-habits.noise, habits.noise))
    return choices[worths.index(max(worths))]
