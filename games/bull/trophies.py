"""The trophies of Porker Bull."""

from __future__ import annotations

from collections.abc import Callable

from games.bull.moves import CALL_ORDERS
from games.core.trophies import (
    PlayedPart,
    Trophy,
    every_game,
    exposed_lies,
    games_judged_well,
    games_with_bid,
    honest_wins,
    wins,
)


def _has_called(counter: str, lowest_kind: str) -> Callable[[PlayedPart], int]:
    # In games with wild twos the counter has another name.
    return games_with_bid(
        {counter: CALL_ORDERS[False].bids, f"{counter}_wild": CALL_ORDERS[True].bids}, lowest_kind
    )


def _won_lying(played: PlayedPart) -> int:
    return int(played.has_won and played.facts.get("lies", 0) >= 5)


def _won_without_lost_round(played: PlayedPart) -> int:
    # A game against a single opponent does not count.
    return int(played.has_won and not played.is_shared and not played.score and len(played.opponents) > 1)


TROPHIES = (
    Trophy("first", every_game, with_computers=True),
    Trophy("catch", exposed_lies),
    Trophy("liar", _won_lying, tells_lie=True, metal="silver"),
    Trophy("sharp", games_judged_well(3), metal="silver"),
    Trophy("truth", _has_called("best_truth", "full"), metal="silver"),
    Trophy("bluff", _has_called("best_bluff", "full"), tells_lie=True, metal="silver"),
    Trophy("honest", honest_wins(3), metal="gold"),
    Trophy("clean", _won_without_lost_round, metal="gold"),
    Trophy("eyes", exposed_lies, 250, metal="gold"),
    Trophy("wins", wins, 50, metal="gold"),
)
