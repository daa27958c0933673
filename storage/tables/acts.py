"""What people decide at a table while a game goes on: pauses, votes, who sits where, its early end."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

import msgspec

from storage.engine.connection import Connection
from storage.engine.writing import columns_of, put, update
from storage.errors import Barred, NobodySits, NoRoom
from storage.people import people
from storage.people.bars import expect_admitted
from storage.rows import LOBBY, PLAYING, Finished, GatheringRow, GuessRow, Outcome, SeatRow, TableRow
from storage.servers.order import Act, note_act
from storage.tables import lifecycle, room, sat


def save_acts(
    conn: Connection,
    table: TableRow,
    seats: Sequence[SeatRow] = (),
    moves: int | None = None,
    at: int = 0,
    outcome: Outcome | None = None,
    act: Act | None = None,
) -> Finished:
    """Write what people have made of a running game, in one commit: also its end before its end.

    Args:
        table: with the revision that the caller has seen; it is one more afterwards. Written of it are host,
            pause, votes, times, verdict, who watches and, if it is closed, its status.
        seats: those that have changed: who is away, who has left, whose seat is offered or taken over.
        moves: how many moves the caller has seen.
        outcome: the result, if there is one from now on.

    Raises:
        NoSuchTable, WrongStatus: no game is running at this table.
        RevisionConflict, SequenceConflict: it was changed since.
        NobodySits: no person plays at one of the seats (any more), or it is not offered, or the one who takes
            it has sat at this table before.
        Barred: who takes a seat may not.
        ValueError: the outcome doesn't fit the seats, or there is a result already.
    """
    lifecycle.expect_unchanged(conn, table, PLAYING)
    if moves is not None:
        lifecycle.expect_moves(conn, table.id, moves)
    for seat in seats:
        if seat.left:
            _leave(conn, table.id, seat, at)
        elif seat.is_taken:
            _take(conn, table, seat, at)
        else:
            lifecycle.note_absence(conn, table.id, [seat])
    changes = columns_of(table, "paused_at", "deadline", "deserted_until", "leavers_watch", "verdict")
    changes |= columns_of(table, "pause_ended_at")
    host = None if table.host_id is None else people.find(conn, table.host_id)
    if host is not None:
        changes["host"] = host
    update(conn, "game_table", {**changes, "revision": table.revision + 1}, table.id)
    _vote(conn, table)
    if outcome is not None:
        lifecycle.write_result(conn, table.id, outcome)
    if table.status != PLAYING:
        lifecycle.close(conn, table.id, table.status, at, is_counted=True)
    if act is not None:
        note_act(conn, table.guild_id, act)
    return Finished() if outcome is None else lifecycle.finished(conn, table.id)


def _vote(conn: Connection, table: TableRow) -> None:
    conn.execute("DELETE FROM vote WHERE table_id = ?", (table.id,))
    conn.executemany(
        "INSERT INTO vote (table_id, act, person) VALUES (?, ?, ?)",
        [
            (table.id, act, people.ensure(conn, user_id))
            for act, voters in table.votes.items()
            for user_id in voters
        ],
    )


def _leave(conn: Connection, table_id: str, seat: SeatRow, at: int) -> None:
    """Let a computer player play on at a seat, perhaps until somebody else takes it."""
    seq = lifecycle.count_moves(conn, table_id)
    changed = conn.execute(
        """
        UPDATE seat SET is_offered = ?, has_left = 1, level = ?,
            left_at = CASE WHEN has_left = 1 THEN left_at ELSE ? END,
            left_seq = CASE WHEN has_left = 1 THEN left_seq ELSE ? END
        WHERE table_id = ? AND seat = ? AND person IS NOT NULL AND is_offered = 0 AND (has_left = 0 OR ? = 1)
        """,
        (int(seat.is_offered), seat.level, at, seq, table_id, seat.seat, int(seat.is_offered)),
    )
    if changed.rowcount == 0:
        raise NobodySits(table_id, seat.seat)


def _take(conn: Connection, table: TableRow, seat: SeatRow, at: int) -> None:
    """Seat somebody where a seat is offered; whose seat it was before is remembered."""
    assert seat.user_id is not None
    before = conn.execute(
        """
        SELECT person, leaver, taken_at, left_at, taken_seq, left_seq FROM seat
        WHERE table_id = ? AND seat = ? AND (is_offered = 1 OR has_left = 0)
        """,
        (table.id, seat.seat),
    ).fetchone()
    if before is None:
        raise NobodySits(table.id, seat.seat)
    person, leaver, taken_at, left_at, taken_seq, left_seq = before
    new = people.ensure(conn, seat.user_id, seat.name, table.guild_id)
    if new == person and left_at is None:  # who took it plays there already
        lifecycle.note_absence(conn, table.id, [seat])
        return
    expect_admitted(conn, table.guild_id, seat.user_id)
    if left_at is None or not sat.add(conn, table.id, [sat.key(table.seed, seat.user_id)]):
        raise NobodySits(table.id, seat.seat)
    if leaver is not None:
        conn.execute(
            """
            INSERT INTO former_seat (table_id, seat, number, person, taken_at, left_at, taken_seq, left_seq)
            SELECT ?, ?, count(*), ?, ?, ?, ?, ? FROM former_seat WHERE table_id = ? AND seat = ?
            """,
            (table.id, seat.seat, person, taken_at, left_at, taken_seq, left_seq, table.id, seat.seat),
        )
    conn.execute(
        """
        UPDATE seat SET leaver = coalesce(leaver, person), leaver_at = coalesce(leaver_at, left_at),
            leaver_seq = coalesce(leaver_seq, left_seq),
            person = ?, level = NULL, has_left = 0, left_at = NULL, left_seq = NULL,
            taken_at = ?, taken_seq = ?, is_offered = 0, grace = NULL, is_away = 0
        WHERE table_id = ? AND seat = ?
        """,
        (new, at, lifecycle.count_moves(conn, table.id), table.id, seat.seat),
    )


def save_guess(conn: Connection, table_id: str, guild_id: int, moves: int, guess: GuessRow) -> None:
    """Write what somebody thinks of a claim, in place of what they thought before; it makes them known.

    Raises:
        NoSuchTable, WrongStatus, SequenceConflict: the claim is not there (any more).
        Barred: they may not play on the server.
    """
    expect_admitted(conn, guild_id, guess.user_id)
    lifecycle.expect(conn, table_id, PLAYING)
    lifecycle.expect_moves(conn, table_id, moves)
    person = people.ensure(conn, guess.user_id, guess.name, guild_id)
    row = {"table_id": table_id, "person": person, **columns_of(guess, "seq", "is_lie")}
    put(conn, "guess", [row], ("table_id", "person", "seq"))


class Following(NamedTuple):
    """The appointment of the next week: its table, whose host is still open, and when it opens.

    ``heirs`` are the seats of those who come this week, the host first.
    """

    table: TableRow
    heirs: tuple[SeatRow, ...]
    gathering: GatheringRow


def keep_appointment(
    conn: Connection,
    table: TableRow,
    seats: Sequence[SeatRow],
    gathered: GatheringRow,
    following: Following | None,
    now: int,
) -> GatheringRow:
    """Open a lobby whose time has come, or close it, and write the one of the next week, in one commit.

    The next one belongs to the first of its heirs who may host it; where nobody may, there is none.

    Args:
        table: as from now on, with the revision that the caller has seen.

    Returns, raises:
        As ``save_lobby``.
    """
    gathered = lifecycle.save_lobby(conn, table, seats, gathered)
    if table.status != LOBBY:
        lifecycle.close(conn, table.id, table.status, now)
    if following is not None:
        _succeed(conn, following)
    return gathered


def _succeed(conn: Connection, following: Following) -> None:
    """Write the appointment of the next week for the first heir who may host it, if anybody may."""
    for heir in following.heirs:
        row = msgspec.structs.replace(following.table, host_id=heir.user_id)
        with suppress(Barred, NoRoom):
            room.open_table(conn, row, (msgspec.structs.replace(heir, seat=0),), following.gathering)
            return
