"""Porker Bull, a game of bluffing about the poker hands that all dealt cards together contain (bull.md)."""

from games.bull.lesson import LESSON
from games.bull.presenter import BullPresenter
from games.bull.rules import Bull
from games.bull.strategy import advise, assess
from games.bull.trophies import TROPHIES
from games.core.game import Game

BULL = Game(
    rules=Bull(),
    presenter=BullPresenter(),
    advise=advise,
    has_temperaments=True,
    emoji="🐂",
    assess=assess,
    lesson=LESSON,
    trophies=TROPHIES,
)
