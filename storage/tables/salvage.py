"""Reads a damaged table value by value, so that its readable values can still be shown."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec

from storage.engine.connection import Connection
from storage.engine.writing import is_damage
from storage.people import people
from storage.rows import GatheringRow, SeatRow, ShownRow, StoredTable, TableRow

V = TypeVar("V")

_NOWHERE = TableRow("", 0, 0, None, "", {}, "playing", "", 0)
"""The values of a table of which nothing can be read."""

_KEPT_APART = ("host_id", "votes", "table_id", "invitations")
"""Fields that are not columns of the same database table."""


def salvage(conn: Connection, table_id: str, damage: Exception) -> StoredTable:
    """Return the readable values of a damaged table.

    Args:
        damage: the error that reading the table raised.
    """
    row = _readable_struct(
        conn, "game_table", "id", table_id, _NOWHERE, votes={}, host_id=_host(conn, table_id)
    )
    messages = _readable_struct(conn, "shown", "table_id", table_id, ShownRow(table_id))
    place = _readable_struct(conn, "gathering", "table_id", table_id, GatheringRow())
    return StoredTable(
        row, _readable_seats(conn, table_id), (), messages, place, damage=f"{type(damage).__name__}: {damage}"
    )


def _readable_struct(
    conn: Connection, table_name: str, id_column: str, table_id: str, defaults: Any, **known: Any
) -> Any:
    values = dict(known)
    # One query for each column, so that a damaged value spoils no other.
    for field in msgspec.structs.fields(defaults):
        if field.name not in _KEPT_APART:
            usual = getattr(defaults, field.name)
            statement = f"SELECT {field.name} FROM {table_name} WHERE {id_column} = ?"
            values[field.name] = _value(conn, statement, table_id, field.type, usual)
    return msgspec.structs.replace(defaults, **values)


def _value(conn: Connection, statement: str, table_id: str, kind: Any, otherwise: V) -> V:
    try:
        row = conn.execute(statement, (table_id,)).fetchone()
        if row is None:
            return otherwise
        is_packed = isinstance(otherwise, tuple | dict) and row[0] is not None
        value: V = msgspec.convert(msgspec.json.decode(row[0]) if is_packed else row[0], kind, strict=False)
    except Exception as error:
        if not is_damage(error):
            raise
        return otherwise
    return value


def _host(conn: Connection, table_id: str) -> int | None:
    statement = "SELECT user_id FROM game_table JOIN person ON person.id = host WHERE game_table.id = ?"
    return _value(conn, statement, table_id, int | None, None)


def _readable_seats(conn: Connection, table_id: str) -> tuple[SeatRow, ...]:
    try:
        return tuple(people.load_seats(conn, "SELECT ?", table_id).get(table_id, ()))
    except Exception as error:
        if not is_damage(error):
            raise
        return ()
