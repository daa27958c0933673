"""Requests for Discord's scheduled events, which announce planned lobbies.

The requests use the bot's token. Callers wait for the rate limit (``Transport.permit``) first. Failed
requests raise the errors of ``bot.wire.errors``.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import msgspec

from bot.wire.limits import Route
from bot.wire.transport import Transport, decode_response

EXTERNAL = 3
GUILD_ONLY = 2
"""Discord's type of an event outside of its voice channels, and its only privacy level."""

ACTIVE = 2
COMPLETED = 3
"""Discord's states of an event that has begun, and of one that is over."""


class EventDetails(msgspec.Struct, frozen=True):
    """The content of a scheduled event. Times are Unix milliseconds."""

    name: str
    description: str
    location: str
    starts_at: int
    ends_at: int  # required by Discord for an event at a location


class ScheduledEvent(msgspec.Struct, frozen=True):
    """A scheduled event of a server."""

    id: str
    creator_id: str | None = None
    description: str | None = None
    scheduled_start_time: datetime | None = None

    @property
    def starts_at(self) -> int | None:
        """When the event begins, in Unix milliseconds."""
        start = self.scheduled_start_time
        return None if start is None else int(start.timestamp() * 1000)


async def load_events(transport: Transport, guild_id: int) -> list[ScheduledEvent]:
    """Return a server's scheduled and running events."""
    reply = await transport.ask(Route.EVENT, guild_id, "event", "GET", _path(guild_id))
    return decode_response(reply, list[ScheduledEvent])


async def create_event(transport: Transport, guild_id: int, about: EventDetails) -> int:
    """Create a scheduled event on a server, and return its id."""
    body: dict[str, Any] = {
        "name": about.name,
        "description": about.description,
        "privacy_level": GUILD_ONLY,
        "entity_type": EXTERNAL,
        "entity_metadata": {"location": about.location},
        **_times(about),
    }
    reply = await transport.ask(Route.EVENT, guild_id, "event", "POST", _path(guild_id), body)
    return int(decode_response(reply, ScheduledEvent).id)


async def set_event_status(transport: Transport, guild_id: int, event_id: int, status: int) -> None:
    """Set the status of one of the bot's events to ``ACTIVE`` or ``COMPLETED``."""
    path = f"{_path(guild_id)}/{event_id}"
    await transport.ask(Route.EVENT, guild_id, "event", "PATCH", path, {"status": status})


async def change_event_time(transport: Transport, guild_id: int, event_id: int, about: EventDetails) -> None:
    """Set the start and the end of one of the bot's events. Everything else stays."""
    path = f"{_path(guild_id)}/{event_id}"
    await transport.ask(Route.EVENT, guild_id, "event", "PATCH", path, _times(about))


async def delete_event(transport: Transport, guild_id: int, event_id: int) -> None:
    """Delete one of the bot's events."""
    await transport.ask(Route.EVENT, guild_id, "event", "DELETE", f"{_path(guild_id)}/{event_id}")


def _path(guild_id: int) -> str:
    return f"/guilds/{guild_id}/scheduled-events"


def _times(about: EventDetails) -> dict[str, str]:
    return {
        "scheduled_start_time": _iso(about.starts_at),
        "scheduled_end_time": _iso(about.ends_at),
    }


def _iso(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).isoformat()
