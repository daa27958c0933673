"""People: one row each, and the only place where a name or a user id of a person stands."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from storage.engine.connection import Connection
from storage.rows import SeatRow


def find(conn: Connection, user_id: int) -> int | None:
    """Return the number under which a person is kept, ``None`` for somebody never seen or forgotten."""
    row = conn.execute("SELECT id FROM person WHERE user_id = ?", (user_id,)).fetchone()
    return None if row is None else int(row[0])


def ensure(conn: Connection, user_id: int, name: str | None = None) -> int:
    """Return the person's number, making them known if need be; a name given becomes their name."""
    row = conn.execute("SELECT id, name FROM person WHERE user_id = ?", (user_id,)).fetchone()
    if row is None:
        given = (user_id, name or "")
        made = conn.execute("INSERT INTO person (user_id, name) VALUES (?, ?) RETURNING id", given).fetchone()
        return int(made[0])
    if name is not None and name != row[1]:
        conn.execute("UPDATE person SET name = ? WHERE id = ?", (name, row[0]))
    return int(row[0])


def save_discretion(conn: Connection, user_id: int, name: str, is_discreet: bool) -> None:
    """Write whether pictures of a person's lies may not be shared; a yes makes them known."""
    if is_discreet:
        ensure(conn, user_id, name)
    conn.execute("UPDATE person SET is_discreet = ? WHERE user_id = ?", (int(is_discreet), user_id))


def load_discreet(conn: Connection, user_ids: Collection[int]) -> frozenset[int]:
    """Return which of some people want no pictures of their lies shared."""
    if not user_ids:
        return frozenset()
    marks = ", ".join("?" * len(user_ids))
    rows = conn.execute(
        f"SELECT user_id FROM person WHERE user_id IN ({marks}) AND is_discreet = 1", tuple(user_ids)
    )
    return frozenset(user_id for (user_id,) in rows)


def seat_people(conn: Connection, table_id: str, seats: Iterable[SeatRow]) -> None:
    """Replace all seats of a table."""
    conn.execute("DELETE FROM seat WHERE table_id = ?", (table_id,))
    for row in seats:
        person = None if row.user_id is None else ensure(conn, row.user_id, row.name)
        conn.execute(
            """
            INSERT INTO seat (table_id, seat, person, name, level, join_id, has_left, grace, is_away)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            (
                table_id,
                row.seat,
                person,
                row.name if person is None else None,
                row.level,
                row.join_id,
                int(row.left),
                row.grace,
                int(row.away),
            ),
        )


def seats_of(conn: Connection, ids: str, *given: object) -> dict[str, list[SeatRow]]:
    """Return the seats of the tables whose ids a statement selects, in order.

    A former player has neither id nor name.
    """
    rows = conn.execute(
        f"""
        SELECT table_id, seat, person.user_id, coalesce(person.name, seat.name, ''), level, join_id, has_left,
            grace, is_away, is_offered, leaver IS NOT NULL, former.user_id
        FROM seat LEFT JOIN person ON person.id = seat.person
            LEFT JOIN person AS former ON former.id = seat.leaver
        WHERE table_id IN ({ids}) ORDER BY table_id, seat
        """,
        given,
    )
    found: dict[str, list[SeatRow]] = {}
    for table_id, *seat, has_left, grace, is_away, is_offered, is_taken, leaver_id in rows:
        rest = bool(has_left), grace, bool(is_away), bool(is_offered), bool(is_taken), leaver_id
        found.setdefault(table_id, []).append(SeatRow(*(*seat, *rest)))
    return found
