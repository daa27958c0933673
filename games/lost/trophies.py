"""The trophies of Lost Poker."""

from __future__ import annotations

from games.core.trophies import (
    Trophy,
    every_game,
    exposed_lies,
    games_judged_well,
    games_reaching,
    honest_wins,
    sum_of,
    wins,
)

TROPHIES = (
    Trophy("first", every_game, with_computers=True),
    Trophy("alive", wins),
    Trophy("catch", exposed_lies),
    Trophy("smooth", games_reaching("best_lies", 3), tells_lie=True, metal="silver"),
    Trophy("sharp", games_judged_well(3), metal="silver"),
    Trophy("honest", honest_wins(3), metal="gold"),
    Trophy("lives", wins, 9, in_a_row=True, metal="gold"),
    Trophy("eyes", exposed_lies, 80, metal="gold"),
    Trophy("lies", sum_of("lies"), 800, tells_lie=True, metal="gold"),
    Trophy("wins", wins, 50, metal="gold"),
)
