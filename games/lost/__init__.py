"""Lost Poker: make a hand in the cards before somebody else, and none before yourself (lost.md)."""

from games.core.game import Game
from games.lost.face import LostFace
from games.lost.player import advise
from games.lost.rules import Lost

LOST_POKER = Game(rules=Lost(), face=LostFace(), advise=advise)
