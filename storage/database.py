"""One SQLite file and the threads that talk to it.

A transaction is one plain function of a ``sqlite3.Connection``, run on aiosqlite's thread between ``BEGIN``
and ``COMMIT``: one hop to the thread and back however many statements it makes, and nothing else of ours can
come between them. Writing goes through one connection. Reading has its own, so that a leaderboard never
holds up a move.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeAlias, TypeVar

import aiosqlite

from storage.errors import StorageFailed, StorageUnavailable
from storage.lock import FileLock
from storage.migrate import expect_schema, migrate

P = ParamSpec("P")
T = TypeVar("T")

SYNCHRONOUS = ("NORMAL", "FULL")
BUSY_MS = 1000
"""How long a transaction waits for another program; Discord wants its answer within three seconds."""
OLDEST_SQLITE = (3, 37, 0)  # strict tables

Watch: TypeAlias = Callable[[str, float, bool], None]
"""Is told of each transaction: ``read`` or ``write``; seconds, its wait included; whether it was done."""

connection_class: type[sqlite3.Connection] = sqlite3.Connection
"""What a connection is made of; tests put one here that stops between two statements."""


class Database:
    """An open database; ``open`` makes one."""

    def __init__(
        self,
        path: str,
        writer: aiosqlite.Connection,
        reader: aiosqlite.Connection,
        lock: FileLock | None = None,
    ) -> None:
        self.path = path
        self._writer = writer
        self._reader = reader
        self._lock = lock
        self._locked_out = 0
        self.watch: Watch | None = None

    @classmethod
    async def open(
        cls, path: str | Path, *, synchronous: str = "NORMAL", exclusive: bool = False
    ) -> Database:
        """Open or create the database and bring its schema up to date.

        Args:
            path: a file, or ``":memory:"``.
            synchronous: ``"NORMAL"`` keeps every committed move when the process is killed at any moment,
                because a commit has reached the operating system by then; after a power cut the last few
                commits may be gone, the database is whole all the same. ``"FULL"`` waits for the disk at
                every commit (0.25 ms instead of 0.1 ms on a good disk, several ms on a bad one) and keeps
                them then too.
            exclusive: refuse a database that somebody else has opened so, before anything is changed. The
                lock on the file ``<path>.lock`` ends with ``close`` or with the process; a database in
                memory needs none.

        Raises:
            StorageUnavailable: one sentence why not.
            ValueError: no such ``synchronous``.
        """
        if synchronous.upper() not in SYNCHRONOUS:
            raise ValueError(f"synchronous must be one of {', '.join(SYNCHRONOUS)}, not {synchronous!r}")
        if sqlite3.sqlite_version_info < OLDEST_SQLITE:
            raise StorageUnavailable(f"SQLite 3.37 or newer is needed, this is {sqlite3.sqlite_version}")
        name = str(path)
        opened: list[aiosqlite.Connection] = []
        lock: FileLock | None = None
        try:
            if exclusive and name != ":memory:" and not Path(name).is_dir():
                lock = FileLock(name)
            writer = await _connect(name)
            opened.append(writer)
            await _call(writer, _prepare_writer, synchronous.upper())
            if name == ":memory:":  # a second connection would see another, empty database
                return cls(name, writer, writer)
            reader = await _connect(name)
            opened.append(reader)
            await _call(reader, _prepare_reader)
        except BaseException as error:
            for connection in opened:
                await connection.close()
            if lock is not None:
                lock.release()
            if isinstance(error, (sqlite3.Error, OSError)):
                raise StorageUnavailable(_why_closed(name, error)) from error
            raise
        return cls(name, writer, reader, lock)

    @classmethod
    async def open_to_read(cls, path: str | Path) -> Database:
        """Open a database that is there and of this code's schema; neither change it nor hold it up.

        Raises:
            StorageUnavailable: one sentence why not; ``SchemaTooOld`` and ``SchemaTooNew`` among them.
        """
        name = str(path)
        try:
            connection = await _connect(read_only_name(name), uri=True)
        except (sqlite3.Error, OSError) as error:
            raise StorageUnavailable(_why_closed(name, error)) from error
        try:
            await _call(connection, expect_schema)
        except BaseException as error:
            await connection.close()
            if isinstance(error, sqlite3.Error):
                raise StorageUnavailable(_why_closed(name, error)) from error
            raise
        return cls(name, connection, connection)

    async def close(self) -> None:
        """Close, and let the lock go; what was begun is finished first."""
        try:
            for connection in {id(each): each for each in (self._reader, self._writer)}.values():
                await connection.close()
        finally:
            if self._lock is not None:
                self._lock.release()

    async def write(
        self, work: Callable[Concatenate[sqlite3.Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run ``work(connection, ...)`` as one transaction; it is committed when this returns.

        A caller who is cancelled while waiting doesn't stop it: it is committed or rolled back as a whole.

        Raises:
            StorageError: raised by ``work`` itself, or ``StorageFailed`` for an error of SQLite; nothing is
                written then.
        """
        with self._watched("write"):
            return await self._run(self._writer, "BEGIN IMMEDIATE", work, args, kwargs)

    async def read(
        self, work: Callable[Concatenate[sqlite3.Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run ``work(connection, ...)`` on one unchanging state of the database, the last one committed."""
        with self._watched("read"):
            return await self._run(self._reader, "BEGIN", work, args, kwargs)

    async def _run(
        self, connection: aiosqlite.Connection, begin: str, work: Callable[..., T], args: Any, kwargs: Any
    ) -> T:
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
            raise StorageFailed(f"{getattr(work, '__name__', 'a transaction')} failed: {error}") from error

    @contextmanager
    def _watched(self, kind: str) -> Iterator[None]:
        if self.watch is None:
            yield
            return
        loop = asyncio.get_running_loop()
        began, is_done = loop.time(), True
        try:
            yield
        except StorageFailed:
            is_done = False
            raise
        finally:
            self.watch(kind, loop.time() - began, is_done)


def read_only_name(name: str) -> str:
    """Name a database that is there so that SQLite opens it for reading alone (as a URI).

    A database in WAL mode that nobody has open needs two small files beside it while it is read; where they
    cannot be made, nobody can write either, and it is read without them.

    Raises:
        FileNotFoundError: there is none.
    """
    path = Path(name)
    if not path.is_file():
        raise FileNotFoundError(f"there is no database {name}")
    has_log = path.with_name(path.name + "-wal").exists()
    mode = "mode=ro" if has_log or os.access(path.parent, os.W_OK) else "immutable=1"
    return f"{path.absolute().as_uri()}?{mode}"


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


def _prepare_writer(conn: sqlite3.Connection, synchronous: str) -> None:
    conn.execute("PRAGMA journal_mode = WAL")
    conn.execute(f"PRAGMA synchronous = {synchronous}")
    conn.execute(
        "PRAGMA foreign_keys = OFF"
    )  # a migration may rebuild a table; it checks all keys at its end
    in_transaction(conn, "BEGIN IMMEDIATE", lambda: migrate(conn))
    conn.execute("PRAGMA foreign_keys = ON")
    conn.execute("PRAGMA secure_delete = FAST")  # a forgotten name is overwritten, not only unlinked
    conn.execute("PRAGMA cache_size = -16000")


def _prepare_reader(conn: sqlite3.Connection) -> None:
    conn.execute("PRAGMA query_only = ON")
    conn.execute("PRAGMA cache_size = -32000")


def _why_closed(name: str, error: Exception) -> str:
    path = Path(name)
    said = str(error)
    if path.is_dir():
        reason = "it is a folder"
    elif not path.parent.is_dir():
        reason = "its folder does not exist"
    elif isinstance(error, FileNotFoundError):
        reason = "there is no such file"
    elif isinstance(error, PermissionError):
        reason = "it cannot be written"
    elif "not a database" in said:
        reason = "it is not an SQLite database"
    elif "readonly" in said or "unable to open" in said:
        reason = "it cannot be written"
    elif "locked" in said:
        reason = "another program holds it"
    else:
        reason = said
    return f"cannot open the database {name}: {reason}"
