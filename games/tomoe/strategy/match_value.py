"""The value of points in a match of several games: the probability that a seat beats the other seats."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TypeAlias

from games.core.seats import clockwise
from games.tomoe.state import TomoeView
from games.tomoe.tricks import SEATS

SeatValues: TypeAlias = tuple[float, float, float]
"""The value of an outcome for each seat."""
PackedPoints: TypeAlias = int
"""The points of all seats in the current game, packed in one integer (see ``SHIFT``)."""

SPREAD = 3.2
"""Standard deviation, in points, of the difference that one game makes between two seats."""
LAST_SPREAD = 0.7
"""Standard deviation, in points, that is added once for the end of the last game.

With it, points count a little even when the places seem certain.
"""
POINT = 0.01
"""Value of one point above the average of all seats, in addition to its effect on the ranking."""

SHIFT = 8
"""Number of bits for each seat's points, if the points of all seats are packed in one integer.

The bits from ``SHIFT * i`` on are those of seat ``i``. Points are counted in halves.
"""
MASK = (1 << SHIFT) - 1


class MatchEstimator:
    """Estimates the result of a match from the points that the seats make in the current game.

    Args:
        totals: each seat's points in all earlier games of the match.
        games_after: number of games after the current game.
    """

    def __init__(self, totals: Sequence[float], games_after: int) -> None:
        self._totals = tuple(totals)
        self._scale = math.sqrt(2 * (SPREAD**2 * games_after + LAST_SPREAD**2))
        self._known: dict[PackedPoints, SeatValues] = {}

    def values(self, points: PackedPoints) -> SeatValues:
        """Return the share of opponents that each seat is expected to beat in the match."""
        known = self._known.get(points)
        if known is None:
            known = self._known[points] = self._calculate(points)
        return known

    def _calculate(self, points: PackedPoints) -> SeatValues:
        a, b, c = (total + (points >> SHIFT * seat & MASK) / 2 for seat, total in enumerate(self._totals))
        ab, bc, ca = self._win_probability(a - b), self._win_probability(b - c), self._win_probability(c - a)
        mean = (a + b + c) / SEATS
        return (
            (ab + 1 - ca) / 2 + POINT * (a - mean),
            (bc + 1 - ab) / 2 + POINT * (b - mean),
            (ca + 1 - bc) / 2 + POINT * (c - mean),
        )

    def _win_probability(self, lead: float) -> float:
        return 0.5 + 0.5 * math.erf(lead / self._scale)


def match_estimator(view: TomoeView) -> MatchEstimator:
    """Return the estimator for the match in a view, with the viewing seat as seat 0."""
    assert view.seat is not None
    totals = [view.totals[seat] for seat in clockwise(view.seat, SEATS)]
    return MatchEstimator(totals, max(0, view.games - view.number))


def point_shares(points: PackedPoints) -> SeatValues:
    """Return each seat's share of all points of the current game."""
    made = [points >> SHIFT * seat & MASK for seat in range(SEATS)]
    total = sum(made)
    return (made[0] / total, made[1] / total, made[2] / total)
