"""Tests of PostgreSQL's own behaviour: lost connections, timeouts, conflicting transactions."""

from __future__ import annotations

import asyncio
import tempfile
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from typing import Any, ClassVar

import psycopg
import pytest
from psycopg import conninfo

from storage import Store, open_store
from storage.engine.database import Connection, get_meta, lengthy, set_meta
from storage.engine.shards import ShardLocks
from storage.errors import StorageFailed, StorageUnsure
from storage.postgres.session import ConnectionWithTimeout, Session
from storage.rows import MoveRow
from storage.scores.boards import Leaderboard, load_board
from storage.store import open_sharded_store
from storage.tables.lifecycle import append_moves, create_table
from storage.upkeep import findings, forget_person
from tests import postgres
from tests.storage.helpers import (
    NOON,
    content,
    execute_all,
    move,
    playing,
    rows,
    seats,
    store_finished_game,
    table,
)
from tests.storage.test_faults import ACTS, check_undone_at_every_statement

pytestmark = pytest.mark.postgresql


class WatchedSession(Session):
    """A session that calls ``before`` with itself and each statement."""

    before: ClassVar[Callable[[Session, str], None] | None] = None

    def execute(self, sql: str, *given: Any) -> Any:
        self._tell(sql)
        return super().execute(sql, *given)

    def executemany(self, sql: str, given: Any) -> Any:
        self._tell(sql)
        return super().executemany(sql, given)

    def control(self, sql: str) -> Any:
        self._tell(sql)
        return super().control(sql)

    def _tell(self, sql: str) -> None:
        if WatchedSession.before is not None:
            WatchedSession.before(self, sql)


@pytest.fixture(autouse=True)
def _watched(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr("storage.postgres.session.session_class", WatchedSession)
    yield
    WatchedSession.before = None


def cut_connection(session: Session) -> None:
    """Have the server end a connection, as when it is restarted."""
    number = session._conn.info.backend_pid
    postgres.admin(f"SELECT pg_terminate_backend({number}, 5000)")


# --- what goes wrong at one statement -----------------------------------------------------------------


# Some of the acts: what each does one statement after the other is the same as with SQLite.
@pytest.mark.parametrize("act", list(ACTS)[1::3])
async def test_error_at_any_statement_is_rolled_back(act: str, where: str) -> None:
    async with await open_store(where) as store:
        await check_undone_at_every_statement(
            ACTS[act],
            store,
            lambda: content(where),
            WatchedSession,
            lambda: psycopg.errors.DiskFull("could not extend file: No space left on device"),
        )


@pytest.mark.parametrize("at", range(8))
async def test_connection_lost_at_any_statement_is_replaced(at: int, store: Store, where: str) -> None:
    """After the loss of a connection at any statement, another connection completes the act once."""
    await playing(store, "t1", moves=2)
    statements = 0

    def lose(session: Session, sql: str) -> None:
        nonlocal statements
        if statements == at:
            cut_connection(session)
        statements += 1

    WatchedSession.before = lose
    await store.write(append_moves, "t1", move(2, "call pair K"), NOON + 5)
    assert await store.read(get_meta, "a") is None
    WatchedSession.before = None
    assert [text for (text,) in rows(where, "SELECT move FROM move ORDER BY seq")] == [
        "move 0",
        "move 1",
        "call pair K",
    ]
    assert statements > 5 if at > 5 else statements > at


async def test_unreachable_server_fails_writes_until_it_is_back(
    store: Store, where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Writes that wait during a failed attempt to reconnect fail without another attempt."""
    tries: list[str] = []
    are_requested = threading.Event()

    def refuse(*_: object, **__: object) -> None:
        tries.append("connect")
        assert are_requested.wait(10)
        raise psycopg.OperationalError('connection to server at "db", port 5432 failed: Connection refused')

    await store.write(set_meta, "a", "b")
    postgres.cut_all()
    with monkeypatch.context() as patch:
        patch.setattr("storage.postgres.session.ConnectionWithTimeout.connect", refuse)
        writes = [asyncio.create_task(store.write(set_meta, "a", str(n))) for n in range(3)]
        await asyncio.wait(writes, timeout=0)  # each task runs until its write is requested
        are_requested.set()
        answers = await asyncio.gather(*writes, return_exceptions=True)
        assert [type(answer) for answer in answers] == [StorageFailed] * 3
        assert "set_meta failed" in str(answers[0])
        assert "Connection refused" in str(answers[0])
        assert len(tries) == 1
    assert await store.read(get_meta, "a") == "b"
    await store.write(set_meta, "a", "c")
    assert await store.read(get_meta, "a") == "c"


# --- transactions that meet ---------------------------------------------------------------------------


async def test_two_processes_count_every_result_once(store: Store, where: str) -> None:
    async with await open_store(where) as other:
        for number in range(6):
            pair = [
                store_finished_game(each, f"{name}{number}", (10, 11, 12), (1, 2, 3))
                for name, each in (("a", store), ("b", other))
            ]
            await asyncio.gather(*pair)
        board = await store.read(load_board, Leaderboard("bull", 1, measure="games"))
        assert [row.games for row in board.rows] == [12, 12, 12]
        assert await store.check(findings) == []


async def test_conflicting_transaction_is_repeated(store: Store, where: str) -> None:
    """A transaction is run again if its reads are outdated when it writes."""
    seen: list[int] = []

    def add(conn: Connection) -> None:
        (value,) = conn.execute("SELECT value FROM meta WHERE key = 'count'").fetchone()
        seen.append(int(value))
        if len(seen) == 1:
            execute_all(where, "UPDATE meta SET value = '5' WHERE key = 'count'")
        conn.execute("UPDATE meta SET value = ? WHERE key = 'count'", (str(int(value) + 1),))

    await store.write(set_meta, "count", "1")
    await store.write(add)
    assert seen == [1, 5]
    assert await store.read(get_meta, "count") == "6"


async def test_only_one_of_two_simultaneous_moves_is_stored(store: Store, where: str) -> None:
    await playing(store, "t1")
    async with await open_store(where) as other:
        for seq in range(10):
            made = [each.write(append_moves, "t1", (MoveRow(seq, 0, "x", NOON),)) for each in (store, other)]
            answers = await asyncio.gather(*made, return_exceptions=True)
            assert sorted(type(answer).__name__ for answer in answers) == ["Finished", "SequenceConflict"]


async def test_wait_for_locked_row_times_out(
    store: Store, where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("storage.postgres.session.BUSY_MS", 20)
    await store.write(set_meta, "a", "b")
    async with await open_store(where) as hasty:
        with psycopg.connect(where) as other:
            other.execute("UPDATE meta SET value = 'c' WHERE key = 'a'")
            with pytest.raises(StorageFailed, match=r"set_meta failed: canceling .* lock timeout"):
                await hasty.write(set_meta, "a", "d")
        await hasty.write(set_meta, "a", "d")
    assert await store.read(get_meta, "a") == "d"


# --- care ---------------------------------------------------------------------------------------------


async def test_deleted_name_is_removed_from_file(store: Store, where: str) -> None:
    """A deleted name is removed from the file at once, and not only marked as deleted."""
    await playing(store, "t1", 10, 11)
    await forget_person(store, 10)
    assert await store.empty_log()
    execute_all(where, "CREATE EXTENSION IF NOT EXISTS pageinspect")
    try:
        page = "heap_page_items(get_raw_page('person', 0))"
        kept = rows(where, f"SELECT t_data FROM {page} WHERE t_data IS NOT NULL")
        assert kept
        assert not [data for (data,) in kept if b"P10" in bytes(data)]
    finally:
        execute_all(where, "DROP EXTENSION pageinspect")


async def test_transaction_conflicts_are_retried_for_half_a_second(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process may pause in a transaction for half a second without failing a write."""
    paused: list[float] = []
    monkeypatch.setattr("storage.postgres.store._rest", paused.append)

    def met(conn: Connection) -> str:
        if sum(paused) < 0.5:
            raise psycopg.errors.SerializationFailure
        return "done"

    assert await store.write(met) == "done"
    assert paused[0] < 0.01


class Tunnel:
    """A proxy to the server that can fall silent without closing connections.

    Args:
        target: the server's socket.
    """

    def __init__(self, target: str) -> None:
        self._target, self._is_silent = target, asyncio.Event()
        self._lines: list[asyncio.StreamWriter] = []
        self._near: list[asyncio.StreamWriter] = []

    def cut(self) -> None:
        """Stop forwarding without closing the client's connections."""
        self._is_silent.set()
        for far in self._lines:
            far.transport.abort()

    def close(self) -> None:
        """Close all connections."""
        for line in (*self._lines, *self._near):
            line.transport.abort()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Forward data in both directions."""
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
    """Yield another address of the same database, and the tunnel that it uses."""
    given: dict[str, Any] = conninfo.conninfo_to_dict(address)
    name = f".s.PGSQL.{given.get('port', 5432)}"
    tunnel = Tunnel(f"{given['host']}/{name}")
    with tempfile.TemporaryDirectory(prefix="way") as near:
        async with await asyncio.start_unix_server(tunnel.serve, f"{near}/{name}") as server:
            yield address.replace(given["host"], near), tunnel
            server.close()
            tunnel.close()


@pytest.mark.parametrize("is_divided", [False, True])
async def test_silent_connection_times_out(
    is_divided: bool, where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Writes, reads and checks of shards soon fail if the server does not answer."""
    connections: list[ConnectionWithTimeout] = []
    connect = ConnectionWithTimeout.connect

    def connect_and_keep(*args: Any, **named: Any) -> Any:
        connections.append(connect(*args, **named))
        return connections[-1]

    monkeypatch.setattr(ConnectionWithTimeout, "connect", connect_and_keep)
    async with tunnelled(where) as (address, tunnel):
        locks: ShardLocks | None = None
        if is_divided:
            store, locks = await open_sharded_store(address, 2)
        else:
            store = await open_store(address)
        await store.write(set_meta, "a", "b")
        # Until here the server may take its time.
        for each in connections:
            each.seconds = 0.2
        monkeypatch.setattr(ConnectionWithTimeout, "seconds", 0.2)
        monkeypatch.setattr("storage.postgres.session.ANSWER_SECONDS", 0.2)
        monkeypatch.setattr("storage.postgres.store.VACUUM_SECONDS", 0.2)
        tunnel.cut()
        requests = [store.write(set_meta, "a", "c"), store.read(get_meta, "a"), store.empty_log()]
        if locks is not None:
            requests.append(locks.sync(wants_more=False))
        async with asyncio.timeout(60):  # only a failure waits so long
            answers = await asyncio.gather(*requests, return_exceptions=True)
            await store.close()
    assert [type(answer) for answer in answers] == [StorageFailed] * len(answers)
    assert rows(where, "SELECT value FROM meta WHERE key = 'a'") == [("b",)]


async def test_slow_statements_are_cancelled_unless_declared_long(
    where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a cancelled statement, the connection can still be used."""
    monkeypatch.setattr("storage.postgres.session.STATEMENT_MS", 250)  # no other statement takes as long

    def slowly(conn: Connection) -> None:
        conn.execute("SELECT pg_sleep(600)")

    def limit(conn: Connection) -> str:
        return str(conn.execute("SELECT current_setting('statement_timeout')").fetchone()[0])

    async with await open_store(where) as store:
        with pytest.raises(StorageFailed, match="statement timeout"):
            await store.write(slowly)
        assert await store.write(lengthy(lambda conn: limit(conn))) == "0"
        assert await store.write(limit) == "250ms"


async def test_stopped_process_loses_its_shards(where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server ends the connection of a stopped process, so that another process can take its shards."""

    def ended(conn: Connection) -> bool:
        locks = conn.execute(
            "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objid >= ?", (1 << 25,)
        )
        return not locks.fetchone()[0]

    store, locks = await open_sharded_store(where, 2)
    monkeypatch.setattr("storage.postgres.session.IDLE_LIMIT_MS", 500)
    postgres.cut_all()
    async with await open_store(where) as other, store:
        with pytest.raises(StorageFailed):
            await locks.take(1)
        # The new connection has the limit. The lock is taken in the same call, without a pause between.
        assert await locks.take(1)
        async with asyncio.timeout(60):
            while not await other.read(ended):
                pass
        monkeypatch.undo()
        taker = await open_sharded_store(where, 2)
        async with taker.store:
            assert await taker.locks.take(1)
            with pytest.raises(StorageFailed):
                await store.write(set_meta, "a", "b")


# --- a commit whose answer was lost -------------------------------------------------------------------


@pytest.fixture
def away(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Lose the answer to the first commit. Each item of the returned list makes one reconnection fail."""
    tries: list[str] = []
    commit, connect = Session.commit, ConnectionWithTimeout.connect
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
    monkeypatch.setattr("storage.postgres.session.ConnectionWithTimeout.connect", refuse)
    monkeypatch.setattr("storage.postgres.store.ASK_AGAIN_SECONDS", 0.001)
    return tries


@pytest.mark.parametrize("tries", [0, 3])
async def test_lobby_is_stored_if_its_commit_answer_was_lost(
    store: Store, where: str, away: list[str], tries: int
) -> None:
    """When the server is back, the bot asks for the outcome and finds the lobby stored."""
    away += ["connection refused"] * tries
    await store.write(create_table, table(), seats(10))
    assert away == []
    assert rows(where, "SELECT id FROM game_table") == [("t1",)]


async def test_error_says_if_outcome_of_write_is_unknown(store: Store, where: str, away: list[str]) -> None:
    """If the server stays away, the error says that the write may be done or not."""
    away += ["connection refused"] * 1000
    with pytest.raises(StorageUnsure, match="may be done or not"):
        await store.write(create_table, table(), seats(10))
    away.clear()
    assert rows(where, "SELECT id FROM game_table") == [("t1",)]
