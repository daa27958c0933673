"""The Discord messages that show a table, and the people pinged in them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from storage.engine.database import Connection, columns_of, put, value_of
from storage.errors import NoSuchTable
from storage.rows import GatheringRow, ShownRow
from storage.tables import invitations

COLUMNS = ", ".join(ShownRow.__struct_fields__[1:])


def save_shown(conn: Connection, row: ShownRow) -> None:
    """Replace the stored messages of a table of any status.

    Raises:
        NoSuchTable: there is no such table.
    """
    if conn.execute("SELECT 1 FROM game_table WHERE id = ?", (row.table_id,)).fetchone() is None:
        raise NoSuchTable(row.table_id)
    save(conn, row)


def save_message(conn: Connection, row: ShownRow) -> None:
    """Store only the id of a table's message and the hash of its content."""
    stored = conn.execute(
        "UPDATE shown SET message_id = ?, mark = ? WHERE table_id = ?",
        (row.message_id, row.mark, row.table_id),
    )
    if stored.rowcount == 0:
        save(conn, ShownRow(row.table_id, row.message_id, row.mark))


def move_table(conn: Connection, gathered: GatheringRow, row: ShownRow) -> None:
    """Write a table's new place (channel or thread) and its messages there.

    Raises:
        NoSuchTable: there is no such table.
    """
    save_shown(conn, row)
    invitations.save(conn, row.table_id, gathered)


def save(conn: Connection, row: ShownRow) -> None:
    """Replace the stored messages of a table, without checking that the table exists."""
    put(conn, "shown", [columns_of(row)], ("table_id",))


def decode(table_id: str, columns: Sequence[Any]) -> ShownRow:
    """Return a table's messages, read from the database columns ``COLUMNS``."""
    if columns[1] is None:
        return ShownRow(table_id)
    return value_of(ShownRow, (table_id, *columns), "called", "stale", "reminded", "pictures", "posts")
