"""Tandem: two teams of two; a team is as strong as the weaker of its two cards (tandem.md)."""

from games.core.game import Game
from tests.examples.tandem.player import advise
from tests.examples.tandem.presenter import TandemPresenter
from tests.examples.tandem.rules import Tandem

TANDEM = Game(rules=Tandem(), presenter=TandemPresenter(), advise=advise, emoji="🚲")
