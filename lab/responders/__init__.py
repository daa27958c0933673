"""Learners that measure how far the computer players can be exploited, and for each game the features by
which the learners describe a decision.

These features are independent of the features that the computer players themselves use.
"""

from lab.responders.bull import BullStudy
from lab.responders.lost import LostStudy
from lab.responders.netsuzo import NetsuzoStudy
from lab.responders.study import Study

STUDIES: dict[str, Study] = {"bull": BullStudy(), "lost": LostStudy(), "netsuzo": NetsuzoStudy()}
"""The features and values of each game with claims, by game id."""
