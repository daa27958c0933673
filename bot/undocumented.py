"""All that the bot uses of discord.py and that its documentation does not promise; nothing else may.

Each has a test that says what broke (tests/bot/test_undocumented.py), and pyproject.toml bounds the version.
``ShardedTefuda`` besides overrides ``AutoShardedClient.launch_shards``, which connects all shards at once.
"""

from __future__ import annotations

from typing import Any

import discord
from discord.gateway import DiscordWebSocket


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


def forget_guild(client: discord.Client, guild: discord.Guild) -> None:
    """Forget a server until Discord tells of it anew; ``_connection._remove_guild``."""
    client._connection._remove_guild(guild)
