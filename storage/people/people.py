"""People's user ids, and their names in general and on each server."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from storage.engine.connection import Connection
from storage.engine.reading import all_rows_of, column_of
from storage.engine.writing import columns_of, insert, value_of
from storage.errors import DamagedRow
from storage.fields import Name, PersonRowId
from storage.rows import SeatRow

NAME_THERE = """
    coalesce((
        SELECT nickname.name FROM nickname
        WHERE nickname.person = person.id AND nickname.guild_id = {guild}
    ), person.name)
"""
"""SQL: the name of a row's person on a server, or else the general one; ``{guild}`` is the server's id."""


def find(conn: Connection, user_id: int) -> PersonRowId | None:
    """Return a person's row id; ``None`` if they are unknown or were deleted."""
    row = conn.execute("SELECT id FROM person WHERE user_id = ?", (user_id,)).fetchone()
    return None if row is None else int(row[0])


def save_names(conn: Connection, user_id: int, name: Name, handle: Name) -> None:
    """Store a person's general display name and their user name."""
    conn.execute(
        """
        INSERT INTO person (user_id, name, handle) VALUES (?, ?, ?)
        ON CONFLICT (user_id) DO UPDATE SET name = excluded.name, handle = excluded.handle
        WHERE person.name <> excluded.name OR coalesce(person.handle, '') <> excluded.handle
        """,
        (user_id, name, handle),
    )


def ensure(
    conn: Connection, user_id: int, name: Name | None = None, guild_id: int | None = None
) -> PersonRowId:
    """Return a person's row id, creating the row if needed.

    Args:
        name: the person's name on the server, also stored as their general name if that is unknown.
    """
    row = conn.execute("SELECT id, name FROM person WHERE user_id = ?", (user_id,)).fetchone()
    if row is None:
        given = (user_id, name or "")
        row = conn.execute(
            "INSERT INTO person (user_id, name) VALUES (?, ?) RETURNING id, name", given
        ).fetchone()
    elif not row[1] and name:  # the general name is still unknown
        conn.execute("UPDATE person SET name = ? WHERE id = ?", (name, row[0]))
    if name and guild_id is not None:
        conn.execute(
            """
            INSERT INTO nickname (person, guild_id, name) VALUES (?, ?, ?)
            ON CONFLICT (person, guild_id) DO UPDATE SET name = excluded.name
            WHERE nickname.name <> excluded.name
            """,
            (row[0], guild_id, name),
        )
    return int(row[0])


def save_discretion(conn: Connection, user_id: int, name: Name, is_discreet: bool) -> None:
    """Store whether a person forbids sharing pictures of their lies.

    Args:
        name: the person's name, if they have no row yet.
    """
    if is_discreet:
        ensure(conn, user_id, name)
    conn.execute("UPDATE person SET is_discreet = ? WHERE user_id = ?", (int(is_discreet), user_id))


def load_discreet(conn: Connection, user_ids: Collection[int]) -> frozenset[int]:
    """Return the ids of the given people who forbid sharing pictures of their lies."""
    if not user_ids:
        return frozenset()
    marks = ", ".join("?" * len(user_ids))
    # A damaged mark counts as a wish for discretion.
    wanted = f"SELECT user_id FROM person WHERE user_id IN ({marks}) AND is_discreet <> 0"
    return frozenset(column_of(conn, int, wanted, tuple(user_ids)))


def discreet_players(conn: Connection, table_id: str) -> frozenset[int]:
    """Return the user ids of a table's players, past and present, who forbid pictures of their lies."""
    discreet = column_of(
        conn,
        int,
        """
        SELECT user_id FROM person WHERE is_discreet <> 0 AND user_id IS NOT NULL AND id IN (
            SELECT person FROM seat WHERE table_id = :table
            UNION SELECT leaver FROM seat WHERE table_id = :table
            UNION SELECT person FROM former_seat WHERE table_id = :table
        )
        """,
        {"table": table_id},
    )
    return frozenset(discreet)


def save_seats(conn: Connection, table_id: str, guild_id: int, seats: Iterable[SeatRow]) -> None:
    """Replace the stored seats of a table, and store the players' names on the server."""
    # Seats of a lobby change as a whole, so all rows are written again.
    conn.execute("DELETE FROM seat WHERE table_id = ?", (table_id,))
    rows = []
    for row in seats:
        person = None if row.user_id is None else ensure(conn, row.user_id, row.name, guild_id)
        rows.append(
            {
                "table_id": table_id,
                "person": person,
                "name": row.name if person is None else None,
                **columns_of(row, "seat", "level", "join_id", "grace", "has_left", "is_away"),
            }
        )
    insert(conn, "seat", rows)


def load_seats(conn: Connection, table_ids_sql: str, *parameters: object) -> dict[str, list[SeatRow]]:
    """Return the seats of several tables, by table id.

    Args:
        table_ids_sql: an SQL statement that selects the table ids.
        parameters: the parameters of this statement.
    """
    # A name on the server comes before the general name and the name when the person sat down.
    rows = all_rows_of(
        conn,
        tuple[Any, ...],
        f"""
        SELECT table_id, seat, person.user_id, coalesce(nickname.name, person.name, seat.name, ''), level,
            join_id, has_left, grace, is_away, is_offered, leaver IS NOT NULL, former.user_id,
            coalesce(person.handle, ''),
            (seat.person IS NOT NULL AND person.id IS NULL) OR (leaver IS NOT NULL AND former.id IS NULL)
        FROM seat LEFT JOIN person ON person.id = seat.person
            LEFT JOIN nickname ON nickname.person = seat.person
                AND nickname.guild_id = (SELECT guild_id FROM game_table WHERE id = seat.table_id)
            LEFT JOIN person AS former ON former.id = seat.leaver
        WHERE table_id IN ({table_ids_sql}) ORDER BY table_id, seat
        """,
        parameters,
    )
    seats: dict[str, list[SeatRow]] = {}
    for table_id, *seat, is_nobody in rows:
        # The row refers to a person whose row is missing.
        if is_nobody:
            raise DamagedRow(f"seat {seat[0]} is of a person that there is not")
        seats.setdefault(table_id, []).append(value_of(SeatRow, seat))
    return seats
