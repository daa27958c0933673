"""Lost Poker: make a hand in the cards before somebody else, and none before yourself (lost.md)."""

from games.core.game import Game
from games.lost.lesson import LESSON
from games.lost.player import advise, assess
from games.lost.presenter import LostPresenter
from games.lost.rules import Lost

LOST_POKER = Game(
    rules=Lost(),
    presenter=LostPresenter(),
    advise=advise,
    has_temperaments=True,
    emoji="🕳️",
    assess=assess,
    lesson=LESSON,
)
