"""What is advised, played out among our own players: it has to be better than the next best."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from bot.arena.advice import tried
from games import GAMES, Game, find_game
from games.core.game import Estimate
from games.core.moves import Move

BULL = find_game("bull")


class Look(NamedTuple):
    """At how many decisions advice is played out, and among whom.

    The more it says that it is better by, the fewer decisions show whether it is. ``make bench`` tries it at
    200 decisions of each game, whatever it says.
    """

    level: str
    seats: int
    effort: float
    decisions: int
    told: float


LOOKS = {
    "bull": Look("expert", 2, 1.0, 600, 0.04),
    "tomoe": Look("easy", 3, 0.05, 10, 0.1),
    "netsuzo": Look("easy", 3, 0.02, 8, 0.2),
    "lost": Look("easy", 3, 1.0, 15, 0.15),
    "trick3": Look("easy", 2, 0.02, 8, 0.25),
}


def gained(game: Game) -> float:
    """Give by how much advice that is clearly better was better, on the mean."""
    look = LOOKS[game.id]
    came: list[float] = []
    number = 0
    while len(came) < look.decisions:
        found = tried(game, look.level, look.seats, look.effort, 1, f"advice {number}", look.told, 1)
        came += [one.happened for one in found]
        number += 1
    return sum(came) / len(came)


def test_every_game_is_looked_at() -> None:
    assert list(LOOKS) == [game.id for game in GAMES]


@pytest.mark.parametrize("game_id", LOOKS)
def test_what_is_advised_is_better_than_the_next_best(game_id: str) -> None:
    """Where it says so clearly."""
    assert gained(find_game(game_id)) > 0.05


def test_bad_advice_would_be_seen() -> None:
    """A judge who takes the next best for the best is found out by the same games."""

    def wrong(view: Any, legal: Sequence[Move], *args: Any) -> Sequence[Estimate]:
        assert BULL.assess is not None
        best, *others = BULL.assess(view, legal, *args)
        first = replace(others[0], worth=best.worth) if others else best
        return [first, replace(best, worth=others[0].worth), *others[1:]] if others else [best]

    assert gained(replace(BULL, assess=wrong)) < -0.03
