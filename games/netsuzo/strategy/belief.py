"""How far a declaration is believed: hands that make it speak for it, the others for a lie."""

from __future__ import annotations

import math
from collections.abc import Sequence

from games.netsuzo.moves import BY_NOTATION, LADDER, Declare
from games.netsuzo.possible import is_exact
from games.netsuzo.state import NetsuzoView
from games.netsuzo.strategy.worlds import World

FORCED_LIE, FREE_LIE = 0.06, 0.02
"""How likely a particular lie is, next to a truth: where no true declaration was left, where one was."""


def height(view: NetsuzoView, back: int) -> int:
    """Find where the declarations began that were higher than the one ``back`` places before the end."""
    claims = view.declared
    return LADDER.start_above(BY_NOTATION[claims[-back][1]]) if len(claims) >= back else 0


def honesty(view: NetsuzoView, worlds: Sequence[World]) -> tuple[float, float]:
    """Weigh the last declaration.

    Args:
        view: the view of the seat that answers it.
        worlds: hands that its declarer may hold.

    Returns:
        How likely it is to be true, and how likely the seat could go higher with the hand it would take over.
    """
    claim, exact = BY_NOTATION[view.declared[-1][1]], is_exact(view)
    before, now = height(view, 2), height(view, 1)
    true, false, able = 0.5, 0.5 * FORCED_LIE, 0.0
    for world in worlds:
        if world.makes(claim, exact):
            weight = 1.0
            true += weight
        else:
            weight = FREE_LIE if world.height > before else FORCED_LIE
            false += weight
        able += weight * (World((*world.cards, *view.hand)).height > now)
    return true / (true + false), able / (true + false)


def doubt(claim: Declare, worlds: Sequence[World], exact: bool) -> float:
    """Estimate how likely the left neighbour is to reject a declaration, who sees only the open cards."""
    seen = 0.25 + sum(world.makes(claim, exact) for world in worlds)
    belief = seen / (seen + FORCED_LIE * (len(worlds) - seen))
    return 1 / (1 + math.exp(8 * (belief - 0.55)))
