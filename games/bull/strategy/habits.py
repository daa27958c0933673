"""How players of the weaker levels decide: a rule of thumb, and whims."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

import msgspec

from games.bull.strategy.choices import Choice


class Habits(msgspec.Struct, frozen=True):
    """A way to play.

    Args:
        noise: how far, at random, the worth of a choice is misjudged; bluffs come from here.
        suspicion: a call is thought to be doubted by so much more than the chance that it is false.
        listens: whether what the others call counts.
    """

    noise: float
    suspicion: float = 0.15
    listens: bool = True


NORMAL = Habits(noise=0.05)
EASY = Habits(noise=0.22, listens=False)

CAUTION = 0.02
"""How much is thought to be lost by skipping a kind: a lower call gives less away."""

NOTHING_LIKED: Mapping[int, float] = {}


def habitual(
    doubt: Choice | None,
    raises: Sequence[Choice],
    habits: Habits,
    rng: random.Random,
    liked: Mapping[int, float] = NOTHING_LIKED,
) -> Choice:
    """Choose by a rule of thumb: a call is worth the chance not to lose by it, as one's own hand has it.

    Args:
        doubt: the challenge, unless there is nothing to challenge.
        raises: calls, in any order.
        habits: the way to play.
        rng: whims.
        liked: by call (or ``DOUBT``) how much it is to one's taste.
    """
    noise = habits.noise
    best, most = doubt, -1.0
    if doubt is not None:
        most = 1.0 - doubt.chance + liked.get(doubt.call, 0.0) + rng.uniform(-noise, noise)
    for step, choice in enumerate(sorted(raises, key=_height)):
        doubted = max(0.0, min(1.0, 1.0 + habits.suspicion - choice.chance))
        worth = 1.0 - doubted * (1.0 - choice.chance) - CAUTION * step
        worth += liked.get(choice.call, 0.0) + rng.uniform(-noise, noise)
        if worth > most:
            best, most = choice, worth
    assert best is not None
    return best


def _height(choice: Choice) -> int:
    return choice.call
