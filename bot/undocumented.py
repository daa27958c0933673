"""All uses of undocumented parts of discord.py and aiohttp.

Each use has a test that fails when discord.py changes (tests/bot/test_undocumented.py), and pyproject.toml
limits discord.py's version. Those of a bot of several processes are in ``bot.sharding``.
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from typing import Any

import aiohttp
import aiohttp.client_proto
import aiohttp.connector
import discord
import discord.client
from discord.backoff import ExponentialBackoff
from discord.gateway import DiscordWebSocket

LONGEST_PAUSE = 60.0
"""Longest pause between two attempts to reach Discord, in seconds; the library's is 17 minutes."""

RECONNECTING = ("Attempting a reconnect", "Failed to connect for shard_id")
"""Beginnings of the library's log messages, with traceback, about connections that it will retry."""


def is_line_open(client: discord.Client) -> bool:
    """Return whether the connection to Discord is open. Uses ``Client.ws``."""
    socket: DiscordWebSocket | None = client.ws
    return socket is not None and bool(socket.open)


def set_user_agent(client: discord.Client, user_agent: str) -> None:
    """Set the name under which a client's own requests reach Discord. Uses ``HTTPClient.user_agent``."""
    client.http.user_agent = user_agent


def ignore_edits(client: discord.Client) -> None:
    """Leave events about edited messages unread; most are the bot's own. Uses ``ConnectionState.parsers``."""
    del client._connection.parsers["MESSAGE_UPDATE"]


def count_as_answered(interaction: discord.Interaction[Any]) -> None:
    """Keep discord.py from answering an autocompletion. Uses ``InteractionResponse._response_type``."""
    interaction.response._response_type = discord.InteractionResponseType.autocomplete_result


class BoundedBackoff(ExponentialBackoff[bool]):
    """The growing pauses of discord.py between attempts to reconnect, at most ``LONGEST_PAUSE``."""

    def delay(self) -> float:
        """Return the next pause in seconds."""
        return min(super().delay(), LONGEST_PAUSE)


def bound_reconnects() -> None:
    """Make discord.py reconnect after ``LONGEST_PAUSE`` at the latest."""
    discord.client.ExponentialBackoff = BoundedBackoff  # type: ignore[attr-defined, assignment]


# --- aiohttp ------------------------------------------------------------------------------------------------

HOOKS = (
    (aiohttp.ClientRequest, "send"),
    (aiohttp.ClientRequest, "write_bytes"),
    (aiohttp.connector.Connection, "protocol"),
    (aiohttp.client_proto.ResponseHandler, "set_exception"),
)
"""Parts of aiohttp without which a request would be sent unchecked."""

for _kind, _name in HOOKS:
    if not hasattr(_kind, _name):
        raise ImportError(f"this version of aiohttp has no {_kind.__name__}.{_name}, which the bot needs")

last_check: ContextVar[Callable[[], Exception | None]] = ContextVar("last_check", default=lambda: None)
"""Returns the error for which the request of the current task must not be sent; ``None`` if it may be."""


class CheckedRequest(aiohttp.ClientRequest):
    """A request that is checked once more when its connection is open. Uses what ``HOOKS`` lists.

    Opening a connection may take seconds, in which another process may have taken over the server.
    """

    async def send(self, conn: Any) -> aiohttp.ClientResponse:
        """Send the request over an open connection. Called by aiohttp, and again if aiohttp repeats it."""
        if (error := last_check.get()()) is not None:
            raise error
        return await super().send(conn)

    async def write_bytes(self, writer: Any, conn: Any, content_length: int | None = None) -> None:
        """Write the headers and the body. Called by aiohttp in another task, for requests with a body."""
        if (error := last_check.get()()) is not None:
            conn.protocol.set_exception(error)
            return
        await super().write_bytes(writer, conn, content_length)
