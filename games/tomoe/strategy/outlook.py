"""The value of points in a match of several games: the probability that a seat beats the other seats."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TypeAlias

from games.core.seats import clockwise
from games.tomoe.state import TomoeView
from games.tomoe.tricks import SEATS

Worths: TypeAlias = tuple[float, float, float]
"""The value of an outcome for each seat."""

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


class Outlook:
    """Estimates the final result of a match from the points that the seats make in the current game.

    Args:
        totals: each seat's points in the match so far.
        games_after: number of games after the current game.
    """

    def __init__(self, totals: Sequence[float], games_after: int) -> None:
        self._totals = tuple(totals)
        self._scale = math.sqrt(2 * (SPREAD**2 * games_after + LAST_SPREAD**2))
        self._known: dict[int, Worths] = {}

    def worths(self, points: int) -> Worths:
        """Return the share of opponents that each seat is expected to beat in the match.

        ``points`` has the points of all seats in the current game, packed in one integer (see ``SHIFT``).
        """
        known = self._known.get(points)
        if known is None:
            known = self._known[points] = self._reckon(points)
        return known

    def _reckon(self, points: int) -> Worths:
        a, b, c = (total + (points >> SHIFT * seat & MASK) / 2 for seat, total in enumerate(self._totals))
        ab, bc, ca = self._ahead(a - b), self._ahead(b - c), self._ahead(c - a)
        mean = (a + b + c) / SEATS
        return (
            (ab + 1 - ca) / 2 + POINT * (a - mean),
            (bc + 1 - ab) / 2 + POINT * (b - mean),
            (ca + 1 - bc) / 2 + POINT * (c - mean),
        )

    def _ahead(self, lead: float) -> float:
        """Return the probability that a lead over another seat lasts until the match ends."""
        return 0.5 + 0.5 * math.erf(lead / self._scale)


def standing(view: TomoeView) -> Outlook:
    """Return an estimator of the match result. The viewing seat is seat 0 in it."""
    assert view.seat is not None
    totals = [view.totals[seat] for seat in clockwise(view.seat, SEATS)]
    return Outlook(totals, max(0, view.games - view.number))


def shares(points: int) -> Worths:
    """Return each seat's share of the points of the current game.

    ``points`` has the points of all seats, packed in one integer (see ``SHIFT``).
    """
    made = [points >> SHIFT * seat & MASK for seat in range(SEATS)]
    total = sum(made)
    return (made[0] / total, made[1] / total, made[2] / total)
