"""What points are worth in a match of several games: whom one may expect to be ahead of in the end."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TypeAlias

from games.core.seats import clockwise
from games.tomoe.state import TomoeView
from games.tomoe.tricks import SEATS

Worths: TypeAlias = tuple[float, float, float]

SPREAD = 3.2
"""How far a game moves two seats apart: the standard deviation of their difference, in points."""
LAST_SPREAD = 0.7
"""The same for the end of the last game, so that nobody is taken to care for their place alone."""
POINT = 0.01
"""What a point more than the others' mean is worth beyond any place."""

SHIFT = 8
"""Points of seat ``i`` stand at bit ``SHIFT * i`` of packed points, in halves."""
MASK = (1 << SHIFT) - 1


class Outlook:
    """Tells what the end of the running game is worth to each seat.

    Args:
        totals: points of the match before the cards that are still to be played, by seat.
        games_after: how many games follow the running one.
    """

    def __init__(self, totals: Sequence[float], games_after: int) -> None:
        self._totals = tuple(totals)
        self._scale = math.sqrt(2 * (SPREAD**2 * games_after + LAST_SPREAD**2))
        self._known: dict[int, Worths] = {}

    def worths(self, points: int) -> Worths:
        """Give the share of opponents that each seat will beat, with a little for the points themselves.

        Args:
            points: what is added to the totals, packed.
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
        """Give the probability to stay ahead by the end of the match with a lead in points now."""
        return 0.5 + 0.5 * math.erf(lead / self._scale)


def standing(view: TomoeView) -> Outlook:
    """Take stock of a match; seats are counted from the viewer's."""
    assert view.seat is not None
    totals = [view.totals[seat] for seat in clockwise(view.seat, SEATS)]
    return Outlook(totals, max(0, view.games - view.number))


def shares(points: int) -> Worths:
    """Give the share of the points of the running game that each seat makes, whatever the match says."""
    made = [points >> SHIFT * seat & MASK for seat in range(SEATS)]
    total = sum(made)
    return (made[0] / total, made[1] / total, made[2] / total)
