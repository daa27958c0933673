"""The trophies of Old Maid."""

from games.core.trophies import Trophy, finished, won

TROPHIES = (
    Trophy("first", finished, with_computers=True),
    Trophy("escape", won, 5, in_a_row=True, metal="silver"),
)
