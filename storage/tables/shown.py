"""The messages that show a table in its channel, and the calls that were made."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from storage.engine.connection import Connection
from storage.engine.writing import columns_of, put, value_of
from storage.errors import NoSuchTable
from storage.rows import GatheringRow, ShownRow
from storage.tables import invitations

COLUMNS = ", ".join(ShownRow.__struct_fields__[1:])


def save_shown(conn: Connection, shown: ShownRow) -> None:
    """Write a table's messages, replacing what was stored; the table may have any status.

    Raises:
        NoSuchTable: there is no such table.
    """
    if conn.execute("SELECT 1 FROM game_table WHERE id = ?", (shown.table_id,)).fetchone() is None:
        raise NoSuchTable(shown.table_id)
    save(conn, shown)


def save_message(conn: Connection, shown: ShownRow) -> None:
    """Write only the id and fingerprint of a table's message."""
    found = conn.execute(
        "UPDATE shown SET message_id = ?, mark = ? WHERE table_id = ?",
        (shown.message_id, shown.mark, shown.table_id),
    )
    if found.rowcount == 0:
        save(conn, ShownRow(shown.table_id, shown.message_id, shown.mark))


def move_table(conn: Connection, gathered: GatheringRow, shown: ShownRow) -> None:
    """Write a table's new place and its messages there, in one commit; raise ``NoSuchTable`` if it is
    gone."""
    save_shown(conn, shown)
    invitations.save(conn, shown.table_id, gathered)


def save(conn: Connection, shown: ShownRow) -> None:
    """Write a table's messages, replacing what was stored."""
    put(conn, "shown", [columns_of(shown)], ("table_id",))


def decode(table_id: str, columns: Sequence[Any]) -> ShownRow:
    """Build a ``ShownRow`` from ``COLUMNS``; all are ``None`` if there is no row."""
    if columns[1] is None:
        return ShownRow(table_id)
    return value_of(ShownRow, (table_id, *columns), "called", "stale", "reminded", "pictures", "posts")
