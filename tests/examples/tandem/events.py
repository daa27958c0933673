"""The events of Tandem. All of them are public (tandem.md, What is open)."""

from games.core.cards import Card
from games.core.events import OpenEvent


class CardPlayed(OpenEvent, frozen=True):
    """A seat played a card."""

    seat: int
    card: Card


class TrickTaken(OpenEvent, frozen=True):
    """A team won a trick. ``winner`` is the seat with its higher card, which leads next."""

    cards: tuple[Card, ...]
    leader: int
    winner: int
