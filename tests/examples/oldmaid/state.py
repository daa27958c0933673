"""Positions and views of Old Maid (oldmaid.md, What is open)."""

from games.core.cards import Card
from games.core.rules import State, View
from tests.examples.oldmaid.events import CardDrawn


class OldMaidState(State, frozen=True, kw_only=True):
    """A position: by seat the hand, in the order of its places, and the pairs laid down; the last draw."""

    hands: tuple[tuple[Card, ...], ...]
    laid: tuple[tuple[Card, ...], ...]
    drawn: CardDrawn | None = None

    def places(self) -> object:
        """Hands and pairs: the whole deck is dealt."""
        return self.hands, self.laid


class OldMaidView(View, frozen=True, kw_only=True):
    """What a seat knows: sizes of hands, pairs, the last draw, whose hand is drawn from, its own hand."""

    sizes: tuple[int, ...]
    laid: tuple[tuple[Card, ...], ...]
    drawn: CardDrawn | None
    owner: int | None
    hand: tuple[Card, ...] = ()
