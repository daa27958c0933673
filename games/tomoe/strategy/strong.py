"""The value of each playable card, by a tree search over possible deals of the hidden cards."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from games.core.game import Estimate
from games.core.moves import Move
from games.core.search import Node, search
from games.tomoe.state import TomoeView
from games.tomoe.strategy.beliefs import deal_probabilities, possible_deals
from games.tomoe.strategy.bits import CardBit, HandBits, bits
from games.tomoe.strategy.match_value import PackedPoints, SeatValues, match_estimator, point_shares
from games.tomoe.strategy.world import TomoeWorld

LINES, PLAYED = (100, 20_000), 240_000
"""Fewest and most games to simulate, and the total number of cards to play in them at full effort."""
FEW_LINES, FEW_PLAYED = (8, 12), 200
"""The values of ``LINES`` and ``PLAYED`` for the level ``easy``, which searches only briefly."""
EXPLORE = 0.3
"""Exploration constant: how strongly the search prefers rarely tried moves."""
CLOSE = 0.001
"""A move counts as equal to the best if its value is lower by less than this."""


def card_values(view: TomoeView, effort: float, rng: random.Random) -> dict[CardBit, float]:
    """Return the value of each legal card: the expected share of opponents beaten in the match.

    Args:
        effort: share of the full thinking time to use, at most 1.0.
    """
    possible = possible_deals(view)
    low, high = LINES
    lines = max(low, min(high, int(PLAYED * effort / (3 * possible[0][0].bit_count()))))
    deals = rng.choices(possible, deal_probabilities(view, possible), k=lines)
    # Likely deals are drawn more often, so the mean over all of them is the estimate.
    tried = search_deals(view, deals, match_estimator(view).values, rng)
    most = max(child.visits for child in tried.values())
    # A card that is hardly tried was given up early; it is worth less than its few lines may say.
    values = {
        card: child.reward / child.visits - CLOSE * (1 - child.visits / most) for card, child in tried.items()
    }
    return {card: min(1.0, max(0.0, value)) for card, value in values.items()}


def quick_card(view: TomoeView, rng: random.Random) -> CardBit:
    """Return the best card by a short search that counts only the points of the current game."""
    possible = possible_deals(view)
    low, high = FEW_LINES
    lines = max(low, min(high, FEW_PLAYED // (3 * possible[0][0].bit_count())))
    tried = search_deals(view, rng.choices(possible, k=lines), point_shares, rng)
    return max(tried, key=lambda card: tried[card].visits + tried[card].reward / (tried[card].visits + 1))


def search_deals(
    view: TomoeView,
    deals: Sequence[HandBits],
    values: Callable[[PackedPoints], SeatValues],
    rng: random.Random,
) -> dict[CardBit, Node]:
    """Simulate games, and return the search tree's node for each playable card.

    Args:
        deals: the hands of all seats in each simulated game.
        values: returns the value of a finished game for each seat.
    """
    trick = [bits((card,)) for card in view.trick]
    ace = int(2 * float(view.options["ace"]))
    lines = (TomoeWorld(hands, trick, values, ace, rng.random) for hands in deals)
    return search(lines, EXPLORE, rng.random)


def choose(estimates: Sequence[Estimate], rng: random.Random) -> Move:
    """Return a random move among the best ones. ``estimates`` begins with the best estimate."""
    # A fixed choice could reveal the player's cards.
    best = estimates[0].expected_share
    return rng.choice([estimate.move for estimate in estimates if estimate.expected_share > best - CLOSE])
