"""Positions and views of Goofspiel (goofspiel.md, What is open)."""

from games.core.cards import NUMBERS, Card, Place, own_places
from games.core.rules import State, View
from tests.examples.goofspiel.events import BidsShown


def worth(card: Card) -> int:
    """Say what a card counts, from 1 to 13; 0 for none."""
    return 1 + "A23456789TJQK".index(NUMBERS.rank[card]) if card else 0


class GoofspielState(State, frozen=True, kw_only=True):
    """A position: the prizes to come and up; by seat the hand, the bid (if any), the cards spent and won."""

    stock: tuple[Card, ...]
    up: tuple[Card, ...] = ()
    hands: tuple[tuple[Card, ...], ...]
    bids: tuple[Card, ...]
    spent: tuple[tuple[Card, ...], ...]
    won: tuple[tuple[Card, ...], ...]
    shown: BidsShown | None = None

    def places(self) -> tuple[Place, ...]:
        """A hand and the bid are their owner's, the prizes to come nobody's."""
        own = own_places(zip(self.hands, self.bids, strict=True))
        return (*own, Place(self.stock), Place((self.up, self.spent, self.won), None))


class GoofspielView(View, frozen=True, kw_only=True):
    """What a seat knows: all that lies open, its own hand and bid; ``left`` are the prizes to come."""

    left: int
    up: tuple[Card, ...]
    spent: tuple[tuple[Card, ...], ...]
    won: tuple[tuple[Card, ...], ...]
    shown: BidsShown | None
    hand: tuple[Card, ...] = ()
    bid: Card = ""
