"""Chances that come true: what a judgement says is set right by what happened when it said so."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import Any, TypeAlias

from msgspec.structs import replace

from games.core.game import Assess, Estimate

Scale: TypeAlias = Sequence[tuple[float, float]]
"""What is told and what happened, both rising from 0 to 1; what is between is as far between."""

AS_TOLD: Scale = ((0.0, 0.0), (1.0, 1.0))


def read(scale: Scale, told: float) -> float:
    """Say what happens where this is told."""
    at = min(max(1, bisect_right(scale, told, key=_told)), len(scale) - 1)
    (low, low_true), (high, high_true) = scale[at - 1], scale[at]
    return low_true + (high_true - low_true) * (told - low) / (high - low)


def _told(knot: tuple[float, float]) -> float:
    return knot[0]


def calibrated(assess: Assess, worths: Scale = AS_TOLD, risks: Scale = AS_TOLD) -> Assess:
    """Make a judgement whose estimates come true; their order stays.

    Args:
        assess: what judges.
        worths: of shares of opponents.
        risks: of claims that are doubted and false.
    """

    def judged(*asked: Any) -> Sequence[Estimate]:
        return [
            replace(
                one,
                worth=read(worths, one.worth),
                risk=None if one.risk is None else read(risks, one.risk),
            )
            for one in assess(*asked)
        ]

    return judged
