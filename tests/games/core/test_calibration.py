"""Tests of calibration: estimates are corrected by a scale that keeps their order."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.bull import strategy as bull
from games.bull.rules import CHALLENGE
from games.core.calibration import UNCORRECTED, CalibrationCurve, calibrate, corrected
from games.core.game import Estimate
from games.lost import strategy as lost
from games.netsuzo import strategy as netsuzo
from games.trick3 import strategy as trick3

SCALE: CalibrationCurve = ((0, 0), (0.4, 0.2), (1, 1))


@pytest.mark.parametrize(("stated", "true"), [(0, 0), (0.2, 0.1), (0.4, 0.2), (0.7, 0.6), (1, 1)])
def test_scale_is_linear_between_knots(stated: float, true: float) -> None:
    """The scale interpolates linearly between knots and leaves 0 and 1 unchanged."""
    assert corrected(stated, SCALE) == pytest.approx(true)


@given(st.floats(0, 1), st.floats(0, 1))
def test_scales_preserve_order(first: float, second: float) -> None:
    """No scale in use reverses the order of two values, so the best move stays the same."""
    for scale in (UNCORRECTED, bull.WORTHS, bull.RISKS, lost.RISKS, netsuzo.RISKS, trick3.WORTHS):
        assert corrected(min(first, second), scale) <= corrected(max(first, second), scale)


def test_worth_and_risk_have_separate_scales() -> None:
    """Worth and risk use different scales, and a risk of 0 stays 0."""

    def judge(*args: Any) -> Sequence[Estimate]:
        return [Estimate(CHALLENGE, 0.7, 0.4), Estimate(CHALLENGE, 0.2)]

    estimates = calibrate(judge, risks=SCALE)(None, [], [], random.Random(0))
    assert estimates == [Estimate(CHALLENGE, 0.7, 0.2), Estimate(CHALLENGE, 0.2)]
