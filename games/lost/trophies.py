"""The trophies of Lost Poker."""

from __future__ import annotations

from games.core.trophies import (
    Trophy,
    caught,
    every_game,
    has_judged_well,
    has_won_honestly,
    reaches,
    total,
    won,
)

TROPHIES = (
    Trophy("first", every_game, with_computers=True),
    Trophy("alive", won),
    Trophy("catch", caught),
    Trophy("smooth", reaches("best_lies", 3), tells_lie=True, metal="silver"),
    Trophy("sharp", has_judged_well(3), metal="silver"),
    Trophy("honest", has_won_honestly(3), metal="gold"),
    Trophy("lives", won, 9, in_a_row=True, metal="gold"),
    Trophy("eyes", caught, 80, metal="gold"),
    Trophy("lies", total("lies"), 800, tells_lie=True, metal="gold"),
    Trophy("wins", won, 50, metal="gold"),
)
