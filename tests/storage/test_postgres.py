"""What PostgreSQL does otherwise than a file: lost connections, limits of waiting, transactions that meet."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from typing import Any, ClassVar

import psycopg
import pytest
from psycopg import conninfo

from storage import Store, open_store
from storage.engine.connection import Connection, lengthy
from storage.engine.writing import get_meta, set_meta
from storage.errors import StorageFailed, StorageUnsure
from storage.postgres.session import Limited, Session
from storage.rows import MoveRow
from storage.scores.leaderboard import load_board
from storage.tables.lifecycle import append_moves, create_table
from storage.upkeep.maintenance import findings
from storage.upkeep.privacy import forget_person
from tests import postgres
from tests.storage.helpers import NOON, change, content, finished, move, playing, rows, seats, table
from tests.storage.test_faults import ACTS, undone_wherever_it_fails

pytestmark = pytest.mark.postgresql


class Watched(Session):
    """A session that calls ``before`` with itself and each statement that it sends."""

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
        if Watched.before is not None:
            Watched.before(self, sql)


@pytest.fixture(autouse=True)
def _watched(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr("storage.postgres.session.session_class", Watched)
    yield
    Watched.before = None


def cut(session: Session) -> None:
    """Let the server end a connection, as when it is restarted."""
    number = session._conn.info.backend_pid
    postgres.admin(f"SELECT pg_terminate_backend({number}, 5000)")


# --- what goes wrong at one statement -----------------------------------------------------------------


# Some of the acts: what each does one statement after the other is the same as with SQLite.
@pytest.mark.parametrize("act", list(ACTS)[1::3])
async def test_an_error_at_any_statement_leaves_nothing_and_the_store_goes_on(act: str, where: str) -> None:
    async with await open_store(where) as store:
        await undone_wherever_it_fails(
            ACTS[act],
            store,
            lambda: content(where),
            Watched,
            lambda: psycopg.errors.DiskFull("could not extend file: No space left on device"),
        )


@pytest.mark.parametrize("at", range(8))
async def test_a_connection_lost_at_any_statement_costs_nothing(at: int, store: Store, where: str) -> None:
    """The server goes away once, wherever that is: the act is done, once, by another connection."""
    await playing(store, "t1", moves=2)
    asked = 0

    def lose(session: Session, sql: str) -> None:
        nonlocal asked
        if asked == at:
            cut(session)
        asked += 1

    Watched.before = lose
    await store.write(append_moves, "t1", move(2, "call pair K"), NOON + 5)
    assert await store.read(get_meta, "a") is None
    Watched.before = None
    assert [text for (text,) in rows(where, "SELECT move FROM move ORDER BY seq")] == [
        "move 0",
        "move 1",
        "call pair K",
    ]
    assert asked > 5 if at > 5 else asked > at


async def test_who_cannot_reach_the_server_is_told_so_and_goes_on_when_it_is_back(
    store: Store, where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever stood in line while the first one tried does not try as long again."""
    tries: list[str] = []

    def refuse(*_: object, **__: object) -> None:
        tries.append("connect")
        raise psycopg.OperationalError('connection to server at "db", port 5432 failed: Connection refused')

    await store.write(set_meta, "a", "b")
    postgres.cut_all()
    with monkeypatch.context() as patch:
        patch.setattr("storage.postgres.session.Limited.connect", refuse)
        answers = await asyncio.gather(
            *(store.write(set_meta, "a", str(n)) for n in range(3)), return_exceptions=True
        )
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
                finished(each, f"{name}{number}", (10, 11, 12), (1, 2, 3))
                for name, each in (("a", store), ("b", other))
            ]
            await asyncio.gather(*pair)
        board = await store.read(load_board, game="bull", guild_id=1, measure="games")
        assert [row.games for row in board.rows] == [12, 12, 12]
        assert await store.check(findings) == []


async def test_a_transaction_that_another_came_between_is_run_again(store: Store, where: str) -> None:
    """What it has read is not true any more when it writes: it begins anew, and sees what is true."""
    seen: list[int] = []

    def add(conn: Connection) -> None:
        (value,) = conn.execute("SELECT value FROM meta WHERE key = 'count'").fetchone()
        seen.append(int(value))
        if len(seen) == 1:
            change(where, "UPDATE meta SET value = '5' WHERE key = 'count'")
        conn.execute("UPDATE meta SET value = ? WHERE key = 'count'", (str(int(value) + 1),))

    await store.write(set_meta, "count", "1")
    await store.write(add)
    assert seen == [1, 5]
    assert await store.read(get_meta, "count") == "6"


async def test_one_move_of_two_processes_is_the_next(store: Store, where: str) -> None:
    await playing(store, "t1")
    async with await open_store(where) as other:
        for seq in range(10):
            made = [each.write(append_moves, "t1", (MoveRow(seq, 0, "x", NOON),)) for each in (store, other)]
            answers = await asyncio.gather(*made, return_exceptions=True)
            assert sorted(type(answer).__name__ for answer in answers) == ["Finished", "SequenceConflict"]


async def test_who_waits_for_a_row_that_is_held_gives_up(
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


async def test_a_forgotten_name_goes_from_the_table_for_good(store: Store, where: str) -> None:
    """The row that held it is not only hidden: it is made free at once."""
    await playing(store, "t1", 10, 11)
    await forget_person(store, 10)
    assert await store.empty_log()
    change(where, "CREATE EXTENSION IF NOT EXISTS pageinspect")
    try:
        page = "heap_page_items(get_raw_page('person', 0))"
        kept = rows(where, f"SELECT t_data FROM {page} WHERE t_data IS NOT NULL")
        assert kept
        assert not [data for (data,) in kept if b"P10" in bytes(data)]
    finally:
        change(where, "DROP EXTENSION pageinspect")


async def test_who_is_in_the_way_is_given_time(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that is held up in the middle of a transaction for half a second costs nobody a move."""
    paused: list[float] = []
    monkeypatch.setattr("storage.postgres.store._rest", paused.append)

    def met(conn: Connection) -> str:
        if sum(paused) < 0.5:
            raise psycopg.errors.SerializationFailure
        return "done"

    assert await store.write(met) == "done"
    assert paused[0] < 0.01


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
    monkeypatch.setattr("storage.postgres.session.ANSWER_SECONDS", 0.2)
    monkeypatch.setattr("storage.postgres.store.VACUUM_SECONDS", 0.2)
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
    monkeypatch.setattr("storage.postgres.session.STATEMENT_MS", 20)

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
    monkeypatch.setattr("storage.postgres.session.IDLE_LIMIT_MS", 2000)

    def ended(conn: Connection) -> bool:
        found = conn.execute(
            "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objid >= ?", (1 << 25,)
        )
        return not found.fetchone()[0]

    async with await open_store(where) as other, await open_store(where, shards=2) as store:
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
    monkeypatch.setattr("storage.postgres.session.Limited.connect", refuse)
    monkeypatch.setattr("storage.postgres.store.ASK_AGAIN_SECONDS", 0.001)
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
