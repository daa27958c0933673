"""The trophies of Porker Bull."""

from __future__ import annotations

from collections.abc import Callable

from games.bull.moves import LADDERS
from games.core.trophies import (
    PlayedPart,
    Trophy,
    caught,
    finished,
    has_judged_well,
    has_won_honestly,
    won,
)


def _has_called(fact: str, kind: str) -> Callable[[PlayedPart], int]:
    """Return a function that returns 1 if a person made a high enough call in a game, otherwise 0.

    Args:
        fact: the counter with the number of the person's highest call, ``best_bluff`` or ``best_truth``.
        kind: the lowest kind of call that is high enough, such as ``full``.
    """
    # In games with wild twos the counter has another name.
    least = {
        f"{fact}{'_wild' * wild}": 1 + next(i for i, bid in enumerate(ladder.bids) if bid.kind == kind)
        for wild, ladder in LADDERS.items()
    }
    return lambda played: int(any(played.facts.get(name, 0) >= number for name, number in least.items()))


def _won_lying(played: PlayedPart) -> int:
    return int(played.has_won and played.facts.get("lies", 0) >= 5)


def _unscathed(played: PlayedPart) -> int:
    """Return 1 if a person beat at least two opponents and lost no round, otherwise 0."""
    return int(played.has_won and not played.is_shared and not played.score and len(played.opponents) > 1)


TROPHIES = (
    Trophy("first", finished, with_computers=True),
    Trophy("catch", caught),
    Trophy("liar", _won_lying, tells_lie=True, metal="silver"),
    Trophy("sharp", has_judged_well(3), metal="silver"),
    Trophy("truth", _has_called("best_truth", "full"), metal="silver"),
    Trophy("bluff", _has_called("best_bluff", "full"), tells_lie=True, metal="silver"),
    Trophy("honest", has_won_honestly(3), metal="gold"),
    Trophy("clean", _unscathed, metal="gold"),
    Trophy("eyes", caught, 250, metal="gold"),
    Trophy("wins", won, 50, metal="gold"),
)
