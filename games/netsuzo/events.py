"""The events of Netsuzo Poker and which viewers may see them (netsuzo.md, What is open)."""

from __future__ import annotations

from games.core.cards import Card
from games.core.events import Event, OpenEvent, OwnCardEvent


class HandDealt(OpenEvent, frozen=True):
    """A hand began with four open cards. Seat ``starter`` declares first."""

    round: int
    starter: int
    open: tuple[Card, ...]


class Declared(OpenEvent, frozen=True):
    """A seat made a declaration."""

    seat: int
    declaration: str


class Accepted(Event, frozen=True):
    """A seat accepted a declaration and took the giver's cards, which only these two seats know."""

    seat: int
    giver: int
    count: int
    cards: tuple[Card, ...]

    def seen_by(self, viewer: int | None) -> Accepted:
        """Return the event as a viewer may see it: without the cards, except for the two seats involved."""
        if viewer == self.seat or viewer == self.giver:
            return self
        return Accepted(self.seat, self.giver, self.count, ())


class Drawn(OwnCardEvent, frozen=True):
    """A seat drew one card."""


class Discarded(OwnCardEvent, frozen=True):
    """A seat discarded one card face down."""


class Reshuffled(OpenEvent, frozen=True):
    """All discards became the new pile, because the old pile was empty."""

    count: int


class NothingToDraw(OpenEvent, frozen=True):
    """A seat drew no card, because both pile and discards were empty."""

    seat: int


class Showdown(OpenEvent, frozen=True):
    """A declaration was rejected and the hand was shown.

    Args:
        declaration: the declaration, in notation.
        caller: the seat that declared it.
        rejecter: the seat that rejected it.
        hand: the cards of ``caller``.
        open: the four open cards.
        is_true: whether the declaration was true.
        loser: the seat that lost a red chip. If it is the caller, the rejecter gained a blue chip.
    """

    declaration: str
    caller: int
    rejecter: int
    hand: tuple[Card, ...]
    open: tuple[Card, ...]
    is_true: bool
    loser: int


class Eliminated(OpenEvent, frozen=True):
    """A seat lost its last red chip and is out."""

    seat: int
