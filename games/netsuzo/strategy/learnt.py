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

NEXT = 16
"""So many of the lowest declarations allowed are a small step."""
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
            self.step < NEXT,
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


def believed(evidence: Evidence) -> float:
    """Say how likely a declaration is to be true."""
    return sigmoid(sum(map(mul, BELIEF, evidence.features())))


def doubted(prospect: Prospect) -> float:
    """Say how likely a declaration is to be rejected."""
    return sigmoid(sum(map(mul, DOUBT, prospect.features())))


def taken(size: int, able: float) -> Ends:
    """Say how a hand ends after it was accepted.

    Args:
        size: how many cards were passed on.
        able: how likely their new owner can go higher truly.
    """
    rows = TAKEN[min(size, len(TAKEN)) - 1]
    at = min(max(1, bisect_left(KNOTS, able)), len(KNOTS) - 1)
    part = (able - KNOTS[at - 1]) / (KNOTS[at] - KNOTS[at - 1])
    return tuple(
        [
            (true + part * (more_true - true), false + part * (more_false - false))
            for (true, false), (more_true, more_false) in zip(rows[at - 1], rows[at], strict=True)
        ]
    )


def sigmoid(odds: float) -> float:
    """Turn log odds into a chance."""
    return 1 / (1 + exp(-odds)) if odds > -30 else 0.0


def _logit(chance: float) -> float:
    return log(chance / (1 - chance))


# --- the figures ---------------------------------------------------------------------------------------

BELIEF = (1.331, -0.093, 0.301, 1.412, -0.753, -0.216, -0.295, -0.312, 0.647)
"""Weights of what ``Evidence`` gives."""

DOUBT = (0.25, 3.696, -0.286, -0.228, -1.21, -1.893)
"""Weights of what ``Prospect`` gives."""

ENDINGS: Ends = (
    (0.059, 0.073),
    (0.171, 0.136),
    (0.145, 0.075),
    (0.082, 0.057),
    (0.041, 0.034),
    (0.025, 0.03),
    (0.014, 0.019),
    (0.011, 0.027),
)
"""How a hand ends, counted from its first declaration."""

TAKEN: Sequence[Sequence[Ends]] = (
    (
        ((0.152, 0.63), (0.018, 0.065), (0.022, 0.022), (0.014, 0.026), (0.009, 0.01), (0.01, 0.022)),
        ((0.158, 0.412), (0.07, 0.042), (0.053, 0.053), (0.042, 0.045), (0.019, 0.025), (0.022, 0.058)),
        ((0.157, 0.293), (0.134, 0.089), (0.078, 0.07), (0.037, 0.037), (0.018, 0.024), (0.024, 0.04)),
        ((0.148, 0.18), (0.164, 0.105), (0.109, 0.071), (0.049, 0.041), (0.024, 0.034), (0.027, 0.047)),
        ((0.177, 0.128), (0.181, 0.108), (0.098, 0.074), (0.043, 0.04), (0.032, 0.039), (0.029, 0.052)),
        ((0.193, 0.045), (0.19, 0.091), (0.115, 0.056), (0.066, 0.05), (0.038, 0.05), (0.024, 0.084)),
        ((0.297, 0.019), (0.203, 0.061), (0.093, 0.06), (0.053, 0.038), (0.041, 0.04), (0.033, 0.062)),
    ),
    (
        ((0.204, 0.46), (0.075, 0.077), (0.015, 0.018), (0.023, 0.062), (0.008, 0.025), (0.015, 0.017)),
        ((0.285, 0.265), (0.091, 0.084), (0.04, 0.044), (0.025, 0.067), (0.009, 0.029), (0.014, 0.047)),
        ((0.228, 0.323), (0.085, 0.081), (0.05, 0.057), (0.025, 0.046), (0.012, 0.026), (0.018, 0.05)),
        ((0.218, 0.248), (0.115, 0.139), (0.061, 0.061), (0.031, 0.036), (0.02, 0.027), (0.013, 0.032)),
        ((0.223, 0.149), (0.159, 0.117), (0.078, 0.071), (0.037, 0.05), (0.022, 0.031), (0.018, 0.044)),
        ((0.262, 0.078), (0.168, 0.092), (0.08, 0.059), (0.054, 0.062), (0.029, 0.037), (0.022, 0.057)),
        ((0.335, 0.022), (0.153, 0.081), (0.081, 0.059), (0.063, 0.059), (0.031, 0.041), (0.023, 0.053)),
    ),
    (
        ((0.201, 0.499), (0.044, 0.086), (0.038, 0.019), (0.018, 0.032), (0.008, 0.015), (0.008, 0.031)),
        ((0.242, 0.254), (0.076, 0.1), (0.058, 0.068), (0.04, 0.048), (0.011, 0.037), (0.015, 0.051)),
        ((0.228, 0.355), (0.057, 0.093), (0.051, 0.053), (0.034, 0.043), (0.009, 0.029), (0.021, 0.027)),
        ((0.193, 0.409), (0.083, 0.118), (0.045, 0.066), (0.019, 0.027), (0.002, 0.014), (0.013, 0.01)),
        ((0.207, 0.237), (0.111, 0.12), (0.06, 0.075), (0.04, 0.06), (0.015, 0.029), (0.015, 0.03)),
        ((0.242, 0.11), (0.136, 0.102), (0.087, 0.097), (0.045, 0.06), (0.018, 0.044), (0.017, 0.042)),
        ((0.278, 0.036), (0.153, 0.087), (0.089, 0.112), (0.042, 0.062), (0.021, 0.042), (0.017, 0.06)),
    ),
    (
        ((0.138, 0.504), (0.051, 0.125), (0.031, 0.046), (0.015, 0.033), (0.01, 0.021), (0.018, 0.011)),
        ((0.172, 0.383), (0.08, 0.133), (0.029, 0.067), (0.017, 0.042), (0.008, 0.033), (0.012, 0.024)),
        ((0.155, 0.518), (0.07, 0.109), (0.02, 0.047), (0.01, 0.024), (0.008, 0.013), (0.008, 0.019)),
        ((0.163, 0.42), (0.068, 0.179), (0.03, 0.068), (0.007, 0.028), (0.005, 0.014), (0.001, 0.017)),
        ((0.185, 0.276), (0.088, 0.181), (0.046, 0.092), (0.014, 0.054), (0.004, 0.027), (0.002, 0.03)),
        ((0.208, 0.134), (0.112, 0.161), (0.072, 0.116), (0.034, 0.071), (0.013, 0.036), (0.01, 0.032)),
        ((0.218, 0.049), (0.15, 0.168), (0.069, 0.124), (0.033, 0.073), (0.02, 0.038), (0.015, 0.043)),
    ),
)
"""How a hand ends after it was accepted, by the number of cards passed on (the last row for all larger ones)
and by ``KNOTS``, counted from the declaration of who took it over."""
