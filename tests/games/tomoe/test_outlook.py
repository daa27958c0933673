"""What points are taken to be worth in a match."""

from __future__ import annotations

import random

import pytest

from games.tomoe.strategy.outlook import SHIFT, Outlook


def test_worths_of_three_seats_add_up_whatever_the_points() -> None:
    """Shares of opponents beaten make three halves; who leads the last game by two points stays ahead."""
    rng = random.Random(3)
    for _ in range(50):
        standing = Outlook([rng.randrange(40) / 2 for _ in range(3)], rng.randrange(3))
        points = sum(rng.randrange(24) << SHIFT * seat for seat in range(3))
        assert sum(standing.worths(points)) == pytest.approx(1.5)
    ahead = Outlook((14.0, 12.0, 10.0), 0).worths(0)
    assert ahead[0] > 0.95 > ahead[1] > 0.4 > 0.05 > ahead[2]
    assert Outlook((14.0, 12.0, 10.0), 2).worths(0)[0] < 0.9


def test_a_point_counts_most_where_it_decides() -> None:
    """In the last game a point is worth more against an equal than against one far behind."""
    gain = [
        Outlook((20.0, other, 2.0), 0).worths(2)[0] - Outlook((20.0, other, 2.0), 0).worths(0)[0]
        for other in (20.0, 12.0)
    ]
    assert gain[0] > 4 * gain[1] > 0
