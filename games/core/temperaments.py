"""Temperaments of computer players: what each likes among moves that are nearly as good as the best.

A player adds to what it thinks a move is worth how much that move is to its taste, and then chooses as ever.
What it adds is bounded by the game (``reach``), so a temperament costs twice that at most. Judgements for
people (``games.core.game.Assess``) know no temperaments.
"""

from __future__ import annotations

import msgspec


class Temperament(msgspec.Struct, frozen=True):
    """What a computer player likes, each from -1 (not at all) to 1 (very much).

    Args:
        name: what it is called.
        sign: what stands behind the name of whoever has it.
        doubt: to doubt others.
        lie: to claim what is not true, or what it does not have.
        height: to claim much more than it must.
    """

    name: str
    sign: str
    doubt: float = 0.0
    lie: float = 0.0
    height: float = 0.0

    def taste(self, reach: float, *, doubt: float = 0.0, lie: float = 0.0, height: float = 0.0) -> float:
        """Say what a move is worth to this temperament beside what it is worth.

        Args:
            reach: what it may be at most, either way, in the game's own measure.
            doubt: 1 for a doubt, -1 for believing.
            lie: 1 for a lie, -1 for what is true; between for what may be either.
            height: 1 for the highest of claims that are open, -1 for the least.
        """
        liked = self.doubt * doubt + self.lie * lie + self.height * height
        return reach * max(-1.0, min(1.0, liked))


EVEN = Temperament("even", "")
"""Likes nothing better than what is worth most."""

TEMPERAMENTS = (
    Temperament("bold", "🔥", doubt=0.25, lie=0.25, height=1.0),
    Temperament("careful", "🐢", lie=-1.0, height=-0.5),
    Temperament("tricky", "🦊", doubt=-0.25, lie=1.0),
)
"""Those that are told apart at a table."""
