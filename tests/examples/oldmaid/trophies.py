"""The trophies of Old Maid."""

from games.core.trophies import Trophy, every_game, wins

TROPHIES = (
    Trophy("first", every_game, with_computers=True),
    Trophy("escape", wins, 5, in_a_row=True, metal="silver"),
)
