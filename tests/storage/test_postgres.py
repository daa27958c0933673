"""What PostgreSQL does otherwise than a file: lost connections, transactions that meet, its own lock."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import ClassVar

import psycopg
import pytest

from storage import SchemaTooNew, SchemaTooOld, StorageFailed, StorageUnavailable, Store
from storage.connection import Connection
from storage.copying import KEYS
from storage.migrate import migrations
from storage.rows import MoveRow
from storage.session import Session
from tests import postgres
from tests.storage.direct import change, content, rows
from tests.storage.helpers import NOON, finished, move, playing
from tests.storage.test_faults import ACTS, Act, prepare
from tests.storage.test_lock import HOLD

TYPES = {"INTEGER": "bigint", "TEXT": "text", "REAL": "double precision", "BLOB": "bytea"}
"""What PostgreSQL calls SQLite's types."""


class Watched(Session):
    """A session that calls ``before`` and ``after`` with itself and each statement that it sends."""

    before: ClassVar[Callable[[Session, str], None] | None] = None
    after: ClassVar[Callable[[Session, str], None] | None] = None

    def execute(self, sql: str, parameters: object = (), /) -> psycopg.Cursor[object]:  # type: ignore[override]
        return self._told(sql, lambda: super(Watched, self).execute(sql, parameters))  # type: ignore[arg-type]

    def executemany(self, sql: str, parameters: object, /) -> psycopg.Cursor[object]:  # type: ignore[override]
        return self._told(sql, lambda: super(Watched, self).executemany(sql, parameters))  # type: ignore[arg-type]

    def control(self, sql: str) -> psycopg.Cursor[object]:
        return self._told(sql, lambda: super(Watched, self).control(sql))

    def _told(self, sql: str, run: Callable[[], psycopg.Cursor[object]]) -> psycopg.Cursor[object]:
        for call, when in ((Watched.before, "before"), (None, "run"), (Watched.after, "after")):
            if when == "run":
                cursor = run()
            elif call is not None:
                call(self, sql)
        return cursor


@pytest.fixture(autouse=True)
def _watched(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr("storage.session.session_class", Watched)
    yield
    Watched.before = Watched.after = None


@pytest.fixture
async def where() -> str:
    """The address of an empty database."""
    return await postgres.empty_database()


@pytest.fixture
async def store(where: str) -> AsyncIterator[Store]:
    """An open, empty store."""
    async with await Store.open(where) as opened:
        yield opened


def cut(session: Session) -> None:
    """Let the server end a connection, as when it is restarted."""
    number = session._conn.info.backend_pid
    postgres.admin(f"SELECT pg_terminate_backend({number}, 5000)")


# --- what goes wrong at one statement -----------------------------------------------------------------


@pytest.mark.parametrize("act", ACTS, ids=lambda act: act.__name__[1:])
async def test_an_error_at_any_statement_leaves_nothing_and_the_store_goes_on(act: Act, where: str) -> None:
    """When any statement fails the act is undone, the store works on, and a second try succeeds."""
    async with await Store.open(where) as store:
        await prepare(store)
        before = content(where)
        failed = 0
        while True:
            left = failed

            def fail(_: Session, sql: str) -> None:
                nonlocal left
                if sql == "ROLLBACK":
                    return
                if left == 0:
                    left = -1
                    raise psycopg.errors.DiskFull("could not extend file: No space left on device")
                left -= 1

            Watched.before = fail
            try:
                await act(store)
            except StorageFailed:
                Watched.before = None
                assert content(where) == before
                failed += 1
            else:
                Watched.before = None
                break
        assert failed > 3
        assert content(where) != before
        assert await store.check() == []


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
    await store.append_moves("t1", move(2, "call pair K"), NOON + 5)
    assert await store.get_meta("a") is None
    Watched.before = None
    assert [text for (text,) in rows(where, "SELECT move FROM move ORDER BY seq")] == [
        "move 0",
        "move 1",
        "call pair K",
    ]
    assert asked > 5 if at > 5 else asked > at


async def test_a_commit_whose_answer_was_lost_is_known_to_be_done(store: Store, where: str) -> None:
    """The server is asked what became of it, so nothing is written twice, and nobody is told of a failure."""
    await playing(store, "t1")
    ran: list[str] = []

    def lose(session: Session, sql: str) -> None:
        if sql == "COMMIT" and not ran:
            ran.append(sql)
            session._conn.close()
            raise psycopg.OperationalError("server closed the connection unexpectedly")

    Watched.after = lose
    await store.append_moves("t1", move(0))
    assert ran == ["COMMIT"]
    assert rows(where, "SELECT count(*) FROM move") == [(1,)]


async def test_who_cannot_reach_the_server_is_told_so_and_goes_on_when_it_is_back(
    store: Store, where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever stood in line while the first one tried does not try as long again."""
    tries: list[str] = []

    def refuse(*_: object, **__: object) -> None:
        tries.append("connect")
        raise psycopg.OperationalError('connection to server at "db", port 5432 failed: Connection refused')

    await store.set_meta("a", "b")
    postgres.cut_all()
    with monkeypatch.context() as patch:
        patch.setattr("storage.session.psycopg.connect", refuse)
        answers = await asyncio.gather(
            *(store.set_meta("a", str(n)) for n in range(3)), return_exceptions=True
        )
        assert [type(answer) for answer in answers] == [StorageFailed] * 3
        assert "set_meta failed" in str(answers[0])
        assert "Connection refused" in str(answers[0])
        assert len(tries) == 1
    assert await store.get_meta("a") == "b"
    await store.set_meta("a", "c")
    assert await store.get_meta("a") == "c"


# --- transactions that meet ---------------------------------------------------------------------------


async def test_two_processes_count_every_result_once(store: Store, where: str) -> None:
    """What two stores write at the same time is in ratings and boards as if one after the other."""
    async with await Store.open(where) as other:
        for number in range(6):
            pair = [
                finished(each, f"{name}{number}", (10, 11, 12), (1, 2, 3))
                for name, each in (("a", store), ("b", other))
            ]
            await asyncio.gather(*pair)
        board = await store.leaderboard(game="bull", guild_id=1, measure="games")
        assert [row.games for row in board.rows] == [12, 12, 12]
        assert await store.check() == []


async def test_a_transaction_that_another_came_between_is_run_again(store: Store, where: str) -> None:
    """What it has read is not true any more when it writes: it begins anew, and sees what is true."""
    seen: list[int] = []

    def add(conn: Connection) -> None:
        (value,) = conn.execute("SELECT value FROM meta WHERE key = 'count'").fetchone()
        seen.append(int(value))
        if len(seen) == 1:
            change(where, "UPDATE meta SET value = '5' WHERE key = 'count'")
        conn.execute("UPDATE meta SET value = ? WHERE key = 'count'", (str(int(value) + 1),))

    await store.set_meta("count", "1")
    await store._db.write(add)
    assert seen == [1, 5]
    assert await store.get_meta("count") == "6"


async def test_one_move_of_two_processes_is_the_next(store: Store, where: str) -> None:
    """Two that append the same number at the same time: one is written, the other refused."""
    await playing(store, "t1")
    async with await Store.open(where) as other:
        for seq in range(10):
            made = [each.append_moves("t1", (MoveRow(seq, 0, "x", NOON),)) for each in (store, other)]
            answers = await asyncio.gather(*made, return_exceptions=True)
            assert sorted(type(answer).__name__ for answer in answers) == ["SequenceConflict", "tuple"]


async def test_who_waits_for_a_row_that_is_held_gives_up(
    store: Store, where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another program that keeps a row locked costs a second, then people are told."""
    monkeypatch.setattr("storage.session.BUSY_MS", 20)
    await store.set_meta("a", "b")
    async with await Store.open(where) as hasty:
        with psycopg.connect(where) as other:
            other.execute("UPDATE meta SET value = 'c' WHERE key = 'a'")
            with pytest.raises(StorageFailed, match=r"set_meta failed: canceling .* lock timeout"):
                await hasty.set_meta("a", "d")
        await hasty.set_meta("a", "d")
    assert await store.get_meta("a") == "d"


# --- one bot per database -----------------------------------------------------------------------------


async def test_a_second_bot_is_refused(where: str) -> None:
    """While one holds the database a second is told so in one sentence; after the first closed it opens."""
    async with await Store.open(where, exclusive=True):
        with pytest.raises(StorageUnavailable, match="another Tefuda uses it") as caught:
            await Store.open(where, exclusive=True)
        assert "\n" not in str(caught.value)
        async with await Store.open(where) as other:
            await other.set_meta("a", "b")
        async with await Store.open(where, read_only=True) as reader:
            assert await reader.get_meta("a") == "b"
    async with await Store.open(where, exclusive=True):
        pass


async def test_the_lock_dies_with_its_process(where: str) -> None:
    """A process that holds the database keeps others out, and no longer when it was killed."""
    with subprocess.Popen([sys.executable, "-c", HOLD, where], stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        try:
            assert other.stdout.readline() == b"held\n"
            with pytest.raises(StorageUnavailable, match="another Tefuda"):
                await Store.open(where, exclusive=True)
        finally:
            other.kill()
    async with await Store.open(where, exclusive=True):
        pass


async def test_who_has_lost_the_lock_cannot_write(where: str) -> None:
    """The lock goes with the connection; whoever took it meanwhile is the only one who writes."""
    async with await Store.open(where, exclusive=True) as first:
        postgres.cut_all()
        async with await Store.open(where, exclusive=True) as second:
            with pytest.raises(StorageFailed, match="another Tefuda uses it"):
                await first.set_meta("a", "b")
            await second.set_meta("a", "c")
        assert await first.get_meta("a") == "c"
        await first.set_meta("a", "d")


@pytest.mark.parametrize(("synchronous", "setting"), [("NORMAL", "off"), ("FULL", "on"), ("full", "on")])
async def test_how_durable_a_commit_is(where: str, synchronous: str, setting: str) -> None:
    """As with SQLite, NORMAL does not wait for the disk and FULL does."""
    async with await Store.open(where, synchronous=synchronous) as store:
        asked = "SELECT current_setting('synchronous_commit'), current_setting('transaction_isolation')"
        found = await store._db.write(lambda conn: conn.execute(asked).fetchone())
        assert found == (setting, "serializable")


# --- schema -------------------------------------------------------------------------------------------


async def test_migrating_twice_is_migrating_once(where: str) -> None:
    """Opening a database again changes nothing, and it says which version it has."""
    before = content(where)
    async with await Store.open(where):
        pass
    assert content(where) == before
    assert rows(where, "SELECT version FROM schema_version") == [(len(migrations()),)]


async def test_two_that_open_a_new_database_together() -> None:
    """One makes the tables, the other finds them."""
    where = postgres.fresh_database("tefuda_new")
    stores = await asyncio.gather(*(Store.open(where) for _ in range(3)))
    for store in stores:
        assert await store.open_tables() == []
        await store.close()


async def test_newer_and_older_schemas_are_refused() -> None:
    """With both versions, as with SQLite; and so is what another program has made."""
    where = postgres.fresh_database("tefuda_versions")
    with pytest.raises(SchemaTooOld, match="version 0"):
        await Store.open(where, read_only=True)
    async with await Store.open(where):
        pass
    change(where, "UPDATE schema_version SET version = 999")
    for read_only in (False, True):
        with pytest.raises(SchemaTooNew, match=f"version 999.*only up to {len(migrations())}"):
            await Store.open(where, read_only=read_only)
    change(where, "DROP TABLE schema_version")
    with pytest.raises(StorageUnavailable, match="not made by Tefuda"):
        await Store.open(where)


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("postgresql://tefuda:hidden@127.0.0.1:1/x", "Connection refused"),
        ("postgresql://tefuda:hidden@/nowhere?host={folder}", 'database "nowhere" does not exist'),
        ("postgresql://tefuda:hidden%zz@/nowhere", "its address cannot be read"),
    ],
)
async def test_what_cannot_be_opened(address: str, reason: str) -> None:
    """One sentence says why, and never the password."""
    folder = postgres.address_of("x").partition("?host=")[2]
    with pytest.raises(StorageUnavailable, match=reason) as caught:
        await Store.open(address.format(folder=folder))
    assert "hidden" not in str(caught.value)
    assert "\n" not in str(caught.value)


async def test_a_database_of_another_encoding() -> None:
    """Names in Japanese have no place in it, so it is refused at once."""
    where = postgres.fresh_database("latin", "ENCODING 'LATIN1' TEMPLATE template0")
    with pytest.raises(StorageUnavailable, match="its encoding is LATIN1, not UTF8"):
        await Store.open(where)


async def test_both_databases_have_the_same_tables(where: str, tmp_path: Path) -> None:
    """The same columns, keys and indexes under the same names, whatever each calls their types."""
    file = tmp_path / "tefuda.db"
    async with await Store.open(file):
        pass
    tables = rows(file, "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
    ours = {
        (table, name, TYPES[kind], must)
        for (table,) in tables
        for _, name, kind, must, *_ in rows(file, f"PRAGMA table_info({table})")
    }
    theirs = set(
        rows(
            where,
            """
            SELECT table_name, column_name, data_type, CASE is_nullable WHEN 'NO' THEN 1 ELSE 0 END
            FROM information_schema.columns
            WHERE table_schema = 'public' AND table_name <> 'schema_version'
            """,
        )
    )
    # What SQLite calls INTEGER PRIMARY KEY is never null, though it does not say so.
    rowids = {("person", "id"), ("result", "id"), ("guild_settings", "guild_id"), ("period", "start")}
    ours = {(*column[:3], 1 if column[:2] in rowids else column[3]) for column in ours}
    assert ours == theirs
    named = rows(file, "SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL")
    assert set(named) < set(rows(where, "SELECT indexname FROM pg_indexes WHERE schemaname = 'public'"))
    assert {name for (name,) in tables} == KEYS.keys()


# --- care ---------------------------------------------------------------------------------------------


async def test_a_copy_into_a_file_is_for_postgresqls_own_program(store: Store) -> None:
    """The sentence names it."""
    with pytest.raises(StorageFailed, match="pg_dump"):
        await store.backup("copy.db")


async def test_a_forgotten_name_goes_from_the_table_for_good(store: Store, where: str) -> None:
    """The row that held it is not only hidden: it is made free at once."""
    await playing(store, "t1", 10, 11)
    await store.forget_person(10)
    assert await store.empty_log()
    change(where, "CREATE EXTENSION IF NOT EXISTS pageinspect")
    try:
        page = "heap_page_items(get_raw_page('person', 0))"
        kept = rows(where, f"SELECT t_data FROM {page} WHERE t_data IS NOT NULL")
        assert kept
        assert not [data for (data,) in kept if b"P10" in bytes(data)]
    finally:
        change(where, "DROP EXTENSION pageinspect")
