"""One SQLite file and the threads that talk to it.

A transaction runs on aiosqlite's thread. Writing goes through one connection, so nothing else of ours can
come between two statements. Reading has its own, so that a leaderboard never holds up a move.
"""

from __future__ import annotations

import asyncio
import sqlite3
import sys
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

import aiosqlite

from storage.engine import copies
from storage.engine.database import Findings, Store, expect_synchronous, failed
from storage.engine.migrate import expect_schema, known_version, migrate, migrations
from storage.engine.names import read_only_name, unopened
from storage.errors import NotOurs, StorageInUse, StorageUnavailable

if sys.platform == "win32":
    import msvcrt

    def _try(number: int) -> None:
        msvcrt.locking(number, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _try(number: int) -> None:
        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)


T = TypeVar("T")

BUSY_MS = 1000
"""Limit of a transaction's wait for another program's lock; Discord wants its answer within three seconds."""
OLDEST_SQLITE = (3, 37, 0)  # strict tables

connection_class: type[sqlite3.Connection] = sqlite3.Connection
"""Class of connections; tests put one here that stops between two statements."""


class FileLock:
    """A held lock on ``<database>.lock``; the operating system releases it when its holder dies.

    The file stays after a release: if it was removed, two processes could lock two files of the same name.

    Raises:
        StorageInUse: another process holds the lock.
        OSError: the file cannot be created, or its file system has no locks.
    """

    def __init__(self, database: str) -> None:
        # Not inherited by programs that are started, so none of them keeps it when the bot has died.
        self._file = Path(database + ".lock").open("ab")  # noqa: SIM115
        try:
            _try(self._file.fileno())
        except OSError as error:
            self._file.close()
            if isinstance(error, (BlockingIOError, PermissionError)):  # as Linux says it, as Windows does
                why = f"cannot open the database {database}: another Tefuda uses it"
                raise StorageInUse(why) from error
            raise

    def release(self) -> None:
        """Release the lock; idempotent."""
        self._file.close()


class SqliteStore(Store):
    """An open file; ``open`` makes one."""

    def __init__(
        self, path: str, writer: aiosqlite.Connection, reader: aiosqlite.Connection, opened: AsyncExitStack
    ) -> None:
        super().__init__(path)
        self._writer, self._reader, self._opened = writer, reader, opened
        self._locked_out = 0

    @classmethod
    async def open(
        cls,
        path: str | Path,
        *,
        synchronous: str = "NORMAL",
        exclusive: bool = False,
        must_exist: bool = False,
    ) -> SqliteStore:
        """Open or create the database and bring its schema up to date.

        Args:
            path: a file, or ``":memory:"``.
            synchronous: ``"NORMAL"`` keeps every committed move when the process is killed at any moment,
                because a commit has reached the operating system by then; after a power cut the last few
                commits may be gone, the database is whole all the same. ``"FULL"`` waits for the disk at
                every commit (0.25 ms instead of 0.1 ms on a good disk, several ms on a bad one) and keeps
                them then too.
            exclusive: as for ``open_store``, by a lock on the file ``<path>.lock``; it ends with ``close`` or
                with the process.
            must_exist: refuse an empty database, by ``NotOurs``.

        Raises:
            StorageUnavailable: one sentence why not.
            ValueError: no such ``synchronous``.
        """
        synchronous = expect_synchronous(synchronous)
        if sqlite3.sqlite_version_info < OLDEST_SQLITE:
            raise StorageUnavailable(f"SQLite 3.37 or newer is needed, this is {sqlite3.sqlite_version}")
        name = str(path)
        async with _opening(name) as opened:
            if exclusive and name != ":memory:" and not Path(name).is_dir():
                opened.callback(FileLock(name).release)
            writer = reader = await _connect(name)
            opened.push_async_callback(writer.close)
            await _call(writer, _prepare_writer, synchronous, not must_exist)
            if name != ":memory:":  # a second connection would see another, empty database
                reader = await _connect(name)
                opened.push_async_callback(reader.close)
                await _call(reader, _prepare_reader)
            kept = opened.pop_all()
        return cls(name, writer, reader, kept)

    @classmethod
    async def open_to_read(cls, path: str | Path, *, exclusive: bool = False) -> SqliteStore:
        """Open a database of this code's schema, to change nothing; ``StorageUnavailable`` says why not."""
        name = str(path)
        async with _opening(name) as opened:
            uri = read_only_name(name)
            if exclusive:
                opened.callback(FileLock(name).release)
            connection = await _connect(uri, uri=True)
            opened.push_async_callback(connection.close)
            await _call(connection, expect_schema)
            kept = opened.pop_all()
        return cls(name, connection, connection, kept)

    async def close(self) -> None:
        await self._opened.aclose()

    async def empty_log(self) -> bool:
        """Move what the write-ahead log holds into the file and empty it; see ``Store.empty_log``."""
        return self.name == ":memory:" or await asyncio.to_thread(copies.empty_log, self.name)

    async def check(self, findings: Findings) -> list[str]:
        return await asyncio.to_thread(copies.check, self.name, findings)

    async def continue_numbers(self) -> None:
        """Do nothing: SQLite looks at what is there."""

    async def _run(
        self, kind: str, work: Callable[..., T], args: tuple[Any, ...], kwargs: Mapping[str, Any]
    ) -> T:
        connection = self._writer if kind == "write" else self._reader
        begin = "BEGIN IMMEDIATE" if kind == "write" else "BEGIN"
        asked = self._locked_out

        def transaction(conn: sqlite3.Connection) -> T:
            # Who stood in line while somebody waited for a locked file in vain does not wait as long again.
            is_patient = self._locked_out == asked
            if not is_patient:
                conn.execute("PRAGMA busy_timeout = 0")
            try:
                return in_transaction(conn, begin, lambda: work(conn, *args, **kwargs))
            except sqlite3.OperationalError as error:
                self._locked_out += is_patient and "locked" in str(error)
                raise
            finally:
                if not is_patient:
                    conn.execute(f"PRAGMA busy_timeout = {BUSY_MS}")

        try:
            return await _call(connection, transaction)
        except sqlite3.Error as error:
            raise failed(work, error) from error


@asynccontextmanager
async def _opening(name: str) -> AsyncIterator[AsyncExitStack]:
    """Close again what was opened, and say why in one sentence, if not all can be; else take it out."""
    async with AsyncExitStack() as opened:
        try:
            yield opened
        except (sqlite3.Error, OSError, NotOurs) as error:
            raise unopened(name, error) from error


async def _connect(name: str, *, uri: bool = False) -> aiosqlite.Connection:
    # isolation_level=None: we say BEGIN and COMMIT ourselves, the driver must not guess.
    opening = aiosqlite.connect(
        name,
        isolation_level=None,
        timeout=BUSY_MS / 1000,
        factory=connection_class,
        cached_statements=256,
        uri=uri,
    )
    try:
        return await opening
    except BaseException:
        opening._thread.join()  # it is ending; left alone it would report to a loop closed by then
        raise


async def _call(connection: aiosqlite.Connection, work: Callable[..., T], *args: Any) -> T:
    """Run a function on the connection's thread, in one hop.

    aiosqlite has no public way to do that; its own methods are each one call of this one.
    """
    result: T = await connection._execute(work, connection._conn, *args)  # type: ignore[no-untyped-call]
    return result


def in_transaction(conn: sqlite3.Connection, begin: str, work: Callable[[], T]) -> T:
    """Run ``work`` between ``begin`` and ``COMMIT``; whatever it raises, roll back and raise it on."""
    conn.execute(begin)
    try:
        result = work()
        conn.execute("COMMIT")
    except BaseException:
        if conn.in_transaction:  # SQLite has rolled back by itself after some errors, such as a full disk
            conn.execute("ROLLBACK")
        raise
    return result


def _prepare_writer(conn: sqlite3.Connection, synchronous: str, may_be_empty: bool) -> None:
    known_version(
        conn, len(migrations()), may_be_empty=may_be_empty
    )  # what is not for us stays as it is, to the last byte
    conn.execute("PRAGMA journal_mode = WAL")
    conn.execute(f"PRAGMA synchronous = {synchronous}")
    conn.execute("PRAGMA foreign_keys = OFF")  # a migration may rebuild a table; it checks keys at its end
    in_transaction(conn, "BEGIN IMMEDIATE", lambda: migrate(conn))
    conn.execute("PRAGMA foreign_keys = ON")
    conn.execute("PRAGMA secure_delete = FAST")  # a forgotten name is overwritten, not only unlinked
    conn.execute("PRAGMA cache_size = -16000")


def _prepare_reader(conn: sqlite3.Connection) -> None:
    conn.execute("PRAGMA query_only = ON")
    conn.execute("PRAGMA cache_size = -32000")
