"""Top Card: everybody plays a card, and the highest takes the trick (topcard.md)."""

from games.core.game import Game
from tests.examples.topcard.presenter import TopCardPresenter
from tests.examples.topcard.rules import TopCard
from tests.examples.topcard.strategy import advise

TOP_CARD = Game(rules=TopCard(), presenter=TopCardPresenter(), advise=advise, emoji="🔝")
