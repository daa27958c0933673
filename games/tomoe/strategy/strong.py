"""The strong player of Tomoefuda: exact where it can be, far-sighted where it cannot."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import NamedTuple

from games.core.game import Estimate
from games.core.moves import Move
from games.tomoe.state import TomoeView
from games.tomoe.strategy.beliefs import TAKES, likelihoods
from games.tomoe.strategy.counting import worlds
from games.tomoe.strategy.endgame import Endgame, TooManyError
from games.tomoe.strategy.lookahead import EXPLORE, look_ahead
from games.tomoe.strategy.search import Hands, bits
from games.tomoe.strategy.standing import SPREAD, Standing, standing

PLAYED = 240_000
"""About how many cards the lines of play have together at full effort."""
LINES = (100, 20_000)
"""How many lines of play are looked at, at least and at most."""
SOLVED = 7
"""With so many cards in hand, or fewer, solving the game is tried."""
POSITIONS = 40_000
"""How many positions may be solved at full effort, over all deals."""
CLOSE = 0.001
"""Moves that are worth so little less than the best are as good as it."""


class Manner(NamedTuple):
    """What a strong player takes for granted.

    Attributes:
        takes: how often the last player of a trick wins it where it can, rather than to play any card.
        spread: how far a game moves two seats apart, in points.
        explore: how much a line that has been tried little is worth trying.
    """

    takes: float = TAKES
    spread: float = SPREAD
    explore: float = EXPLORE


USUAL = Manner()


def judge(view: TomoeView, effort: float, rng: random.Random, manner: Manner = USUAL) -> dict[int, float]:
    """Say what each legal card (a bit) is worth to the viewer, which is to act.

    Args:
        view: what is known.
        effort: how much of its full thinking to do.
        rng: where chance comes from.
        manner: what is taken for granted.

    Returns:
        The share of opponents that will be beaten in the match, as expected, 0 to 1.
    """
    ahead = worlds(view)
    weights = likelihoods(view, ahead, manner.takes)
    trick = [bits((card,)) for card in view.trick]
    stand, ace = standing(view, manner.spread), float(view.options["ace"])
    cards = ahead[0][0].bit_count()
    found = None
    if cards <= SOLVED:
        found = solve(ahead, weights, trick, stand, ace, int(POSITIONS * effort))
    if found is None:
        low, high = LINES
        rounds = max(low, min(high, int(PLAYED * effort / (3 * cards))))
        tried = look_ahead(ahead, weights, trick, stand, ace, rounds, rng, manner.explore)
        most = max(child.visits for child in tried.values())
        # A card that is hardly tried was given up early; it is worth less than its few lines may say.
        found = {
            card: child.reward / child.visits - CLOSE * (1 - child.visits / most)
            for card, child in tried.items()
        }
    return {card: min(1.0, max(0.0, worth)) for card, worth in found.items()}


def solve(
    ahead: Sequence[Hands],
    weights: Sequence[float],
    trick: Sequence[int],
    stand: Standing,
    ace: float,
    most: int,
) -> dict[int, float] | None:
    """Solve the end of a game in every deal that may be.

    Returns:
        For each legal card what it is worth over all deals; ``None`` when that takes more than ``most``
        positions.
    """
    endgame = Endgame(stand, ace, most)
    found: dict[int, float] = {}
    try:
        for hands, weight in zip(ahead, weights, strict=True):
            for card, worths in endgame.moves(hands, trick).items():
                found[card] = found.get(card, 0.0) + weight * worths[0]
    except TooManyError:
        return None
    return found


def choose(estimates: Sequence[Estimate], rng: random.Random) -> Move:
    """Choose one of the moves that are as good as the best; which one tells nobody anything."""
    best = estimates[0].worth
    return rng.choice([estimate.move for estimate in estimates if estimate.worth > best - CLOSE])
