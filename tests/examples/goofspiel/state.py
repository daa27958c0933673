"""Events, positions and views of Goofspiel (goofspiel.md, What is open)."""

from games.core.cards import NUMBERS, Card, CardGroup, own_card_groups
from games.core.events import OpenEvent, OwnCardEvent
from games.core.rules import State, View


class CardBid(OwnCardEvent, frozen=True):
    """A seat bid a card face down. Other seats see the event without the card."""


class BidsShown(OpenEvent, frozen=True):
    """All bids were turned up. ``winner`` won the prizes; ``None`` if several bids were highest."""

    bids: tuple[Card, ...]
    prizes: tuple[Card, ...]
    winner: int | None


def worth(card: Card) -> int:
    """Return the value of a card, from 1 to 13; 0 for no card."""
    return 1 + "A23456789TJQK".index(NUMBERS.rank[card]) if card else 0


class GoofspielState(State, frozen=True, kw_only=True):
    """A position: prizes to come (``stock``) and turned up (``up``); the other cards by seat."""

    stock: tuple[Card, ...]
    up: tuple[Card, ...] = ()
    hands: tuple[tuple[Card, ...], ...]
    bids: tuple[Card, ...]
    spent: tuple[tuple[Card, ...], ...]
    won: tuple[tuple[Card, ...], ...]
    shown: BidsShown | None = None

    def card_groups(self) -> tuple[CardGroup, ...]:
        """Return hands and bids as their seats' groups, prizes to come as secret, all else as public."""
        own = own_card_groups(zip(self.hands, self.bids, strict=True))
        return (*own, CardGroup(self.stock), CardGroup((self.up, self.spent, self.won), None))


class GoofspielView(View, frozen=True, kw_only=True):
    """The facts that one seat knows: public cards, the number of prizes ``left``, its own hand and bid."""

    left: int
    up: tuple[Card, ...]
    spent: tuple[tuple[Card, ...], ...]
    won: tuple[tuple[Card, ...], ...]
    shown: BidsShown | None
    hand: tuple[Card, ...] = ()
    bid: Card = ""
