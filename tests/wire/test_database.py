"""A database that cannot be used, or not be written any more: what people read, and that nothing is lost."""

from __future__ import annotations

import asyncio
import re
import resource
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path

import pytest

from storage import open_store
from storage.engine.migrate import migrations
from tests.wire import components, log
from tests.wire.process import BotProcess
from tests.wire.standin import StandIn
from tests.wire.test_lines import IN_PLACE, on_turn, players_of
from tests.wire.test_stopping import first_move
from tests.wire.world import Channel


@contextmanager
def full_disk(bot: BotProcess) -> Iterator[None]:
    """Let no file of the bot take anything."""
    _, most = resource.prlimit(bot.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(bot.pid, resource.RLIMIT_FSIZE, (0, most))
    yield
    resource.prlimit(bot.pid, resource.RLIMIT_FSIZE, (most, most))


@contextmanager
def locked(bot: BotProcess) -> Iterator[None]:
    """Let another program write to the bot's database, and take its time."""
    with closing(sqlite3.connect(bot.database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


@pytest.mark.parametrize("unwritable", [full_disk, locked])
async def test_a_database_that_cannot_be_written_holds_a_move_up_and_loses_none(
    standin: StandIn,
    channel: Channel,
    bot: BotProcess,
    unwritable: Callable[[BotProcess], AbstractContextManager[None]],
) -> None:
    """Who moves reads that nothing was lost; the move is made, once, when it can be written again."""
    await bot.start()
    players = await players_of(standin, channel)
    player = await on_turn(players)
    move = await first_move(player)
    assert player.panel is not None
    panel = player.panel
    with unwritable(bot):
        answer = await player.person.tap_part(panel, move)
        assert answer.kind == IN_PLACE
        assert "Nothing was lost" in components.said(panel.parts)
    await channel.bell.until(lambda: "Nothing was lost" not in components.said(panel.parts), why="the move")
    await asyncio.gather(*(one.play() for one in players))
    await bot.stop()
    assert not log.findings(bot.database, standin.world)


async def refused(bot: BotProcess, standin: StandIn, reason: str) -> None:
    """Start a bot that cannot run; it says why in one line, asks Discord nothing, changes nothing."""
    before = bot.database.read_bytes()
    with pytest.raises(AssertionError, match="did not start"):
        await bot.start()
    (said,) = (entry["event"] for entry in bot.log)
    assert re.fullmatch(f"tefuda: .*{reason}.*", said)
    assert bot.status
    assert bot.database.read_bytes() == before
    assert not standin.rest.traffic.requests


async def test_a_database_of_a_newer_version_is_left_alone(standin: StandIn, tmp_path: Path) -> None:
    """The bot says which version it is and which it knows, and does not start."""
    bot = BotProcess(standin, tmp_path, "--hurry")
    await (await open_store(bot.database)).close()
    with closing(sqlite3.connect(bot.database)) as other:
        other.execute("PRAGMA user_version = 999")
    await refused(bot, standin, rf"version 999.*only up to {len(migrations())}")


async def test_a_database_that_is_read_only_is_named(standin: StandIn, tmp_path: Path) -> None:
    """The bot says that it cannot be written, and does not start."""
    bot = BotProcess(standin, tmp_path, "--hurry")
    await (await open_store(bot.database)).close()
    bot.database.chmod(0o444)
    await refused(bot, standin, "cannot open the database .*: it cannot be written")
