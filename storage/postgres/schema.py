"""Upgrades a PostgreSQL database to the current schema, as ``storage.engine.migrate`` does for SQLite.

The database table ``schema_version`` holds the number of the last migration. A file in
``migrations/postgresql`` replaces the SQLite migration of the same name.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from storage.engine.connection import Connection
from storage.engine.migrate import EMPTY, FIRST_TABLE, Migration, check_version, migrations, statements
from storage.errors import NotOurs
from storage.postgres import dialect

MIGRATING = 1
"""Key, with class ``APPLICATION_ID``, of the exclusive advisory lock for upgrades of the schema."""


@cache
def steps() -> tuple[Migration, ...]:
    """Return the migrations for PostgreSQL in order. The first one creates all tables."""
    folder = files("storage").joinpath("migrations", "postgresql")
    own = {entry.name: entry.read_text("utf-8") for entry in folder.iterdir()}
    first = min(own)
    chosen = [step for step in migrations() if step.name >= first]
    return tuple(step._replace(script=own.get(step.name, step.script)) for step in chosen)


def migrate(conn: Connection) -> None:
    """Run the missing migrations inside the caller's transaction. The caller must hold the lock
    ``MIGRATING``.

    Raises:
        NotOurs, SchemaTooNew: the database cannot be upgraded.
    """
    needed = steps()
    version = check_version(schema_version(conn), needed[-1].version, is_upgraded=True)
    if version == needed[-1].version:
        return
    if version == 0:
        conn.execute("CREATE TABLE schema_version (version BIGINT NOT NULL)")
        conn.execute("INSERT INTO schema_version VALUES (0)")
    for step in needed:
        if step.version > version:
            for statement in statements(step.script):
                conn.execute(dialect.definition(statement))
    conn.execute("UPDATE schema_version SET version = ?", (needed[-1].version,))


def expect_schema(conn: Connection) -> None:
    """Check that the database has the current schema.

    Raises:
        NotOurs, SchemaTooNew, SchemaTooOld: the database cannot be used.
    """
    expect_ours(conn)
    check_version(schema_version(conn), steps()[-1].version, is_upgraded=False)


def expect_ours(conn: Connection) -> None:
    """Raise ``NotOurs`` if this is no Tefuda database. Any version is accepted."""
    if schema_version(conn) == 0:
        raise NotOurs(EMPTY)


def schema_version(conn: Connection) -> int:
    """Return the number of the last migration; 0 for an empty database.

    Raises:
        NotOurs: the tables belong to another program.
    """
    tables = "SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema()"
    names = {name for (name,) in conn.execute(tables)}
    if {"schema_version", FIRST_TABLE} <= names:
        return int(conn.execute("SELECT version FROM schema_version").fetchone()[0])
    if names:
        raise NotOurs("it was not made by Tefuda")
    return 0
