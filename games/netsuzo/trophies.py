"""The trophies of Netsuzo Poker."""

from __future__ import annotations

from games.core.trophies import (
    PlayedPart,
    Trophy,
    caught,
    every_game,
    has_bid,
    has_won_honestly,
    people_met,
    won,
)
from games.netsuzo.moves import LADDER


def _won_lying(played: PlayedPart) -> int:
    facts = played.facts
    return int(played.has_won and facts.get("lies", 0) >= 3 and not facts.get("lies_caught", 0))


TROPHIES = (
    Trophy("first", every_game, with_computers=True),
    Trophy("win", won),
    Trophy("catch", caught),
    Trophy("bluff", has_bid({"best_bluff": LADDER.bids}, "quads"), tells_lie=True, metal="silver"),
    Trophy("truth", has_bid({"best_truth": LADDER.bids}, "full"), metal="silver"),
    Trophy("crowd", people_met(4), metal="silver"),
    Trophy("liar", _won_lying, tells_lie=True, metal="silver"),
    Trophy("honest", has_won_honestly(2), metal="gold"),
    Trophy("eyes", caught, 80, metal="gold"),
    Trophy("wins", won, 40, metal="gold"),
)
