"""The trophies of Netsuzo Poker."""

from __future__ import annotations

from games.core.trophies import (
    PlayedPart,
    Trophy,
    every_game,
    exposed_lies,
    games_against,
    games_with_bid,
    honest_wins,
    wins,
)
from games.netsuzo.moves import DECLARATION_ORDER


def _won_lying(played: PlayedPart) -> int:
    facts = played.facts
    return int(played.has_won and facts.get("lies", 0) >= 3 and not facts.get("lies_caught", 0))


TROPHIES = (
    Trophy("first", every_game, with_computers=True),
    Trophy("win", wins),
    Trophy("catch", exposed_lies),
    Trophy(
        "bluff",
        games_with_bid({"best_bluff": DECLARATION_ORDER.bids}, "quads"),
        tells_lie=True,
        metal="silver",
    ),
    Trophy("truth", games_with_bid({"best_truth": DECLARATION_ORDER.bids}, "full"), metal="silver"),
    Trophy("crowd", games_against(4), metal="silver"),
    Trophy("liar", _won_lying, tells_lie=True, metal="silver"),
    Trophy("honest", honest_wins(2), metal="gold"),
    Trophy("eyes", exposed_lies, 80, metal="gold"),
    Trophy("wins", wins, 40, metal="gold"),
)
