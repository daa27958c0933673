"""Events: the public or secret effects of a move. Each class decides which viewers may see its events."""

from __future__ import annotations

from typing import TypeVar

import msgspec
from msgspec.structs import replace

from games.core.cards import Card

E = TypeVar("E", bound="Event")
C = TypeVar("C", bound="OwnCardEvent")


class Event(msgspec.Struct, frozen=True, gc=False, tag=True):
    """An effect of a move, such as ``CardPlayed``. By default no viewer may see it."""

    def seen_by(self, viewer: int | None) -> Event | None:
        """Return the event as a viewer may see it; ``None`` if it is hidden from this viewer.

        Args:
            viewer: a seat, or ``None`` for a spectator.
        """
        return None


class OpenEvent(Event, frozen=True):
    """An event that everybody may see in full."""

    def seen_by(self: E, viewer: int | None) -> E:
        """Return the whole event."""
        return self


class OwnCardEvent(Event, frozen=True):
    """An event about a card that only one seat may see. Other viewers see the event without the card."""

    seat: int
    card: Card

    def seen_by(self: C, viewer: int | None) -> C:
        """Return the event, without the card if the viewer is not the event's seat."""
        return self if viewer == self.seat else replace(self, card="")


def find_event(events: tuple[Event, ...], kind: type[E]) -> E | None:
    """Return the first event of a class; ``None`` if there is none."""
    return next((event for event in events if isinstance(event, kind)), None)


def visible_events(events: tuple[Event, ...], viewer: int | None) -> tuple[Event, ...]:
    """Return the events of a move as a viewer may see them, without the hidden ones.

    Args:
        viewer: a seat, or ``None`` for a spectator.
    """
    for event in events:
        if not isinstance(event, OpenEvent):
            seen = [each.seen_by(viewer) for each in events]
            return tuple([each for each in seen if each is not None])
    return events
