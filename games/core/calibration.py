"""Calibration: correct estimated probabilities by how often the events really happened."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import Any, TypeAlias

from msgspec.structs import replace

from games.core.game import Assess, Estimate

Scale: TypeAlias = Sequence[tuple[float, float]]
"""A curve of (estimated chance, observed frequency) points, both rising from 0 to 1.

Values between two points are interpolated linearly.
"""

UNCORRECTED: Scale = ((0.0, 0.0), (1.0, 1.0))
"""The scale that changes nothing."""


def read(scale: Scale, estimate: float) -> float:
    """Return an estimated probability, corrected by a calibration curve."""
    at = min(max(1, bisect_right(scale, estimate, key=_estimate)), len(scale) - 1)
    (low, low_true), (high, high_true) = scale[at - 1], scale[at]
    return low_true + (high_true - low_true) * (estimate - low) / (high - low)


def _estimate(knot: tuple[float, float]) -> float:
    return knot[0]


def calibrate(assess: Assess, worths: Scale = UNCORRECTED, risks: Scale = UNCORRECTED) -> Assess:
    """Return a function like ``assess`` whose estimates are corrected.

    Args:
        worths: the calibration curve of ``Estimate.worth``.
        risks: the calibration curve of ``Estimate.risk``.
    """

    def corrected(*args: Any) -> Sequence[Estimate]:
        return [
            replace(
                estimate,
                worth=read(worths, estimate.worth),
                risk=None if estimate.risk is None else read(risks, estimate.risk),
            )
            for estimate in assess(*args)
        ]

    return corrected
