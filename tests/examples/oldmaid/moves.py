"""The one move of Old Maid: drawing a card by its place (oldmaid.md, A turn)."""

from games.core.moves import Move


class Draw(Move, frozen=True):
    """Draw from the left neighbour's hand; places are counted from 1."""

    place: int

    def __str__(self) -> str:
        return f"draw {self.place}"


DRAWS = tuple(Draw(place) for place in range(1, 15))
"""No hand is longer once its pairs are laid down: a card of each rank, and the joker."""
BY_TEXT = {str(draw): draw for draw in DRAWS}
