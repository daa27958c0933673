"""What has happened, and who may see it: nobody, unless the event says so itself."""

from __future__ import annotations

from typing import TypeVar

import msgspec
from msgspec.structs import replace

from games.core.cards import Card

E = TypeVar("E", bound="Event")
C = TypeVar("C", bound="OwnCardEvent")


class Event(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Something that has happened, in the past tense; subclasses are plain nouns' verbs (``CardPlayed``).

    An event says itself who may see it, in ``seen_by``. One that does not say so is shown to nobody.
    """

    def seen_by(self, viewer: int | None) -> Event | None:
        """Give what a seat, or a spectator (``None``), witnessed: all of it, a part of it, or nothing."""
        return None


class OpenEvent(Event, frozen=True):
    """An event that everybody sees as it is."""

    def seen_by(self: E, viewer: int | None) -> E:
        """Show it."""
        return self


class OwnCardEvent(Event, frozen=True):
    """An event about a card that its seat alone knows; the others see that it happened, and no card."""

    seat: int
    card: Card

    def seen_by(self: C, viewer: int | None) -> C:
        """Hide the card from the others."""
        return self if viewer == self.seat else replace(self, card="")


def find_event(events: tuple[Event, ...], kind: type[E]) -> E | None:
    """Find the first event of a kind among those that a move has brought about."""
    return next((event for event in events if isinstance(event, kind)), None)


def witnessed(events: tuple[Event, ...], viewer: int | None) -> tuple[Event, ...]:
    """Leave of events what a viewer witnessed of them; the very same tuple when all of them are open."""
    for event in events:
        if not isinstance(event, OpenEvent):
            seen = [each.seen_by(viewer) for each in events]
            return tuple([each for each in seen if each is not None])
    return events
