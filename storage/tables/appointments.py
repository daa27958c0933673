"""Lobbies that open at a time, and those of the next week."""

from __future__ import annotations

from collections.abc import Sequence

from storage.engine.connection import Connection
from storage.rows import LOBBY, GatheringRow, SeatRow, TableRow
from storage.tables.lifecycle import close, create_table, save_lobby


def keep_appointment(
    conn: Connection,
    table: TableRow,
    seats: Sequence[SeatRow],
    gathered: GatheringRow,
    following: tuple[TableRow, SeatRow, GatheringRow] | None,
    now: int,
) -> None:
    """Open a lobby whose time has come, or close it, and write the one of the next week, in one commit.

    Args:
        table: as it is from now on, with the revision that the caller has seen.
        seats, gathered: of it.
        following: the next one, its host's seat, and when it opens; ``None`` if there is none.
        now: the time.

    Raises:
        NoSuchTable, WrongStatus, RevisionConflict: as in ``save_lobby``.
    """
    save_lobby(conn, table, seats, gathered)
    if table.status != LOBBY:
        close(conn, table.id, table.status, now)
    if following is not None:
        create_table(conn, following[0], (following[1],), following[2])
