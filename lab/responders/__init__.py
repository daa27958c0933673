"""How a learner sees each game: features of its own, independent of our players'."""

from lab.responders.bull import BullStudy
from lab.responders.lost import LostStudy
from lab.responders.netsuzo import NetsuzoStudy
from lab.responders.study import Study

STUDIES: dict[str, Study] = {"bull": BullStudy(), "lost": LostStudy(), "netsuzo": NetsuzoStudy()}
"""Studies of the games with claims, by game id."""
