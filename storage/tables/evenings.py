"""Evenings: series of games with mostly the same people, and each player's number of wins."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from storage.engine.database import Connection
from storage.engine.reading import column_of, rows_of
from storage.people import NAME_THERE
from storage.rows import EveningPerson, EveningRow, Name, Time, UnixMs
from storage.scores.results import GUESSES, RIGHT_GUESSES, read_facts


def join(conn: Connection, table_id: str, earlier_id: str | None) -> None:
    """Add a new table to an earlier table's evening (series of games). Do nothing if the evening is over."""
    row = conn.execute(
        "SELECT coalesce(evening, id) FROM game_table WHERE id = ? AND evening_ended_at IS NULL",
        (earlier_id,),
    ).fetchone()
    if row is not None:
        conn.execute("UPDATE game_table SET evening = ? WHERE id IN (?, ?)", (row[0], earlier_id, table_id))


def leave_if_mostly_new(conn: Connection, table_id: str) -> None:
    """Remove a starting table from its evening (series of games) if most players are new."""
    # How many more newcomers there are than people who have played at another table of the evening.
    # A table has a first seat from its start on.
    (surplus,) = conn.execute(
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
    if surplus is not None and surplus > 0:
        conn.execute("UPDATE game_table SET evening = NULL WHERE id = ?", (table_id,))


def end_evening(conn: Connection, table_id: str, now: UnixMs) -> EveningRow | None:
    """End a table's evening, which is a series of games, and return the evening.

    Returns:
        ``None`` if the evening goes on at another table or has ended already.
    """
    # The evening goes on if another of its tables is open or newer. It may have ended at another table, too.
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
    # Mark this table as the last one of the evening.
    conn.execute(
        "UPDATE game_table SET evening_ended_at = ? WHERE id = ? AND evening_ended_at IS NULL",
        (now, table_id),
    )
    return of_table(conn, table_id)


def of_table(conn: Connection, table_id: str) -> EveningRow | None:
    """Return a table's evening, which is a series of games, with the score; ``None`` if there is none."""
    return _of_tables(conn, [table_id]).get(table_id)


def load_evenings(conn: Connection, table_ids: Sequence[str]) -> dict[str, EveningRow]:
    """Return the tables' evenings, which are series of games.

    The key of an evening is the first of ``table_ids`` that belongs to the evening.
    """
    evenings = _of_tables(conn, table_ids)
    known = set[str]()
    firsts: dict[str, EveningRow] = {}
    for table_id in table_ids:
        if table_id in evenings and evenings[table_id].id not in known:
            known.add(evenings[table_id].id)
            firsts[table_id] = evenings[table_id]
    return firsts


class _TableEvening(NamedTuple):
    table_id: str
    evening: str
    ended_at: Time | None


class _Participant(NamedTuple):
    evening: str
    user_id: int
    name: Name
    games: int
    won: int


def _of_tables(conn: Connection, table_ids: Sequence[str]) -> dict[str, EveningRow]:
    if not table_ids:
        return {}
    rows = rows_of(
        conn,
        _TableEvening,
        f"""
        SELECT id, evening, evening_ended_at FROM game_table
        WHERE id IN ({_marks(table_ids)}) AND evening IS NOT NULL
        """,
        tuple(table_ids),
    )
    of_each = {row.table_id: EveningRow(row.evening, ended_at=row.ended_at) for row in rows}
    counted = with_scores(conn, of_each.values())
    return {table_id: counted[evening] for table_id, evening in of_each.items()}


def with_scores(conn: Connection, evenings: Iterable[EveningRow]) -> dict[EveningRow, EveningRow]:
    """Return each evening (series of games) with the numbers of games and wins filled in.

    The keys are the given evenings.
    """
    given = tuple(dict.fromkeys(evenings))
    if not given:
        return {}
    ids = tuple({evening.id for evening in given})
    # The number of finished games of each evening.
    games = dict(
        rows_of(
            conn,
            tuple[str, int],
            f"""
            SELECT evening, count(*) FROM game_table INDEXED BY table_of_evening
            JOIN result ON result.table_id = game_table.id WHERE evening IN ({_marks(ids)}) GROUP BY evening
            """,
            ids,
        )
    )
    guesses = _guesses_of(conn, ids)
    # Most wins first, then most right guesses; among equals the person who first finished a game.
    people: dict[str, list[EveningPerson]] = {}
    for row in rows_of(
        conn,
        _Participant,
        f"""
        SELECT evening, user_id, {NAME_THERE.format(guild="game_table.guild_id")}, count(*),
            sum(CASE WHEN won = 1 THEN 1 ELSE 0 END) AS wins
        FROM game_table INDEXED BY table_of_evening
        JOIN result ON result.table_id = game_table.id
        JOIN result_seat ON result_seat.result = result.id
        JOIN person ON person.id = result_seat.person
        WHERE evening IN ({_marks(ids)}) AND user_id IS NOT NULL
        GROUP BY evening, person.id, user_id, person.name, game_table.guild_id
        ORDER BY wins DESC, min(result.id), min(result_seat.seat), user_id
        """,
        ids,
    ):
        right, count = guesses.get((row.evening, row.user_id), (0, 0))
        people.setdefault(row.evening, []).append(EveningPerson(*row[1:], right, count))
    for scored in people.values():
        scored.sort(key=lambda person: (-person.won, -person.right))
    return {
        evening: EveningRow(
            evening.id, games.get(evening.id, 0), tuple(people.get(evening.id, ())), evening.ended_at
        )
        for evening in given
    }


class _Guessed(NamedTuple):
    evening: str
    user_id: int
    facts: str


def _guesses_of(conn: Connection, ids: Sequence[str]) -> dict[tuple[str, int], tuple[int, int]]:
    # The right guesses and all guesses of eliminated players, by evening and user id.
    totals: dict[tuple[str, int], tuple[int, int]] = {}
    for row in rows_of(
        conn,
        _Guessed,
        f"""
        SELECT evening, user_id, facts
        FROM game_table INDEXED BY table_of_evening
        JOIN result ON result.table_id = game_table.id
        JOIN result_seat ON result_seat.result = result.id
        JOIN person ON person.id = result_seat.person
        WHERE evening IN ({_marks(ids)}) AND user_id IS NOT NULL AND facts LIKE '%"{GUESSES}"%'
        """,
        ids,
    ):
        facts = read_facts(row.facts)
        right, count = totals.get((row.evening, row.user_id), (0, 0))
        totals[row.evening, row.user_id] = (
            right + facts.get(RIGHT_GUESSES, 0),
            count + facts.get(GUESSES, 0),
        )
    return totals


def tables_of(conn: Connection, evening_id: str) -> tuple[str, ...]:
    """Return the table ids of an evening's finished games, the earliest end first."""
    ids = column_of(
        conn,
        str,
        """
        SELECT game_table.id FROM game_table INDEXED BY table_of_evening
        JOIN result ON result.table_id = game_table.id WHERE evening = ? ORDER BY result.id
        """,
        (evening_id,),
    )
    return tuple(ids)


def _marks(values: Collection[str]) -> str:
    return ", ".join("?" * len(values))
