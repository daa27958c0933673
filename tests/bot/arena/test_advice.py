"""What is advised, played out among our own players: it has to be better than the next best.

``make bench`` tries it at 200 decisions of each game; here it is tried where no position is so plain that the
best move could be named: in Tomoefuda.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from benchmarks.advice import tried
from games import Game, find_game
from games.core.game import Estimate
from games.core.moves import Move

TOMOE = find_game("tomoe")

DECISIONS, TOLD = 10, 0.1
"""How many are played out of those at which advice is told to be better by so much."""


def gained(game: Game) -> float:
    """Give by how much advice that is clearly better was better, on the mean."""
    came: list[float] = []
    number = 0
    while len(came) < DECISIONS:
        found = tried(game, "easy", 3, 0.2, 1, f"advice {number}", TOLD, 1)
        came += [one.happened for one in found]
        number += 1
    return sum(came) / len(came)


def test_what_is_advised_is_better_than_the_next_best() -> None:
    assert gained(TOMOE) > 0.05


def test_bad_advice_would_be_seen() -> None:
    def wrong(view: Any, legal: Sequence[Move], *args: Any) -> Sequence[Estimate]:
        best, *others = TOMOE.assess(view, legal, *args)
        first = replace(others[0], worth=best.worth) if others else best
        return [first, replace(best, worth=others[0].worth), *others[1:]] if others else [best]

    assert gained(replace(TOMOE, assess=wrong)) < -0.03
