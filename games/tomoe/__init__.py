"""Tomoefuda: a trick game for three in which the second strongest card wins (tomoe.md)."""

from games.core.game import Game
from games.tomoe.face import TomoeFace
from games.tomoe.player import advise
from games.tomoe.rules import Tomoe

TOMOE = Game(rules=Tomoe(), face=TomoeFace(), advise=advise)
