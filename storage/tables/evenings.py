"""Evenings: games that follow each other with mostly the same people, and who has won how many of them."""

from __future__ import annotations

from collections.abc import Sequence

from storage.engine.connection import Connection
from storage.evening_rows import EveningPerson, EveningRow
from storage.people.people import NAME_THERE


def join(conn: Connection, table_id: str, before: str | None) -> None:
    """Let a new table belong to the evening of the one that it follows, unless that evening is over."""
    row = conn.execute(
        "SELECT coalesce(evening, id) FROM game_table WHERE id = ? AND evening_ended_at IS NULL", (before,)
    ).fetchone()
    if row is not None:
        conn.execute("UPDATE game_table SET evening = ? WHERE id IN (?, ?)", (row[0], before, table_id))


def leave_strangers(conn: Connection, table_id: str) -> None:
    """Let a table that is about to start stand alone if fewer than half of its people are of the evening."""
    (strangers,) = conn.execute(
        """
        SELECT sum(CASE WHEN EXISTS (
            SELECT 1 FROM seat AS known JOIN game_table ON game_table.id = known.table_id
            WHERE known.person = seat.person AND game_table.id <> mine.id
                AND game_table.evening = mine.evening AND game_table.first IS NOT NULL
        ) THEN -1 ELSE 1 END)
        FROM game_table AS mine JOIN seat ON seat.table_id = mine.id
        WHERE mine.id = ? AND mine.evening IS NOT NULL AND seat.person IS NOT NULL
        """,
        (table_id,),
    ).fetchone()
    if strangers is not None and strangers > 0:
        conn.execute("UPDATE game_table SET evening = NULL WHERE id = ?", (table_id,))


def end_evening(conn: Connection, table_id: str, now: int) -> EveningRow | None:
    """Let an evening be over with a table; ``None``, and nothing written, if somebody has gone on."""
    gone_on = conn.execute(
        """
        SELECT 1 FROM game_table AS mine JOIN game_table AS other
            ON other.evening = mine.evening AND other.id <> mine.id
        WHERE mine.id = ? AND (
            other.status IN ('lobby', 'playing')
            OR (other.first IS NOT NULL AND other.created_at > mine.created_at)
            OR other.evening_ended_at IS NOT NULL
        )
        LIMIT 1
        """,
        (table_id,),
    ).fetchone()
    if gone_on is not None:
        return None
    conn.execute(
        "UPDATE game_table SET evening_ended_at = ? WHERE id = ? AND evening_ended_at IS NULL",
        (now, table_id),
    )
    return of_table(conn, table_id)


def of_table(conn: Connection, table_id: str) -> EveningRow | None:
    """Return the evening that a table belongs to, as it stands; ``None`` for a table that stands alone."""
    row = conn.execute(
        "SELECT evening, evening_ended_at FROM game_table WHERE id = ? AND evening IS NOT NULL", (table_id,)
    ).fetchone()
    return None if row is None else counted(conn, EveningRow(row[0], ended_at=row[1]))


def counted(conn: Connection, evening: EveningRow) -> EveningRow:
    """Return an evening with its games counted, and who has won how many."""
    (games,) = conn.execute(
        """
        SELECT count(*) FROM game_table INDEXED BY table_of_evening
        JOIN result ON result.table_id = game_table.id WHERE evening = ?
        """,
        (evening.id,),
    ).fetchone()
    people = conn.execute(
        f"""
        SELECT user_id, {NAME_THERE.format(guild="game_table.guild_id")}, count(*),
            CAST(sum(won) AS INTEGER) AS wins
        FROM game_table INDEXED BY table_of_evening
        JOIN result ON result.table_id = game_table.id
        JOIN result_seat ON result_seat.result = result.id
        JOIN person ON person.id = result_seat.person
        WHERE evening = ? AND user_id IS NOT NULL
        GROUP BY person.id, user_id, person.name, game_table.guild_id
        ORDER BY wins DESC, min(result.id), min(result_seat.seat), user_id
        """,
        (evening.id,),
    ).fetchall()
    return EveningRow(evening.id, games, tuple(EveningPerson(*row) for row in people), evening.ended_at)


def tables_of(conn: Connection, evening_id: str) -> tuple[str, ...]:
    """Return the ids of the finished games of an evening, in the order in which they ended."""
    rows = conn.execute(
        """
        SELECT game_table.id FROM game_table INDEXED BY table_of_evening
        JOIN result ON result.table_id = game_table.id WHERE evening = ? ORDER BY result.id
        """,
        (evening_id,),
    )
    return tuple(table_id for (table_id,) in rows)


def evenings_of(conn: Connection, table_ids: Sequence[str]) -> dict[str, EveningRow]:
    """Return the evenings to which some tables belong, by the id of the first of those tables of each."""
    found: dict[str, EveningRow] = {}
    known: set[str] = set()
    for table_id in table_ids:
        evening = of_table(conn, table_id)
        if evening is not None and evening.id not in known:
            known.add(evening.id)
            found[table_id] = evening
    return found
