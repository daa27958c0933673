"""Tables, seats and the log of moves: what a restart needs to go on where everybody was."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Any

import msgspec

from storage import people, ratings, results, tallies
from storage.errors import NoSuchTable, SequenceConflict, WrongStatus
from storage.rows import LOBBY, PLAYING, MoveRow, Outcome, SeatRow, StoredTable, TableRow

_COLUMNS = """
    game_table.id, guild_id, channel_id, message_id, person.user_id, game, options, status, locale,
    created_at, first, seed, commitment, started_at, ended_at, deadline, ping_message_id, rematch_of
"""
_SELECT = f"SELECT {_COLUMNS} FROM game_table JOIN person ON person.id = game_table.host"
_OPEN = "status IN ('lobby', 'playing')"  # as in the partial index, word for word
_OPTIONS = msgspec.json.Decoder(dict[str, str])


def create(conn: sqlite3.Connection, table: TableRow, seats: Sequence[SeatRow]) -> None:
    """Write a new table with its seats."""
    host = _host(conn, table, seats)
    conn.execute(
        """
        INSERT INTO game_table (id, guild_id, channel_id, message_id, host, game, options, status, locale,
            created_at, first, seed, commitment, started_at, ended_at, deadline, ping_message_id, rematch_of)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        (
            table.id,
            table.guild_id,
            table.channel_id,
            table.message_id,
            host,
            table.game,
            _json(table.options),
            table.status,
            table.locale,
            table.created_at,
            table.first,
            table.seed,
            table.commitment,
            table.started_at,
            table.ended_at,
            table.deadline,
            table.ping_message_id,
            table.rematch_of,
        ),
    )
    people.seat_people(conn, table.id, seats)


def save_lobby(conn: sqlite3.Connection, table: TableRow, seats: Sequence[SeatRow]) -> None:
    """Write what can change in a lobby (host, game, options, language, place, deadline) and all seats."""
    _expect(conn, table.id, LOBBY)
    conn.execute(
        """
        UPDATE game_table SET channel_id = ?, message_id = ?, host = ?, game = ?, options = ?, locale = ?,
            deadline = ?, ping_message_id = ? WHERE id = ?
        """,
        (
            table.channel_id,
            table.message_id,
            _host(conn, table, seats),
            table.game,
            _json(table.options),
            table.locale,
            table.deadline,
            table.ping_message_id,
            table.id,
        ),
    )
    people.seat_people(conn, table.id, seats)


def start(
    conn: sqlite3.Connection,
    table_id: str,
    *,
    seats: Sequence[SeatRow],
    options: dict[str, str],
    first: int,
    seed: bytes,
    commitment: str,
    started_at: int,
    deadline: int | None = None,
) -> None:
    """Turn a lobby into a running game with these final seats."""
    _expect(conn, table_id, LOBBY)
    conn.execute(
        """
        UPDATE game_table SET status = 'playing', options = ?, first = ?, seed = ?, commitment = ?,
            started_at = ?, deadline = ? WHERE id = ?
        """,
        (_json(options), first, seed, commitment, started_at, deadline, table_id),
    )
    people.seat_people(conn, table_id, seats)


def append_moves(
    conn: sqlite3.Connection,
    table_id: str,
    moves: Sequence[MoveRow],
    deadline: int | None = None,
    outcome: Outcome | None = None,
) -> None:
    """Append moves to a running game, and its result if these are its last ones."""
    _expect(conn, table_id, PLAYING)
    for expected, move in enumerate(moves, next_seq(conn, table_id)):
        if move.seq != expected:
            raise SequenceConflict(table_id, move.seq, expected)
    conn.executemany(
        "INSERT INTO move (table_id, seq, actor, move, at) VALUES (?, ?, ?, ?, ?)",
        [(table_id, move.seq, move.actor, move.move, move.at) for move in moves],
    )
    if outcome is None:
        conn.execute("UPDATE game_table SET deadline = ? WHERE id = ?", (deadline, table_id))
    else:
        finish(conn, table_id, outcome)


def finish(conn: sqlite3.Connection, table_id: str, outcome: Outcome) -> bool:
    """Write the result and close the table; return ``False`` if it had its result already."""
    if results.exists(conn, table_id):
        return False
    _expect(conn, table_id, PLAYING)
    result = results.write(conn, table_id, outcome)
    ratings.apply(conn, result)
    tallies.add(conn, result)
    conn.execute(
        "UPDATE game_table SET status = 'over', ended_at = ?, deadline = NULL WHERE id = ?",
        (outcome.ended_at, table_id),
    )
    return True


def cancel(conn: sqlite3.Connection, table_id: str, at: int) -> bool:
    """Close a table without a result; return ``False`` if it was closed already."""
    if _status(conn, table_id) not in (LOBBY, PLAYING):
        return False
    conn.execute(
        "UPDATE game_table SET status = 'cancelled', ended_at = ?, deadline = NULL WHERE id = ?",
        (at, table_id),
    )
    return True


def replace_seat(conn: sqlite3.Connection, table_id: str, seat: int, level: str, at: int) -> None:
    """Let a computer player of this level play on for the person at a seat of a running game."""
    _expect(conn, table_id, PLAYING)
    changed = conn.execute(
        """
        UPDATE seat SET level = ?, has_left = 1, left_at = ?
        WHERE table_id = ? AND seat = ? AND person IS NOT NULL AND NOT has_left
        """,
        (level, at, table_id, seat),
    )
    if changed.rowcount == 0:
        raise ValueError(f"no person plays seat {seat} of table {table_id!r}")


def set_column(conn: sqlite3.Connection, table_id: str, column: str, value: int | None) -> None:
    """Set ``message_id``, ``ping_message_id`` or ``deadline`` of a table, whatever its status."""
    assert column in ("message_id", "ping_message_id", "deadline")
    changed = conn.execute(f"UPDATE game_table SET {column} = ? WHERE id = ?", (value, table_id))
    if changed.rowcount == 0:
        raise NoSuchTable(table_id)


def load(conn: sqlite3.Connection, table_id: str) -> StoredTable | None:
    """Return a table with seats and moves."""
    row = conn.execute(f"{_SELECT} WHERE game_table.id = ?", (table_id,)).fetchone()
    return None if row is None else _stored(conn, row)


def load_open(conn: sqlite3.Connection, channel_id: int | None = None) -> list[StoredTable]:
    """Return all lobbies and running games, of one channel or of all, oldest first."""
    where, given = ("", ()) if channel_id is None else (" AND channel_id = ?", (channel_id,))
    rows = conn.execute(
        f"{_SELECT} WHERE {_OPEN}{where} ORDER BY created_at, game_table.id", given
    ).fetchall()
    return [_stored(conn, row) for row in rows]


def load_open_of(conn: sqlite3.Connection, user_id: int) -> list[StoredTable]:
    """Return the lobbies and running games where a person sits and has not left, oldest first."""
    person = people.find(conn, user_id)
    # From the open tables to the seats, not the other way round: a person's old tables are many.
    rows = conn.execute(
        f"""
        {_SELECT} CROSS JOIN seat ON seat.table_id = game_table.id
        WHERE {_OPEN} AND seat.person = ? AND NOT seat.has_left ORDER BY created_at, game_table.id
        """,
        (person,),
    ).fetchall()
    return [_stored(conn, row) for row in rows]


def next_seq(conn: sqlite3.Connection, table_id: str) -> int:
    """Return the number that the next move of a table must carry."""
    row = conn.execute("SELECT max(seq) FROM move WHERE table_id = ?", (table_id,)).fetchone()
    return 0 if row[0] is None else int(row[0]) + 1


def _stored(conn: sqlite3.Connection, row: tuple[Any, ...]) -> StoredTable:
    table = TableRow(*(*row[:6], _OPTIONS.decode(row[6]), *row[7:]))
    moves = conn.execute("SELECT seq, actor, move, at FROM move WHERE table_id = ? ORDER BY seq", (table.id,))
    return StoredTable(table, people.seats_of(conn, table.id), tuple(MoveRow(*move) for move in moves))


def _host(conn: sqlite3.Connection, table: TableRow, seats: Sequence[SeatRow]) -> int:
    if table.host_id is None:
        raise ValueError(f"table {table.id!r} needs a host")
    name = next((row.name for row in seats if row.user_id == table.host_id), None)
    return people.ensure(conn, table.host_id, name)


def _status(conn: sqlite3.Connection, table_id: str) -> str:
    row = conn.execute("SELECT status FROM game_table WHERE id = ?", (table_id,)).fetchone()
    if row is None:
        raise NoSuchTable(table_id)
    return str(row[0])


def _expect(conn: sqlite3.Connection, table_id: str, needed: str) -> None:
    status = _status(conn, table_id)
    if status != needed:
        raise WrongStatus(table_id, status, needed)


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
