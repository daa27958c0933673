"""The routes of Discord's HTTP API for the events of a server: an appointment is one, too.

The requests bear the bot's token, each in a turn; errors as ``bot.wire.errors`` says.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import msgspec

from bot.wire.limits import Route
from bot.wire.transport import Transport, read

EXTERNAL, GUILD_ONLY = 3, 2
"""Discord's type of an event that is in none of its voice channels, and the one level of privacy."""

ACTIVE, COMPLETED = 2, 3
"""Discord's states of an event that has begun, and that is over."""


class About(msgspec.Struct, frozen=True):
    """What an event says, in 100 characters (the description: 1000), and its times, Unix milliseconds.

    Discord wants an end of every such event.
    """

    name: str
    description: str
    location: str
    starts_at: int
    ends_at: int


class Found(msgspec.Struct, frozen=True):
    """An event of a server."""

    id: str
    creator_id: str | None = None
    description: str | None = None


async def events_of(transport: Transport, guild_id: int) -> list[Found]:
    """List the events of a server that are to come or under way."""
    reply = await transport.ask(Route.EVENT, guild_id, "event", "GET", _path(guild_id))
    return read(reply, list[Found])


async def make_event(transport: Transport, guild_id: int, about: About) -> int:
    """Make an event; return its id. Nothing keeps a second request from making another one."""
    body: dict[str, Any] = {
        "name": about.name,
        "description": about.description,
        "privacy_level": GUILD_ONLY,
        "entity_type": EXTERNAL,
        "entity_metadata": {"location": about.location},
        "scheduled_start_time": _iso(about.starts_at),
        "scheduled_end_time": _iso(about.ends_at),
    }
    reply = await transport.ask(Route.EVENT, guild_id, "event", "POST", _path(guild_id), body)
    return int(read(reply, Found).id)


async def turn_event(transport: Transport, guild_id: int, event_id: int, status: int) -> None:
    """Let an event of the bot begin, or be over."""
    path = f"{_path(guild_id)}/{event_id}"
    await transport.ask(Route.EVENT, guild_id, "event", "PATCH", path, {"status": status})


async def delete_event(transport: Transport, guild_id: int, event_id: int) -> None:
    """Take an event of the bot away."""
    await transport.ask(Route.EVENT, guild_id, "event", "DELETE", f"{_path(guild_id)}/{event_id}")


def _path(guild_id: int) -> str:
    return f"/guilds/{guild_id}/scheduled-events"


def _iso(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).isoformat()
