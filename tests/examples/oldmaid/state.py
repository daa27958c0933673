"""Positions and views of Old Maid (oldmaid.md, What is open)."""

from games.core.cards import Card, Place, own_places
from games.core.rules import State, View
from tests.examples.oldmaid.events import CardDrawn


class OldMaidState(State, frozen=True, kw_only=True):
    """A position of Old Maid: for each seat its hand in order and its pairs laid down; and the last draw."""

    hands: tuple[tuple[Card, ...], ...]
    laid: tuple[tuple[Card, ...], ...]
    drawn: CardDrawn | None = None

    def places(self) -> tuple[Place, ...]:
        """Return hands as places of their seats, and pairs laid down as public. The whole deck is dealt."""
        return (*own_places(self.hands), Place(self.laid, None))


class OldMaidView(View, frozen=True, kw_only=True):
    """What a seat knows: hand sizes, pairs, the last draw, whose hand is drawn from next, its own hand."""

    sizes: tuple[int, ...]
    laid: tuple[tuple[Card, ...], ...]
    drawn: CardDrawn | None
    owner: int | None
    hand: tuple[Card, ...] = ()
