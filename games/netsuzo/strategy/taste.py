"""What a temperament likes of declarations and answers."""

from __future__ import annotations

from collections.abc import Mapping

from games.core.moves import Move
from games.core.temperaments import Temperament
from games.netsuzo.moves import LADDER, REJECT, Declare


def tastes(moves: Mapping[Move, bool], temper: Temperament, reach: float) -> dict[Move, float]:
    """Say how much each of some moves is to a temperament's taste.

    Args:
        moves: what may be done, and whether it is a lie.
        temper: of the player.
        reach: as in ``Temperament.taste``.
    """
    places = [LADDER.start_above(move) for move in moves if isinstance(move, Declare)]
    low, span = min(places, default=0), max(places, default=0) - min(places, default=0) or 1
    found: dict[Move, float] = {}
    for move, is_lie in moves.items():
        if isinstance(move, Declare):
            height = 2.0 * (LADDER.start_above(move) - low) / span - 1.0
            found[move] = temper.taste(reach, lie=1.0 if is_lie else -1.0, height=height)
        else:
            found[move] = temper.taste(reach, doubt=1.0 if move == REJECT else -1.0)
    return found
