"""A judge of moves whose judgement is known."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, NamedTuple

from games.core.game import Estimate
from games.core.moves import Move


class Asked(NamedTuple):
    view: Any
    legal: Sequence[Move]
    also: Sequence[Move]
    effort: float


class Judge:
    """Finds that the first legal move is the best, if it ``knows`` anything; remembers what it was shown."""

    def __init__(self) -> None:
        self.asked: list[Asked] = []
        self.knows = True
        self.risk = 0.3

    def __call__(
        self,
        view: Any,
        legal: Sequence[Move],
        also: Sequence[Move],
        rng: random.Random,
        effort: float = 1.0,
    ) -> Sequence[Estimate]:
        self.asked.append(Asked(view, legal, also, effort))
        if not self.knows:
            return []
        others = (Estimate(move, 0.375, self.risk) for move in also if move != legal[0])
        return [Estimate(legal[0], 0.625, self.risk), *others]
