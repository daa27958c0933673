"""The value of each playable card, by a tree search over possible deals of the hidden cards."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from games.core.game import Estimate
from games.core.moves import Move
from games.core.search import Node, search
from games.tomoe.state import TomoeView
from games.tomoe.strategy.beliefs import likelihoods, worlds
from games.tomoe.strategy.bits import Hands, bits
from games.tomoe.strategy.outlook import Worths, shares, standing
from games.tomoe.strategy.world import TomoeWorld

LINES, PLAYED = (100, 20_000), 240_000
"""Fewest and most games to simulate, and the total number of cards to play in them at full effort."""
FEW_LINES, FEW_PLAYED = (8, 12), 200
"""The values of ``LINES`` and ``PLAYED`` for the level ``easy``, which searches only briefly."""
EXPLORE = 0.3
"""Exploration constant: how strongly the search prefers rarely tried moves."""
CLOSE = 0.001
"""A move counts as equal to the best if its value is lower by less than this."""


def judge(view: TomoeView, effort: float, rng: random.Random) -> dict[int, float]:
    """Return the value of each legal card: the expected share of opponents that the seat beats in the match.

    The keys are cards as bits. ``effort`` is the share of the full thinking time to use, at most 1.0.
    """
    ahead = worlds(view)
    low, high = LINES
    lines = max(low, min(high, int(PLAYED * effort / (3 * ahead[0][0].bit_count()))))
    deals = rng.choices(ahead, likelihoods(view, ahead), k=lines)
    # Likely deals are drawn more often, so the mean over all of them is the estimate.
    tried = look_ahead(view, deals, standing(view).worths, rng)
    most = max(child.visits for child in tried.values())
    # A card that is hardly tried was given up early; it is worth less than its few lines may say.
    values = {
        card: child.reward / child.visits - CLOSE * (1 - child.visits / most) for card, child in tried.items()
    }
    return {card: min(1.0, max(0.0, worth)) for card, worth in values.items()}


def glance(view: TomoeView, rng: random.Random) -> int:
    """Return the best card, as a bit, by a short search that counts only the points of the current game."""
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
    """Return a node of the search tree for each playable card. The keys are cards as bits.

    Args:
        deals: possible hands of all seats, one for each simulated game.
        worths: returns the value of a game for each seat, given the packed points of all seats (see
            ``SHIFT``).
    """
    trick = [bits((card,)) for card in view.trick]
    ace = int(2 * float(view.options["ace"]))
    lines = (TomoeWorld(hands, trick, worths, ace, rng.random) for hands in deals)
    return search(lines, EXPLORE, rng.random)


def choose(estimates: Sequence[Estimate], rng: random.Random) -> Move:
    """Return a random choice among the best moves in ``estimates``, which begins with the best estimate."""
    # A fixed choice could reveal the player's cards.
    best = estimates[0].worth
    return rng.choice([estimate.move for estimate in estimates if estimate.worth > best - CLOSE])
