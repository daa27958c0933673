"""Correct estimated probabilities by how often the predicted events really happened."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import Any, TypeAlias

from msgspec.structs import replace

from games.core.game import Assess, Estimate

CalibrationCurve: TypeAlias = Sequence[tuple[float, float]]
"""Points of a curve: an estimated probability and the observed frequency, both rising from 0 to 1.

Values between two points are interpolated linearly.
"""

UNCORRECTED: CalibrationCurve = ((0.0, 0.0), (1.0, 1.0))
"""The curve that changes nothing."""


def corrected(estimate: float, curve: CalibrationCurve) -> float:
    """Return an estimated probability after correction by a calibration curve."""
    at = min(max(1, bisect_right(curve, estimate, key=_estimate_of)), len(curve) - 1)
    (low, low_true) = curve[at - 1]
    (high, high_true) = curve[at]
    return low_true + (high_true - low_true) * (estimate - low) / (high - low)


def _estimate_of(point: tuple[float, float]) -> float:
    return point[0]


def calibrate(
    assess: Assess, shares: CalibrationCurve = UNCORRECTED, risks: CalibrationCurve = UNCORRECTED
) -> Assess:
    """Return a function like ``assess`` whose estimates are corrected.

    Args:
        shares: correction of ``Estimate.expected_share``.
        risks: correction of ``Estimate.risk``.
    """

    def correct(estimate: Estimate) -> Estimate:
        share = corrected(estimate.expected_share, shares)
        if estimate.risk is None:
            return replace(estimate, expected_share=share)
        return replace(estimate, expected_share=share, risk=corrected(estimate.risk, risks))

    def assess_corrected(*args: Any) -> Sequence[Estimate]:
        return list(map(correct, assess(*args)))

    return assess_corrected
