"""Tables, seats and the log of moves: every change of them from the lobby to the result."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from storage.engine.connection import Connection
from storage.engine.writing import columns_of, insert, update
from storage.errors import (
    NobodySits,
    NoSuchTable,
    RematchTaken,
    RevisionConflict,
    SequenceConflict,
    WrongStatus,
)
from storage.people import people, subscriptions
from storage.people.bars import expect_admitted
from storage.rows import (
    CANCELLED,
    HERE,
    LOBBY,
    PLAYING,
    EveningRow,
    Finished,
    GatheringRow,
    MoveRow,
    Outcome,
    SeatRow,
    ShownRow,
    StoredTable,
    TableRow,
)
from storage.scores import ratings, results, tallies
from storage.servers.order import Act, note_act
from storage.tables import evenings, invitations, sat, shown

_OF_A_LOBBY = (
    *("channel_id", "game", "options", "clock", "locale", "deadline", "watching", "hints", "change_id"),
    "crowd",
)
"""Columns of what may change in a lobby."""
_AT_FIRST = (
    *("id", "guild_id", "status", "created_at", "first", "seed", "commitment", "started_at", "ended_at"),
    *("rematch_of", "revision", "deserted_until", "seal"),
)
"""The others that a table is made with."""


def create_table(
    conn: Connection, table: TableRow, seats: Sequence[SeatRow], gathered: GatheringRow = HERE
) -> StoredTable:
    """Write a new table, of which nothing was shown yet; its ``host_id`` must not be ``None``.

    Of a lobby subscribers are told who have not been told of another for an hour; they are in the gathering
    that is returned. It belongs to the evening of the table that it follows, unless that is over.

    Raises:
        RematchTaken: there is a lobby with the same ``rematch_of``.
        Barred: the host may not open tables there.
    """
    expect_admitted(conn, table.guild_id, table.host_id or 0)
    if table.status == LOBBY:
        expect_no_rematch(conn, table.rematch_of)
    insert(
        conn,
        "game_table",
        [{"host": _host(conn, table, seats), **columns_of(table, *_OF_A_LOBBY, *_AT_FIRST)}],
    )
    people.seat_people(conn, table.id, table.guild_id, seats)
    if table.status == LOBBY and gathered.starts_at is None:
        spared = {table.host_id or 0, *(one.user_id for one in gathered.invitations)}
        told = subscriptions.tell(conn, table.guild_id, table.game, table.created_at, spared)
        gathered = msgspec.structs.replace(gathered, invitations=(*gathered.invitations, *told))
    gathered = invitations.save(conn, table.id, gathered)
    shown_row = ShownRow(table.id)
    shown.save(conn, shown_row)
    evenings.join(conn, table.id, table.rematch_of)
    evening = evenings.of_table(conn, table.id)
    return StoredTable(table, tuple(seats), (), shown_row, gathered, evening=evening)


def save_lobby(
    conn: Connection,
    table: TableRow,
    seats: Sequence[SeatRow],
    gathered: GatheringRow = HERE,
    act: Act | None = None,
) -> GatheringRow:
    """Write host, game, options, clock, locale, channel, deadline, seats and invitations of a lobby.

    Args:
        table: with the revision that the caller has seen; it is one more afterwards.

    Returns:
        Where it gathers, without those who are barred from the server.

    Raises:
        NoSuchTable, WrongStatus: it is no lobby (any more).
        RevisionConflict: it was changed since.
        Barred: somebody who sits down may not.
    """
    expect_unchanged(conn, table, LOBBY)
    expect_admitted(conn, table.guild_id, *_newcomers(conn, table, seats))
    changes = {"host": _host(conn, table, seats), **columns_of(table, *_OF_A_LOBBY)}
    update(conn, "game_table", {**changes, "revision": table.revision + 1}, table.id)
    people.seat_people(conn, table.id, table.guild_id, seats)
    gathered = invitations.save(conn, table.id, gathered)
    out = [sat.out_key(table.seed, one.user_id) for one in gathered.invitations if one.is_removed]
    sat.add(conn, table.id, out)
    if act is not None:
        note_act(conn, table.guild_id, act)
    return gathered


def start_table(
    conn: Connection, table: TableRow, seats: Sequence[SeatRow], moves: Sequence[MoveRow], shown_row: ShownRow
) -> EveningRow | None:
    """Turn a lobby into a running game, dealt, in one commit.

    Args:
        table: with the revision that the caller has seen; written of it are ``options``, ``first``,
            ``seed``, ``commitment``, ``started_at`` and ``deadline``.
        moves: what chance did first, numbered from 0; may be empty.

    Returns:
        The evening that it is part of, if at least half of its people are of one.

    Raises:
        NoSuchTable, WrongStatus: it is no lobby (any more).
        RevisionConflict: it was changed since.
        SequenceConflict: the moves are not numbered 0, 1, 2, ...
    """
    if shown_row.table_id != table.id:
        raise ValueError(f"what is shown of table {shown_row.table_id!r} for table {table.id!r}")
    expect_unchanged(conn, table, LOBBY)
    changes = columns_of(table, "options", "first", "seed", "commitment", "started_at", "deadline")
    update(conn, "game_table", {**changes, "status": PLAYING, "revision": table.revision + 1}, table.id)
    people.seat_people(conn, table.id, table.guild_id, seats)
    invitations.end_invitations(conn, table.id)
    sat.add(conn, table.id, [sat.key(table.seed, seat.user_id) for seat in seats if seat.user_id is not None])
    _append(conn, table.id, moves)
    shown.save(conn, shown_row)
    evenings.leave_strangers(conn, table.id)
    return evenings.of_table(conn, table.id)


def append_moves(
    conn: Connection,
    table_id: str,
    moves: Sequence[MoveRow],
    deadline: int | None = None,
    outcome: Outcome | None = None,
    back: SeatRow | None = None,
    closed_at: int | None = None,
) -> Finished:
    """Append moves, numbered on from the last one (the first of a table is 0), in one commit.

    Args:
        deadline: until when the next player has time; ``None`` = no limit.
        outcome: the result, if the game is over with these moves; moves and result become true together.
        back: the seat of a person who was away and has made the first of these moves, not away any more.
        closed_at: when a game was over whose result had been written before.

    Returns:
        What the result made of each seat's rating, if it is rated, and of the evening.

    Raises:
        SequenceConflict: a number is taken or leaves a gap.
        NobodySits: no person plays at the seat ``back`` (any more).
        NoSuchTable, WrongStatus: no game is running at this table.
        ValueError: the outcome doesn't fit the seats.
    """
    expect(conn, table_id, PLAYING)
    _append(conn, table_id, moves)
    if back is not None:
        note_absence(conn, table_id, [back])
        changes = "deserted_until = NULL, revision = revision + 1"
        conn.execute(f"UPDATE game_table SET {changes} WHERE id = ?", (table_id,))
    if outcome is not None:
        write_result(conn, table_id, outcome)
        closed_at = outcome.ended_at
    if closed_at is None:
        conn.execute("UPDATE game_table SET deadline = ? WHERE id = ?", (deadline, table_id))
        return Finished()
    close(conn, table_id, "over", closed_at)
    return finished(conn, table_id)


def finished(conn: Connection, table_id: str) -> Finished:
    """Return a result, and what it changed elsewhere: ratings, the evening, whose lies are not told."""
    told = evenings.of_table(conn, table_id), people.discreet_at(conn, table_id)
    return Finished(ratings.changes(conn, table_id), *told, results.places(conn, table_id))


def _append(conn: Connection, table_id: str, moves: Sequence[MoveRow]) -> None:
    for expected, move in enumerate(moves, count_moves(conn, table_id)):
        if move.seq != expected:
            raise SequenceConflict(table_id, move.seq, expected)
    conn.executemany(
        "INSERT INTO move (table_id, seq, actor, move, at, made_by) VALUES (?, ?, ?, ?, ?, ?)",
        [(table_id, move.seq, move.actor, move.move, move.at, move.made_by) for move in moves],
    )


def write_result(conn: Connection, table_id: str, outcome: Outcome) -> None:
    """Write the result of a running game with all that is counted from it."""
    result = results.write(conn, table_id, outcome)
    ratings.apply(conn, result)
    tallies.add(conn, result)


def expect_moves(conn: Connection, table_id: str, moves: int) -> None:
    """Refuse (optimistic locking) a game that has another number of moves by now."""
    expected = count_moves(conn, table_id)
    if expected != moves:
        raise SequenceConflict(table_id, moves, expected)


def note_absence(conn: Connection, table_id: str, seats: Sequence[SeatRow]) -> None:
    """Write who is away and who had extra time."""
    for seat in seats:
        changed = conn.execute(
            """
            UPDATE seat SET grace = ?, is_away = ?
            WHERE table_id = ? AND seat = ? AND person IS NOT NULL AND has_left = 0
            """,
            (seat.grace, int(seat.away), table_id, seat.seat),
        )
        if changed.rowcount == 0:
            raise NobodySits(table_id, seat.seat)


def cancel_table(
    conn: Connection, table: TableRow, seats: Sequence[SeatRow], at: int, act: Act | None = None
) -> None:
    """Close a lobby, with the seats as they are then; ``act`` says who did it to keep order.

    Raises:
        NoSuchTable, WrongStatus: it is no lobby (any more).
        RevisionConflict: it was changed since.
    """
    expect_unchanged(conn, table, LOBBY)
    people.seat_people(conn, table.id, table.guild_id, seats)
    close(conn, table.id, CANCELLED, at)
    if act is not None:
        note_act(conn, table.guild_id, act)


def leave_lobby(conn: Connection, table_id: str, person: int, at: int | None) -> None:
    """Free a person's seat and close the gap; hand the lobby over, or close it when no people are left."""
    conn.execute("DELETE FROM seat WHERE table_id = ? AND person = ?", (table_id, person))
    left = conn.execute(
        "SELECT seat, person FROM seat WHERE table_id = ? ORDER BY seat", (table_id,)
    ).fetchall()
    for number, (seat, _) in enumerate(left):
        conn.execute("UPDATE seat SET seat = ? WHERE table_id = ? AND seat = ?", (number, table_id, seat))
    heir = next((other for _, other in left if other is not None), None)
    if heir is None:
        close(conn, table_id, "cancelled", at)
    else:
        conn.execute("UPDATE game_table SET host = ? WHERE id = ? AND host = ?", (heir, table_id, person))
        touch(conn, table_id)


def close(conn: Connection, table_id: str, status: str, at: int | None, *, is_counted: bool = False) -> None:
    """Close an open table as over or cancelled; ``is_counted`` says that this change is counted already."""
    conn.execute(
        """
        UPDATE game_table SET status = ?, ended_at = ?, deadline = NULL, revision = revision + ?
        WHERE id = ?
        """,
        (status, at, int(not is_counted), table_id),
    )
    conn.execute("DELETE FROM vote WHERE table_id = ?", (table_id,))
    sat.end(conn, table_id)
    invitations.end_invitations(conn, table_id)


def touch(conn: Connection, table_id: str) -> None:
    """Count a change of a table."""
    conn.execute("UPDATE game_table SET revision = revision + 1 WHERE id = ?", (table_id,))


def count_moves(conn: Connection, table_id: str) -> int:
    """Return how many moves have been played at a table."""
    row = conn.execute("SELECT max(seq) FROM move WHERE table_id = ?", (table_id,)).fetchone()
    return 0 if row[0] is None else int(row[0]) + 1


def _host(conn: Connection, table: TableRow, seats: Sequence[SeatRow]) -> int:
    if table.host_id is None:
        raise ValueError(f"table {table.id!r} needs a host")
    name = next((row.name for row in seats if row.user_id == table.host_id), None)
    return people.ensure(conn, table.host_id, name, table.guild_id)


def _newcomers(conn: Connection, table: TableRow, seats: Sequence[SeatRow]) -> set[int]:
    """Return the people of some seats who do not sit at the table by what is stored."""
    rows = conn.execute(
        "SELECT user_id FROM seat JOIN person ON person.id = seat.person WHERE table_id = ?", (table.id,)
    )
    return {seat.user_id for seat in seats if seat.user_id is not None} - {one for (one,) in rows}


def expect_no_rematch(conn: Connection, rematch_of: str | None) -> None:
    """Refuse a second lobby that follows the same table; one that follows none is no rematch."""
    if rematch_of is None:
        return
    row = conn.execute(
        "SELECT id FROM game_table INDEXED BY rematch_lobby WHERE status = 'lobby' AND rematch_of = ?",
        (rematch_of,),
    ).fetchone()
    if row is not None:
        raise RematchTaken(row[0], rematch_of)


def expect_unchanged(conn: Connection, table: TableRow, needed: str) -> None:
    """Refuse a table of another status, or that is not as the caller has seen it (optimistic locking)."""
    revision = expect(conn, table.id, needed)
    if revision != table.revision:
        raise RevisionConflict(table.id, table.revision, revision)


def expect(conn: Connection, table_id: str, needed: str) -> int:
    """Return a table's revision; refuse one of another status."""
    row = conn.execute("SELECT status, revision FROM game_table WHERE id = ?", (table_id,)).fetchone()
    if row is None:
        raise NoSuchTable(table_id)
    if row[0] != needed:
        raise WrongStatus(table_id, row[0], needed)
    return int(row[1])
