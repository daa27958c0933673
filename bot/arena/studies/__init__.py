"""How a learner of the arena looks at each game: with eyes of its own, never those of our players."""

from bot.arena.studies.bull import BullStudy
from bot.arena.studies.lost import LostStudy
from bot.arena.studies.netsuzo import NetsuzoStudy
from bot.arena.studies.study import Study

STUDIES: dict[str, Study] = {"bull": BullStudy(), "lost": LostStudy(), "netsuzo": NetsuzoStudy()}
"""The games in which people lie."""
