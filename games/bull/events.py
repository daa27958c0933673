"""What happens in Porker Bull; all of it in the open (bull.md, What is open)."""

from __future__ import annotations

from games.core.cards import Card
from games.core.events import OpenEvent


class HandsDealt(OpenEvent, frozen=True):
    """A round began; ``sizes`` are the cards of each seat, 0 for who is out."""

    round: int
    caller: int
    sizes: tuple[int, ...]


class Called(OpenEvent, frozen=True):
    """A seat made a call."""

    seat: int
    call: str


class Showdown(OpenEvent, frozen=True):
    """A call was challenged and all hands were shown; ``evidence`` are the cards that speak for it."""

    call: str
    caller: int
    challenger: int
    hands: tuple[tuple[Card, ...], ...]
    is_good: bool
    loser: int
    evidence: tuple[Card, ...]


class Eliminated(OpenEvent, frozen=True):
    """A seat lost its last chance and is out."""

    seat: int
