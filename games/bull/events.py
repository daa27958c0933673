"""The events of Porker Bull. All of them are public (bull.md, What is open)."""

from __future__ import annotations

from games.core.cards import Card
from games.core.events import OpenEvent


class HandsDealt(OpenEvent, frozen=True):
    """A round began. ``sizes`` has the number of cards of each seat, 0 for seats that are out."""

    round: int
    caller: int
    sizes: tuple[int, ...]


class Called(OpenEvent, frozen=True):
    """A seat made a call."""

    seat: int
    call: str


class Showdown(OpenEvent, frozen=True):
    """A call was challenged and all hands were shown.

    Args:
        call: the call, in notation.
        caller: the seat that made the call.
        challenger: the seat that challenged it.
        hands: the cards of all seats.
        is_good: whether the call was true.
        loser: the seat that lost the round.
        evidence: the cards that support the call.
    """

    call: str
    caller: int
    challenger: int
    hands: tuple[tuple[Card, ...], ...]
    is_good: bool
    loser: int
    evidence: tuple[Card, ...]


class Eliminated(OpenEvent, frozen=True):
    """A seat lost its last chance and is out of the game."""

    seat: int
