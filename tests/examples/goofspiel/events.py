"""The events of Goofspiel and which viewers may see them (goofspiel.md, What is open)."""

from games.core.cards import Card
from games.core.events import OpenEvent, OwnCardEvent


class CardBid(OwnCardEvent, frozen=True):
    """A seat bid a card face down. Other seats see that it did, but not the card."""


class BidsShown(OpenEvent, frozen=True):
    """All bids were turned up. ``winner`` won the prizes; ``None`` if several bids were highest."""

    bids: tuple[Card, ...]
    prizes: tuple[Card, ...]
    winner: int | None
