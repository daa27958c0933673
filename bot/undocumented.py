"""All that the bot uses of discord.py and that its documentation does not promise; nothing else may.

Each has a test that says what broke (tests/bot/test_undocumented.py), and pyproject.toml bounds the version.
``ShardedTefuda`` besides overrides ``AutoShardedClient.launch_shards``, which connects all shards at once.
"""

from __future__ import annotations

from typing import Any

import discord
import discord.client
import discord.shard
from discord.backoff import ExponentialBackoff
from discord.gateway import DiscordWebSocket

LONGEST_PAUSE = 60.0
"""Limit, in seconds, of the pause between two tries to reach Discord; the library's own is 17 minutes."""

RECONNECTING = ("Attempting a reconnect", "Failed to connect for shard_id")
"""How the library's log messages begin, with a traceback each, about a connection that it will try again."""


def is_line_open(client: discord.Client) -> bool:
    """Tell whether the one line to Discord is open; ``Client.ws`` and its ``open``."""
    socket: DiscordWebSocket | None = client.ws
    return socket is not None and bool(socket.open)


def divide(client: discord.AutoShardedClient, count: int) -> None:
    """Say how many shards there are in all, before any of them is connected; ``_connection.shard_count``."""
    client.shard_count = client._connection.shard_count = count


async def connect_shard(client: discord.AutoShardedClient, number: int) -> None:
    """Connect one shard; ``AutoShardedClient.launch_shard`` and ``DiscordWebSocket.DEFAULT_GATEWAY``."""
    await client.launch_shard(DiscordWebSocket.DEFAULT_GATEWAY, number)


def count_as_answered(interaction: discord.Interaction[Any]) -> None:
    """Keep the library from answering a completion once more; ``InteractionResponse._response_type``."""
    interaction.response._response_type = discord.InteractionResponseType.autocomplete_result


class BoundedBackoff(ExponentialBackoff[bool]):
    """The library's pauses between two tries to reach Discord, none longer than ``LONGEST_PAUSE``."""

    def delay(self) -> float:
        """Return the next pause in seconds."""
        return min(super().delay(), LONGEST_PAUSE)


def bound_reconnects() -> None:
    """Bound the pauses of all clients; the name ``ExponentialBackoff`` in two modules of the library."""
    for module in (discord.client, discord.shard):
        module.ExponentialBackoff = BoundedBackoff  # type: ignore[attr-defined]


def forget_guild(client: discord.Client, guild: discord.Guild) -> None:
    """Forget a server until Discord tells of it anew; ``_connection._remove_guild``."""
    client._connection._remove_guild(guild)
