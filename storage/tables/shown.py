"""The messages that show a table in its channel, and the people who were called."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from storage.engine.connection import Connection
from storage.engine.writing import columns_of, put
from storage.errors import NoSuchTable
from storage.rows import GatheringRow, ShownRow
from storage.tables import invitations

COLUMNS = ", ".join(ShownRow.__struct_fields__[1:])
_CALLED = msgspec.json.Decoder(tuple[tuple[int, int], ...])
_REMINDED = msgspec.json.Decoder(tuple[tuple[int, int, int], ...])
_PICTURES = msgspec.json.Decoder(dict[str, tuple[int, str]])
_STALE = msgspec.json.Decoder(tuple[int, ...])


def save_shown(conn: Connection, shown: ShownRow) -> None:
    """Remember what was shown of a table of any status, in place of what was remembered before.

    Raises:
        NoSuchTable: there is none.
    """
    if conn.execute("SELECT 1 FROM game_table WHERE id = ?", (shown.table_id,)).fetchone() is None:
        raise NoSuchTable(shown.table_id)
    save(conn, shown)


def move_table(conn: Connection, gathered: GatheringRow, shown: ShownRow) -> None:
    """Write where a table gathers from now on, and what is shown of it there, in one commit.

    Raises:
        NoSuchTable: there is none.
    """
    save_shown(conn, shown)
    invitations.save(conn, shown.table_id, gathered)


def save(conn: Connection, shown: ShownRow) -> None:
    """Write what was shown of a table, in place of what was written before."""
    put(conn, "shown", [columns_of(shown)], ("table_id",))


def decoded(table_id: str, columns: Sequence[Any]) -> ShownRow:
    """Make the value of a row's ``COLUMNS``, all ``None`` where there is no row."""
    if columns[1] is None:
        return ShownRow(table_id)
    *messages, called, stale, sending, settled, reminded, pictures, event_id = columns
    lists = _CALLED.decode(called), _STALE.decode(stale)
    more = bool(sending), bool(settled), _REMINDED.decode(reminded), _PICTURES.decode(pictures), event_id
    return ShownRow(*(table_id, *messages, *lists, *more))
