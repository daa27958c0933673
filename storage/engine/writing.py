"""Reads and writes rows by column name, and texts by key (table ``meta``)."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, TypeVar

import msgspec

from storage.engine.connection import Connection
from storage.errors import DamagedRow

V = TypeVar("V", bound=msgspec.Struct)


def columns_of(value: msgspec.Struct, *names: str) -> dict[str, Any]:
    """Return the named fields of a struct as a dictionary; all fields if no names are given."""
    fields = dict(zip(value.__struct_encode_fields__, value.__struct_fields__, strict=True))
    return {name: getattr(value, fields.get(name, name)) for name in names or fields}


def value_of(kind: type[V], columns: Iterable[Any], *packed: str) -> V:
    """Build an object from a database row.

    Args:
        kind: the class of the object.
        columns: the values of the row, in the order of the class's fields.
        packed: names of the fields that are stored as JSON.
    """
    # SQLite has no booleans and no lists, so values are converted to the types of the fields.
    values = dict(zip(kind.__struct_encode_fields__, columns, strict=True))
    for name in packed:
        values[name] = None if values[name] is None else msgspec.json.decode(values[name])
    return msgspec.convert(values, kind, strict=False)


def is_damage(error: Exception) -> bool:
    """Return whether an error means that a stored row holds an invalid value."""
    if isinstance(error, sqlite3.Error):
        message = str(error)
        return is_undecodable(error) or any(sign in message for sign in _SIGNS_OF_DAMAGE)
    # PostgreSQL's class of errors in values, such as a number out of range
    is_bad_value = str(getattr(error, "sqlstate", None) or "").startswith("22")
    kinds = msgspec.MsgspecError | UnicodeError | DamagedRow | OverflowError
    return is_bad_value or isinstance(error, kinds)


_SIGNS_OF_DAMAGE = (
    *("integer overflow", "JSON cannot hold BLOB values", "cannot store "),
    *("malformed JSON", "datatype mismatch"),
)
"""Beginnings of SQLite's messages when a statement meets a damaged value."""


def is_undecodable(error: Exception) -> bool:
    """Return whether an error means that a stored text is no UTF-8."""
    return isinstance(error, sqlite3.OperationalError) and str(error).startswith("Could not decode to UTF-8")


def are_ids_counted(conn: Connection) -> bool:
    """Return whether the database derives the id of a new row from the stored rows, as SQLite does."""
    return isinstance(getattr(conn, "plain", conn), sqlite3.Connection)


def insert(conn: Connection, table: str, rows: Iterable[Mapping[str, Any]]) -> None:
    """Insert rows into a database table. All rows must have values for the same column names."""
    put(conn, table, rows, ())


def put(conn: Connection, table: str, rows: Iterable[Mapping[str, Any]], key: tuple[str, ...]) -> None:
    """Insert or replace rows of a database table.

    Args:
        table: the name of the database table.
        rows: values by column name. All rows must have the same columns.
        key: names of columns. A stored row with the same values in these columns is replaced.
    """
    given = list(rows)
    if given:
        statement = _statement(table, tuple(given[0]), key)
        conn.executemany(statement, [tuple(map(_plain, row.values())) for row in given])


def update(conn: Connection, table: str, row: Mapping[str, Any], row_id: str | int, key: str = "id") -> None:
    """Update the row whose column ``key`` is ``row_id``. ``row`` maps column names to new values."""
    changes = ", ".join(f"{column} = ?" for column in row)
    conn.execute(f"UPDATE {table} SET {changes} WHERE {key} = ?", (*map(_plain, row.values()), row_id))


@lru_cache(maxsize=64)
def _statement(table: str, columns: tuple[str, ...], key: tuple[str, ...]) -> str:
    places = ", ".join("?" * len(columns))
    statement = f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({places})"
    # An update of all other columns, if a row with this key exists.
    if not key:
        return statement
    changes = ", ".join(f"{column} = excluded.{column}" for column in columns if column not in key)
    return f"{statement} ON CONFLICT ({', '.join(key)}) DO UPDATE SET {changes}"


def _plain(value: Any) -> Any:
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, tuple | dict | msgspec.Struct):
        return msgspec.json.encode(value).decode()
    return value


def get_meta(conn: Connection, key: str) -> str | None:
    """Return the text stored under a key in the table ``meta``; ``None`` if there is none.

    A text that cannot be decoded counts as empty.
    """
    try:
        row = conn.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
    except sqlite3.OperationalError as error:
        if not is_undecodable(error):
            raise
        return ""
    return None if row is None else str(row[0])


def set_meta(conn: Connection, key: str, value: str | None) -> None:
    """Store a text under a key in the table ``meta``; ``None`` removes it."""
    if value is None:
        conn.execute("DELETE FROM meta WHERE key = ?", (key,))
    else:
        put(conn, "meta", [{"key": key, "value": value}], ("key",))
