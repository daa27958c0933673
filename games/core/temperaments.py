"""Temperaments of computer players: preferences among moves that are nearly equally good."""

from __future__ import annotations

import msgspec


class Temperament(msgspec.Struct, frozen=True):
    """The preferences of a computer player, each from -1 (dislikes) to 1 (likes)."""

    name: str
    sign: str  # an emoji that is shown after the player's name
    doubt: float = 0.0  # preference for challenging claims
    lie: float = 0.0  # preference for claims that are false or may be
    height: float = 0.0  # preference for claims that are far stronger than the claim to beat

    def bonus(self, max_bonus: float, *, doubt: float = 0.0, lie: float = 0.0, height: float = 0.0) -> float:
        """Return what this temperament adds to a move's estimated value; negative for a disliked move.

        Args:
            max_bonus: the largest possible bonus, in the game's own unit of value.
            doubt: 1 for challenging a claim, -1 for believing it.
            lie: from -1 (surely true) to 1 (surely a lie).
            height: from -1 (the weakest possible claim) to 1 (the strongest).
        """
        liked = self.doubt * doubt + self.lie * lie + self.height * height
        return max_bonus * max(-1.0, min(1.0, liked))


EVEN = Temperament("even", "")
"""The temperament without preferences."""

TEMPERAMENTS = (
    Temperament("bold", "🔥", doubt=0.25, lie=0.25, height=1.0),
    Temperament("careful", "🐢", lie=-1.0, height=-0.5),
    Temperament("tricky", "🦊", doubt=-0.25, lie=1.0),
)
"""The temperaments that computer players can have."""
