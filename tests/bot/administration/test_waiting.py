"""Tests of a start without a reachable database: temporary errors are retried, others end the bot."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any, cast

import aiohttp
import psycopg
import pytest
from structlog.testing import capture_logs

from bot.administration import running
from bot.client import Tefuda
from bot.clock import Clock, Elapsed, yield_to_loop
from bot.config import Config
from bot.database import Outage
from storage.errors import NotOurs, StorageAway, StorageError, StorageInUse, StorageUnavailable
from storage.postgres.session import opening_error
from storage.store import open_store
from tests import postgres
from tests.ports import free_port
from tests.wire.process import BotProcess
from tests.wire.standin import StandIn

LOST, FOUND = "the database fails", "the database works again"


class Pauses(Clock):
    """A clock that records pauses instead of waiting."""

    def __init__(self) -> None:
        self.pauses: list[float] = []

    def elapsed_ms(self) -> Elapsed:
        return Elapsed(round(1000 * sum(self.pauses)))

    async def sleep(self, seconds: float) -> None:
        self.pauses.append(seconds)
        await yield_to_loop()


class FailingClient:
    """A bot whose database raises the given errors, one at each attempt to open it."""

    def __init__(self, *errors: StorageError) -> None:
        self.clock = Pauses()
        self.outage = Outage(self.clock)
        self._errors = list(errors)

    async def open_store(self) -> None:
        if self._errors:
            raise self._errors.pop(0)


async def open_with_errors(*errors: StorageError) -> tuple[list[float], list[Any]]:
    """Open a database that first raises the given errors; return the pauses between attempts, and the log."""
    client = FailingClient(*errors)
    with capture_logs() as lines:
        await running.open_database_when_possible(cast(Tefuda, client))
    return client.clock.pauses, lines


async def test_retry_pauses_grow_to_a_minute_with_few_log_lines() -> None:
    """The log has one line at the loss, one every ten minutes and one at the recovery."""
    pauses, lines = await open_with_errors(*[StorageAway("connection refused")] * 30)
    assert pauses[:8] == [1, 2, 4, 8, 16, 32, 60, 60]
    assert max(pauses) == 60
    assert [line["event"] for line in lines] == [LOST, LOST, LOST, FOUND]
    assert lines[0]["why"] == "connection refused"
    assert lines[-1]["seconds"] == sum(pauses)


async def test_start_waits_a_minute_for_another_bot_to_end() -> None:
    """If the database is in use, the start is retried for a minute and then fails."""
    pauses, _ = await open_with_errors(*[StorageInUse("another Tefuda uses it")] * 5)
    assert sum(pauses) < running.IN_USE_SECONDS
    with pytest.raises(StorageInUse):
        await open_with_errors(*[StorageInUse("another Tefuda uses it")] * 30)


@pytest.mark.parametrize("error", [NotOurs("it is empty"), StorageUnavailable("a folder")])
async def test_configuration_errors_are_not_retried(error: StorageError) -> None:
    with pytest.raises(type(error)):
        await open_with_errors(StorageAway("connection refused"), error)


LASTING = (
    ('connection failed: ... FATAL:  password authentication failed for user "tefuda"', True),
    ('connection failed: ... FATAL:  Peer authentication failed for user "tefuda"', True),
    ('connection failed: ... FATAL:  role "tefuda" does not exist', True),
    ('connection failed: ... FATAL:  database "tefuda" does not exist', True),
    ('connection failed: ... FATAL:  no pg_hba.conf entry for host "10.0.0.1", user "tefuda"', True),
    ('connection failed: ... FATAL:  permission denied for database "tefuda"', True),
    ('connection is bad: invalid integer value "abc" for connection option "port"', True),
    ("connection failed: ... server does not support SSL, but SSL was required", True),
    ("connection failed: ... Connection refused\n\tIs the server running on that host?", False),
    ("connection is bad: ... failed: No such file or directory", False),
    ("failed to resolve host 'db': [Errno -2] Name or service not known", False),
    ("connection failed: ... FATAL:  the database system is starting up", False),
    ("connection failed: ... FATAL:  the database system is shutting down", False),
    ("connection failed: ... FATAL:  sorry, too many clients already", False),
    ("connection failed: ... FATAL:  remaining connection slots are reserved", False),
    ("connection timeout expired", False),
    ("the server does not answer", False),
)


@pytest.mark.parametrize(("message", "is_lasting"), LASTING)
def test_refused_connections_are_retried_unless_lasting(message: str, is_lasting: bool) -> None:
    error = opening_error("tefuda", psycopg.OperationalError(message))
    assert isinstance(error, StorageAway) is not is_lasting


@pytest.mark.parametrize(
    ("error", "is_lasting"),
    [
        (psycopg.errors.InsufficientPrivilege, True),
        (psycopg.errors.DuplicateTable, True),
        (psycopg.errors.DataCorrupted, True),
        (psycopg.errors.DiskFull, False),
        (psycopg.errors.AdminShutdown, False),
        (psycopg.errors.ReadOnlySqlTransaction, False),
        (psycopg.errors.LockNotAvailable, False),
        (psycopg.errors.QueryCanceled, False),
    ],
)
def test_errors_after_connecting_are_retried_unless_lasting(
    error: type[psycopg.Error], is_lasting: bool
) -> None:
    assert isinstance(opening_error("tefuda", error("no")), StorageAway) is not is_lasting


async def test_locked_database_file_counts_as_unavailable(tmp_path: Path) -> None:
    """While another program holds the file, the bot waits for it, and the message says why."""
    async with await open_store(tmp_path / "t.db"):
        pass
    with closing(sqlite3.connect(tmp_path / "t.db", isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(StorageAway, match="another program holds it"):
            await open_store(tmp_path / "t.db")


@pytest.mark.postgresql
async def test_bot_waits_for_a_database_server_that_starts_later(tmp_path: Path) -> None:
    """A bot without its database server answers 503 at /healthz, and serves once the server is up."""
    with postgres.server_of_its_own() as folder:
        where = postgres.address_in(folder, "postgres")
        async with StandIn() as standin:
            standin.world.add_channel(standin.world.add_guild())
            port = free_port()
            settings = {"TEFUDA_DATABASE": where, "TEFUDA_METRICS_PORT": str(port)}
            # The bot starts before its database server.
            postgres.halt(folder)
            bot = BotProcess(standin, tmp_path, "--hurry", settings=settings)
            starting = asyncio.create_task(bot.start())
            await bot.bell.until(lambda: bot.count(LOST) == 1, why="a line about the loss")
            async with aiohttp.ClientSession() as session:
                async with session.get(f"http://127.0.0.1:{port}/healthz") as answer:
                    assert answer.status == 503
                # The bot serves once the server is there. The log tells the loss and the end of the loss.
                postgres.resume(folder)
                await starting
                async with session.get(f"http://127.0.0.1:{port}/healthz") as answer:
                    assert (answer.status, (await answer.json())["database"]) == (200, True)
            assert (bot.count(LOST), bot.count(FOUND)) == (1, 1)
            await bot.stop()
            assert not bot.errors
            # SIGTERM ends a second wait.
            postgres.halt(folder)
            starting = asyncio.create_task(bot.start())
            await bot.bell.until(lambda: bot.count(LOST) == 2, why="a line about the loss")
            async with asyncio.timeout(8):
                os.kill(bot.pid, signal.SIGTERM)
                await bot.ended()
            await asyncio.gather(starting, return_exceptions=True)
            await bot.leave()
            assert bot.status == 0


@pytest.mark.postgresql
@pytest.mark.parametrize(("processes", "is_told"), [(65, False), (66, True)])
async def test_run_warns_of_too_few_server_connections(processes: int, is_told: bool) -> None:
    """The start logs a warning if the server allows fewer connections than the processes need."""
    async with await open_store(await postgres.empty_database()) as store:
        with capture_logs() as lines:
            await running.warn_of_few_connections(store, processes)
    assert [line["needed"] for line in lines] == ([3 * processes] if is_told else [])


@pytest.mark.postgresql
async def test_missing_database_on_the_server_ends_with_code_2(tmp_path: Path) -> None:
    nowhere = postgres.address_of("nowhere")
    config = Config(token="t", database=nowhere)
    with pytest.raises(running.CannotRun, match='database "nowhere" does not exist') as caught:
        await running.run(config)
    assert caught.value.is_lasting
