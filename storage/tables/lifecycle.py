"""Changes of a table, its seats and its moves, from lobby to result."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from storage.engine.connection import Connection
from storage.engine.reading import Derivation, column_of, derive, rows_of
from storage.engine.writing import columns_of, insert, update
from storage.errors import (
    NobodySits,
    NoSuchTable,
    RematchTaken,
    RevisionConflict,
    SequenceConflict,
    WrongStatus,
)
from storage.fields import PersonRowId, UnixMs
from storage.people import people, subscriptions
from storage.people.bars import expect_not_barred
from storage.people.titles import champions_for_lobby
from storage.rows import (
    CANCELLED,
    HERE,
    LOBBY,
    PLAYING,
    EveningRow,
    GatheringRow,
    MoveRow,
    Outcome,
    Ratings,
    SeatRow,
    ShownRow,
    StoredTable,
    TableRow,
    WonTrophy,
)
from storage.scores import posts, ratings, results, tallies, trophies
from storage.servers.order import Act, record_act
from storage.tables import evenings, exclusions, invitations, shown

_OF_A_LOBBY = (
    *("channel_id", "game", "options", "clock", "locale", "deadline", "watching", "hints", "change_id"),
    "crowd",
)
"""Columns that may change in a lobby."""
_AT_FIRST = (
    *("id", "guild_id", "status", "created_at", "first", "seed", "commitment", "started_at", "ended_at"),
    *("rematch_of", "revision", "deserted_until", "seal"),
)
"""The other columns that are written when a table is created."""


class Finished(NamedTuple):
    """Facts about a finished game. All fields are empty while the game runs."""

    ratings: Ratings = ()  # the rating change of each seat
    # the evening (series of games) that the table belongs to, with its score
    evening: EveningRow | None = None
    # user ids of the people who have asked that their lies are not shown
    discreet: frozenset[int] = frozenset()
    places: tuple[int, ...] = ()  # the final place of each seat
    trophies: tuple[WonTrophy, ...] = ()  # those won in the game


def create_table(
    conn: Connection, table: TableRow, seats: Sequence[SeatRow], gathered: GatheringRow = HERE
) -> StoredTable:
    """Write a new table and return it as stored. It must have a host.

    A lobby also invites subscribers. A rematch joins the evening (series of games) of the former table.

    Raises:
        RematchTaken: there is a lobby with the same ``rematch_of``.
        Barred: the host may not open tables there.
    """
    expect_not_barred(conn, table.guild_id, table.host_id or 0)
    if table.status == LOBBY:
        expect_no_rematch(conn, table.rematch_of)
    insert(
        conn,
        "game_table",
        [{"host": _host(conn, table, seats), **columns_of(table, *_OF_A_LOBBY, *_AT_FIRST)}],
    )
    people.save_seats(conn, table.id, table.guild_id, seats)
    # An appointment notifies its subscribers only when it opens, a tournament at its sign-up.
    if table.status == LOBBY and gathered.starts_at is None and gathered.paired is None:
        excluded = {table.host_id or 0, *(row.user_id for row in gathered.invitations)}
        subscribers = subscriptions.choose_subscribers(
            conn, table.guild_id, table.game, table.created_at, excluded
        )
        gathered = msgspec.structs.replace(gathered, invitations=(*gathered.invitations, *subscribers))
    gathered = invitations.save(conn, table.id, gathered)
    shown_row = ShownRow(table.id)
    shown.save(conn, shown_row)
    evenings.join(conn, table.id, table.rematch_of)
    evening = evenings.of_table(conn, table.id)
    champions = champions_for_lobby(conn, table)
    return StoredTable(table, tuple(seats), (), shown_row, gathered, evening=evening, champions=champions)


def save_lobby(
    conn: Connection,
    table: TableRow,
    seats: Sequence[SeatRow],
    gathered: GatheringRow = HERE,
    act: Act | None = None,
) -> GatheringRow:
    """Write the changed settings, seats and invitations of a lobby.

    Args:
        table: the new state, with the revision that the caller has read. The stored revision is raised by
            one.
        act: the entry for the moderation log, if a moderator acted.

    Returns:
        The lobby's place and invitations as stored, without barred people.

    Raises:
        NoSuchTable, WrongStatus: the table is not a lobby.
        RevisionConflict: the table has changed since the caller read it.
        Barred: a person who sits down is barred.
    """
    expect_unchanged(conn, table, LOBBY)
    expect_not_barred(conn, table.guild_id, *_newcomers(conn, table, seats))
    changes = {"host": _host(conn, table, seats), **columns_of(table, *_OF_A_LOBBY)}
    update(conn, "game_table", {**changes, "revision": table.revision + 1}, table.id)
    people.save_seats(conn, table.id, table.guild_id, seats)
    gathered = invitations.save(conn, table.id, gathered)
    # Deleting one's data must not undo a removal, so it is also kept as a key without a name.
    out = [exclusions.removed_key(table.seed, row.user_id) for row in gathered.invitations if row.is_removed]
    exclusions.add(conn, table.id, out)
    if act is not None:
        record_act(conn, table.guild_id, act)
    return gathered


def start_table(
    conn: Connection, table: TableRow, seats: Sequence[SeatRow], moves: Sequence[MoveRow], shown_row: ShownRow
) -> EveningRow | None:
    """Turn a lobby into a running game with its first deal.

    Args:
        table: the new state, with the revision that the caller has read.
        moves: the first moves of chance, numbered from 0; may be empty.

    Returns:
        The evening (series of games) of the table; ``None`` if most of its people are new.

    Raises:
        NoSuchTable, WrongStatus: the table is not a lobby.
        RevisionConflict: the table has changed since the caller read it.
        SequenceConflict: the moves are not numbered 0, 1, 2, ...
    """
    if shown_row.table_id != table.id:
        raise ValueError(f"what is shown of table {shown_row.table_id!r} for table {table.id!r}")
    expect_unchanged(conn, table, LOBBY)
    changes = columns_of(table, "options", "first", "seed", "commitment", "started_at", "deadline")
    changes |= {"host": _host(conn, table, seats), "status": PLAYING, "revision": table.revision + 1}
    update(conn, "game_table", changes, table.id)
    people.save_seats(conn, table.id, table.guild_id, seats)
    invitations.delete_invitations(conn, table.id)
    exclusions.add(
        conn,
        table.id,
        [exclusions.player_key(table.seed, seat.user_id) for seat in seats if seat.user_id is not None],
    )
    _append(conn, table.id, moves)
    shown.save(conn, shown_row)
    evenings.leave_if_mostly_new(conn, table.id)
    return evenings.of_table(conn, table.id)


def append_moves(
    conn: Connection,
    table_id: str,
    moves: Sequence[MoveRow],
    deadline: UnixMs | None = None,
    outcome: Outcome | None = None,
    back: SeatRow | None = None,
    closed_at: UnixMs | None = None,
) -> Finished:
    """Append moves to a table's log and, if they end the game, write its result.

    Args:
        deadline: when the next player's time ends; ``None`` for no limit.
        outcome: the result, if these moves end the game.
        back: the seat of a person who was away and has come back with the first of these moves.
        closed_at: when the game ended, if its result is already stored.

    Raises:
        SequenceConflict: the moves do not follow the last stored move.
        NobodySits: no person plays at the seat ``back``.
        NoSuchTable, WrongStatus: no game is running at this table.
        ValueError: the outcome does not fit the seats.
    """
    expect_status(conn, table_id, PLAYING)
    _append(conn, table_id, moves)
    # A person who was away has moved themselves: they are back, and the wait for absent players ends.
    if back is not None:
        save_absence(conn, table_id, [back])
        changes = "deserted_until = NULL, revision = revision + 1"
        conn.execute(f"UPDATE game_table SET {changes} WHERE id = ?", (table_id,))
    if outcome is not None:
        write_result(conn, table_id, outcome)
        closed_at = outcome.ended_at
    # The game goes on, so the next player's deadline is all that remains to be written.
    if closed_at is None:
        conn.execute("UPDATE game_table SET deadline = ? WHERE id = ?", (deadline, table_id))
        return Finished()
    close(conn, table_id, "over", closed_at)
    return load_ending(conn, table_id)


def load_ending(conn: Connection, table_id: str) -> Finished:
    """Return the facts about a finished game, such as places and trophies."""
    extras = evenings.of_table(conn, table_id), people.discreet_players(conn, table_id)
    places, won = results.places(conn, table_id), trophies.load_won_trophies(conn, table_id)
    return Finished(ratings.changes(conn, table_id), *extras, places, won)


def _append(conn: Connection, table_id: str, moves: Sequence[MoveRow]) -> None:
    for expected, move in enumerate(moves, count_moves(conn, table_id)):
        if move.seq != expected:
            raise SequenceConflict(table_id, move.seq, expected)
    conn.executemany(
        "INSERT INTO move (table_id, seq, actor, move, at, made_by) VALUES (?, ?, ?, ?, ?, ?)",
        [(table_id, move.seq, move.actor, move.move, move.at, move.made_by) for move in moves],
    )


def write_result(conn: Connection, table_id: str, outcome: Outcome) -> None:
    """Write the result of a running game, and update ratings, leaderboards and trophies.

    Where one of their rows is damaged, that row stays as it is, and the result is written all the same.
    """
    result = results.write(conn, table_id, outcome)
    steps = [
        Derivation("ratings", lambda beside: ratings.apply(beside, result)),
        Derivation("leaderboards", lambda beside: tallies.add(beside, result, outcome.zone)),
        Derivation("posts", lambda beside: posts.queue_result_post(beside, result)),
    ]
    counting = outcome.counting
    if counting is not None:
        steps.append(Derivation("trophies", lambda beside: trophies.add(beside, result.id, counting)))
    derive(conn, steps, f"result {result.id}")


def expect_move_count(conn: Connection, table_id: str, moves: int) -> None:
    """Raise ``SequenceConflict`` if the game's number of moves is not ``moves``."""
    expected = count_moves(conn, table_id)
    if expected != moves:
        raise SequenceConflict(table_id, moves, expected)


def save_absence(conn: Connection, table_id: str, seats: Sequence[SeatRow]) -> None:
    """Store which players of a table are away, and who has used their extra time."""
    for seat in seats:
        changed = conn.execute(
            """
            UPDATE seat SET grace = ?, is_away = ?
            WHERE table_id = ? AND seat = ? AND person IS NOT NULL AND has_left = 0
            """,
            (seat.grace, int(seat.is_away), table_id, seat.seat),
        )
        if changed.rowcount == 0:
            raise NobodySits(table_id, seat.seat)


def cancel_table(
    conn: Connection, table: TableRow, seats: Sequence[SeatRow], at: UnixMs, act: Act | None = None
) -> None:
    """Close a lobby without a game, and write its final seats.

    Args:
        act: the entry for the moderation log, if a moderator closed the lobby.

    Raises:
        NoSuchTable, WrongStatus: the table is not a lobby.
        RevisionConflict: the table has changed since the caller read it.
    """
    expect_unchanged(conn, table, LOBBY)
    people.save_seats(conn, table.id, table.guild_id, seats)
    close(conn, table.id, CANCELLED, at)
    if act is not None:
        record_act(conn, table.guild_id, act)


def leave_lobby(conn: Connection, table_id: str, person: PersonRowId, at: UnixMs | None) -> None:
    """Remove a person from a lobby. The next person becomes host; an empty lobby is closed."""
    conn.execute("DELETE FROM seat WHERE table_id = ? AND person = ?", (table_id, person))
    seats = "SELECT seat, person FROM seat WHERE table_id = ? ORDER BY seat"
    remaining = rows_of(conn, tuple[int, int | None], seats, (table_id,))
    # Seats are numbered without gaps.
    for number, (seat, _) in enumerate(remaining):
        conn.execute("UPDATE seat SET seat = ? WHERE table_id = ? AND seat = ?", (number, table_id, seat))
    heir = next((other for _, other in remaining if other is not None), None)
    if heir is None:
        close(conn, table_id, "cancelled", at)
    else:
        conn.execute("UPDATE game_table SET host = ? WHERE id = ? AND host = ?", (heir, table_id, person))
        raise_revision(conn, table_id)


def close(
    conn: Connection, table_id: str, status: str, at: UnixMs | None, *, is_revision_raised: bool = False
) -> None:
    """Close a table.

    Args:
        status: ``over`` or ``cancelled``.
        is_revision_raised: the caller has already raised the table's revision.
    """
    conn.execute(
        """
        UPDATE game_table SET status = ?, ended_at = ?, deadline = NULL, revision = revision + ?
        WHERE id = ?
        """,
        (status, at, int(not is_revision_raised), table_id),
    )
    conn.execute("DELETE FROM vote WHERE table_id = ?", (table_id,))
    exclusions.delete(conn, table_id)
    invitations.delete_invitations(conn, table_id)


def raise_revision(conn: Connection, table_id: str) -> None:
    """Add one to a table's revision, so that writes based on an older copy fail."""
    conn.execute("UPDATE game_table SET revision = revision + 1 WHERE id = ?", (table_id,))


def count_moves(conn: Connection, table_id: str) -> int:
    """Return the number of moves of a table."""
    row = conn.execute("SELECT max(seq) FROM move WHERE table_id = ?", (table_id,)).fetchone()
    return 0 if row[0] is None else int(row[0]) + 1


def _host(conn: Connection, table: TableRow, seats: Sequence[SeatRow]) -> int:
    if table.host_id is None:
        raise ValueError(f"table {table.id!r} needs a host")
    name = next((row.name for row in seats if row.user_id == table.host_id), None)
    return people.ensure(conn, table.host_id, name, table.guild_id)


def _newcomers(conn: Connection, table: TableRow, seats: Sequence[SeatRow]) -> set[int]:
    seated = "SELECT user_id FROM seat JOIN person ON person.id = seat.person WHERE table_id = ?"
    known = column_of(conn, int, seated, (table.id,))
    return {seat.user_id for seat in seats if seat.user_id is not None} - set(known)


def expect_no_rematch(conn: Connection, rematch_of: str | None) -> None:
    """Raise ``RematchTaken`` if a lobby for the rematch of a table exists already."""
    if rematch_of is None:
        return
    row = conn.execute(
        "SELECT id FROM game_table INDEXED BY rematch_lobby WHERE status = 'lobby' AND rematch_of = ?",
        (rematch_of,),
    ).fetchone()
    if row is not None:
        raise RematchTaken(row[0], rematch_of)


def expect_unchanged(conn: Connection, table: TableRow, needed: str) -> None:
    """Raise an error if a table has changed since the caller read its copy ``table``.

    Raises:
        WrongStatus: the stored table does not have the status ``needed``.
        RevisionConflict: the stored table has another revision than the copy.
    """
    revision = expect_status(conn, table.id, needed)
    if revision != table.revision:
        raise RevisionConflict(table.id, table.revision, revision)


def expect_status(conn: Connection, table_id: str, needed: str) -> int:
    """Return a table's revision. Raise ``WrongStatus`` if its status is not ``needed``."""
    row = conn.execute("SELECT status, revision FROM game_table WHERE id = ?", (table_id,)).fetchone()
    if row is None:
        raise NoSuchTable(table_id)
    if row[0] != needed:
        raise WrongStatus(table_id, row[0], needed)
    return int(row[1])
