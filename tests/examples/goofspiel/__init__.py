"""Goofspiel: all players bid a card in secret, and the highest bid wins the prize (goofspiel.md)."""

from games.core.game import Game
from tests.examples.goofspiel.presenter import GoofspielPresenter
from tests.examples.goofspiel.rules import Goofspiel
from tests.examples.goofspiel.strategy import advise

GOOFSPIEL = Game(
    rules=Goofspiel(), presenter=GoofspielPresenter(), advise=advise, emoji="💎", best_seat_count=3
)
