"""Events, positions and views of Netsuzo Poker (netsuzo.md, section "What is open")."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from games.core.cards import Card, CardGroup, own_card_groups
from games.core.events import Event, OpenEvent, OwnCardEvent
from games.core.rules import State, View
from games.netsuzo.moves import BY_NOTATION, Declare


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
    """A seat accepted a declaration and took the cards of the seat ``giver``. Only these two know the
    cards.
    """

    seat: int
    giver: int
    count: int
    cards: tuple[Card, ...]

    def seen_by(self, viewer: int | None) -> Accepted:
        """Return the event as a viewer may see it: with the cards only for the two seats involved."""
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
    """A declaration was rejected, and the hand was shown."""

    declaration: str
    caller: int  # the declaring seat
    rejecter: int
    hand: tuple[Card, ...]  # the cards of ``caller``
    open: tuple[Card, ...]
    is_true: bool
    # The seat that lost a red chip. If that was ``caller``, ``rejecter`` gained a blue chip.
    loser: int


class Eliminated(OpenEvent, frozen=True):
    """A seat lost its last red chip and is out."""

    seat: int


# --- positions and views ---------------------------------------------------------------------------------


Hands: TypeAlias = tuple[tuple[Card, ...], ...]
"""One tuple of cards for each seat."""

Stage: TypeAlias = Literal["deal", "declare", "answer", "giver-draws", "discard", "taker-draws", "over"]
"""The stage of a hand. Chance acts at ``deal`` and, if the pile is empty, at the two draws."""


class Variant(msgspec.Struct, frozen=True):
    """The options of a table."""

    reds: int  # red chips (lives) of each seat at the start
    blues: int  # blue chips (points) that win
    # Whether five cards must make exactly the declared hand. Otherwise a better hand is enough.
    exact: bool


class NetsuzoState(State, frozen=True, kw_only=True):
    """A position of Netsuzo Poker."""

    variant: Variant
    stage: Stage
    reds: tuple[int, ...]  # red chips of each seat; a seat without any is out
    blues: tuple[int, ...]
    out: tuple[int, ...] = ()  # in order of elimination
    round: int = 1  # the number of the hand
    turn: int  # the seat that must declare, or that made the declaration to answer
    open: tuple[Card, ...] = ()  # the four face-up cards in the middle
    hands: Hands
    pile: tuple[Card, ...] = ()  # the draw pile, top card first
    discards: tuple[Card, ...] = ()  # in the order of discarding
    reshuffles: int = 0  # of this hand
    declared: tuple[tuple[int, Declare], ...] = ()  # the seat and declaration, of this hand
    passed: Hands  # all cards that each seat has passed on in this hand
    last_pass: Hands  # the cards that each seat passed on most recently in this hand
    tossed: Hands  # the cards that each seat has discarded in this hand, in order
    shown: Showdown | None = None

    def card_groups(self) -> tuple[CardGroup, ...]:
        """Return all cards in groups, with the seats that may see each group."""
        # After a showdown the declared hand is known to all seats.
        hands = list(own_card_groups(self.hands))
        if self.shown is not None and self.stage in ("deal", "over"):
            hands[self.shown.caller] = CardGroup(self.shown.hand, None)
        return (*hands, CardGroup(self.open, None), CardGroup(self.pile), CardGroup(self.discards))

    @property
    def last(self) -> Declare | None:
        """The declaration to beat or to answer; ``None`` before the first declaration."""
        return self.declared[-1][1] if self.declared else None


class NetsuzoView(View, frozen=True, kw_only=True):
    """The part of a position that one seat may know. Fields are named as in ``NetsuzoState``."""

    stage: Stage
    round: int
    turn: int
    reds: tuple[int, ...]
    blues: tuple[int, ...]
    out: tuple[int, ...]
    open: tuple[Card, ...]
    sizes: tuple[int, ...]  # number of cards in each hand
    pile: int  # number of cards in the draw pile
    discards: int  # number of discarded cards
    reshuffles: int
    declared: tuple[tuple[int, str], ...]
    shown: Showdown | None
    hand: tuple[Card, ...] = ()
    passed: tuple[Card, ...] = ()
    last_pass: tuple[Card, ...] = ()
    tossed: tuple[Card, ...] = ()
    # All hands; empty until the game is over.
    all_hands: Hands = ()
    # The draw pile; empty until the game is over.
    pile_cards: tuple[Card, ...] = ()
    # The discarded cards; empty until the game is over.
    discard_cards: tuple[Card, ...] = ()

    @property
    def last(self) -> Declare | None:
        """The declaration to beat or to answer; ``None`` before the first declaration."""
        return BY_NOTATION[self.declared[-1][1]] if self.declared else None

    @property
    def gone(self) -> tuple[int, ...]:
        """The eliminated seats."""
        return self.out
