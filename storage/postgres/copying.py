"""Copies a database from SQLite to PostgreSQL and back."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple, TypeAlias

import msgspec

from storage.engine.database import Connection, Store, get_meta, lengthy, set_meta
from storage.engine.migrate import EMPTY, FIRST_TABLE, Migration, check_version, migrations, statements
from storage.errors import NotOurs, StorageFailed
from storage.postgres import session
from storage.upkeep import COPYING, expect_whole

# --- schema -------------------------------------------------------------------------------------------------
# Upgrades a PostgreSQL database to the current schema, as ``storage.engine.migrate`` does for SQLite.
#
# The database table ``schema_version`` holds the number of the last migration. A file in
# ``migrations/postgresql`` replaces the SQLite migration of the same name.

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
                conn.execute(session.definition(statement))
    conn.execute("UPDATE schema_version SET version = ?", (needed[-1].version,))


def expect_schema(conn: Connection) -> None:
    """Check that the database has the current schema.

    Raises:
        NotOurs, SchemaTooNew, SchemaTooOld: the database cannot be used.
    """
    check_ours(conn)
    check_version(schema_version(conn), steps()[-1].version, is_upgraded=False)


def check_ours(conn: Connection) -> None:
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


# --- copying ------------------------------------------------------------------------------------------------
# Copies the whole content from one database to another; each may be SQLite or PostgreSQL.
#
# An interrupted copy can be continued. At the end both databases are compared row by row.

KEYS = {
    "person": ("id",),
    "game_table": ("id",),
    "seat": ("table_id", "seat"),
    "former_seat": ("table_id", "seat", "number"),
    "sat": ("table_id", "key"),
    "vote": ("table_id", "act", "person"),
    "guess": ("table_id", "person", "seq"),
    "note": ("person", "table_id", "number"),
    "move": ("table_id", "seq"),
    "result": ("id",),
    "result_seat": ("result", "seat"),
    "rating": ("person", "game"),
    "trophy": ("guild_id", "name", "person"),
    "trophy_progress": ("person",),
    "guild_settings": ("guild_id",),
    "season": ("guild_id", "number"),
    "standing": ("guild_id", "season", "game", "person"),
    "result_post": ("table_id",),
    "shown": ("table_id",),
    "gathering": ("table_id",),
    "invitation": ("table_id", "number"),
    "subscription": ("guild_id", "game", "person"),
    "face": ("person",),
    "nickname": ("person", "guild_id"),
    "bar": ("guild_id", "person"),
    "act": ("guild_id", "number"),
    "blocked_server": ("guild_id",),
    "tournament": ("id",),
    "entrant": ("tournament", "number"),
    "daily_answer": ("person", "day"),
    "daily_share": ("day", "move"),
    "daily_streak": ("person",),
    "daily_member": ("guild_id", "person"),
    "daily_posted": ("guild_id",),
    "daily_deleted": ("day", "key"),
    "shared": ("channel_id", "thing"),
    "meta": ("key",),
}
"""Every table with its primary key; tables that are referred to come first."""
SELF_REFERENCE = ("game_table", "rematch_of")
"""A database table, and its column that refers to another row of the same table. That row may be copied
later.
"""
BATCH = 2000
_PACK = msgspec.msgpack.Encoder()


class CopiedTable(msgspec.Struct, frozen=True):
    """A copied database table. ``digest`` is the SHA-256 hash of its rows in the order of their keys."""

    name: str
    rows: int
    digest: str


class _TableColumns(msgspec.Struct, frozen=True):
    name: str
    columns: tuple[str, ...]

    @property
    def key(self) -> tuple[str, ...]:
        return KEYS[self.name]

    def key_of(self, row: Sequence[Any]) -> tuple[Any, ...]:
        return tuple(row[self.columns.index(column)] for column in self.key)


class _Condition(NamedTuple):
    sql: str
    parameters: dict[str, Any]


class _PackedRows(NamedTuple):
    row_count: int
    last_key: Any
    data: bytes


_Step: TypeAlias = Callable[[int], None]
"""A callback with the number of rows just copied or compared."""


async def copy(source: Store, target: Store, report: Callable[[int, int], None]) -> tuple[CopiedTable, ...]:
    """Copy everything from one database to another, and compare both afterwards.

    Args:
        source: must not change during the copy, nor between two attempts.
        target: empty, or an unfinished copy of the same source.
        report: is called with the number of finished steps and the total number of steps.

    Raises:
        StorageFailed: the target has other content, or the comparison found a difference.
    """
    await source.read(expect_whole)
    await target.write(_mark_as_copy, source.name)
    tables = [await source.read(_describe, name) for name in KEYS]
    # Each row is read three times: when it is copied, and in both databases when they are compared.
    done = 0
    total = 3 * sum([await source.read(_count, table) for table in tables])

    def step(rows: int) -> None:
        nonlocal done
        done += rows
        report(done, total)

    for table in tables:
        await _copy_rows(source, target, table, step)
    copied = tuple([await _compare(source, target, table, step) for table in tables])
    await target.continue_numbers()
    await target.write(set_meta, COPYING, None)
    return copied


async def _copy_rows(source: Store, target: Store, table: _TableColumns, step: _Step) -> None:
    step(await target.read(_count, table))
    last = await target.read(_last_key, table)
    while rows := await source.read(_rows, table, last):
        await target.write(_insert, table, rows)
        last = table.key_of(rows[-1])
        step(len(rows))
    if table.name == SELF_REFERENCE[0]:
        await _copy_references(source, target)


def _mark_as_copy(conn: Connection, source: str) -> None:
    mark = get_meta(conn, COPYING)
    # An interrupted copy of the same database goes on.
    if mark == source:
        return
    if mark is not None:
        raise StorageFailed(f"a copy of {mark} into it was not finished: finish that, or empty it")
    for name in KEYS:
        if name != "meta" and conn.execute(f"SELECT 1 FROM {name} LIMIT 1").fetchone():
            raise StorageFailed("there is something in it already: copy into an empty database")
    conn.execute("DELETE FROM meta")
    set_meta(conn, COPYING, source)


def _describe(conn: Connection, name: str) -> _TableColumns:
    description = conn.execute(f"SELECT * FROM {name} LIMIT 0").description
    return _TableColumns(name, tuple(column[0] for column in description))


def _rows_after(table: _TableColumns, last_key: Sequence[Any] | None) -> _Condition:
    given: dict[str, Any] = {f"k{number}": value for number, value in enumerate(last_key or ())}
    conditions = ["true"]
    if table.name == "meta":
        conditions.append("key <> :mark")
        given["mark"] = COPYING
    if last_key is not None:
        behind = ", ".join(f":{name}" for name in given if name != "mark")
        conditions.append(f"({', '.join(table.key)}) > ({behind})")
    return _Condition(" AND ".join(conditions), given)


@lengthy
def _count(conn: Connection, table: _TableColumns) -> int:
    where, given = _rows_after(table, None)
    return int(conn.execute(f"SELECT count(*) FROM {table.name} WHERE {where}", given).fetchone()[0])


@lengthy
def _last_key(conn: Connection, table: _TableColumns) -> tuple[Any, ...] | None:
    where, given = _rows_after(table, None)
    order = ", ".join(f"{column} DESC" for column in table.key)
    row = conn.execute(
        f"SELECT {', '.join(table.key)} FROM {table.name} WHERE {where} ORDER BY {order} LIMIT 1", given
    ).fetchone()
    return None if row is None else tuple(row)


@lengthy
def _rows(conn: Connection, table: _TableColumns, last: Sequence[Any] | None) -> list[tuple[Any, ...]]:
    where, given = _rows_after(table, last)
    given["limit"] = BATCH
    rows: list[tuple[Any, ...]] = conn.execute(
        f"""
        SELECT {", ".join(table.columns)} FROM {table.name} WHERE {where}
        ORDER BY {", ".join(table.key)} LIMIT :limit
        """,
        given,
    ).fetchall()
    return rows


@lengthy
def _insert(conn: Connection, table: _TableColumns, rows: Sequence[Sequence[Any]]) -> None:
    # References to rows of the same table are copied afterwards, by ``_copy_references``.
    if table.name == SELF_REFERENCE[0]:
        later = table.columns.index(SELF_REFERENCE[1])
        rows = [(*row[:later], None, *row[later + 1 :]) for row in rows]
    load = getattr(conn, "load", None)
    if load is not None:
        load(table.name, table.columns, rows)
        return
    places = ", ".join("?" * len(table.columns))
    conn.executemany(f"INSERT INTO {table.name} ({', '.join(table.columns)}) VALUES ({places})", rows)


async def _copy_references(source: Store, target: Store) -> None:
    last: str = ""
    while rows := await source.read(_load_references, last):
        await target.write(_write_references, rows)
        last = rows[-1][1]


@lengthy
def _load_references(conn: Connection, last: str) -> list[tuple[str, str]]:
    table, column = SELF_REFERENCE
    rows: list[tuple[str, str]] = conn.execute(
        f"SELECT {column}, id FROM {table} WHERE {column} IS NOT NULL AND id > ? ORDER BY id LIMIT ?",
        (last, BATCH),
    ).fetchall()
    return rows


@lengthy
def _write_references(conn: Connection, rows: Sequence[tuple[str, str]]) -> None:
    conn.executemany(f"UPDATE {SELF_REFERENCE[0]} SET {SELF_REFERENCE[1]} = ? WHERE id = ?", rows)


async def _compare(source: Store, target: Store, table: _TableColumns, step: _Step) -> CopiedTable:
    ours, theirs = [await _digest(database, table, step) for database in (source, target)]
    if ours != theirs:
        raise StorageFailed(
            f"the copy is not the same as {source.name}: {table.name} differs. If {source.name} was changed "
            f"since a first try, empty {target.name} and copy again"
        )
    return ours


async def _digest(database: Store, table: _TableColumns, step: _Step) -> CopiedTable:
    count = 0
    last = None
    total = hashlib.sha256()
    while True:
        rows, last, packed = await database.read(_pack_rows, table, last)
        if not rows:
            return CopiedTable(table.name, count, total.hexdigest())
        total.update(packed)
        count += rows
        step(rows)


@lengthy
def _pack_rows(conn: Connection, table: _TableColumns, last: Any) -> _PackedRows:
    rows = _rows(conn, table, last)
    last_key = table.key_of(rows[-1]) if rows else last
    return _PackedRows(len(rows), last_key, b"".join(map(_PACK.encode, map(tuple, rows))))
