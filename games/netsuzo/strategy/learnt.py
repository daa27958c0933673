"""What many games between strong and steady players have taught, in figures.

How far a declaration is to be believed, how often one is rejected, how a hand ends once somebody has taken it
over: the first two are logistic regressions, the others frequencies. ``benchmarks/netsuzo_learning.py`` plays
such games and fits the figures.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from math import exp, log
from operator import mul
from typing import NamedTuple, TypeAlias

Ends: TypeAlias = tuple[tuple[float, float], ...]
"""How likely a hand ends with the rejection of the next declaration, the one after that, and so on: of one
that is true, of one that is not. The last pair stands for all later ones."""

SMALL_STEP = 16
"""Number of the lowest allowed declarations that count as a small step."""
KNOTS = (0.0, 0.1, 0.3, 0.5, 0.7, 0.9, 1.0)
"""Chances of being able to go higher for which ``TAKEN`` has a row."""


class Evidence(NamedTuple):
    """What a declaration looks like to somebody who doubts it.

    Args:
        share: the part of the possible hands that make it.
        able: the part of them that could go high enough truly.
        higher: the part of them that make this or something higher.
        size: how many cards the declarer holds.
        step: how many places of the ladder it is above what was allowed.
        kind: what kind of hand it is.
    """

    share: float
    able: float
    higher: float
    size: int
    step: int
    kind: str

    def features(self) -> tuple[float, ...]:
        """Give what the regression works with."""
        size = self.size
        return (
            1.0,
            _logit(self.share),
            _logit(self.higher),
            log(self.able),
            size == 1,
            size == 2,
            min(size, 6) / 6,
            self.step < SMALL_STEP,
            self.kind == "flush",
        )


class Prospect(NamedTuple):
    """What a declaration looks like to the neighbour, as far as its declarer can tell.

    Args:
        gain: how much more rejecting seems worth to the neighbour than accepting, in shares of opponents.
        share: as in ``Evidence``.
        able: how likely the neighbour thinks it could go higher with the hand.
        true: how far the neighbour should believe it.
        size: how many cards the declarer holds.
    """

    gain: float
    share: float
    able: float
    true: float
    size: int

    def features(self) -> tuple[float, ...]:
        """Give what the regression works with."""
        return 1.0, self.gain, _logit(self.share), self.able, self.true, self.size == 1


class Figures(NamedTuple):
    """What a player reckons with.

    Args:
        belief: weights of what ``Evidence`` gives.
        doubt: weights of what ``Prospect`` gives.
        ends: how a hand ends after it was accepted, by the number of cards passed on (the last row for all
            larger ones) and by ``KNOTS``, counted from the declaration of who took it over.
    """

    belief: Sequence[float]
    doubt: Sequence[float]
    ends: Sequence[Sequence[Ends]]

    def believed(self, evidence: Evidence) -> float:
        """Say how likely a declaration is to be true."""
        return sigmoid(sum(map(mul, self.belief, evidence.features())))

    def doubted(self, prospect: Prospect) -> float:
        """Say how likely a declaration is to be rejected."""
        return sigmoid(sum(map(mul, self.doubt, prospect.features())))

    def taken(self, size: int, able: float) -> Ends:
        """Say how a hand ends after it was accepted.

        Args:
            size: how many cards were passed on.
            able: how likely their new owner can go higher truly.
        """
        rows = self.ends[min(size, len(self.ends)) - 1]
        at, part = between(able)
        return tuple(
            [
                (true + part * (more_true - true), false + part * (more_false - false))
                for (true, false), (more_true, more_false) in zip(rows[at], rows[at + 1], strict=True)
            ]
        )


def between(able: float) -> tuple[int, float]:
    """Find the knot below a chance, and how much of the way to the next one it lies."""
    at = min(max(1, bisect_left(KNOTS, able)), len(KNOTS) - 1) - 1
    return at, (able - KNOTS[at]) / (KNOTS[at + 1] - KNOTS[at])


def sigmoid(odds: float) -> float:
    """Turn log odds into a chance."""
    return 1 / (1 + exp(-odds)) if odds > -30 else 0.0


def _logit(chance: float) -> float:
    return log(chance / (1 - chance))


# --- the figures ---------------------------------------------------------------------------------------

ENDINGS: Ends = (
    (0.062, 0.063),
    (0.158, 0.134),
    (0.126, 0.086),
    (0.087, 0.069),
    (0.035, 0.047),
    (0.025, 0.037),
    (0.013, 0.021),
    (0.01, 0.026),
)
"""How a hand ends, counted from its first declaration."""

LEARNT = Figures(
    belief=(1.526, 0.012, 0.214, 1.408, -0.718, -0.234, -0.396, -0.185, 0.548),
    doubt=(0.537, 5.821, -0.187, -0.276, -1.23, -1.618),
    ends=(
        (
            ((0.115, 0.825), (0.012, 0.036), (0.001, 0.004), (0.003, 0.001), (0, 0.001), (0, 0.001)),
            ((0.131, 0.408), (0.059, 0.088), (0.062, 0.046), (0.027, 0.054), (0.025, 0.035), (0.021, 0.043)),
            ((0.137, 0.285), (0.112, 0.106), (0.086, 0.08), (0.031, 0.042), (0.022, 0.035), (0.018, 0.046)),
            ((0.141, 0.184), (0.138, 0.115), (0.098, 0.084), (0.039, 0.053), (0.024, 0.043), (0.024, 0.054)),
            ((0.149, 0.134), (0.153, 0.114), (0.111, 0.089), (0.04, 0.054), (0.032, 0.045), (0.029, 0.051)),
            ((0.167, 0.049), (0.165, 0.099), (0.13, 0.091), (0.049, 0.069), (0.032, 0.046), (0.023, 0.081)),
            ((0.279, 0.02), (0.174, 0.068), (0.104, 0.071), (0.048, 0.062), (0.037, 0.047), (0.034, 0.057)),
        ),
        (
            ((0.084, 0.705), (0.068, 0.06), (0.018, 0.023), (0.008, 0.019), (0, 0.003), (0, 0.012)),
            ((0.204, 0.399), (0.089, 0.054), (0.034, 0.043), (0.064, 0.034), (0.018, 0.023), (0.01, 0.028)),
            ((0.196, 0.359), (0.087, 0.09), (0.039, 0.055), (0.05, 0.044), (0.014, 0.025), (0.007, 0.034)),
            ((0.184, 0.274), (0.117, 0.133), (0.046, 0.077), (0.032, 0.051), (0.015, 0.023), (0.016, 0.033)),
            ((0.2, 0.158), (0.148, 0.132), (0.062, 0.08), (0.039, 0.061), (0.023, 0.038), (0.017, 0.041)),
            ((0.217, 0.081), (0.164, 0.12), (0.065, 0.088), (0.049, 0.076), (0.025, 0.045), (0.017, 0.055)),
            ((0.269, 0.02), (0.185, 0.105), (0.074, 0.091), (0.046, 0.075), (0.027, 0.036), (0.019, 0.052)),
        ),
        (
            ((0.117, 0.712), (0.041, 0.046), (0.009, 0.021), (0.013, 0.01), (0, 0.008), (0, 0.023)),
            ((0.224, 0.369), (0.063, 0.104), (0.034, 0.05), (0.03, 0.043), (0.014, 0.026), (0.011, 0.032)),
            ((0.212, 0.34), (0.07, 0.107), (0.035, 0.071), (0.032, 0.045), (0.011, 0.025), (0.016, 0.035)),
            ((0.193, 0.379), (0.062, 0.138), (0.041, 0.071), (0.015, 0.038), (0.005, 0.024), (0.012, 0.024)),
            ((0.223, 0.244), (0.09, 0.134), (0.057, 0.096), (0.026, 0.053), (0.01, 0.038), (0.008, 0.02)),
            ((0.235, 0.116), (0.099, 0.138), (0.086, 0.121), (0.039, 0.058), (0.014, 0.04), (0.017, 0.037)),
            ((0.271, 0.04), (0.124, 0.122), (0.087, 0.118), (0.048, 0.072), (0.014, 0.043), (0.018, 0.045)),
        ),
        (
            ((0.112, 0.735), (0.031, 0.067), (0.003, 0.038), (0.002, 0.006), (0, 0.003), (0.001, 0.003)),
            ((0.141, 0.45), (0.07, 0.13), (0.038, 0.062), (0.009, 0.039), (0.007, 0.022), (0.01, 0.02)),
            ((0.169, 0.458), (0.07, 0.118), (0.03, 0.062), (0.011, 0.03), (0.012, 0.02), (0.005, 0.016)),
            ((0.169, 0.51), (0.06, 0.134), (0.029, 0.053), (0.009, 0.015), (0.003, 0.008), (0.003, 0.007)),
            ((0.18, 0.304), (0.091, 0.187), (0.04, 0.097), (0.014, 0.044), (0.007, 0.019), (0.005, 0.014)),
            ((0.16, 0.168), (0.118, 0.195), (0.056, 0.125), (0.022, 0.075), (0.013, 0.032), (0.012, 0.025)),
            ((0.19, 0.062), (0.13, 0.204), (0.064, 0.119), (0.037, 0.076), (0.017, 0.039), (0.013, 0.05)),
        ),
    ),
)
"""What ``hard`` reckons with."""
