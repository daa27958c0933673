"""The computer players of Tomoefuda: they count the cards, deal the unseen ones in every way, and search.

They differ in foresight. ``easy`` tries a few lines of play to the end of the game. ``normal`` looks closely,
but at the running trick alone: it knows who can win it, and plans nothing beyond (``strategy.search``).
``hard`` reckons with what others would have played, looks ahead with the match in mind, and solves the end of
each game (``strategy.strong``).
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import NamedTuple

from games.core.game import Estimate
from games.core.moves import Move
from games.tomoe.moves import PLAYS, Play
from games.tomoe.state import TomoeView
from games.tomoe.strategy import strong
from games.tomoe.strategy.counting import worlds
from games.tomoe.strategy.search import BIT, CARD_OF, bits, search


class Foresight(NamedTuple):
    """How far a player looks that thinks briefly.

    Attributes:
        lines: how many lines of play it tries, at least and at most.
        played: about how many cards they may have together, if each goes to the end of the game.
        tricks: how many tricks a line has, the running one included; ``None`` for all that are left.
    """

    lines: tuple[int, int]
    played: int
    tricks: int | None


FORESIGHT = {"easy": Foresight((8, 12), 200, None), "normal": Foresight((50, 200), 3_600, 1)}


def advise(
    view: TomoeView, legal: Sequence[Move], level: str, rng: random.Random, effort: float = 1.0
) -> Move:
    """Choose a card; arguments as for every computer player (``games.core.game.Advise``)."""
    if len(legal) == 1:
        return legal[0]
    if level in ("hard", "expert"):
        return strong.choose(assess(view, legal, (), rng, effort), rng)
    ahead = worlds(view)
    cards_left = sum(hand.bit_count() for hand in ahead[0])
    look = FORESIGHT[level]
    low, high = look.lines
    lines = max(low, min(high, look.played // cards_left))
    trick = [bits((card,)) for card in view.trick]
    weights = search(ahead, trick, float(view.options["ace"]), lines, rng, look.tricks)
    return PLAYS[CARD_OF[max(weights, key=weights.__getitem__)]]


def assess(
    view: TomoeView, legal: Sequence[Move], also: Sequence[Move], rng: random.Random, effort: float = 1.0
) -> list[Estimate]:
    """Say what every legal card is worth; arguments as for all games (``games.core.game.Assess``)."""
    judged = strong.judge(view, effort, rng)
    found = []
    for move in legal:
        assert isinstance(move, Play)
        found.append(Estimate(move, judged[BIT[move.card]]))
    return sorted(found, key=lambda estimate: -estimate.worth)
