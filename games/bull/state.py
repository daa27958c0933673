"""Events, positions and views of Porker Bull (bull.md, section "What is open")."""

from __future__ import annotations

import msgspec

from games.bull.moves import Call
from games.core.cards import Card, CardGroup, own_card_groups
from games.core.events import OpenEvent
from games.core.rules import State, View


class HandsDealt(OpenEvent, frozen=True):
    """A round began. ``sizes`` has each seat's number of cards, 0 for eliminated seats."""

    round: int
    caller: int
    sizes: tuple[int, ...]


class Called(OpenEvent, frozen=True):
    """A seat made a call."""

    seat: int
    call: str


class Showdown(OpenEvent, frozen=True):
    """A call was challenged, and all hands were shown."""

    call: str  # the notation of the call
    caller: int
    challenger: int
    hands: tuple[tuple[Card, ...], ...]
    is_good: bool  # whether the call was true
    loser: int
    evidence: tuple[Card, ...]  # the dealt cards that belong to the called hand


class Eliminated(OpenEvent, frozen=True):
    """A seat is out of the game."""

    seat: int


# --- positions and views ---------------------------------------------------------------------------------


class Variant(msgspec.Struct, frozen=True):
    """The options of a game as truth values."""

    hands_grow: bool  # whether the loser of a round gets a card more; otherwise a card fewer
    wild: bool  # whether twos are wild cards
    ends_at_first_elimination: bool


class BullState(State, frozen=True, kw_only=True):
    """A position of Porker Bull.

    Args:
        out: the eliminated seats, in the order of elimination.
        hands: empty between rounds.
    """

    variant: Variant
    sizes: tuple[int, ...]
    losses: tuple[int, ...]
    out: tuple[int, ...] = ()
    round: int = 1
    caller: int
    hands: tuple[tuple[Card, ...], ...] = ()
    calls: tuple[tuple[int, Call], ...] = ()
    shown: Showdown | None = None

    def card_groups(self) -> tuple[CardGroup, ...]:
        """Return each seat's hand, which only this seat may see until a showdown."""
        if self.hands or self.shown is None:
            return own_card_groups(self.hands)
        return (CardGroup(self.shown.hands, None),)

    @property
    def last(self) -> Call | None:
        """The call to beat; ``None`` if no call has been made."""
        return self.calls[-1][1] if self.calls else None


class BullView(View, frozen=True, kw_only=True):
    """The facts that one seat knows: hand sizes, calls, the last showdown and its own hand.

    Source: bull.md, section "What is open".
    """

    round: int
    caller: int
    sizes: tuple[int, ...]
    losses: tuple[int, ...]
    out: tuple[int, ...]
    calls: tuple[tuple[int, str], ...]
    hand: tuple[Card, ...]
    shown: Showdown | None

    @property
    def gone(self) -> tuple[int, ...]:
        """The eliminated seats, in the order of elimination."""
        return self.out
