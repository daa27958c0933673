from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from storage import StorageFailed, StorageUnavailable, Store, open_store
from storage.engine.writing import get_meta
from storage.tables.loading import load_open_tables
from storage.upkeep.maintenance import findings
from storage.upkeep.privacy import forget_person
from tests.storage.direct import change, rows
from tests.storage.helpers import playing, table_of


def _fail(conn: sqlite3.Connection) -> None:
    conn.execute("INSERT INTO meta VALUES ('a', 'b')")
    raise RuntimeError("no")


def _bad_sql(conn: sqlite3.Connection) -> None:
    conn.execute("INSERT INTO meta VALUES ('a', 'b')")
    conn.execute("INSERT INTO meta VALUES ('a', 'again')")


def _pragma(conn: sqlite3.Connection, name: str) -> object:
    return conn.execute(f"PRAGMA {name}").fetchone()[0]


@pytest.mark.parametrize(
    ("work", "error", "said"), [(_fail, RuntimeError, "no"), (_bad_sql, StorageFailed, "_bad_sql failed")]
)
async def test_a_transaction_that_raises_leaves_nothing(
    store: Store, work: Any, error: type[Exception], said: str
) -> None:
    """Its error reaches the caller, one of the database as one of ours; what only reads cannot write."""
    with pytest.raises(error, match=said):
        await store.write(work)
    assert await store.read(get_meta, "a") is None
    with pytest.raises(StorageFailed, match=r"read-?only"):
        await store.read(_bad_sql)


@pytest.mark.parametrize(("synchronous", "level"), [("NORMAL", 1), ("FULL", 2), ("full", 2)])
async def test_pragmas(path: Path, synchronous: str, level: int) -> None:
    """WAL, foreign keys, a busy timeout and the chosen synchronous are on; safety cannot be turned off."""
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
async def test_a_path_that_cannot_be_opened(tmp_path: Path, way: dict[str, bool]) -> None:
    """A folder, a missing folder, another kind of file: one sentence that says which, and nothing is made."""
    text, theirs = tmp_path / "text.db", tmp_path / "theirs.db"
    text.write_text("not a database, but long enough to be looked at as one" * 20)
    change(theirs, "CREATE TABLE theirs (x)")
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


async def test_a_file_that_cannot_be_written(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A database that may be read only is refused at once, not at the first move."""
    async with await open_store(path):
        pass

    class ReadOnly(sqlite3.Connection):
        def __init__(self, name: str, **kwargs: object) -> None:
            super().__init__(f"file:{name}?mode=ro", **{**kwargs, "uri": True})  # type: ignore[call-overload]

    monkeypatch.setattr("storage.engine.sqlite.connection_class", ReadOnly)
    with pytest.raises(StorageUnavailable, match="it cannot be written"):
        await open_store(path)


async def test_a_database_that_is_held(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A database that another program keeps locked is refused with that reason."""
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


async def test_in_memory() -> None:
    """``:memory:`` works as a store that nobody else sees and that cannot be copied."""
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


async def test_who_stood_in_line_behind_a_locked_file_does_not_wait_as_long_again(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of writes asked for together only the first waits for the other program; the next one waits anew."""
    waits: list[str] = []

    class Watched(sqlite3.Connection):
        def execute(self, sql: str, *given: object) -> sqlite3.Cursor:  # type: ignore[override]
            if sql.startswith("PRAGMA busy_timeout = "):
                waits.append(sql.rpartition(" ")[2])
            return super().execute(sql, *given)  # type: ignore[arg-type]

    monkeypatch.setattr("storage.engine.sqlite.connection_class", Watched)
    monkeypatch.setattr("storage.engine.sqlite.BUSY_MS", 50)
    async with await open_store(path) as database:
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            together = [database.write(_pragma, "user_version") for _ in range(4)]
            refused = await asyncio.gather(*together, return_exceptions=True)
            assert [type(one) for one in refused] == [StorageFailed] * 4
            assert waits == ["0", "50"] * 3
            with pytest.raises(StorageFailed):
                await database.write(_pragma, "user_version")
        assert waits == ["0", "50"] * 3
        assert await database.write(_pragma, "busy_timeout") == 50
