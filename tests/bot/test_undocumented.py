"""Tests of undocumented parts of discord.py that the bot uses; they fail if a new version differs."""

from __future__ import annotations

import ast
import asyncio
import runpy
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import aiohttp
import discord
import discord.client
import discord.shard
import pytest
import yarl
from discord.backoff import ExponentialBackoff
from discord.gateway import DiscordWebSocket

from bot import undocumented
from bot.clock import breathe
from bot.sharding import ShardedTefuda
from tests.bot.people import Stage
from tests.test_architecture import imports, name, sources, tree

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


# --- undocumented names that the bot uses ------------------------------------------------------------------


async def test_client_ws_tells_if_the_connection_is_open(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """``Client.ws`` is ``None`` or a socket whose ``open`` is true while connected."""
    assert isinstance(DiscordWebSocket.open, property)
    assert not undocumented.is_line_open(discord.Client(intents=discord.Intents.none()))
    assert undocumented.is_line_open(stage.bot)
    monkeypatch.setattr(stage.bot.ws, "open", False)
    assert not undocumented.is_line_open(stage.bot)


async def test_shard_connects_with_number_and_count(client: Sharded, monkeypatch: pytest.MonkeyPatch) -> None:
    """One shard connects to the usual gateway with its number and the shard count."""
    calls: list[Any] = []

    async def from_client(client: Any, *, gateway: yarl.URL, shard_id: int, **_: Any) -> Socket:
        calls.append((str(gateway), shard_id))
        return Socket(shard_id)

    monkeypatch.setattr(DiscordWebSocket, "from_client", from_client)
    undocumented.set_shard_count(client, SHARDS)
    assert client.shard_count == SHARDS
    assert [guild(client, number).shard_id for number in range(SHARDS)] == [*range(SHARDS)]
    assert client._connection.shard_count == SHARDS  # as ``DiscordWebSocket.from_client`` reads it
    client._reconnect = True  # as ``connect`` sets it first
    await undocumented.connect_shard(client, 3)
    assert calls == [("wss://gateway.discord.gg/", 3)]
    assert list(client.shards) == [3]
    assert not client.shards[3].is_closed()


async def test_removed_server_is_forgotten(client: Sharded) -> None:
    """A removed server is unknown to the client until its next event."""
    club = guild(client, 0)
    client._connection._add_guild(club)
    assert client.get_guild(club.id) is club
    undocumented.forget_guild(client, club)
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
    undocumented.set_shard_count(client, 2)
    state: Any = client._connection
    if loaded:
        state.shard_ids = loaded
    state.guild_ready_timeout = 3600.0
    user = {"id": "1", "username": "tefuda", "discriminator": "0", "avatar": None, "global_name": None}
    ready = {"user": user, "guilds": [], "application": {"id": "1", "flags": 0}}
    for number in (0, 1, 0):  # the first logs in again while the second waits for its servers
        state.parse_ready({**ready, "shard": [number, 2]})
        for _ in range(5):
            await breathe()
    state.guild_ready_timeout = 0.0
    for number, queue in state._ready_states.items():
        queue.put_nowait(guild(client, number))
    for _ in range(20):
        await breathe()
    assert sorted(client.heard) == heard


@pytest.mark.parametrize("module", [discord.client, discord.shard])
def test_delays_between_reconnections_are_bounded(module: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both kinds of clients use the backoff class named in their module."""
    monkeypatch.setattr(discord.client, "ExponentialBackoff", ExponentialBackoff)
    monkeypatch.setattr(discord.shard, "ExponentialBackoff", ExponentialBackoff)
    undocumented.bound_reconnects()
    pauses = [pause.delay() for pause in [module.ExponentialBackoff()] for _ in range(200)]
    assert max(pauses) == undocumented.LONGEST_PAUSE
    makers = (discord.Client.connect, discord.shard.Shard.__init__)
    assert all("ExponentialBackoff" in maker.__code__.co_names for maker in makers)
    constants = [
        constant
        for maker in (
            discord.Client.connect,
            discord.shard.Shard._handle_disconnect,
            discord.AutoShardedClient.launch_shard,
        )
        for constant in maker.__code__.co_consts
    ]
    assert all(
        any(str(constant).startswith(words) for constant in constants) for words in undocumented.RECONNECTING
    )


def test_missing_part_of_aiohttp_ends_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a part that checks requests, the bot does not start."""
    monkeypatch.delattr(aiohttp.ClientRequest, "write_bytes")
    with pytest.raises(ImportError, match=r"ClientRequest\.write_bytes"):
        runpy.run_path(str(HOME))


# --- no other undocumented names --------------------------------------------------------------------------

HOME = Path(undocumented.__file__)

DOCUMENTED = {"discord", "discord.app_commands", "discord.ui", "discord.utils", "discord.abc"}
"""Modules in the library's documentation."""

UNPROMISED = {"http", "ws", "launch_shard", "gateway", "get_websocket", "is_ws_ratelimited"}
"""Undocumented names without an underscore."""


@pytest.fixture
def private() -> set[str]:
    """Return the library's names with one leading underscore, of all classes that the bot uses."""
    client = discord.AutoShardedClient(intents=discord.Intents.none())
    things: list[Any] = [client, client._connection, client.http, discord.app_commands.CommandTree(client)]
    kinds: list[Any] = [discord.Interaction, discord.InteractionResponse, discord.Message, discord.Guild]
    kinds += [discord.Member, discord.TextChannel, discord.Thread, discord.app_commands.Command]
    words = {word for thing in (*things, *kinds, discord.Permissions) for word in dir(thing)}
    return {word for word in words if word.startswith("_") and not word.startswith("__")}


def undocumented_uses(path: Path, private: set[str]) -> list[str]:
    """Return the undocumented names that a file uses or overrides."""
    modules = {module for module in imports(path) if module.split(".")[0] == "discord"}
    if not modules:
        return []
    found_imports = [
        f"{name(path)} imports {module}" for module in modules - DOCUMENTED if module in sys.modules
    ]
    for node in ast.walk(tree(path)):
        word = getattr(node, "attr", None) or getattr(node, "name", None)
        if isinstance(node, ast.Attribute | ast.FunctionDef | ast.AsyncFunctionDef) and (
            word in private | UNPROMISED
        ):
            found_imports.append(f"{name(path)}:{node.lineno} uses {word}")
    return found_imports


async def test_completion_is_answered_once(client: Sharded) -> None:
    """After ``count_as_answered`` the library regards a completion as answered and sends nothing."""
    data: Any = {"id": "1", "application_id": "1", "type": 4, "token": "x", "version": 1}
    data["attachment_size_limit"] = 0
    interaction = discord.Interaction[Any](data=data, state=client._connection)
    assert not interaction.response.is_done()
    undocumented.count_as_answered(interaction)
    assert interaction.response.is_done()


def test_other_undocumented_names_are_unused(private: set[str]) -> None:
    """Every undocumented name that a file uses has a test in this module."""
    assert not [
        stray for path in sources("bot") if path != HOME for stray in undocumented_uses(path, private)
    ]
    report = "\n".join(undocumented_uses(HOME, private))  # the search finds known uses
    for word in ("discord.gateway", "_connection", "ws", "launch_shard", "_remove_guild"):
        assert word in report
