"""Lost Poker, a bluffing game: a seat that completes a hand with its face-up cards loses (lost.md)."""

from games.core.game import Game
from games.lost.lesson import LESSON
from games.lost.presenter import LostPresenter
from games.lost.rules import Lost
from games.lost.strategy import advise, assess
from games.lost.trophies import TROPHIES

LOST_POKER = Game(
    rules=Lost(),
    presenter=LostPresenter(),
    advise=advise,
    has_temperaments=True,
    emoji="🕳️",
    assess=assess,
    lesson=LESSON,
    min_decisions=2,
    trophies=TROPHIES,
)
