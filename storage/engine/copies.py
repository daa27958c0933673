"""Backups and checks of an SQLite file while the bot runs."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

from storage.engine.database import Findings
from storage.engine.migrate import expect_ours
from storage.engine.names import DatabaseFile, opening_error
from storage.errors import NotOurs, StorageFailed, StorageUnavailable


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
            # This part holds up no writer; it leaves so little for the second part that that takes no time.
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
            expect_ours(conn)
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
