"""A judge of moves whose judgement is known."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

import msgspec

from games import Game
from games.core.game import Estimate
from games.core.moves import Move


class Asked(NamedTuple):
    view: Any
    legal: Sequence[Move]
    also: Sequence[Move]
    effort: float


class Judge:
    """Finds that the first legal move is the best, and remembers what it was shown.

    Attributes:
        asked: what it was shown, in order.
        knows: whether it has anything to say.
        risk: of being caught, with any move.
    """

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


@contextmanager
def judged_by(judge: Judge, game: Game) -> Iterator[Judge]:
    before = game.assess
    msgspec.structs.force_setattr(game, "assess", judge)
    try:
        yield judge
    finally:
        msgspec.structs.force_setattr(game, "assess", before)
