"""Netsuzo Poker: declare a poker hand, true or not, and be believed or not (netsuzo.md)."""

from games.core.game import Game
from games.netsuzo.lesson import LESSON
from games.netsuzo.player import advise
from games.netsuzo.presenter import NetsuzoPresenter
from games.netsuzo.rules import Netsuzo

NETSUZO = Game(rules=Netsuzo(), presenter=NetsuzoPresenter(), advise=advise, emoji="🎭", lesson=LESSON)
