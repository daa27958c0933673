"""Netsuzo Poker: declare a poker hand, true or not; the neighbour believes or rejects it (netsuzo.md)."""

from games.core.game import Game
from games.netsuzo.lesson import LESSON
from games.netsuzo.presenter import NetsuzoPresenter
from games.netsuzo.rules import Netsuzo
from games.netsuzo.strategy import advise, assess
from games.netsuzo.trophies import TROPHIES

NETSUZO = Game(
    rules=Netsuzo(),
    presenter=NetsuzoPresenter(),
    advise=advise,
    has_temperaments=True,
    resolution=0.04,
    emoji="🎭",
    assess=assess,
    lesson=LESSON,
    min_decisions=2,
    trophies=TROPHIES,
)
