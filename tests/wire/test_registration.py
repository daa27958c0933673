"""Tests that the bot registers its commands, also for an application with Activities and after a refusal."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.administration.cli import UNUSABLE
from bot.interactions import COMMANDS_META
from tests.wire.players import SimulatedPerson
from tests.wire.process import BotProcess
from tests.wire.standin import StandIn
from tests.wire.world import ENTRY_POINT, Channel


def entry_points(standin: StandIn) -> list[dict[str, Any]]:
    """Return the registered Entry Point commands, without what Discord adds."""
    added = ("id", "application_id", "version", "default_member_permissions")
    return [
        {name: value for name, value in command.items() if name not in added}
        for command in standin.world.commands
        if command["type"] == ENTRY_POINT
    ]


LIST, REGISTRATION = "registered", "commands"
"""The kinds of the two requests of a registration."""


def start_anew(standin: StandIn, folder: Path) -> BotProcess:
    """Return a bot that has registered no commands yet."""
    folder.mkdir()
    return BotProcess(standin, folder, "--hurry", "--undrawn")


async def test_application_with_activities_keeps_its_entry_point(
    standin: StandIn, channel: Channel, tmp_path: Path
) -> None:
    """The bot starts, the first time and again; the Entry Point command stays as it was, in all languages."""
    standin.world.enable_activities()
    before = entry_points(standin)
    for folder in ("first", "again"):
        async with start_anew(standin, tmp_path / folder):
            assert entry_points(standin) == before
            host = SimulatedPerson(standin, "Ada")
            assert (await host.slash(channel, "play", game="bull")).message is not None


@pytest.mark.parametrize("faults", [(403,), (0, 400)], ids=["list", "registration"])
async def test_refused_registration_says_what_to_do(
    standin: StandIn, tmp_path: Path, faults: tuple[int, ...]
) -> None:
    """Without any commands the bot ends; its last line has Discord's words and advice for the host."""
    for kind, fault in zip((LIST, REGISTRATION), faults, strict=False):
        standin.rest.faults.plan(kind, fault)
    bot = start_anew(standin, tmp_path / "bot")
    with pytest.raises(AssertionError, match="did not start"):
        await bot.start()
    await bot.stop()
    assert bot.status == UNUSABLE
    last = bot.log[-1]["event"]
    assert f"{faults[-1]}: by plan" in last
    assert "tefuda doctor" in last


@pytest.mark.parametrize("kind", [LIST, REGISTRATION])
async def test_unreached_discord_lets_the_bot_start(
    standin: StandIn, channel: Channel, tmp_path: Path, kind: str
) -> None:
    """The bot starts, and registers its commands soon afterwards."""
    standin.rest.faults.plan(kind, 503)
    async with start_anew(standin, tmp_path / "bot") as bot:
        await bot.wait_for_log("the commands are registered")
        host = SimulatedPerson(standin, "Ada")
        assert (await host.slash(channel, "play", game="bull")).message is not None


async def test_refused_list_leaves_former_commands(
    standin: StandIn, channel: Channel, tmp_path: Path
) -> None:
    """A bot that has registered commands before starts, says why it cannot renew them, and people play."""
    async with start_anew(standin, tmp_path / "bot"):
        pass
    with closing(sqlite3.connect(tmp_path / "bot" / "tefuda.db")) as database, database:
        database.execute("UPDATE meta SET value = 'earlier' WHERE key = ?", (COMMANDS_META,))
    standin.rest.faults.plan(LIST, 403)
    async with BotProcess(standin, tmp_path / "bot", "--hurry", "--undrawn") as bot:
        (error,) = bot.errors
        assert "403: by plan" in error["why"]
        assert "tefuda doctor" in error["why"]
        host = SimulatedPerson(standin, "Ada")
        assert (await host.slash(channel, "play", game="bull")).message is not None


async def test_refused_registration_leaves_former_commands(
    standin: StandIn, channel: Channel, tmp_path: Path
) -> None:
    """If commands are registered already, the bot starts, says so, and people play by the former commands."""
    async with start_anew(standin, tmp_path / "before"):
        former = standin.world.commands
    standin.rest.faults.plan("commands", 400)
    async with start_anew(standin, tmp_path / "upgraded") as bot:
        assert standin.world.commands is former
        (error,) = bot.errors
        assert "400: by plan" in error["why"]
        host = SimulatedPerson(standin, "Ada")
        assert (await host.slash(channel, "play", game="bull")).message is not None


@pytest.mark.parametrize("is_kept", [True, False])
async def test_standin_refuses_a_registration_without_the_entry_point(
    standin: StandIn, asker: Any, is_kept: bool
) -> None:
    """The stand-in refuses as Discord does: with 400 and code 50240."""
    standin.world.enable_activities()
    commands = [{"type": 1, "name": "play", "description": "Play"}]
    if is_kept:
        commands += entry_points(standin)
    reply = await asker.ask("PUT", "/applications/1/commands", commands)
    assert (reply.status == 200) == is_kept
    if not is_kept:
        assert (reply.status, reply.code) == (400, 50240)
