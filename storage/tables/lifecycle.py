"""A table in the database, from its opening to its result: every change is one transaction."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import NamedTuple, TypeVar

import msgspec

from storage import people
from storage.engine.database import Connection, columns_of, insert, put, update
from storage.engine.reading import Derivation, column_of, derive, read_if_sound, rows_of
from storage.errors import (
    Banned,
    Booked,
    NobodySits,
    NoRoom,
    NoSuchTable,
    OpenPractice,
    RematchTaken,
    RevisionConflict,
    SequenceConflict,
    WrongStatus,
)
from storage.people import champions_for_lobby, check_not_banned
from storage.rows import (
    CANCELLED,
    HERE,
    LOBBY,
    OVER,
    PLAYING,
    PRACTICE,
    EveningRow,
    GatheringRow,
    GuessRow,
    MoveRow,
    Outcome,
    PersonRowId,
    Ratings,
    SeatRow,
    SentRow,
    StoredTable,
    TableRow,
    Time,
    UnixMs,
    WonTrophy,
    ZoneName,
)
from storage.scores import results, seasons, trophies
from storage.servers import REMOVED, Act, load_settings, record_act
from storage.tables import evenings, gathering

V = TypeVar("V")

# --- lifecycle ----------------------------------------------------------------------------------------------
# Changes of a table, its seats and its moves, from lobby to result.

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
        Banned: the host may not open tables there.
    """
    check_not_banned(conn, table.guild_id, table.host_id or 0)
    if table.status == LOBBY:
        expect_no_rematch(conn, table.rematch_of)
    columns = columns_of(table, *_OF_A_LOBBY, *_AT_FIRST)
    columns["host"] = _host(conn, table, seats)
    insert(conn, "game_table", [columns])
    people.save_seats(conn, table.id, table.guild_id, seats)
    # A planned game notifies its subscribers only when it opens, a tournament at its sign-up.
    if table.status == LOBBY and gathered.starts_at is None and gathered.paired is None:
        excluded = {row.user_id for row in gathered.invitations}
        excluded.add(table.host_id or 0)
        subscribers = people.choose_subscribers(conn, table.guild_id, table.game, table.created_at, excluded)
        gathered = msgspec.structs.replace(gathered, invitations=gathered.invitations + tuple(subscribers))
    gathered = gathering.save_gathering(conn, table.id, gathered)
    sent_row = SentRow(table.id)
    gathering.put_shown(conn, sent_row)
    evenings.join(conn, table.id, table.rematch_of)
    evening = evenings.of_table(conn, table.id)
    champions = champions_for_lobby(conn, table)
    return StoredTable(table, tuple(seats), (), sent_row, gathered, evening=evening, champions=champions)


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
        The lobby's place and invitations as stored, without banned people.

    Raises:
        NoSuchTable, WrongStatus: the table is not a lobby.
        RevisionConflict: the table has changed since the caller read it.
        Banned: a person who sits down is banned.
    """
    check_unchanged(conn, table, LOBBY)
    check_not_banned(conn, table.guild_id, *_newcomers(conn, table, seats))
    changes = columns_of(table, *_OF_A_LOBBY)
    changes["host"] = _host(conn, table, seats)
    changes["revision"] = table.revision + 1
    update(conn, "game_table", changes, table.id)
    people.save_seats(conn, table.id, table.guild_id, seats)
    gathered = gathering.save_gathering(conn, table.id, gathered)
    # Deleting one's data must not undo a removal, so it is also kept as a key without a name.
    out = [gathering.removed_key(table.seed, row.user_id) for row in gathered.invitations if row.is_removed]
    gathering.exclude(conn, table.id, out)
    if act is not None:
        record_act(conn, table.guild_id, act)
    return gathered


def start_table(
    conn: Connection, table: TableRow, seats: Sequence[SeatRow], moves: Sequence[MoveRow], sent_row: SentRow
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
    if sent_row.table_id != table.id:
        raise ValueError(f"what is shown of table {sent_row.table_id!r} for table {table.id!r}")
    check_unchanged(conn, table, LOBBY)
    changes = columns_of(table, "options", "first", "seed", "commitment", "started_at", "deadline")
    changes |= {"host": _host(conn, table, seats), "status": PLAYING, "revision": table.revision + 1}
    update(conn, "game_table", changes, table.id)
    people.save_seats(conn, table.id, table.guild_id, seats)
    gathering.delete_invitations(conn, table.id)
    gathering.exclude(
        conn,
        table.id,
        [gathering.player_key(table.seed, seat.user_id) for seat in seats if seat.user_id is not None],
    )
    _append(conn, table.id, moves)
    gathering.put_shown(conn, sent_row)
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
    # These facts are only shown, so a damaged row must not undo the last move of a game.
    return Finished(
        ratings=_fact("rating changes", results.changes, conn, table_id, ()),
        evening=_fact("the evening", evenings.of_table, conn, table_id, None),
        discreet=people.discreet_players(conn, table_id),
        places=_fact("places", results.places, conn, table_id, ()),
        trophies=_fact("trophies", trophies.load_won_trophies, conn, table_id, ()),
    )


def _fact(
    what: str, load: Callable[[Connection, str], V], conn: Connection, table_id: str, otherwise: V
) -> V:
    return read_if_sound(partial(load, conn, table_id), otherwise, what=f"{what} of table {table_id}")


def _append(conn: Connection, table_id: str, moves: Sequence[MoveRow]) -> None:
    for expected, move in enumerate(moves, count_moves(conn, table_id)):
        if move.seq != expected:
            raise SequenceConflict(table_id, move.seq, expected)
    conn.executemany(
        "INSERT INTO move (table_id, seq, actor, move, at, made_by) VALUES (?, ?, ?, ?, ?, ?)",
        [(table_id, move.seq, move.actor, move.move, move.at, move.made_by) for move in moves],
    )


def write_result(conn: Connection, table_id: str, outcome: Outcome) -> None:
    """Write the result of a running game, and update ratings, the server's season and trophies.

    Where one of their rows is damaged, that row stays as it is, and the result is written all the same.
    """
    result = results.write(conn, table_id, outcome)
    steps = [
        Derivation("ratings", lambda beside: results.apply(beside, result)),
        Derivation("season", lambda beside: _ensure_season(beside, result, outcome.zone)),
        Derivation("posts", lambda beside: results.queue_result_post(beside, result)),
    ]
    counting = outcome.counting
    if counting is not None:
        steps.append(Derivation("trophies", lambda beside: trophies.add(beside, result.id, counting)))
    derive(conn, steps, f"result {result.id}")


def _ensure_season(conn: Connection, result: results.StoredResult, default_zone: ZoneName) -> None:
    # The first game of a month that counts for a person begins the month's season.
    if any(seat.counts and seat.person is not None for seat in result.seats):
        seasons.ensure(conn, result.guild_id, result.ended_at, default_zone)


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
    check_unchanged(conn, table, LOBBY)
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
    people_left = [other for _, other in remaining if other is not None]
    if not people_left:
        close(conn, table_id, "cancelled", at)
        return
    inherited = conn.execute(
        "UPDATE game_table SET host = ? WHERE id = ? AND host = ? RETURNING 1",
        (people_left[0], table_id, person),
    )
    # Without the person who started it, or with one person alone, the game does not begin by itself.
    if inherited.fetchone() is not None or len(people_left) == 1:
        conn.execute("UPDATE gathering SET answer_until = NULL WHERE table_id = ?", (table_id,))
        conn.execute("UPDATE seat SET is_asked = 0 WHERE table_id = ?", (table_id,))
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
    gathering.delete_excluded(conn, table_id)
    gathering.delete_invitations(conn, table_id)


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


def check_unchanged(conn: Connection, table: TableRow, needed: str) -> None:
    """Raise an error if a table has changed since the caller read its copy ``table``.

    Raises:
        WrongStatus: the stored table does not have the status ``needed``.
        RevisionConflict: the stored table has another revision than the copy.
    """
    revision = expect_status(conn, table.id, needed)
    if revision != table.revision:
        raise RevisionConflict(table.id, table.revision, revision)


def expect_status(conn: Connection, table_id: str, *needed: str) -> int:
    """Return a table's revision. Raise ``WrongStatus`` if its status is not one of ``needed``."""
    row = conn.execute("SELECT status, revision FROM game_table WHERE id = ?", (table_id,)).fetchone()
    if row is None:
        raise NoSuchTable(table_id)
    if row[0] not in needed:
        raise WrongStatus(table_id, row[0], " or ".join(needed))
    return int(row[1])


# --- room ---------------------------------------------------------------------------------------------------
# Limits on the number of open tables, and of tables planned for later.
#
# They are checked when a table is created. A planned table is not refused when it opens, since people were
# invited to it.

MOST_HOSTED = 3
"""Limit of open lobbies per host and server."""

MOST_PRACTICE = 3
"""Limit of open practice tables per person: lobbies and running games, since these begin at once."""

MOST_LOBBIES = 12
"""Limit of open lobbies per channel, even if the server's own limit is higher."""

MOST_APPOINTED = 3
"""Limit of planned games (tables planned for later) per host and server."""

MOST_APPOINTED_HERE = 12
"""Limit of planned games (tables planned for later) per channel."""

MOST_APPOINTED_THERE = 30
"""Limit of planned games (tables planned for later) per server; Discord allows a hundred events."""


class _OpenTable(NamedTuple):
    """A lobby, a table planned for later (with ``starts_at``), or a running game."""

    status: str
    channel_id: int
    thread_id: int | None
    host_id: int | None
    game: str
    starts_at: Time | None


def open_table(
    conn: Connection, table: TableRow, seats: Sequence[SeatRow], gathered: GatheringRow = HERE
) -> StoredTable:
    """Write a new lobby or planned table, if the limits allow it, and return it as stored.

    Raises:
        RematchTaken: another lobby for the same rematch exists.
        NoRoom: a limit is reached.
        Banned: the host may not open tables there.
    """
    expect_no_rematch(conn, table.rematch_of)
    if table.guild_id == PRACTICE:
        _expect_room_for_practice(conn, table)
        return create_table(conn, table, seats, gathered)
    tables = _open_on(conn, table.guild_id)
    if gathered.starts_at is None:
        _expect_room_for_lobby(tables, table, load_settings(conn, table.guild_id).most_tables)
    else:
        _check_room_for_planned(tables, table)
    return create_table(conn, table, seats, gathered)


def _expect_room_for_practice(conn: Connection, table: TableRow) -> None:
    rows = rows_of(
        conn,
        OpenPractice,
        """
        SELECT game, channel_id, message_id
        FROM person JOIN game_table INDEXED BY open_practice ON game_table.host = person.id
        LEFT JOIN shown ON shown.table_id = game_table.id
        WHERE user_id = ? AND guild_id = 0 AND status IN ('lobby', 'playing')
        ORDER BY created_at, game_table.id
        """,
        (table.host_id,),
    )
    if len(rows) >= MOST_PRACTICE:
        raise NoRoom("practice", MOST_PRACTICE, practice=rows)


def _open_on(conn: Connection, guild_id: int) -> list[_OpenTable]:
    return rows_of(
        conn,
        _OpenTable,
        """
        SELECT status, channel_id, thread_id, user_id, game, starts_at
        FROM game_table INDEXED BY open_on_server JOIN person ON person.id = game_table.host
        LEFT JOIN gathering ON gathering.table_id = game_table.id
        WHERE guild_id = ? AND status IN ('lobby', 'playing')
        """,
        (guild_id,),
    )


def _expect_room_for_lobby(tables: Sequence[_OpenTable], table: TableRow, channel_limit: int | None) -> None:
    is_open = [known for known in tables if known.starts_at is None or known.status != LOBBY]
    lobbies = [known for known in is_open if known.status == LOBBY]
    if sum(known.host_id == table.host_id for known in lobbies) >= MOST_HOSTED:
        raise NoRoom("lobbies", MOST_HOSTED)
    if channel_limit is not None and len(_in_channel(is_open, table.channel_id)) >= channel_limit:
        raise NoRoom("tables", channel_limit)
    if len(_in_channel(lobbies, table.channel_id)) >= MOST_LOBBIES:
        raise NoRoom("lobbies-here", MOST_LOBBIES)


def _check_room_for_planned(tables: Sequence[_OpenTable], table: TableRow) -> None:
    dates = [known for known in tables if known.starts_at is not None and known.status == LOBBY]
    own = [known for known in dates if known.host_id == table.host_id]
    booked = [Booked(known.game, known.channel_id, known.starts_at or 0) for known in own]
    booked.sort(key=lambda known: known.starts_at)
    if len(own) >= MOST_APPOINTED:
        raise NoRoom("appointments", MOST_APPOINTED, booked)
    if len(_in_channel(dates, table.channel_id)) >= MOST_APPOINTED_HERE:
        raise NoRoom("appointments-here", MOST_APPOINTED_HERE, booked)
    if len(dates) >= MOST_APPOINTED_THERE:
        raise NoRoom("appointments-there", MOST_APPOINTED_THERE, booked)


def _in_channel(tables: Sequence[_OpenTable], channel_id: int) -> list[_OpenTable]:
    return [known for known in tables if channel_id in (known.channel_id, known.thread_id)]


# --- acts ---------------------------------------------------------------------------------------------------
# Actions of people in a running game: pausing, voting, leaving and taking over seats, ending it early.


def save_acts(
    conn: Connection,
    table: TableRow,
    seats: Sequence[SeatRow] = (),
    moves: int | None = None,
    at: UnixMs = 0,
    outcome: Outcome | None = None,
    act: Act | None = None,
) -> Finished:
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
        Banned: the person who takes a seat is banned from the server.
        ValueError: the outcome does not fit the seats, or there is a result already.
    """
    check_unchanged(conn, table, PLAYING)
    if moves is not None:
        expect_move_count(conn, table.id, moves)
    # Each changed seat is in one of three states: left, taken over, or merely away or back.
    for seat in seats:
        if seat.has_left:
            _store_departure(conn, table.id, seat, at)
        elif seat.is_taken:
            _store_new_player(conn, table, seat, at)
        else:
            save_absence(conn, table.id, [seat])
    # The table's own row: times, host and verdict.
    changes = columns_of(table, "paused_at", "deadline", "deserted_until", "leavers_watch", "verdict")
    changes |= columns_of(table, "pause_ended_at")
    if table.host_id is None:
        host = None
    else:
        host = people.find(conn, table.host_id)
    if host is not None:
        changes["host"] = host
    changes["revision"] = table.revision + 1
    update(conn, "game_table", changes, table.id)
    _vote(conn, table)
    if outcome is not None:
        write_result(conn, table.id, outcome)
    if table.status != PLAYING:
        close(conn, table.id, table.status, at, is_revision_raised=True)
    if act is not None:
        record_act(conn, table.guild_id, act)
    return Finished() if outcome is None else load_ending(conn, table.id)


def _vote(conn: Connection, table: TableRow) -> None:
    conn.execute("DELETE FROM vote WHERE table_id = ?", (table.id,))
    votes = []
    for act, voters in table.votes.items():
        votes += [(table.id, act, people.ensure(conn, user_id)) for user_id in voters]
    conn.executemany("INSERT INTO vote (table_id, act, person) VALUES (?, ?, ?)", votes)


def _store_departure(conn: Connection, table_id: str, seat: SeatRow, at: UnixMs) -> None:
    # A computer player of the level ``seat.level`` takes over.
    seq = count_moves(conn, table_id)
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
        save_absence(conn, table.id, [seat])
        return
    # Nobody who has seen a hand at this table may sit down again.
    check_not_banned(conn, table.guild_id, seat.user_id)
    if left_at is None or not gathering.exclude(
        conn, table.id, [gathering.player_key(table.seed, seat.user_id)]
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
        (new, at, count_moves(conn, table.id), table.id, seat.seat),
    )


def save_guess(conn: Connection, table_id: str, guild_id: int, moves: int, guess: GuessRow) -> None:
    """Write a spectator's guess whether a claim is a lie. It replaces an earlier guess about the same claim.

    Args:
        moves: the number of moves that the caller has seen.

    Raises:
        NoSuchTable, WrongStatus, SequenceConflict: the claim is no longer open.
        Banned: the spectator may not play on the server.
    """
    check_not_banned(conn, guild_id, guess.user_id)
    expect_status(conn, table_id, PLAYING, OVER)  # the last claim may be guessed until its cards are shown
    expect_move_count(conn, table_id, moves)
    person = people.ensure(conn, guess.user_id, guess.name, guild_id)
    row = columns_of(guess, "seq", "is_lie") | {"table_id": table_id, "person": person}
    put(conn, "guess", [row], ("table_id", "person", "seq"))


class NextPlannedLobby(NamedTuple):
    """Next week's planned table of a weekly table."""

    table: TableRow  # still without a host
    # the week's players, the host first; the first who may be host becomes next week's host
    host_candidates: tuple[SeatRow, ...]
    gathering: GatheringRow


def open_or_close_planned(
    conn: Connection,
    table: TableRow,
    seats: Sequence[SeatRow],
    gathered: GatheringRow,
    following: NextPlannedLobby | None,
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
    gathered = save_lobby(conn, table, seats, gathered)
    if table.status != LOBBY:
        close(conn, table.id, table.status, now)
    if following is not None:
        _plan_next_week(conn, following)
    return gathered


def _plan_next_week(conn: Connection, following: NextPlannedLobby) -> None:
    # Try the players in order, since some may be banned or host too many tables already.
    for candidate in following.host_candidates:
        row = msgspec.structs.replace(following.table, host_id=candidate.user_id)
        with suppress(Banned, NoRoom):
            open_table(conn, row, (msgspec.structs.replace(candidate, seat=0),), following.gathering)
            return


# --- barring ------------------------------------------------------------------------------------------------
# Bars a person from a server's tables, and removes the person from its lobbies.


class _Lobby(NamedTuple):
    table_id: str
    seed: bytes | None
    is_seated: bool


def write_ban(conn: Connection, guild_id: int, act: Act) -> tuple[str, ...]:
    """Bar a person from a server's tables, and remove them from its lobbies.

    Args:
        act: the entry for the moderation log, of kind ``BANNED``; ``whom`` is the banned person.

    Returns:
        The ids of the changed lobbies.
    """
    record_act(conn, guild_id, act)
    assert act.whom_id is not None
    person = people.ensure(conn, act.whom_id)
    by = people.ensure(conn, act.by_id or 0)
    # The conditions on the status are those of the partial index, plus the one that is wanted.
    rows = rows_of(
        conn,
        _Lobby,
        """
        SELECT id, seed, EXISTS (SELECT 1 FROM seat WHERE table_id = id AND person = :person)
        FROM game_table INDEXED BY open_table
        WHERE status IN ('lobby', 'playing') AND status = 'lobby' AND guild_id = :guild AND (
            EXISTS (SELECT 1 FROM seat WHERE table_id = id AND person = :person)
            OR EXISTS (
                SELECT 1 FROM invitation WHERE table_id = id AND person = :person AND is_removed = 0
            )
        )
        ORDER BY created_at, id
        """,
        {"person": person, "guild": guild_id},
    )
    # Players leave the lobby as if a moderator had removed them; invitations are deleted.
    for table_id, seed, is_seated in rows:
        conn.execute("DELETE FROM invitation WHERE table_id = ? AND person = ?", (table_id, person))
        if is_seated:
            gathering.save_removal(conn, table_id, person, by)
            gathering.exclude(conn, table_id, [gathering.removed_key(seed, act.whom_id)])
            record_act(conn, guild_id, msgspec.structs.replace(act, kind=REMOVED, about=table_id))
        leave_lobby(conn, table_id, person, act.at)
    return tuple(table_id for table_id, *_ in rows)
