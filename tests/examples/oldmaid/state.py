"""Positions and views of Old Maid (oldmaid.md, What is open)."""

from games.core.cards import Card, Place, own_places
from games.core.rules import State, View
from tests.examples.oldmaid.events import CardDrawn


class OldMaidState(State, frozen=True, kw_only=True):
    """A position: by seat the hand, in the order of its places, and the pairs laid down; the last draw."""

    hands: tuple[tuple[Card, ...], ...]
    laid: tuple[tuple[Card, ...], ...]
    drawn: CardDrawn | None = None

    def places(self) -> tuple[Place, ...]:
        """Hands, and the pairs in the open: the whole deck is dealt."""
        return (*own_places(self.hands), Place(self.laid, None))


class OldMaidView(View, frozen=True, kw_only=True):
    """What a seat knows: sizes of hands, pairs, the last draw, whose hand is drawn from, its own hand."""

    sizes: tuple[int, ...]
    laid: tuple[tuple[Card, ...], ...]
    drawn: CardDrawn | None
    owner: int | None
    hand: tuple[Card, ...] = ()
