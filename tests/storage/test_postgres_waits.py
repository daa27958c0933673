"""Every wait for PostgreSQL has a limit, and what may have been written is asked for."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import psycopg
import pytest
from psycopg import conninfo

from storage import StorageFailed, Store, open_store
from storage.engine.connection import Connection, lengthy
from storage.engine.session import Limited, Session
from storage.engine.shards import Shard
from storage.engine.writing import get_meta, set_meta
from storage.errors import StorageUnsure
from storage.tables.absence import beat, begin_shard, end_shards
from storage.tables.lifecycle import create_table
from tests.storage.direct import rows
from tests.storage.helpers import seats, table

pytestmark = pytest.mark.postgresql


class Tunnel:
    """A way to the server that falls silent without breaking, as a proxy whose far side is gone.

    Args:
        target: the server's socket.
    """

    def __init__(self, target: str) -> None:
        self._target, self._is_silent = target, asyncio.Event()
        self._lines: list[asyncio.StreamWriter] = []
        self._near: list[asyncio.StreamWriter] = []

    def cut(self) -> None:
        """Let nothing more through; the near side is not told."""
        self._is_silent.set()
        for far in self._lines:
            far.transport.abort()

    def close(self) -> None:
        """End all lines."""
        for line in (*self._lines, *self._near):
            line.transport.abort()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Carry what both sides say."""
        self._near.append(writer)
        if not self._is_silent.is_set():
            far_reader, far = await asyncio.open_unix_connection(self._target)
            self._lines.append(far)
            await asyncio.gather(self._carry(reader, far), self._carry(far_reader, writer))

    async def _carry(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        try:
            while data := await source.read(65536):
                if self._is_silent.is_set():
                    return
                target.write(data)
                await target.drain()
        except OSError:
            return
        if not self._is_silent.is_set():
            target.close()


@asynccontextmanager
async def tunnelled(address: str) -> AsyncIterator[tuple[str, Tunnel]]:
    """Give another address of the same database, and the way that it goes."""
    given: dict[str, Any] = conninfo.conninfo_to_dict(address)
    name = f".s.PGSQL.{given.get('port', 5432)}"
    tunnel = Tunnel(f"{given['host']}/{name}")
    with tempfile.TemporaryDirectory(prefix="way") as near:
        async with await asyncio.start_unix_server(tunnel.serve, f"{near}/{name}") as server:
            yield address.replace(given["host"], near), tunnel
            server.close()
            tunnel.close()


@pytest.mark.parametrize("is_divided", [False, True])
async def test_a_silent_line_is_given_up(
    is_divided: bool, where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who writes, reads or looks who serves what hears soon that nobody answers."""
    monkeypatch.setattr(Limited, "seconds", 0.2)
    monkeypatch.setattr("storage.engine.session.ANSWER_SECONDS", 0.2)
    monkeypatch.setattr("storage.engine.postgres.VACUUM_SECONDS", 0.2)
    async with tunnelled(where) as (address, tunnel):
        store = await open_store(address, shards=2 if is_divided else None)
        await store.write(set_meta, "a", "b")
        tunnel.cut()
        asked = [store.write(set_meta, "a", "c"), store.read(get_meta, "a"), store.empty_log()]
        if store.shards is not None:
            asked.append(store.shards.look(wants=False))
        async with asyncio.timeout(60):  # only a failure waits so long
            answers = await asyncio.gather(*asked, return_exceptions=True)
            await store.close()
    assert [type(answer) for answer in answers] == [StorageFailed] * len(answers)
    assert rows(where, "SELECT value FROM meta WHERE key = 'a'") == [("b",)]


async def test_the_server_gives_up_what_takes_too_long_unless_it_may(
    where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The line lives on; work that says that it takes long is waited for, and only that."""
    monkeypatch.setattr("storage.engine.session.STATEMENT_MS", 20)

    def slowly(conn: Connection) -> None:
        conn.execute("SELECT pg_sleep(0.1)")

    async with await open_store(where) as store:
        for _ in range(2):
            with pytest.raises(StorageFailed, match="statement timeout"):
                await store.write(slowly)
            await store.write(lengthy(lambda conn: slowly(conn)))


async def test_a_process_that_says_nothing_loses_its_shards(
    where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that was stopped holds its connection for ever, so the server ends it; others are left alone."""
    monkeypatch.setattr("storage.engine.session.IDLE_LIMIT_MS", 700)

    def ended(conn: Connection) -> bool:
        found = conn.execute(
            "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objid >= ?", (1 << 25,)
        )
        return not found.fetchone()[0]

    async with await open_store(where, shards=2) as store, await open_store(where) as other:
        assert await store.shards.take(1)
        async with asyncio.timeout(60):
            while not await other.read(ended):
                pass
        monkeypatch.undo()
        async with await open_store(where, shards=2) as taker:
            assert await taker.shards.take(1)
            with pytest.raises(StorageFailed):
                await store.write(set_meta, "a", "b")


# --- a commit whose answer was lost -------------------------------------------------------------------


@pytest.fixture
def away(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Lose the answer to the first commit, and find nobody for as many tries as are in the list."""
    tries: list[str] = []
    commit, connect = Session.commit, Limited.connect
    lost: list[str] = []

    def lose(self: Session) -> None:
        commit(self)
        if not lost:
            lost.append("answer")
            self._conn.close()
            raise psycopg.OperationalError("server closed the connection unexpectedly")

    def refuse(*args: Any, **named: Any) -> Any:
        if tries:
            raise psycopg.OperationalError(tries.pop())
        return connect(*args, **named)

    monkeypatch.setattr(Session, "commit", lose)
    monkeypatch.setattr("storage.engine.session.Limited.connect", refuse)
    monkeypatch.setattr("storage.engine.postgres.ASK_AGAIN_SECONDS", 0.001)
    return tries


@pytest.mark.parametrize("tries", [0, 3])
async def test_a_lobby_whose_answer_was_lost_is_there(
    store: Store, where: str, away: list[str], tries: int
) -> None:
    """The server may be away for a moment: it is asked again, and nobody is told that nothing was written."""
    away += ["connection refused"] * tries
    await store.write(create_table, table(), seats(10))
    assert away == []
    assert rows(where, "SELECT id FROM game_table") == [("t1",)]


async def test_who_cannot_find_out_says_so(store: Store, where: str, away: list[str]) -> None:
    """A server that stays away: it may be done or not, which is not the same as nothing written."""
    away += ["connection refused"] * 1000
    with pytest.raises(StorageUnsure, match="may be done or not"):
        await store.write(create_table, table(), seats(10))
    away.clear()
    assert rows(where, "SELECT id FROM game_table") == [("t1",)]


# --- who serves a shard next --------------------------------------------------------------------------


async def test_who_takes_a_shard_knows_whether_it_was_let_go(store: Store) -> None:
    """Nobody served it before, somebody has vanished, somebody has let it go: each time of this one shard."""
    mine, other = Shard(1, 4), Shard(2, 4)
    assert await store.write(begin_shard, mine)
    await store.write(beat, 1, [mine, other])
    assert not await store.write(begin_shard, mine)
    await store.write(end_shards, [mine])
    assert not await store.write(begin_shard, other)
    assert await store.write(begin_shard, mine)
    assert not await store.write(begin_shard, mine)
