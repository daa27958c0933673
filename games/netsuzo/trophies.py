"""The trophies of Netsuzo Poker."""

from __future__ import annotations

from collections.abc import Callable

from games.core.trophies import (
    PlayedPart,
    Trophy,
    caught,
    every_game,
    has_won_honestly,
    people_met,
    reaches,
    won,
)
from games.netsuzo.moves import LADDER


def _has_declared(counter: str, lowest_kind: str) -> Callable[[PlayedPart], int]:
    """Return a function that returns 1 if a person's counter has a declaration of ``lowest_kind`` or higher,
    otherwise 0.

    ``counter`` is ``best_bluff`` (the highest lie) or ``best_truth`` (the highest true declaration).
    """
    return reaches(counter, 1 + next(i for i, bid in enumerate(LADDER.bids) if bid.kind == lowest_kind))


def _won_lying(played: PlayedPart) -> int:
    facts = played.facts
    return int(played.has_won and facts.get("lies", 0) >= 3 and not facts.get("lies_caught", 0))


TROPHIES = (
    Trophy("first", every_game, with_computers=True),
    Trophy("win", won),
    Trophy("catch", caught),
    Trophy("bluff", _has_declared("best_bluff", "quads"), tells_lie=True, metal="silver"),
    Trophy("truth", _has_declared("best_truth", "full"), metal="silver"),
    Trophy("crowd", people_met(4), metal="silver"),
    Trophy("liar", _won_lying, tells_lie=True, metal="silver"),
    Trophy("honest", has_won_honestly(2), metal="gold"),
    Trophy("eyes", caught, 80, metal="gold"),
    Trophy("wins", won, 40, metal="gold"),
)
