"""SQLite as the engine, and copies of its file."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, closing, contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

import aiosqlite

from storage.engine.database import (
    DatabaseFile,
    Findings,
    Store,
    Transaction,
    expect_synchronous,
    is_damage,
    opening_error,
)
from storage.engine.migrate import check_ours, expect_schema, known_version, migrate, migrations
from storage.errors import NotOurs, StorageFailed, StorageInUse, StorageUnavailable

# --- copies -------------------------------------------------------------------------------------------------
# Backups and checks of an SQLite file while the bot runs.


def backup(source: str | Path, target: str | Path) -> None:
    """Copy a database into the file ``target`` while the bot may write to it.

    An existing file is replaced only by a complete, undamaged copy. If ``target`` is a symbolic link, the
    file behind it is replaced.

    Raises:
        StorageUnavailable: the source cannot be read, or is not a database of Tefuda.
        StorageFailed: the source is damaged, the copy cannot be written, or both are the same file.
    """
    part: Path | None = None
    try:
        copied = DatabaseFile.at(target)
        copied.expect_replaceable()
        if copied.path.exists() and copied.path.samefile(source):
            raise StorageFailed(f"{target} is the database itself; choose another file for the copy")
        with closing(_open_ours(DatabaseFile.at(source))) as live:
            # Written beside the target first: only a complete copy may replace it, by one atomic rename.
            part = copied.beside(".part")
            part.unlink(missing_ok=True)
            part.touch(mode=0o600)  # the file holds names and hands
            with closing(sqlite3.connect(part)) as copy:
                live.backup(copy)
                # The copy inherits WAL mode from its source, which would need two more files beside it.
                copy.execute("PRAGMA journal_mode = DELETE")
                _expect_undamaged(copy, str(source))
        with part.open("rb+") as written:
            os.fsync(written.fileno())
        part.replace(copied.path)
    except (sqlite3.Error, OSError) as error:
        why = str((isinstance(error, OSError) and error.strerror) or error)
        raise StorageFailed(f"cannot copy the database to {target}: {why}") from error
    finally:
        if part is not None:
            with suppress(OSError):
                part.unlink(missing_ok=True)


def expect_undamaged(source: DatabaseFile) -> None:
    """Raise an error if a database file is damaged.

    Raises:
        StorageFailed: the file is damaged.
        StorageUnavailable: the file is not a database of Tefuda.
    """
    with closing(_open_ours(source)) as conn:
        _expect_undamaged(conn, source.name)


def _expect_undamaged(conn: sqlite3.Connection, name: str) -> None:
    try:
        damage = next(_damages(conn), None)
    except sqlite3.DatabaseError as error:
        damage = f"the file is damaged: {error}"
    if damage is not None:
        raise StorageFailed(f"{name} is not sound: {damage}")


def empty_log(source: DatabaseFile) -> bool:
    """Move the write-ahead log into the database file. Return False if the log is in use."""
    try:
        with closing(sqlite3.connect(source.path, isolation_level=None, timeout=0)) as conn:
            # The passive part holds up no writer; the second part then has almost nothing to copy.
            conn.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
            is_busy, _, _ = conn.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            return not is_busy
    except sqlite3.Error as error:
        # The lower eight bits are the primary error code; the upper ones only refine it.
        if getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY:
            return False
        raise StorageFailed(f"cannot empty the database's log: {error}") from error


def check(source: DatabaseFile, findings: Findings) -> list[str]:
    """Return the faults of a database file, one sentence each.

    Args:
        findings: adds faults in the content to a list of faults.

    Raises:
        StorageFailed: the file is unreadable.
    """
    try:
        with closing(_open_ours(source)) as conn:
            conn.execute("BEGIN")  # one snapshot for all queries
            return findings(conn, _damages(conn))
    except (sqlite3.Error, StorageUnavailable) as error:
        raise StorageFailed(f"cannot read the database: {error}") from error


def _open_ours(source: DatabaseFile) -> sqlite3.Connection:
    try:
        conn = sqlite3.connect(source.read_only_uri(), isolation_level=None, timeout=5, uri=True)
        try:
            check_ours(conn)
        except BaseException:
            conn.close()
            raise
    except (sqlite3.Error, OSError, NotOurs) as error:
        raise opening_error(source.name, error) from error
    return conn


def _damages(conn: sqlite3.Connection) -> Iterator[str]:
    for (message,) in conn.execute("PRAGMA integrity_check(20)"):
        if message != "ok":
            yield f"the file is damaged: {message}"
    for table, *_ in conn.execute("PRAGMA foreign_key_check"):
        yield f"a row of {table} points at nothing"


# --- sqlite -------------------------------------------------------------------------------------------------
# An SQLite file and the threads that use it.
#
# All writes use one connection and reads use another, so a leaderboard never delays a move.

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
"""Limit of a transaction's wait for another program's lock; Discord expects an answer within three
seconds."""
OLDEST_SQLITE = (3, 37, 0)  # strict tables

connection_class: type[sqlite3.Connection] = sqlite3.Connection
"""The class of connections; tests replace it to stop between two statements."""


class FileLock:
    """An exclusive lock on the file ``<database>.lock``. It ends with the process, or with ``release``.

    It is not on the database itself: on some systems such a lock would keep out SQLite's own locks.

    Raises:
        StorageInUse: another process holds the lock.
        OSError: the file cannot be created, or its file system has no locks.
    """

    def __init__(self, database: DatabaseFile) -> None:
        # Child processes do not inherit the file, so none of them keeps the lock when the bot has died.
        self._file = database.beside(".lock").open("ab")
        try:
            _try(self._file.fileno())
        except OSError as error:
            self._file.close()
            if isinstance(error, (BlockingIOError, PermissionError)):  # Linux's error, Windows's
                why = f"cannot open the database {database.name}: another Tefuda uses it"
                raise StorageInUse(why) from error
            raise

    def release(self) -> None:
        """Release the lock. It may be called more than once."""
        # The file stays: removing it would let two processes lock two files of the same name.
        self._file.close()


class SqliteStore(Store):
    """An open SQLite database; ``open`` returns one."""

    product = "SQLite"

    def __init__(
        self,
        name: str,
        file: DatabaseFile | None,
        writer: aiosqlite.Connection,
        reader: aiosqlite.Connection,
        opened: AsyncExitStack,
    ) -> None:
        super().__init__(name)
        self._file = file  # None in memory
        self._writer = writer
        self._reader = reader
        self._opened = opened
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
        """Open or create a database and upgrade its schema.

        Args:
            path: a file, or ``":memory:"``.
            synchronous: a value of ``SYNCHRONOUS``.
            exclusive: keep other processes from opening the database until ``close``.
            must_exist: raise ``NotOurs`` if the database is empty.

        Raises:
            StorageUnavailable: the database cannot be opened.
            ValueError: ``synchronous`` is unknown.
        """
        synchronous = expect_synchronous(synchronous)
        if sqlite3.sqlite_version_info < OLDEST_SQLITE:
            raise StorageUnavailable(f"SQLite 3.37 or newer is needed, this is {sqlite3.sqlite_version}")
        name = str(path)
        async with _opening(name) as opened:
            file = None if name == ":memory:" else DatabaseFile.at(name)
            if file is not None:
                file.expect_one_name()
                if exclusive and not file.path.is_dir():
                    opened.callback(FileLock(file).release)
            place = name if file is None else str(file.path)
            writer = reader = await _connect(place)
            opened.push_async_callback(writer.close)
            await _call(writer, _prepare_writer, synchronous, not must_exist)
            if file is not None:  # a second connection would see another, empty database
                reader = await _connect(place)
                opened.push_async_callback(reader.close)
                await _call(reader, _prepare_reader)
            resources = opened.pop_all()
        return cls(name, file, writer, reader, resources)

    @classmethod
    async def open_to_read(cls, path: str | Path, *, exclusive: bool = False) -> SqliteStore:
        """Open a database for reading only.

        Args:
            exclusive: also take the lock that keeps bots from opening the database.

        Raises:
            StorageUnavailable: the database does not have the current schema.
        """
        name = str(path)
        async with _opening(name) as opened:
            file = DatabaseFile.at(name)
            uri = file.read_only_uri()
            if exclusive:
                opened.callback(FileLock(file).release)
            connection = await _connect(uri, uri=True)
            opened.push_async_callback(connection.close)
            await _call(connection, expect_schema)
            resources = opened.pop_all()
        return cls(name, file, connection, connection, resources)

    async def _close(self) -> None:
        await self._opened.aclose()

    async def empty_log(self) -> bool:
        """Move the write-ahead log into the database file and empty it; see ``Store.empty_log``."""
        return self._file is None or await asyncio.to_thread(empty_log, self._file)

    async def check(self, findings: Findings) -> list[str]:
        if self._file is None:
            raise StorageFailed("a database in memory has no file to check")
        return await asyncio.to_thread(check, self._file, findings)

    async def continue_numbers(self) -> None:
        """Do nothing: SQLite derives the next id from the rows."""

    async def _run(self, transaction: Transaction[T]) -> T:
        # All writes use one connection, so their order is that of the calls.
        if transaction.kind == "write":
            connection = self._writer
        else:
            connection = self._reader
        if transaction.kind == "write":
            begin = "BEGIN IMMEDIATE"
        else:
            begin = "BEGIN"
        earlier_lockouts = self._locked_out

        def run(conn: sqlite3.Connection) -> T:
            # Transactions queued behind one that waited in vain for a locked file do not wait again.
            is_patient = self._locked_out == earlier_lockouts
            if not is_patient:
                conn.execute("PRAGMA busy_timeout = 0")
            try:
                with in_transaction(conn, begin):
                    return transaction(conn)
            except sqlite3.OperationalError as error:
                self._locked_out += is_patient and "locked" in str(error)
                raise
            finally:
                if not is_patient:
                    conn.execute(f"PRAGMA busy_timeout = {BUSY_MS}")

        try:
            return await _call(connection, run)
        except sqlite3.Error as error:
            if is_damage(error):
                raise transaction.damage(error) from error
            raise transaction.failure(error) from error


@asynccontextmanager
async def _opening(name: str) -> AsyncIterator[AsyncExitStack]:
    # The stack holds connections and locks, which are closed if opening fails.
    async with AsyncExitStack() as opened:
        try:
            yield opened
        except (sqlite3.Error, OSError, NotOurs) as error:
            raise opening_error(name, error) from error


async def _connect(name: str, *, uri: bool = False) -> aiosqlite.Connection:
    # isolation_level=None: transactions begin and end explicitly, the driver must not guess.
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
        opening._thread.join()  # the thread is ending, and must not outlive the event loop
        raise


async def _call(connection: aiosqlite.Connection, work: Callable[..., T], *args: Any) -> T:
    result: T = await connection._execute(work, connection._conn, *args)  # type: ignore[no-untyped-call]
    return result


@contextmanager
def in_transaction(conn: sqlite3.Connection, begin: str) -> Iterator[None]:
    """Run the block between the statement ``begin`` and ``COMMIT``. An exception rolls it back."""
    conn.execute(begin)
    try:
        yield
        conn.execute("COMMIT")
    except BaseException:
        if conn.in_transaction:  # false after errors where SQLite rolls back, such as a full disk
            conn.execute("ROLLBACK")
        raise


def _prepare_writer(conn: sqlite3.Connection, synchronous: str, may_be_empty: bool) -> None:
    # Before any change: a file that is not ours must stay untouched.
    known_version(conn, migrations()[-1].version, may_be_empty=may_be_empty)
    conn.execute("PRAGMA journal_mode = WAL")
    conn.execute(f"PRAGMA synchronous = {synchronous}")
    conn.execute("PRAGMA secure_delete = ON")  # data that a migration drops are overwritten, too
    conn.execute("PRAGMA foreign_keys = OFF")  # a migration may rebuild a table; keys are checked at its end
    with in_transaction(conn, "BEGIN IMMEDIATE"):
        migrate(conn)
    conn.execute("PRAGMA foreign_keys = ON")
    conn.execute("PRAGMA secure_delete = FAST")  # a deleted name is overwritten, not only unlinked
    conn.execute("PRAGMA cache_size = -16000")


def _prepare_reader(conn: sqlite3.Connection) -> None:
    conn.execute("PRAGMA query_only = ON")
    conn.execute("PRAGMA cache_size = -32000")
