"""Porker Bull: bluff about the poker hands among all the cards dealt (bull.md)."""

<<<<<<< HEAD
from games.bull.player import advise, assess
=======
from games.bull.lesson import LESSON
from games.bull.player import advise
>>>>>>> main
from games.bull.presenter import BullPresenter
from games.bull.rules import Bull
from games.core.game import Game

<<<<<<< HEAD
BULL = Game(rules=Bull(), presenter=BullPresenter(), advise=advise, assess=assess, emoji="🐂")
=======
BULL = Game(rules=Bull(), presenter=BullPresenter(), advise=advise, emoji="🐂", lesson=LESSON)
>>>>>>> main
