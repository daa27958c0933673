"""How a learner of the arena looks at each game: with eyes of its own, never those of our players."""

from lab.responders.bull import BullStudy
from lab.responders.lost import LostStudy
from lab.responders.netsuzo import NetsuzoStudy
from lab.responders.study import Study

STUDIES: dict[str, Study] = {"bull": BullStudy(), "lost": LostStudy(), "netsuzo": NetsuzoStudy()}
"""The games in which people lie."""
