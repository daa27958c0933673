"""The events of Lost Poker and which viewers may see them (lost.md, What is open)."""

from __future__ import annotations

from games.core.cards import Card
from games.core.events import Event, OpenEvent, OwnCardEvent
from games.lost.hands import JOKER


class HandsDealt(OpenEvent, frozen=True):
    """Each seat was dealt ``size`` cards, beginning with seat ``first``."""

    first: int
    size: int


class FieldLaid(OpenEvent, frozen=True):
    """A seat laid its first three cards, face down."""

    seat: int


class FieldsShown(OpenEvent, frozen=True):
    """All first fields were turned face up."""

    fields: tuple[tuple[Card, ...], ...]


class CardPlayed(OpenEvent, frozen=True):
    """A seat played a card face down to another seat with a claim."""

    seat: int
    target: int
    claim: str


class CardJudged(OpenEvent, frozen=True):
    """A played card was turned face up after the answer ``trust`` or ``doubt``.

    Args:
        seat: the seat that played the card.
        target: the seat that judged the claim.
        claim: the claim.
        answer: ``trust`` or ``doubt``.
        card: the card that was turned up.
        is_right: whether the answer was right.
        taker: the seat that took the card into its field, or, for a joker judged rightly, into its hand.
    """

    seat: int
    target: int
    claim: str
    answer: str
    card: Card
    is_right: bool
    taker: int


class CardTaken(Event, frozen=True):
    """The answering seat took a played card out of the game; only the two seats know the card."""

    seat: int
    target: int
    claim: str
    card: Card

    def seen_by(self, viewer: int | None) -> CardTaken:
        """Return the event as a viewer may see it: without the card, except for the two seats involved."""
        if viewer in (self.seat, self.target):
            return self
        return CardTaken(self.seat, self.target, self.claim, "")


class LostVoided(OpenEvent, frozen=True):
    """A seat tried to take the joker out of the game; the joker went to its field instead."""

    seat: int
    target: int
    claim: str

    @property
    def card(self) -> Card:
        """The card that was played, which is always the joker: any other card would have left the game."""
        return JOKER


class CardPlaced(OpenEvent, frozen=True):
    """A seat laid a card of its hand in its field, after taking the played card out of the game."""

    seat: int
    card: Card


class HandCardLost(OwnCardEvent, frozen=True):
    """A seat took a card of its hand out of the game, unseen by the others."""


class FieldCardLost(OpenEvent, frozen=True):
    """A seat took a card of its field out of the game and laid another card in its place."""

    seat: int
    card: Card
    placed: Card


class JokerTakenBack(OpenEvent, frozen=True):
    """A seat took the joker from its field into its hand and laid two cards for it."""

    seat: int
    cards: tuple[Card, ...]


class Passed(OpenEvent, frozen=True):
    """A seat passed, because it had no other legal move."""

    seat: int


class Eliminated(OpenEvent, frozen=True):
    """A seat was eliminated.

    Args:
        seat: the eliminated seat.
        reason: ``hand`` if the seat has no card left, otherwise the kind of hand that its field makes.
        cards: the four cards of that hand.
    """

    seat: int
    reason: str
    cards: tuple[Card, ...] = ()


OUTCOMES = (CardJudged, CardTaken, LostVoided)
"""The events that can end a claim."""
