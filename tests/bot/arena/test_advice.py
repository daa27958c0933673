"""What is advised, played out among our own players: it has to be better than the next best."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from bot.arena.advice import tried
from games import Game, find_game
from games.core.game import Estimate
from games.core.moves import Move

BULL = find_game("bull")
POSITIONS = 200
CLEAR = 0.04
"""From where on a difference that is told can be seen in so many positions."""


def gained(game: Game) -> float:
    """Give by how much advice that is clearly better was better, on the mean."""
    came: list[float] = []
    number = looked_at = 0
    while looked_at < POSITIONS:
        found = list(tried(game, "expert", 2, 1.0, 1, f"advice {number}"))
        came += [one.happened for one in found if one.told > CLEAR]
        looked_at += len(found)
        number += 1
    return sum(came) / len(came)


def test_what_is_advised_is_better_than_the_next_best() -> None:
    """In Porker Bull, where it says so by four in a hundred and more."""
    assert gained(BULL) > 0.03


def test_bad_advice_would_be_seen() -> None:
    """A judge who takes the next best for the best is found out by the same games."""

    def wrong(view: Any, legal: Sequence[Move], *args: Any) -> Sequence[Estimate]:
        assert BULL.assess is not None
        best, *others = BULL.assess(view, legal, *args)
        first = replace(others[0], worth=best.worth) if others else best
        return [first, replace(best, worth=others[0].worth), *others[1:]] if others else [best]

    assert gained(replace(BULL, assess=wrong)) < -0.03
