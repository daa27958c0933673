"""What is told is set right by what happened: read from a scale, in the same order."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.bull import player as bull
from games.bull.moves import CHALLENGE
from games.core.calibration import AS_TOLD, Scale, calibrated, read
from games.core.game import Estimate
from games.lost import player as lost
from games.netsuzo import player as netsuzo
from games.trick3 import player as trick3

SCALE: Scale = ((0, 0), (0.4, 0.2), (1, 1))


@pytest.mark.parametrize(("told", "true"), [(0, 0), (0.2, 0.1), (0.4, 0.2), (0.7, 0.6), (1, 1)])
def test_between_two_knots_a_scale_is_straight(told: float, true: float) -> None:
    """And what is certain stays certain."""
    assert read(SCALE, told) == pytest.approx(true)


@given(st.floats(0, 1), st.floats(0, 1))
def test_what_is_better_stays_better(one: float, other: float) -> None:
    """On all scales that are in use, so that advice is the same."""
    for scale in (AS_TOLD, bull.WORTHS, bull.RISKS, lost.RISKS, netsuzo.RISKS, trick3.WORTHS):
        assert read(scale, min(one, other)) <= read(scale, max(one, other))


def test_worth_and_risk_have_a_scale_each() -> None:
    """What risks nothing goes on to risk nothing."""

    def judge(*args: Any) -> Sequence[Estimate]:
        return [Estimate(CHALLENGE, 0.7, 0.4), Estimate(CHALLENGE, 0.2)]

    found = calibrated(judge, risks=SCALE)(None, [], [], random.Random(0))
    assert found == [Estimate(CHALLENGE, 0.7, 0.2), Estimate(CHALLENGE, 0.2)]
