"""Learners that measure how far the computer players can be exploited, with a ``Study`` for each game."""

from lab.responders.bull import BullStudy
from lab.responders.lost import LostStudy
from lab.responders.netsuzo import NetsuzoStudy
from lab.responders.study import Study

STUDIES: dict[str, Study] = {"bull": BullStudy(), "lost": LostStudy(), "netsuzo": NetsuzoStudy()}
"""The features and values of each game with claims, by game id."""
