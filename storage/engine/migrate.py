"""Upgrades an SQLite database to the current schema.

The migrations are the files ``migrations/NNNN_name.sql``. ``PRAGMA user_version`` is the number of the last
migration that was run.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from storage.errors import NotOurs, SchemaTooNew, SchemaTooOld, StorageUnavailable

APPLICATION_ID = int.from_bytes(b"TEFU", "big")
FIRST_TABLE = "game_table"
"""A table that every version of the schema has."""
EMPTY = "it is empty, so no Tefuda has used it"


class Migration(NamedTuple):
    """A step from one schema version to the next."""

    version: int
    name: str
    script: str


@cache
def migrations() -> tuple[Migration, ...]:
    """Return all migrations in order. Number N leads to schema version N."""
    names = sorted(
        (entry for entry in files("storage").joinpath("migrations").iterdir() if entry.name.endswith(".sql")),
        key=lambda entry: entry.name,
    )
    steps = tuple(Migration(int(entry.name[:4]), entry.name, entry.read_text("utf-8")) for entry in names)
    assert [step.version for step in steps] == list(range(1, len(steps) + 1)), (
        "migrations are numbered 1, 2, 3, ..."
    )
    return steps


def migrate(conn: sqlite3.Connection, steps: tuple[Migration, ...] | None = None) -> None:
    """Run the missing migrations inside the caller's transaction. Foreign keys must be off.

    Raises:
        SchemaTooNew: this program does not know the database's version.
        StorageUnavailable: the file belongs to another program, or a migration broke a foreign key.
        sqlite3.Error: a migration failed.
    """
    steps = migrations() if steps is None else steps
    version = known_version(conn, len(steps))
    for step in steps[version:]:
        for statement in statements(step.script):
            conn.execute(statement)
    # Written even when nothing changes: on a read-only file BEGIN IMMEDIATE succeeds and only a write fails.
    conn.execute(f"PRAGMA user_version = {len(steps)}")
    if version == len(steps):
        return
    broken = conn.execute("PRAGMA foreign_key_check").fetchone()
    if broken is not None:
        raise StorageUnavailable(f"the database cannot be upgraded: a row of {broken[0]} points at nothing")


def expect_schema(conn: sqlite3.Connection) -> None:
    """Check that the database has the current schema.

    Raises:
        NotOurs, SchemaTooNew, SchemaTooOld: the database cannot be used as it is.
    """
    known_version(conn, len(migrations()), is_upgraded=False, may_be_empty=False)


def check_version(version: int, newest: int, *, is_upgraded: bool) -> int:
    """Return the given schema version, if this program can use it.

    Args:
        newest: the newest version that this program knows.
        is_upgraded: the caller will upgrade the database, so older versions are accepted.

    Raises:
        SchemaTooNew, SchemaTooOld: the version cannot be used.
    """
    if version > newest:
        raise SchemaTooNew(
            f"the database has schema version {version}, this Tefuda knows only up to {newest}: "
            "start the newer version of Tefuda, or restore an older backup"
        )
    if version < newest and not is_upgraded:
        raise SchemaTooOld(
            f"the database has schema version {version}, this Tefuda reads version {newest}: "
            "start the bot once, which upgrades it, or use the older version of Tefuda"
        )
    return version


def known_version(
    conn: sqlite3.Connection, newest: int, *, is_upgraded: bool = True, may_be_empty: bool = True
) -> int:
    """Return a database's schema version, if this program can use it.

    Args:
        newest: the newest version that this program knows.
        is_upgraded: the caller will upgrade the database, so older versions are accepted.
        may_be_empty: an empty database is accepted.

    Raises:
        NotOurs, SchemaTooNew, SchemaTooOld: the database cannot be used.
    """
    check_ours(conn, may_be_empty=may_be_empty)
    return check_version(schema_version(conn), newest, is_upgraded=is_upgraded)


def check_ours(conn: sqlite3.Connection, *, may_be_empty: bool = False) -> None:
    """Raise ``NotOurs`` if this is no Tefuda database. Any version is accepted.

    Args:
        may_be_empty: an empty database is accepted, too.
    """
    (marked,) = conn.execute("PRAGMA application_id").fetchone()
    tables = {name for (name,) in conn.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if not (marked or tables or schema_version(conn)):
        if not may_be_empty:
            raise NotOurs(EMPTY)
    elif marked != APPLICATION_ID or FIRST_TABLE not in tables:
        raise NotOurs("it was not made by Tefuda")


def schema_version(conn: sqlite3.Connection) -> int:
    """Return the number of the last migration that was run; 0 for an empty database."""
    return int(conn.execute("PRAGMA user_version").fetchone()[0])


def statements(script: str) -> Iterator[str]:
    """Yield the statements of an SQL script one by one."""
    # ``executescript`` would commit the current transaction.
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
    has_code = any(line.strip() and not line.lstrip().startswith("--") for line in statement.splitlines())
    assert not has_code, "the last statement of a migration ends with a semicolon"
