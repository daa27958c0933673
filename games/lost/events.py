"""What happens in Lost Poker, in the past tense, and who may see it (lost.md, What is open)."""

from __future__ import annotations

from games.core.cards import Card
from games.core.events import Event, OpenEvent, OwnCardEvent
from games.lost.hands import JOKER


class HandsDealt(OpenEvent, frozen=True):
    """Every seat took ``size`` cards."""

    first: int
    size: int


class FieldLaid(OpenEvent, frozen=True):
    """A seat has laid its first three cards, face down."""

    seat: int


class FieldsShown(OpenEvent, frozen=True):
    """All first fields were turned up."""

    fields: tuple[tuple[Card, ...], ...]


class CardPlayed(OpenEvent, frozen=True):
    """A card went face down to another seat."""

    seat: int
    target: int
    claim: str


class CardJudged(OpenEvent, frozen=True):
    """A played card was turned up after ``trust`` or ``doubt``.

    Args:
        seat: who played it.
        target: who judged it.
        claim: what was said of it.
        answer: ``trust`` or ``doubt``.
        card: what it was.
        is_right: whether the answer was.
        taker: who took it, to the field; a joker judged rightly to the hand.
    """

    seat: int
    target: int
    claim: str
    answer: str
    card: Card
    is_right: bool
    taker: int


class CardTaken(Event, frozen=True):
    """A played card went to the lost pile of who should have judged it; both seats know it, nobody else."""

    seat: int
    target: int
    claim: str
    card: Card

    def seen_by(self, viewer: int | None) -> CardTaken:
        """Hide the card from those who have not seen it."""
        if viewer in (self.seat, self.target):
            return self
        return CardTaken(self.seat, self.target, self.claim, "")


class LostVoided(OpenEvent, frozen=True):
    """A lost was declared on the joker, which went to the declarer's field instead."""

    seat: int
    target: int
    claim: str

    @property
    def card(self) -> Card:
        """The card that was played: no other makes a lost void."""
        return JOKER


class CardPlaced(OpenEvent, frozen=True):
    """A seat laid a card of its hand in its own field, for its lost."""

    seat: int
    card: Card


class HandCardLost(OwnCardEvent, frozen=True):
    """A card went from a hand to the owner's lost pile, unseen by the others."""


class FieldCardLost(OpenEvent, frozen=True):
    """A card went from a field to the owner's lost pile and another one took its place."""

    seat: int
    card: Card
    placed: Card


class JokerTakenBack(OpenEvent, frozen=True):
    """A seat took the joker of its field into its hand for two cards."""

    seat: int
    cards: tuple[Card, ...]


class Passed(OpenEvent, frozen=True):
    """A seat could do nothing."""

    seat: int


class Eliminated(OpenEvent, frozen=True):
    """A seat is out.

    Args:
        seat: who.
        reason: ``hand`` (no card left), or the hand that its field makes.
        cards: the four cards of that hand.
    """

    seat: int
    reason: str
    cards: tuple[Card, ...] = ()


OUTCOMES = (CardJudged, CardTaken, LostVoided)
"""How a claim may end."""
