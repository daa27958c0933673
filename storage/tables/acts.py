"""Actions of people in a running game: pausing, voting, leaving and taking over seats, ending it early."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

import msgspec

from storage.engine.connection import Connection
from storage.engine.writing import columns_of, put, update
from storage.errors import Barred, NobodySits, NoRoom
from storage.fields import UnixMs
from storage.people import people
from storage.people.bars import expect_not_barred
from storage.rows import LOBBY, PLAYING, GatheringRow, GuessRow, Outcome, SeatRow, TableRow
from storage.servers.order import Act, record_act
from storage.tables import exclusions, lifecycle, room


def save_acts(
    conn: Connection,
    table: TableRow,
    seats: Sequence[SeatRow] = (),
    moves: int | None = None,
    at: UnixMs = 0,
    outcome: Outcome | None = None,
    act: Act | None = None,
) -> lifecycle.Finished:
    """Write the effects of people's actions in a running game, including an early end.

    Args:
        table: the new state, with the revision that the caller has read.
        seats: the changed seats.
        moves: the number of moves that the caller has seen.
        at: the time of the actions.
        outcome: the result, if the game ends with one.
        act: the entry for the moderation log, if a moderator acted.

    Raises:
        NoSuchTable, WrongStatus: no game is running at this table.
        RevisionConflict, SequenceConflict: the table has changed since the caller read it.
        NobodySits: a seat has no person, or its new player may not take it over.
        Barred: the person who takes a seat is barred from the server.
        ValueError: the outcome does not fit the seats, or there is a result already.
    """
    lifecycle.expect_unchanged(conn, table, PLAYING)
    if moves is not None:
        lifecycle.expect_move_count(conn, table.id, moves)
    # Each changed seat is in one of three states: left, taken over, or merely away or back.
    for seat in seats:
        if seat.has_left:
            _store_departure(conn, table.id, seat, at)
        elif seat.is_taken:
            _store_new_player(conn, table, seat, at)
        else:
            lifecycle.save_absence(conn, table.id, [seat])
    # The table's own row: times, host and verdict.
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
        lifecycle.close(conn, table.id, table.status, at, is_revision_raised=True)
    if act is not None:
        record_act(conn, table.guild_id, act)
    return lifecycle.Finished() if outcome is None else lifecycle.load_ending(conn, table.id)


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


def _store_departure(conn: Connection, table_id: str, seat: SeatRow, at: UnixMs) -> None:
    # A computer player of the level ``seat.level`` takes over.
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


def _store_new_player(conn: Connection, table: TableRow, seat: SeatRow, at: UnixMs) -> None:
    assert seat.user_id is not None
    # Only a seat that is offered, or that is the person's own already, can be taken.
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
    if new == person and left_at is None:  # a retry: the seat is theirs already
        lifecycle.save_absence(conn, table.id, [seat])
        return
    # Nobody who has seen a hand at this table may sit down again.
    expect_not_barred(conn, table.guild_id, seat.user_id)
    if left_at is None or not exclusions.add(
        conn, table.id, [exclusions.player_key(table.seed, seat.user_id)]
    ):
        raise NobodySits(table.id, seat.seat)
    # The first player of a seat is kept in the seat's own row; those after them in ``former_seat``.
    if leaver is not None:
        conn.execute(
            """
            INSERT INTO former_seat (table_id, seat, number, person, taken_at, left_at, taken_seq, left_seq)
            SELECT ?, ?, count(*), ?, ?, ?, ?, ? FROM former_seat WHERE table_id = ? AND seat = ?
            """,
            (table.id, seat.seat, person, taken_at, left_at, taken_seq, left_seq, table.id, seat.seat),
        )
    # The new player starts afresh: no absence, no extra time used.
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
    """Write a spectator's guess whether a claim is a lie. It replaces an earlier guess about the same claim.

    Args:
        moves: the number of moves that the caller has seen.

    Raises:
        NoSuchTable, WrongStatus, SequenceConflict: the claim is no longer open.
        Barred: the spectator may not play on the server.
    """
    expect_not_barred(conn, guild_id, guess.user_id)
    lifecycle.expect_status(conn, table_id, PLAYING)
    lifecycle.expect_move_count(conn, table_id, moves)
    person = people.ensure(conn, guess.user_id, guess.name, guild_id)
    row = {"table_id": table_id, "person": person, **columns_of(guess, "seq", "is_lie")}
    put(conn, "guess", [row], ("table_id", "person", "seq"))


class NextAppointment(NamedTuple):
    """Next week's planned table of a weekly table."""

    table: TableRow  # still without a host
    # this week's players, the host first; the first who may be host becomes next week's host
    host_candidates: tuple[SeatRow, ...]
    gathering: GatheringRow


def open_or_close_appointment(
    conn: Connection,
    table: TableRow,
    seats: Sequence[SeatRow],
    gathered: GatheringRow,
    following: NextAppointment | None,
    now: UnixMs,
) -> GatheringRow:
    """Open a planned table as a lobby, or close it. Return its stored place and invitations.

    Args:
        table: the new state, with the revision that the caller has read.
        following: the plan for next week's table, which is dropped if no candidate may host it.

    Raises:
        StorageError: as in ``save_lobby``.
    """
    # First this week's table, then the plan for next week, in the same commit.
    gathered = lifecycle.save_lobby(conn, table, seats, gathered)
    if table.status != LOBBY:
        lifecycle.close(conn, table.id, table.status, now)
    if following is not None:
        _plan_next_week(conn, following)
    return gathered


def _plan_next_week(conn: Connection, following: NextAppointment) -> None:
    # Try the players in order, since some may be barred or host too many tables already.
    for candidate in following.host_candidates:
        row = msgspec.structs.replace(following.table, host_id=candidate.user_id)
        with suppress(Barred, NoRoom):
            room.open_table(conn, row, (msgspec.structs.replace(candidate, seat=0),), following.gathering)
            return
