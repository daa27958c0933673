"""Tests of undocumented parts of discord.py that sharding uses; they fail if a new version differs."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import discord
import discord.shard
import pytest
import yarl
from discord.backoff import ExponentialBackoff
from discord.gateway import DiscordWebSocket

from bot import sharding, undocumented
from bot.clock import yield_to_loop
from bot.sharding import ShardedTefuda
from tests.bot.test_undocumented import longest_pause, says

SHARDS = 4


class Socket:
    """A gateway connection that receives nothing."""

    open = True

    def __init__(self, shard_id: int) -> None:
        self.shard_id = shard_id

    async def poll_event(self) -> None:
        await asyncio.Event().wait()

    async def close(self, *, code: int = 1000) -> None:
        self.open = False


class Sharded(discord.AutoShardedClient):
    """A client that records its ready shards."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents.none())
        self.heard: list[int] = []

    async def on_shard_ready(self, number: int) -> None:
        self.heard.append(number)


@pytest.fixture
async def client() -> AsyncIterator[Sharded]:
    client = Sharded()
    await client._async_setup_hook()
    yield client
    for line in client.shards.values():
        await line.disconnect()
    for task in client._connection._ready_tasks.values():  # type: ignore[attr-defined]
        task.cancel()


def guild(client: discord.Client, shard: int) -> discord.Guild:
    data: Any = {"id": str(((1 << 20) + shard) << 22), "name": "Club", "unavailable": False}
    return discord.Guild(data=data, state=client._connection)


async def test_shard_connects_with_number_and_count(client: Sharded, monkeypatch: pytest.MonkeyPatch) -> None:
    """One shard connects to the usual gateway with its number and the shard count."""
    calls: list[Any] = []

    async def from_client(client: Any, *, gateway: yarl.URL, shard_id: int, **_: Any) -> Socket:
        calls.append((str(gateway), shard_id))
        return Socket(shard_id)

    monkeypatch.setattr(DiscordWebSocket, "from_client", from_client)
    sharding.set_shard_count(client, SHARDS)
    assert client.shard_count == SHARDS
    assert [guild(client, number).shard_id for number in range(SHARDS)] == [*range(SHARDS)]
    assert client._connection.shard_count == SHARDS  # as ``DiscordWebSocket.from_client`` reads it
    client._reconnect = True  # as ``connect`` sets it first
    await sharding.connect_shard(client, 3)
    assert calls == [("wss://gateway.discord.gg/", 3)]
    assert list(client.shards) == [3]
    assert not client.shards[3].is_closed()


async def test_removed_server_is_forgotten(client: Sharded) -> None:
    """A removed server is unknown to the client until its next event."""
    club = guild(client, 0)
    client._connection._add_guild(club)
    assert client.get_guild(club.id) is club
    sharding.forget_guild(client, club)
    assert client.get_guild(club.id) is None
    assert not client.guilds


async def test_launch_shards_decides_which_shards_connect(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """``AutoShardedClient.connect`` calls ``launch_shards``, which the bot overrides."""

    async def launch_shards(client: Any) -> None:
        raise EOFError("ours is called")

    assert "launch_shards" in vars(ShardedTefuda)
    monkeypatch.setattr(discord.AutoShardedClient, "launch_shards", launch_shards)
    with pytest.raises(EOFError):
        await Sharded().connect()


@pytest.mark.parametrize(("loaded", "heard"), [((), [0, 1]), ((0, 1), [0])], ids=["ours", "the library's"])
async def test_ready_shard_does_not_cancel_another_login(
    client: Sharded, loaded: tuple[int, ...], heard: list[int]
) -> None:
    """The READY event of each shard is handled separately, and the shard's tables get keepers then.

    The library would wait for all shards known from ``launch_shards``, and a second login would cancel that
    wait. The bot's client does not tell the library its shards.
    """
    sharding.set_shard_count(client, 2)
    state: Any = client._connection
    if loaded:
        state.shard_ids = loaded
    state.guild_ready_timeout = 3600.0
    user = {"id": "1", "username": "tefuda", "discriminator": "0", "avatar": None, "global_name": None}
    ready = {"user": user, "guilds": [], "application": {"id": "1", "flags": 0}}
    for number in (0, 1, 0):  # the first logs in again while the second waits for its servers
        state.parse_ready({**ready, "shard": [number, 2]})
        for _ in range(5):
            await yield_to_loop()
    state.guild_ready_timeout = 0.0
    for number, queue in state._ready_states.items():
        queue.put_nowait(guild(client, number))
    for _ in range(20):
        await yield_to_loop()
    assert sorted(client.heard) == heard


def test_delays_between_reconnections_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """A shard uses the backoff class named in its module."""
    monkeypatch.setattr(discord.shard, "ExponentialBackoff", ExponentialBackoff)
    sharding.bound_reconnects()
    assert longest_pause(discord.shard) == 60.0
    assert "ExponentialBackoff" in discord.shard.Shard.__init__.__code__.co_names
    again, failed = undocumented.RECONNECTING
    assert says(discord.shard.Shard._handle_disconnect, again)
    assert says(discord.AutoShardedClient.launch_shard, failed)
