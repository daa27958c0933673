"""Tests of undocumented parts of discord.py that the bot uses; they fail if a new version differs."""

from __future__ import annotations

import ast
import runpy
import sys
from pathlib import Path
from typing import Any

import aiohttp
import discord
import discord.client
import discord.shard
import pytest
from discord.backoff import ExponentialBackoff
from discord.gateway import DiscordWebSocket

from bot import undocumented
from tests.bot.people import Stage
from tests.test_architecture import imports, name, sources, tree

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


def test_edited_messages_are_left_unread() -> None:
    """The library looks its parsers up by the names of events, and leaves an unknown event unread."""
    client = discord.Client(intents=discord.Intents.none())
    assert "MESSAGE_UPDATE" in client._connection.parsers
    undocumented.ignore_edits(client)
    assert "MESSAGE_UPDATE" not in client._connection.parsers
    received = DiscordWebSocket.received_message
    assert "_discord_parsers" in received.__code__.co_names
    assert says(received, "Unknown event")


def test_delays_between_reconnections_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """A client uses the backoff class named in its module."""
    monkeypatch.setattr(discord.client, "ExponentialBackoff", ExponentialBackoff)
    undocumented.bound_reconnects()
    assert longest_pause(discord.client) == 60.0
    assert "ExponentialBackoff" in discord.Client.connect.__code__.co_names
    first, _ = undocumented.RECONNECTING
    assert says(discord.Client.connect, first)


def longest_pause(module: Any) -> float:
    """Return the longest of many pauses before attempts to reconnect."""
    pause = module.ExponentialBackoff()
    return max(pause.delay() for _ in range(200))


def says(function: Any, words: str) -> bool:
    """Return whether a function of the library has a text that begins with these words."""
    return any(str(constant).startswith(words) for constant in function.__code__.co_consts)


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

USED = {
    "bot/undocumented.py": {
        *("discord.backoff", "discord.client", "discord.gateway"),
        *("_connection", "ws", "http", "_response_type"),
    },
    "bot/sharding.py": {
        *("discord.gateway", "discord.shard"),
        *("_connection", "launch_shard", "_remove_guild"),
    },
}
"""The undocumented names in each file."""


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


async def test_completion_is_answered_once() -> None:
    """After ``count_as_answered`` the library regards a completion as answered and sends nothing."""
    client = discord.Client(intents=discord.Intents.none())
    data: Any = {"id": "1", "application_id": "1", "type": 4, "token": "x", "version": 1}
    data["attachment_size_limit"] = 0
    interaction = discord.Interaction[Any](data=data, state=client._connection)
    assert not interaction.response.is_done()
    undocumented.count_as_answered(interaction)
    assert interaction.response.is_done()


def test_other_undocumented_names_are_unused(private: set[str]) -> None:
    """Every undocumented name that a file uses has a test here, or in the tests of sharding."""
    for path in sources("bot"):
        known = USED.get(name(path), set())
        assert {use.split()[-1] for use in undocumented_uses(path, private)} == known, name(path)
