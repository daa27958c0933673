"""What people decide at a table while a game goes on: pauses, votes, and seats that change hands."""

from __future__ import annotations

import msgspec

from storage.engine.connection import Connection
from storage.errors import NobodySits
from storage.people import people
from storage.rows import TableRow
from storage.tables import lifecycle


def save_acts(conn: Connection, table: TableRow) -> None:
    """Write pause, votes and deadline of a running game.

    Args:
        table: with the revision that the caller has seen; it is one more afterwards.

    Raises:
        NoSuchTable, WrongStatus: no game is running at this table.
        RevisionConflict: it was changed since.
    """
    lifecycle.expect_unchanged_game(conn, table)
    conn.execute(
        """
        UPDATE game_table SET paused_at = ?, votes = ?, deadline = ?, revision = revision + 1 WHERE id = ?
        """,
        (table.paused_at, encoded(table.votes), table.deadline, table.id),
    )


def offer_seat(conn: Connection, table: TableRow, seat: int, level: str, at: int) -> bool:
    """Let a computer player play on at a person's seat until somebody takes it; write the votes left.

    Returns:
        ``True`` when no person plays at the table any more: it was cancelled in the same commit.

    Raises:
        NoSuchTable, WrongStatus, RevisionConflict: as in ``save_acts``.
        NobodySits: it is no person's seat, or offered already.
    """
    save_acts(conn, table)
    changed = conn.execute(
        """
        UPDATE seat SET is_offered = 1, has_left = 1,
            level = CASE WHEN has_left = 1 THEN level ELSE ? END,
            left_at = CASE WHEN has_left = 1 THEN left_at ELSE ? END
        WHERE table_id = ? AND seat = ? AND person IS NOT NULL AND is_offered = 0
        """,
        (level, at, table.id, seat),
    )
    if changed.rowcount == 0:
        raise NobodySits(table.id, seat)
    return lifecycle.close_deserted(conn, table.id, at)


def take_seat(conn: Connection, table: TableRow, seat: int, user_id: int, name: str, at: int) -> None:
    """Seat somebody at a seat that is offered.

    Raises:
        NoSuchTable, WrongStatus, RevisionConflict: as in ``save_acts``.
        NobodySits: it is not offered (any more).
    """
    lifecycle.expect_unchanged_game(conn, table)
    changed = conn.execute(
        """
        UPDATE seat SET leaver = coalesce(leaver, person), leaver_at = coalesce(leaver_at, left_at),
            person = ?, level = NULL, has_left = 0, left_at = NULL, taken_at = ?, is_offered = 0,
            grace = NULL, is_away = 0
        WHERE table_id = ? AND seat = ? AND is_offered = 1
        """,
        (people.ensure(conn, user_id, name, table.guild_id), at, table.id, seat),
    )
    if changed.rowcount == 0:
        raise NobodySits(table.id, seat)
    conn.execute(
        "UPDATE game_table SET deadline = ?, deserted_until = ?, revision = revision + 1 WHERE id = ?",
        (table.deadline, table.deserted_until, table.id),
    )


def encoded(votes: dict[str, tuple[int, ...]]) -> str:
    """Write votes as they are kept."""
    return msgspec.json.encode(votes).decode()
