"""What happens in Tandem; all of it is open (tandem.md, What is open)."""

from games.core.cards import Card
from games.core.events import OpenEvent


class CardPlayed(OpenEvent, frozen=True):
    """A seat played a card."""

    seat: int
    card: Card


class TrickTaken(OpenEvent, frozen=True):
    """A team took a trick, given by seat; ``winner`` is who played its higher card and leads now."""

    cards: tuple[Card, ...]
    leader: int
    winner: int
