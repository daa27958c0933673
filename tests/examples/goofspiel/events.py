"""What happens in Goofspiel, and who sees it (goofspiel.md, What is open)."""

from games.core.cards import Card
from games.core.events import OpenEvent, OwnCardEvent


class CardBid(OwnCardEvent, frozen=True):
    """A seat bid a card face down; the others see that it did."""


class BidsShown(OpenEvent, frozen=True):
    """All bids were turned up; ``winner`` took the prizes, nobody did where it is ``None``."""

    bids: tuple[Card, ...]
    prizes: tuple[Card, ...]
    winner: int | None
