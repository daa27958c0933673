"""Three Cards Trick Poker: win battles with the best hand of three cards (trick3.md)."""

from games.core.game import LEVELS, Game
from games.trick3.lesson import LESSON
from games.trick3.presenter import Trick3Presenter
from games.trick3.rules import Trick3
from games.trick3.strategy import advise, assess
from games.trick3.trophies import TROPHIES

TRICK3 = Game(
    rules=Trick3(),
    presenter=Trick3Presenter(),
    advise=advise,
    emoji="⚔️",
    assess=assess,
    lesson=LESSON,
    levels=LEVELS[:2],
    min_decisions=6,
    trophies=TROPHIES,
)
