"""Tomoefuda: a trick game for three players in which the second strongest card wins (tomoe.md)."""

from games.core.game import LEVELS, Game
from games.tomoe.lesson import LESSON
from games.tomoe.presenter import TomoePresenter
from games.tomoe.rules import Tomoe
from games.tomoe.strategy import advise, assess
from games.tomoe.trophies import TROPHIES

TOMOE = Game(
    rules=Tomoe(),
    presenter=TomoePresenter(),
    advise=advise,
    emoji="🌀",
    assess=assess,
    lesson=LESSON,
    best_seat_count=3,
    levels=LEVELS[:2],
    min_decisions=6,
    trophies=TROPHIES,
)
