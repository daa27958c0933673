"""Market: bid for goods in secret, while dice move their prices (locales/en/market-rules.md)."""

from games.core.game import Game

from .presenter import MarketPresenter
from .rules import Market
from .strategy import advise

MARKET = Game(rules=Market(), presenter=MarketPresenter(), advise=advise, emoji="🫖")
