"""What happens in Netsuzo Poker, and who sees it (netsuzo.md, What is open)."""

from __future__ import annotations

from games.core.cards import Card
from games.core.events import Event, OpenEvent, OwnCardEvent


class HandDealt(OpenEvent, frozen=True):
    """A hand began with four open cards; ``starter`` declares first."""

    round: int
    starter: int
    open: tuple[Card, ...]


class Declared(OpenEvent, frozen=True):
    """A seat made a declaration."""

    seat: int
    declaration: str


class Accepted(Event, frozen=True):
    """A seat accepted; ``cards`` passed from the giver, known to these two only."""

    seat: int
    giver: int
    count: int
    cards: tuple[Card, ...]

    def seen_by(self, viewer: int | None) -> Accepted:
        """Hide the cards from all others."""
        if viewer == self.seat or viewer == self.giver:
            return self
        return Accepted(self.seat, self.giver, self.count, ())


class Drawn(OwnCardEvent, frozen=True):
    """A seat drew one card."""


class Discarded(OwnCardEvent, frozen=True):
    """A seat discarded one card face down."""


class Reshuffled(OpenEvent, frozen=True):
    """The pile had run out, so all discards became the new pile."""

    count: int


class NothingToDraw(OpenEvent, frozen=True):
    """Pile and discards were both empty, so a seat drew nothing."""

    seat: int


class Showdown(OpenEvent, frozen=True):
    """A declaration was rejected and the hand shown.

    Args:
        declaration: what was declared, in notation.
        caller: who declared it.
        rejecter: who rejected it.
        hand: the cards of ``caller``.
        open: the four open cards.
        is_true: whether the declaration was true.
        loser: who lost a red chip; when it is the caller, the rejecter gained a blue one.
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
