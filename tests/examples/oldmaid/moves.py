"""The only move of Old Maid: draw a card by its place (oldmaid.md, A turn)."""

from games.core.moves import Move


class Draw(Move, frozen=True):
    """Draw the card at a place of the left neighbour's hand, counted from 1."""

    place: int

    def __str__(self) -> str:
        return f"draw {self.place}"


DRAWS = tuple(Draw(place) for place in range(1, 15))
"""All possible moves. A hand without pairs has at most one card of each rank and the joker."""
BY_TEXT = {str(draw): draw for draw in DRAWS}
