"""A bot that cannot start, or not write any more: what is read of it, and that nothing is lost."""

from __future__ import annotations

import re
import resource
import socket
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path

import pytest

from storage import open_store
from storage.engine.migrate import migrations
from tests.wire import components, log
from tests.wire.players import CHANGED, first_move, on_turn, play_out, seated
from tests.wire.process import BotProcess
from tests.wire.standin import StandIn
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
    players = await seated(standin, channel)
    player = await on_turn(players)
    panel, move = await first_move(player)
    with unwritable(bot):
        answer = await player.person.tap_part(panel, move)
        assert answer.kind == CHANGED
        assert "Nothing was lost" in components.said(panel.parts)
    await channel.bell.until(lambda: "Nothing was lost" not in components.said(panel.parts), why="the move")
    await play_out(players)
    await bot.stop()
    assert not log.findings(bot.database, standin.world)


async def refused(bot: BotProcess, standin: StandIn, reason: str) -> None:
    """Start a bot that cannot run; it says why in one line, and asks Discord nothing."""
    with pytest.raises(AssertionError, match="did not start"):
        await bot.start()
    (said,) = (entry["event"] for entry in bot.log)
    assert re.fullmatch(f"tefuda: .*{reason}.*", said)
    assert bot.status
    assert not standin.rest.traffic.requests


@pytest.mark.parametrize("is_newer", [True, False], ids=["of a newer version", "read only"])
async def test_a_database_that_cannot_be_used_is_left_alone(
    standin: StandIn, tmp_path: Path, is_newer: bool
) -> None:
    """The bot says which version it is and which it knows, or that it cannot be written."""
    bot = BotProcess(standin, tmp_path, "--hurry")
    await (await open_store(bot.database)).close()
    reason = "cannot open the database .*: it cannot be written"
    if is_newer:
        reason = rf"version 999.*only up to {len(migrations())}"
        with closing(sqlite3.connect(bot.database)) as other:
            other.execute("PRAGMA user_version = 999")
    else:
        bot.database.chmod(0o444)
    before = bot.database.read_bytes()
    await refused(bot, standin, reason)
    assert bot.database.read_bytes() == before


async def test_a_port_that_is_taken_stops_the_start(standin: StandIn, tmp_path: Path) -> None:
    """One line says which setting it is."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        settings = {"TEFUDA_METRICS_PORT": str(taken.getsockname()[1])}
        bot = BotProcess(standin, tmp_path, "--hurry", settings=settings)
        await refused(bot, standin, "TEFUDA_METRICS_PORT: cannot listen at 127.0.0.1")
