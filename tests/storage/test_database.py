"""Tests of opening, locking and reading a database, and of the failures of each."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from storage import Store, open_store
from storage.engine.database import (
    DatabaseFile,
    get_meta,
    is_server_address,
    name_without_password,
    set_meta,
)
from storage.engine.migrate import migrations
from storage.engine.shards import COMMANDS
from storage.errors import SchemaTooNew, StorageClosed, StorageFailed, StorageUnavailable
from storage.scores.boards import Leaderboard, load_board
from storage.scores.results import rerate
from storage.serving import save_heartbeat
from storage.store import open_sharded_store
from storage.tables.loading import load_open_tables
from storage.upkeep import findings, finished_tables, forget_person
from tests.storage.helpers import content, execute_all, playing, rows, store_finished_game, table_of


def _fail(conn: sqlite3.Connection) -> None:
    conn.execute("INSERT INTO meta VALUES ('a', 'b')")
    raise RuntimeError("no")


def _bad_sql(conn: sqlite3.Connection) -> None:
    conn.execute("INSERT INTO meta VALUES ('a', 'b')")
    conn.execute("INSERT INTO meta VALUES ('a', 'again')")


def _pragma(conn: sqlite3.Connection, name: str) -> object:
    return conn.execute(f"PRAGMA {name}").fetchone()[0]


@pytest.mark.parametrize(
    ("work", "error", "expected"), [(_fail, RuntimeError, "no"), (_bad_sql, StorageFailed, "_bad_sql failed")]
)
async def test_failed_transaction_changes_nothing(
    store: Store, work: Any, error: type[Exception], expected: str
) -> None:
    """Errors of the database and of Tefuda's code reach the caller, and a read transaction cannot write."""
    with pytest.raises(error, match=expected):
        await store.write(work)
    assert await store.read(get_meta, "a") is None
    with pytest.raises(StorageFailed, match=r"read-?only"):
        await store.read(_bad_sql)


async def test_closed_database_finishes_old_work_and_refuses_new(store: Store) -> None:
    """Queued work is completed; new work raises ``StorageClosed`` and does not count as an outage."""
    watched = []
    store.watch = lambda kind, seconds, failure: watched.append(kind)
    begun = asyncio.ensure_future(store.write(set_meta, "a", "b"))
    await asyncio.wait([begun], timeout=0)  # the write is queued before the database is closed
    await store.close()
    await begun
    for work in (store.read(get_meta, "a"), store.write(set_meta, "a", "c")):
        with pytest.raises(StorageClosed):
            await work
    assert watched == ["write"]


@pytest.mark.parametrize(("synchronous", "level"), [("NORMAL", 1), ("FULL", 2), ("full", 2)])
async def test_connections_have_required_pragmas(path: Path, synchronous: str, level: int) -> None:
    """WAL, foreign keys, a timeout and the chosen synchronous mode are on; OFF is impossible."""
    with pytest.raises(ValueError, match="NORMAL, FULL"):
        await open_store(path, synchronous="OFF")
    async with await open_store(path, synchronous=synchronous) as store:
        for name, value in (
            ("synchronous", level),
            ("journal_mode", "wal"),
            ("foreign_keys", 1),
            ("busy_timeout", 1000),
        ):
            assert await store.write(_pragma, name) == value


@pytest.mark.parametrize("way", [{}, {"exclusive": True}, {"read_only": True}], ids=str)
async def test_path_that_cannot_be_opened_is_refused(tmp_path: Path, way: dict[str, bool]) -> None:
    """The error is one sentence that names the problem, and no file is created."""
    text, theirs = tmp_path / "text.db", tmp_path / "theirs.db"
    text.write_text("not a database, but long enough to be looked at as one" * 20)
    execute_all(theirs, "CREATE TABLE theirs (x)")
    for path, reason in (
        (tmp_path, "it is a folder"),
        (tmp_path / "missing" / "a.db", "its folder does not exist"),
        (text, "it is not an SQLite database"),
        (theirs, "not made by Tefuda"),
    ):
        with pytest.raises(StorageUnavailable, match=reason) as caught:
            await open_store(path, **way)
        assert "\n" not in str(caught.value)
    assert {file.name.removesuffix(".lock") for file in tmp_path.iterdir()} == {"text.db", "theirs.db"}
    assert not Path(f"{tmp_path}.lock").exists()
    assert rows(theirs, "SELECT name FROM sqlite_master") == [("theirs",)]


async def test_read_only_file_is_refused_at_opening(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with await open_store(path):
        pass

    class ReadOnly(sqlite3.Connection):
        def __init__(self, name: str, **kwargs: object) -> None:
            super().__init__(f"file:{name}?mode=ro", **{**kwargs, "uri": True})  # type: ignore[call-overload]

    monkeypatch.setattr("storage.engine.sqlite.connection_class", ReadOnly)
    with pytest.raises(StorageUnavailable, match="it cannot be written"):
        await open_store(path)


async def test_locked_database_is_refused_at_opening(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("storage.engine.sqlite.BUSY_MS", 10)
    async with await open_store(path):
        pass
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        with pytest.raises(StorageUnavailable, match="another program holds it"):
            await open_store(path)
    finally:
        other.close()


async def test_memory_database_is_private_and_cannot_be_copied() -> None:
    async with (
        await open_store(":memory:", exclusive=True) as store,
        await open_store(":memory:", exclusive=True) as other,
    ):
        await playing(store, moves=2)
        stored = await table_of(store)
        assert len(stored.moves) == 2
        assert await forget_person(store, 10) == ("t1",)
        assert await store.empty_log()
        assert await other.read(load_open_tables) == []
        with pytest.raises(StorageFailed):
            await store.check(findings)


async def test_waiting_writes_do_not_wait_for_same_lock_again(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of writes that wait together, only the first waits for another program's lock."""
    waits: list[str] = []
    are_requested = threading.Event()
    are_requested.set()

    class Watched(sqlite3.Connection):
        def execute(self, sql: str, *given: object) -> sqlite3.Cursor:  # type: ignore[override]
            if sql == "BEGIN IMMEDIATE":
                assert are_requested.wait(60)
            if sql.startswith("PRAGMA busy_timeout = "):
                waits.append(sql.rpartition(" ")[2])
            return super().execute(sql, *given)  # type: ignore[arg-type]

    monkeypatch.setattr("storage.engine.sqlite.connection_class", Watched)
    monkeypatch.setattr("storage.engine.sqlite.BUSY_MS", 50)
    async with await open_store(path) as database:
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            are_requested.clear()
            writes = [database.write(_pragma, "user_version") for _ in range(4)]
            together = list(map(asyncio.ensure_future, writes))
            await asyncio.wait(together, timeout=0)  # each task runs until its write is requested
            are_requested.set()
            refused = await asyncio.gather(*together, return_exceptions=True)
            assert [type(error) for error in refused] == [StorageFailed] * 4
            assert waits == ["0", "50"] * 3
            with pytest.raises(StorageFailed):
                await database.write(_pragma, "user_version")
        assert waits == ["0", "50"] * 3
        assert await database.write(_pragma, "busy_timeout") == 50


async def test_second_bot_is_refused(where: str) -> None:
    """The error is one sentence; programs that need no exclusive lock can open the database."""
    async with await open_store(where, exclusive=True):
        with pytest.raises(StorageUnavailable, match="another Tefuda uses it") as caught:
            await open_store(where, exclusive=True)
        assert name_without_password(where) in str(caught.value)
        assert "\n" not in str(caught.value)
        async with await open_store(where) as other:
            await other.write(set_meta, "a", "b")
        async with await open_store(where, read_only=True) as reader:
            assert await reader.read(get_meta, "a") == "b"
    async with await open_store(where, exclusive=True):
        pass
    assert is_server_address(where) or Path(f"{where}.lock").exists()


async def test_refused_program_changes_nothing(path: Path) -> None:
    """A refused program neither creates nor upgrades the locked database."""
    async with await open_store(path, exclusive=True):
        path.rename(path.with_name("elsewhere"))
        with pytest.raises(StorageUnavailable):
            await open_store(path, exclusive=True)
        assert not path.exists()


async def test_failed_start_releases_lock(path: Path) -> None:
    path.write_text("not a database, but long enough to be looked at as one" * 20)
    with pytest.raises(StorageUnavailable, match="not an SQLite database"):
        await open_store(path, exclusive=True)
    path.unlink()
    async with await open_store(path, exclusive=True):
        pass


async def test_read_only_check_changes_nothing(path: Path) -> None:
    async with await open_store(path) as store:
        await store_finished_game(store, "a", (10, 11), (1, 2))
    before = path.read_bytes()
    async with await open_store(path, read_only=True) as store:
        assert await store.check(findings) == []
        assert [game.table_id async for game, _ in finished_tables(store)] == ["a"]
        assert (await store.read(load_board, Leaderboard("bull", 1))).total == 2
        for act in (
            store.write(set_meta, "a", "b"),
            store.write(rerate),
            store.write(save_heartbeat, 1),
        ):
            with pytest.raises(StorageFailed, match="readonly"):
                await act
    assert path.read_bytes() == before


@pytest.mark.parametrize("read_only", [False, True])
async def test_newer_schema_is_refused_and_unchanged(path: Path, read_only: bool) -> None:
    async with await open_store(path):
        pass
    execute_all(path, "PRAGMA user_version = 999")
    before = content(path)
    with pytest.raises(SchemaTooNew, match=f"version 999.*only up to {migrations()[-1].version}"):
        await open_store(path, read_only=read_only)
    assert content(path) == before


async def test_database_in_read_only_folder_can_be_read(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The database is opened as immutable, since SQLite cannot create its files beside it."""
    async with await open_store(path) as store:
        await store_finished_game(store, "a", (10, 11), (1, 2))
    monkeypatch.setattr("storage.engine.database.os.access", lambda *_: False)
    assert DatabaseFile.at(path).read_only_uri().endswith("?immutable=1")
    async with await open_store(path, read_only=True) as store:
        assert await store.check(findings) == []
    assert [file.name for file in path.parent.iterdir()] == [path.name]


async def test_file_names_with_special_characters_can_be_opened(tmp_path: Path) -> None:
    odd = tmp_path / "a b?mode=rwc#c%20.db"
    async with await open_store(odd):
        pass
    async with await open_store(odd, read_only=True) as store:
        assert await store.check(findings) == []


@pytest.mark.sqlite
async def test_one_process_serves_all_shards_of_file(where: str) -> None:
    store, locks = await open_sharded_store(where, 4)
    async with store:
        assert all([await locks.take(number) for number in range(4)])
        await locks.release(1)
        locks.forget_lost([])
        seen = await locks.sync(wants_more=True)
        assert (seen.mine, seen.free, seen.processes, seen.is_wanted) == ({0, 2, 3}, {1}, 1, False)
        for bucket in (0, 0, COMMANDS, COMMANDS):
            assert await locks.reserve_task(bucket)
        await locks.free_task(0)
        await locks.free_task(COMMANDS)
        with pytest.raises(StorageUnavailable, match="another Tefuda uses it"):
            await open_sharded_store(where, 4)


async def test_missing_file_is_not_created_for_reading(path: Path) -> None:
    with pytest.raises(StorageUnavailable, match="there is no such file"):
        await open_store(path, read_only=True)
    assert not path.exists()
