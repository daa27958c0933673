"""Events: the public or secret effects of a move. Each event class decides which viewers may see it."""

from __future__ import annotations

from typing import TypeVar

import msgspec
from msgspec.structs import replace

from games.core.cards import Card

E = TypeVar("E", bound="Event")
C = TypeVar("C", bound="OwnCardEvent")


class Event(msgspec.Struct, frozen=True, gc=False, tag=True):
    """An effect of a move. Subclasses are named in the past tense (``CardPlayed``).

    By default no viewer may see an event. Subclasses override ``seen_by``.
    """

    def seen_by(self, viewer: int | None) -> Event | None:
        """Return the event without the parts that a viewer may not see; ``None`` to hide the event.

        The viewer is a seat, or a spectator (``None``).
        """
        return None


class OpenEvent(Event, frozen=True):
    """An event that everybody may see in full."""

    def seen_by(self: E, viewer: int | None) -> E:
        """Return the whole event, for every viewer."""
        return self


class OwnCardEvent(Event, frozen=True):
    """An event about a card that only its seat knows. Other viewers see the event without the card."""

    seat: int
    card: Card

    def seen_by(self: C, viewer: int | None) -> C:
        """Return the event. The card is removed if the viewer is another seat or a spectator."""
        return self if viewer == self.seat else replace(self, card="")


def find_event(events: tuple[Event, ...], kind: type[E]) -> E | None:
    """Return the first event of the class ``kind`` among the events of a move; ``None`` if there is none."""
    return next((event for event in events if isinstance(event, kind)), None)


def visible_events(events: tuple[Event, ...], viewer: int | None) -> tuple[Event, ...]:
    """Return the events that a viewer may see, each without its hidden parts.

    If everybody may see all events in full, the same tuple object is returned.
    """
    for event in events:
        if not isinstance(event, OpenEvent):
            seen = [each.seen_by(viewer) for each in events]
            return tuple([each for each in seen if each is not None])
    return events
