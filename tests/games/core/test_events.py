"""Who may see an event: nobody, unless it says so."""

from __future__ import annotations

from games.core.events import Event, OpenEvent, witnessed


class Shouted(OpenEvent, frozen=True):
    """Everybody hears this."""


class Whispered(Event, frozen=True):
    """Two seats hear what, the others only that."""

    seat: int
    word: str

    def seen_by(self, viewer: int | None) -> Whispered:
        """Hide the word."""
        return self if viewer == self.seat else Whispered(self.seat, "")


class Thought(Event, frozen=True):
    """Nobody has said who may see this."""

    word: str


def test_an_event_is_seen_as_it_says_itself() -> None:
    """All of it, a part of it, or, where nothing is said, nothing."""
    events = (Shouted(), Whispered(1, "now"), Thought("why"))
    assert witnessed(events, 1) == (Shouted(), Whispered(1, "now"))
    for viewer in (0, None):
        assert witnessed(events, viewer) == (Shouted(), Whispered(1, ""))


def test_open_events_are_passed_on_as_they_are() -> None:
    """Where nothing is hidden nothing is copied, so that views can share it."""
    events = (Shouted(), Shouted())
    assert witnessed(events, None) is events
    assert witnessed((), 0) == ()
