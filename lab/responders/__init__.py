"""The features by which a learner describes each game, independent of those of our computer players."""

from lab.responders.bull import BullStudy
from lab.responders.lost import LostStudy
from lab.responders.netsuzo import NetsuzoStudy
from lab.responders.study import Study

STUDIES: dict[str, Study] = {"bull": BullStudy(), "lost": LostStudy(), "netsuzo": NetsuzoStudy()}
"""Studies of the games with claims, by game id."""
