"""What the cards of a hand are worth: lines of play in the deals that may be, searched."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from games.core.game import Estimate
from games.core.moves import Move
from games.core.search import Node, search
from games.tomoe.state import TomoeView
from games.tomoe.strategy.beliefs import likelihoods, worlds
from games.tomoe.strategy.bits import Hands, bits
from games.tomoe.strategy.line import Line
from games.tomoe.strategy.outlook import Worths, shares, standing

LINES, PLAYED = (100, 20_000), 240_000
"""Numbers of lines of play simulated, at least and at most; number of cards played in all at full effort."""
FEW_LINES, FEW_PLAYED = (8, 12), 200
"""The same for who looks at little."""
EXPLORE = 0.3
"""How much a line that has been tried little is worth trying."""
CLOSE = 0.001
"""Moves that are worth so little less than the best are as good as it."""


def judge(view: TomoeView, effort: float, rng: random.Random) -> dict[int, float]:
    """Say what each legal card (a bit) is worth to the viewer, which is to act.

    Args:
        view: what is known.
        effort: how much of its full thinking to do.
        rng: where chance comes from.

    Returns:
        The share of opponents that will be beaten in the match, as expected, 0 to 1.
    """
    ahead = worlds(view)
    low, high = LINES
    lines = max(low, min(high, int(PLAYED * effort / (3 * ahead[0][0].bit_count()))))
    deals = rng.choices(ahead, likelihoods(view, ahead), k=lines)
    tried = look_ahead(view, deals, standing(view).worths, rng)
    most = max(child.visits for child in tried.values())
    # A card that is hardly tried was given up early; it is worth less than its few lines may say.
    found = {
        card: child.reward / child.visits - CLOSE * (1 - child.visits / most) for card, child in tried.items()
    }
    return {card: min(1.0, max(0.0, worth)) for card, worth in found.items()}


def glance(view: TomoeView, rng: random.Random) -> int:
    """Try a few lines of play for the points of the running game; give the card that goes best."""
    ahead = worlds(view)
    low, high = FEW_LINES
    lines = max(low, min(high, FEW_PLAYED // (3 * ahead[0][0].bit_count())))
    tried = look_ahead(view, rng.choices(ahead, k=lines), shares, rng)
    return max(tried, key=lambda card: tried[card].visits + tried[card].reward / (tried[card].visits + 1))


def look_ahead(
    view: TomoeView,
    deals: Sequence[Hands],
    worths: Callable[[int], Worths],
    rng: random.Random,
) -> dict[int, Node]:
    """Search, a line of play in each deal; arguments as for ``Line``, the result as for ``search``."""
    trick = [bits((card,)) for card in view.trick]
    ace = int(2 * float(view.options["ace"]))
    lines = (Line(hands, trick, worths, ace, rng.random) for hands in deals)
    return search(lines, EXPLORE, rng.random)


def choose(estimates: Sequence[Estimate], rng: random.Random) -> Move:
    """Choose one of the moves that are as good as the best; which one tells nobody anything."""
    best = estimates[0].worth
    return rng.choice([estimate.move for estimate in estimates if estimate.worth > best - CLOSE])
