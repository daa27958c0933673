"""Tandem: two teams of two; a team is as strong as the weaker of its two cards (tandem.md)."""

from games.core.game import Game
from tests.examples.tandem.presenter import TandemPresenter
from tests.examples.tandem.rules import Tandem
from tests.examples.tandem.strategy import advise

TANDEM = Game(rules=Tandem(), presenter=TandemPresenter(), advise=advise, emoji="🚲")
