"""The messages that show a table in its channel, and the people who were called."""

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
    """Remember what was shown of a table of any status, in place of before; or raise ``NoSuchTable``."""
    if conn.execute("SELECT 1 FROM game_table WHERE id = ?", (shown.table_id,)).fetchone() is None:
        raise NoSuchTable(shown.table_id)
    save(conn, shown)


def save_message(conn: Connection, shown: ShownRow) -> None:
    """Remember the message that shows a table and its fingerprint, and leave all else as it is."""
    found = conn.execute(
        "UPDATE shown SET message_id = ?, mark = ? WHERE table_id = ?",
        (shown.message_id, shown.mark, shown.table_id),
    )
    if found.rowcount == 0:
        save(conn, ShownRow(shown.table_id, shown.message_id, shown.mark))


def move_table(conn: Connection, gathered: GatheringRow, shown: ShownRow) -> None:
    """Write where a table gathers from now on, and what is shown there, in one commit; or ``NoSuchTable``."""
    save_shown(conn, shown)
    invitations.save(conn, shown.table_id, gathered)


def save(conn: Connection, shown: ShownRow) -> None:
    """Write what was shown of a table, in place of what was written before."""
    put(conn, "shown", [columns_of(shown)], ("table_id",))


def decoded(table_id: str, columns: Sequence[Any]) -> ShownRow:
    """Make the value of a row's ``COLUMNS``, all ``None`` where there is no row."""
    if columns[1] is None:
        return ShownRow(table_id)
    return value_of(ShownRow, (table_id, *columns), "called", "stale", "reminded", "pictures")
