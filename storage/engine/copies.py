"""Copies and checks of an SQLite file while the bot runs.

Both open connections of their own in a thread, so that moves go on being written meanwhile.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

from storage.engine.database import Findings
from storage.engine.migrate import expect_ours
from storage.engine.names import read_only_name, unopened
from storage.errors import NotOurs, StorageFailed, StorageUnavailable


def backup(source: str, target: str | Path) -> None:
    """Copy the database as it is at this moment into one file, which replaces ``target`` when it is complete.

    Nobody who writes waits: the copy is read from the write-ahead log's unchanging state. A copy that is not
    whole replaces nothing.

    Raises:
        StorageUnavailable: there is no database of Tefuda's to copy, or it cannot be read.
        StorageFailed: it is damaged, or the copy cannot be written, or would be onto itself.
    """
    target = Path(target)
    part = target.with_name(target.name + ".part")
    try:
        if target.exists() and target.samefile(source):
            raise StorageFailed(f"{target} is the database itself; choose another file for the copy")
        with closing(_open_ours(source)) as live:
            part.unlink(missing_ok=True)
            part.touch(mode=0o600)  # names and hands are in it
            with closing(sqlite3.connect(part)) as copy:
                live.backup(copy)
                # The copy says WAL as its source does, and would need two more files beside it.
                copy.execute("PRAGMA journal_mode = DELETE")
                _expect_undamaged(copy, source)
        with part.open("rb+") as written:
            os.fsync(written.fileno())
        part.replace(target)
    except (sqlite3.Error, OSError) as error:
        raise StorageFailed(f"cannot copy the database to {target}: {error}") from error
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


def expect_sound(source: str) -> None:
    """Refuse a file that is no database of Tefuda's, or a damaged one; errors as of ``backup``."""
    with closing(_open_ours(source)) as conn:
        _expect_undamaged(conn, source)


def _expect_undamaged(conn: sqlite3.Connection, name: str) -> None:
    """Refuse a damaged database by ``StorageFailed``, which names the database as given."""
    try:
        damage = next(_damages(conn), None)
    except sqlite3.DatabaseError as error:
        damage = f"the file is damaged: {error}"
    if damage is not None:
        raise StorageFailed(f"{name} is not sound: {damage}")


def empty_log(source: str) -> bool:
    """Empty the write-ahead log without waiting for anybody; see ``Store.empty_log``."""
    try:
        with closing(sqlite3.connect(source, isolation_level=None, timeout=0)) as conn:
            # Nobody who writes has to wait for this part; what is left for the second takes no time.
            conn.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
            is_busy, _, _ = conn.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            return not is_busy
    except sqlite3.Error as error:
        if getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY:
            return False
        raise StorageFailed(f"cannot empty the database's log: {error}") from error


def check(source: str, findings: Findings) -> list[str]:
    """Check a database; return one sentence per fault. ``StorageFailed`` if it cannot be read at all."""
    try:
        with closing(_open_ours(source)) as conn:
            conn.execute("BEGIN")  # one unchanging state for all questions
            return findings(conn, _damages(conn))
    except (sqlite3.Error, StorageUnavailable) as error:
        raise StorageFailed(f"cannot read the database: {error}") from error


def _open_ours(source: str) -> sqlite3.Connection:
    """Open a database of Tefuda's of any version to read it; ``StorageUnavailable`` says why not."""
    try:
        conn = sqlite3.connect(read_only_name(source), isolation_level=None, timeout=5, uri=True)
        try:
            expect_ours(conn)
        except BaseException:
            conn.close()
            raise
    except (sqlite3.Error, OSError, NotOurs) as error:
        raise unopened(source, error) from error
    return conn


def _damages(conn: sqlite3.Connection) -> Iterator[str]:
    for (said,) in conn.execute("PRAGMA integrity_check(20)"):
        if said != "ok":
            yield f"the file is damaged: {said}"
    for table, *_ in conn.execute("PRAGMA foreign_key_check"):
        yield f"a row of {table} points at nothing"
