"""Tournaments in the database."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Annotated, Any, NamedTuple, TypeAlias

import msgspec
from msgspec import Meta

from storage import people
from storage.engine.database import Connection, columns_of, insert, put, update, value_of
from storage.engine.reading import all_rows_of, column_of, each_if_sound, row_of, rows_of
from storage.errors import DamagedRow, NoRoom, NoSuchTable, RevisionConflict
from storage.people import check_not_banned, find_banned
from storage.rows import (
    Count,
    GatheringRow,
    Id,
    InvitationRow,
    Name,
    PersonRowId,
    SeatRow,
    SentRow,
    StoredTable,
    TableRow,
    Time,
)
from storage.servers import Act, record_act
from storage.serving import EVERY_SERVER, Servers
from storage.tables import gathering, lifecycle

# --- rows ---------------------------------------------------------------------------------------------------
# The values of a tournament that are written to the database and read from it.

OPEN = "open"
RUNNING = "running"
OVER = "over"
CANCELLED = "cancelled"
"""Values of a tournament's ``status``; the last two are those of a closed one."""

IN = "in"
AWAY = "away"
OUT = "out"
"""Values of ``EntrantRow.status``: takes part, is away and not paired until they return, has left."""

Status: TypeAlias = Annotated[str, Meta(pattern="^(open|running|over|cancelled)$")]
EntrantStatus: TypeAlias = Annotated[str, Meta(pattern="^(in|away|out)$")]


class EntrantRow(msgspec.Struct, frozen=True):
    """A person who takes part in a tournament or has taken part."""

    number: Count  # from 1, in the order of signing up; results refer to people by it
    user_id: Id | None  # None for a deleted person
    name: Name  # the name to show; "" for a deleted person
    handle: Name = Name("")  # the person's user name on Discord
    join_id: Id = 0  # id of the interaction by which the person was entered
    status: EntrantStatus = IN  # IN, AWAY or OUT
    is_here: bool = False  # the person has confirmed that they are present
    place: Count | None = None  # the final place, once the tournament is over


class PairedTable(msgspec.Struct, frozen=True):
    """A table of a tournament's round, and its result once there is one."""

    id: str  # of the table where the game is played
    seats: tuple[Count, ...]  # the number of the entrant at each seat; 0 for a computer player
    is_done: bool = False  # the game is over; without a result if places is empty
    places: tuple[Count, ...] = ()  # of each seat
    left: tuple[Count, ...] = ()  # numbers of people who left, or were away for half of the game
    teams: tuple[Count, ...] = ()  # of each seat; empty if everybody plays alone
    # 0 if the result counts; if it was cancelled, the number of the first round that ignores it
    aside: Count = 0
    reason: str = ""  # why the result was cancelled


class RoundRow(msgspec.Struct, frozen=True):
    """A round of a tournament."""

    players: tuple[Count, ...]  # numbers of the entrants to pair
    tables: tuple[PairedTable, ...]
    bye: Count | None = None  # number of the entrant who sits out, if any
    is_final: bool = False
    begun_at: Time = 0


class TournamentRow(msgspec.Struct, frozen=True):
    """A tournament: its settings, its state, and all rounds."""

    id: str
    guild_id: Id
    channel_id: Id
    host_id: Id | None
    game: str
    options: dict[str, str]
    locale: str
    clock: str
    usual_size: Count = msgspec.field(name="wanted")  # the usual number of seats at a table
    level: str | None  # of the computer players that fill tables up; None for none
    most_rounds: Count | None  # the number of rounds; None to choose it by the number of people
    has_final: bool  # after the last round the best people play a final
    most: Count  # the largest number of people
    starts_at: Time | None  # None if the host starts the tournament
    status: Status
    is_paused: bool  # no further round begins
    seed: bytes
    reason: str  # why the tournament was cancelled
    rounds: tuple[RoundRow, ...]
    created_at: Time
    ended_at: Time | None = None
    revision: Count = 0  # number of changes, for optimistic locking
    is_weekly: bool = False  # a league, whose rounds begin at least a week apart
    zone: str = ""  # IANA name of the league's time zone; "" = the usual time zone of the language
    method: Count = 1  # number of the pairing method; 1 for tournaments begun by version 1.0.0
    paused_at: Time | None = None  # when it was paused; None if it is not paused, or if that was not stored

    def __repr__(self) -> str:  # without the seed, which stays secret until the tournament is over
        return f"TournamentRow(id={self.id!r}, game={self.game!r}, {self.status!r}, guild_id={self.guild_id})"


class StoredTournament(NamedTuple):
    """A tournament with its people, in the order of their numbers, and the messages that show it."""

    row: TournamentRow
    entrants: tuple[EntrantRow, ...]
    sent_row: SentRow
    is_end_shown: bool = False  # the messages already show the end of the tournament
    invitations: tuple[InvitationRow, ...] = ()  # people who were invited and have not joined, in order
    excluded_keys: frozenset[str] = frozenset()  # hashed ids of people whom the host has taken out


class WrittenPeople(NamedTuple):
    """The people of a tournament as they were written: without banned people."""

    entrants: tuple[EntrantRow, ...]
    invitations: tuple[InvitationRow, ...]


class OpenTournamentId(NamedTuple):
    """The id of an open tournament, and the id of the server."""

    tournament_id: str
    guild_id: int


class TableEnd(NamedTuple):
    """How a game of a tournament ended."""

    people: tuple[int, ...]  # the entrant's number at each seat; 0 for a computer player
    places: tuple[int, ...]  # of each seat; empty if there is no result
    leavers: tuple[int, ...]  # numbers of the people who left, or were away for half of the game
    teams: tuple[int, ...]  # of each seat; empty if everybody plays alone


# --- loading ------------------------------------------------------------------------------------------------
# Loads tournaments with their people and messages, and the results of their tables.

_FIELDS = TournamentRow.__struct_encode_fields__
_READ_COLUMNS = ", ".join("host.user_id" if name == "host_id" else f"tournament.{name}" for name in _FIELDS)
_SHOWN = msgspec.json.Decoder(SentRow)


def load_tournament(conn: Connection, tournament_id: str) -> StoredTournament | None:
    """Return a tournament of any status; ``None`` if there is none."""
    return next(iter(_load(conn, "tournament.id = ?", (tournament_id,))), None)


def load_open_tournaments(conn: Connection, served: Servers = EVERY_SERVER) -> list[StoredTournament]:
    """Return the tournaments of some servers that the bot still has to work on, oldest first."""
    return _load(conn, f"is_settled = 0 AND {served.condition()}", ())


def load_open_tournament_ids(conn: Connection) -> list[OpenTournamentId]:
    """Return the ids of all tournaments that the bot still has to work on."""
    return rows_of(conn, OpenTournamentId, "SELECT id, guild_id FROM tournament WHERE is_settled = 0")


def load_tournaments_of(conn: Connection, guild_id: int, limit: int = 20) -> list[StoredTournament]:
    """Return the tournaments of a server, the newest first."""
    tournaments = _load(conn, "guild_id = ? AND status <> 'cancelled'", (guild_id,), f"DESC LIMIT {limit:d}")
    return sorted(tournaments, key=lambda stored: stored.row.created_at, reverse=True)


class _SeatEnd(NamedTuple):
    number: Count  # of the entrant; 0 for a computer player
    place: Count
    has_left: bool
    team: int | None


def load_table_ends(conn: Connection, tournament_id: str, tables: Sequence[str]) -> dict[str, TableEnd]:
    """Return how a tournament's games ended, by table id. Running games are left out."""
    ends = {}
    for table_id in tables:
        row = row_of(
            conn,
            tuple[str, int | None],
            """
            SELECT status, (SELECT id FROM result WHERE result.table_id = game_table.id)
            FROM game_table WHERE id = ?
            """,
            (table_id,),
        )
        # A game whose result is written may still be open, as it is played on for fun.
        if row is None or (row[0] in ("lobby", "playing") and row[1] is None):
            continue
        ends[table_id] = _table_end(conn, tournament_id, table_id, row[1])
    return ends


def _table_end(conn: Connection, tournament_id: str, table_id: str, result: int | None) -> TableEnd:
    # A seat counts for its first person, even if that person left and was replaced.
    rows = all_rows_of(
        conn,
        _SeatEnd,
        """
        SELECT coalesce(number, 0), coalesce(result_seat.place, 0),
            coalesce(result_seat.has_left, 0) = 1 OR seat.has_left = 1 OR seat.leaver IS NOT NULL
                OR (result_seat.seat IS NULL AND seat.is_away = 1),
            team
        FROM seat LEFT JOIN result_seat ON result = ? AND result_seat.seat = seat.seat
        LEFT JOIN entrant ON tournament = ? AND entrant.person = coalesce(seat.leaver, seat.person)
        WHERE seat.table_id = ? ORDER BY seat.seat
        """,
        (-1 if result is None else result, tournament_id, table_id),
    )
    teams = tuple([row.team for row in rows if row.team is not None])
    return TableEnd(
        tuple(number for number, *_ in rows),
        () if result is None else tuple(place for _, place, *_ in rows),
        tuple(number for number, _, has_left, _ in rows if number and has_left),
        () if len(teams) < len(rows) else teams,
    )


def _load(
    conn: Connection, where: str, given: tuple[object, ...], order: str = "ASC"
) -> list[StoredTournament]:
    # One by one, so that damage in one does not affect the others.
    ids = column_of(conn, str, f"SELECT id FROM tournament WHERE {where} ORDER BY created_at {order}", given)
    loaded = each_if_sound(ids, partial(_read, conn), "tournament")
    return [stored for stored in loaded if stored is not None]


def load_damaged_ids(conn: Connection) -> list[str]:
    """Return the ids of the tournaments that cannot be read."""
    ids = column_of(conn, str, "SELECT id FROM tournament ORDER BY created_at, id")
    loaded = each_if_sound(ids, partial(_read, conn), "tournament")
    return [tournament_id for tournament_id, stored in zip(ids, loaded, strict=True) if stored is None]


def _read(conn: Connection, tournament_id: str) -> StoredTournament:
    stored = row_of(
        conn,
        tuple[Any, ...],
        f"""
        SELECT {_READ_COLUMNS}, is_settled, shown
        FROM tournament LEFT JOIN person AS host ON host.id = tournament.host WHERE tournament.id = ?
        """,
        (tournament_id,),
    )
    if stored is None:
        raise DamagedRow("there is no such tournament")
    *columns, is_settled, messages = stored
    row = value_of(TournamentRow, columns, "options", "rounds")
    written = _SHOWN.decode(messages)
    # The column decides: it is set back in the commit of every change, before anything of it is shown.
    # ``written.settled`` is older: true if the end was shown before that change.
    current = msgspec.structs.replace(written, settled=bool(is_settled))
    return StoredTournament(
        row,
        _entrants(conn, row.id, row.guild_id),
        current,
        written.settled,
        gathering.load_invitations(conn, row.id, row.guild_id),
        gathering.load_excluded(conn, row.id),
    )


def _entrants(conn: Connection, tournament_id: str, guild_id: int) -> tuple[EntrantRow, ...]:
    rows = all_rows_of(
        conn,
        tuple[Any, ...],
        f"""
        SELECT number, user_id, {people.NAME_THERE.format(guild="?")}, handle, join_id, status, is_here, place
        FROM entrant JOIN person ON person.id = entrant.person WHERE tournament = ? ORDER BY number
        """,
        (guild_id, tournament_id),
    )
    entrants = []
    for number, user_id, name, handle, *others in rows:
        known = Name(name or "") if user_id is not None else Name("")
        entrants.append(value_of(EntrantRow, (number, user_id, known, Name(handle or ""), *others)))
    return tuple(entrants)


# --- lifecycle ----------------------------------------------------------------------------------------------
# All changes of a tournament: creation, sign-up, rounds with their tables, and end.

MOST_HOSTED = 3
"""Limit of tournaments per host and server that are not over."""

MOST_OPEN = 12
"""Limit of tournaments per server that are not over."""

_WRITTEN_COLUMNS = tuple(name for name in TournamentRow.__struct_encode_fields__ if name != "host_id")


def create_tournament(
    conn: Connection, row: TournamentRow, host: Name, entrants: Sequence[EntrantRow] = ()
) -> tuple[int, ...]:
    """Write a new tournament, which must have a host.

    Args:
        host: the host's name on the server.

    Returns:
        The user ids of the subscribers to notify.

    Raises:
        Banned: the host may not play there.
        NoRoom: the server or the host has too many tournaments already.
    """
    assert row.host_id is not None
    check_not_banned(conn, row.guild_id, row.host_id)
    _expect_room_for_host(conn, row)
    if len(_open_hosts(conn, row)) >= MOST_OPEN:
        raise NoRoom("tournaments-here", MOST_OPEN)
    # The host may be new to the bot; the messages are posted later.
    person = people.ensure(conn, row.host_id, host, row.guild_id)
    messages = msgspec.json.encode(SentRow(row.id)).decode()
    columns = columns_of(row, *_WRITTEN_COLUMNS)
    columns |= {"host": person, "shown": messages, "is_settled": False}
    insert(conn, "tournament", [columns])
    _save_entrants(conn, row, entrants)
    subscribers = people.choose_subscribers(conn, row.guild_id, row.game, row.created_at, {row.host_id})
    return tuple(subscriber.user_id for subscriber in subscribers)


def _expect_room_for_host(conn: Connection, row: TournamentRow) -> None:
    if _open_hosts(conn, row).count(row.host_id) >= MOST_HOSTED:
        raise NoRoom("tournaments", MOST_HOSTED)


class _Host(NamedTuple):
    user_id: int | None


def _open_hosts(conn: Connection, row: TournamentRow) -> list[int | None]:
    # The hosts' user ids of the server's other open tournaments.
    rows = rows_of(
        conn,
        _Host,
        """
        SELECT user_id FROM tournament LEFT JOIN person ON person.id = tournament.host
        WHERE guild_id = ? AND status IN ('open', 'running') AND tournament.id <> ?
        """,
        (row.guild_id, row.id),
    )
    return [host.user_id for host in rows]


def save_tournament(
    conn: Connection,
    row: TournamentRow,
    entrants: Sequence[EntrantRow],
    act: Act | None = None,
    invited: Sequence[InvitationRow] | None = None,
    excluded_keys: frozenset[str] = frozenset(),
) -> WrittenPeople:
    """Write a tournament and all its people. Banned people are marked as out, and are not invited.

    Args:
        row: the new state, with the revision that the caller has read. The stored revision is raised by one.
        entrants: all people; others that are stored are deleted.
        act: the entry for the moderation log, if a moderator acted.
        invited: all invitations; ``None`` if they stay as they are stored.
        excluded_keys: hashed ids of people who were taken out. They are kept until the tournament is closed.

    Returns:
        The people as written.

    Raises:
        NoSuchTable: there is no such tournament.
        RevisionConflict: the tournament has changed since the caller read it.
        NoRoom: its new host has too many tournaments already.
    """
    check_unchanged(conn, row)
    if row.host_id is not None and row.host_id != _stored_host(conn, row.id):
        _expect_room_for_host(conn, row)
    if row.host_id is None:
        host = None
    else:
        host = people.ensure(conn, row.host_id)
    # Each change has to be shown, also if the tournament was over and shown to the end.
    changes = columns_of(row, *_WRITTEN_COLUMNS)
    changes |= {"host": host, "revision": row.revision + 1, "is_settled": False}
    update(conn, "tournament", changes, row.id)
    written = _save_entrants(conn, row, entrants)
    if act is not None:
        record_act(conn, row.guild_id, act)
    return WrittenPeople(written, _save_access(conn, row, invited, excluded_keys))


def _stored_host(conn: Connection, tournament_id: str) -> int | None:
    row = conn.execute(
        "SELECT user_id FROM tournament JOIN person ON person.id = host WHERE tournament.id = ?",
        (tournament_id,),
    ).fetchone()
    return None if row is None else int(row[0])


def _save_access(
    conn: Connection,
    row: TournamentRow,
    invited: Sequence[InvitationRow] | None,
    excluded_keys: frozenset[str],
) -> tuple[InvitationRow, ...]:
    # The seed of a closed tournament is published, so keys made with it would name people.
    if row.status in (OVER, CANCELLED):
        gathering.delete_invitations(conn, row.id)
        gathering.delete_excluded(conn, row.id)
        return ()
    gathering.exclude(conn, row.id, excluded_keys)
    if invited is None:
        return gathering.load_invitations(conn, row.id, row.guild_id)
    return gathering.save_invitations(conn, row.id, row.guild_id, invited)


def begin_round(
    conn: Connection,
    row: TournamentRow,
    entrants: Sequence[EntrantRow],
    tables: Sequence[tuple[TableRow, Sequence[SeatRow], GatheringRow]],
) -> tuple[StoredTable, ...] | None:
    """Write the next round of a tournament, and open the lobbies of its tables.

    Args:
        row: the tournament, including the new round, with the revision that the caller has read.
        entrants: all people of the tournament.
        tables: the lobbies, with their seats and places.

    Returns:
        The tables; ``None`` if no round was begun, because a player has been banned.

    Raises:
        NoSuchTable, RevisionConflict: as in ``save_tournament``.
    """
    seated = set[int]()
    for _, seats, _ in tables:
        seated.update(seat.user_id for seat in seats if seat.user_id is not None)
    if find_banned(conn, row.guild_id, seated):
        row = msgspec.structs.replace(row, rounds=row.rounds[:-1])
        save_tournament(conn, row, entrants)
        return None
    save_tournament(conn, row, entrants)
    return tuple(lifecycle.create_table(conn, *table) for table in tables)


def save_tournament_shown(conn: Connection, messages: SentRow) -> None:
    """Write the Discord messages that show a tournament."""
    update(
        conn,
        "tournament",
        {"shown": msgspec.json.encode(messages).decode(), "is_settled": messages.settled},
        messages.table_id,
    )


def leave_tournaments(conn: Connection, person: PersonRowId) -> None:
    """Remove a person from all tournaments. Results keep the person's entry number."""
    # Open tournaments get a new revision, so that no process writes the name again.
    mine = """
        id IN (SELECT tournament FROM entrant WHERE person = :person)
        OR id IN (SELECT table_id FROM invitation WHERE person = :person) OR host = :person
    """
    conn.execute(
        f"UPDATE tournament SET revision = revision + 1 WHERE is_settled = 0 AND ({mine})", {"person": person}
    )
    # The message of a finished one shows the name, so it has to be edited.
    conn.execute(
        """
        UPDATE tournament SET revision = revision + 1, is_settled = 0 WHERE status = 'over' AND is_settled = 1
            AND id IN (SELECT tournament FROM entrant WHERE person = :person)
        """,
        {"person": person},
    )
    # A tournament goes on without its host. During sign-up the person vanishes; later only their number
    # remains.
    conn.execute("UPDATE tournament SET host = NULL WHERE host = :person", {"person": person})
    conn.execute(
        """
        DELETE FROM entrant WHERE person = :person
            AND tournament IN (SELECT id FROM tournament WHERE status = 'open')
        """,
        {"person": person},
    )
    conn.execute("UPDATE entrant SET status = 'out' WHERE person = :person", {"person": person})


def check_unchanged(conn: Connection, row: TournamentRow) -> None:
    """Raise an error if a tournament has changed since the caller read its copy ``row``.

    Raises:
        NoSuchTable: there is no such tournament.
        RevisionConflict: the tournament has changed.
    """
    stored = conn.execute("SELECT revision FROM tournament WHERE id = ?", (row.id,)).fetchone()
    if stored is None:
        raise NoSuchTable(row.id)
    if stored[0] != row.revision:
        raise RevisionConflict(row.id, row.revision, stored[0])


def _save_entrants(
    conn: Connection, row: TournamentRow, entrants: Sequence[EntrantRow]
) -> tuple[EntrantRow, ...]:
    is_over = row.status in (OVER, CANCELLED)
    named = {entrant.user_id for entrant in entrants if entrant.user_id is not None and entrant.status != OUT}
    banned = frozenset() if is_over else find_banned(conn, row.guild_id, named)
    written = []
    for entrant in entrants:
        if entrant.user_id in banned:
            entrant = msgspec.structs.replace(entrant, status=OUT)
        written.append(entrant)
    mine = "SELECT number, person FROM entrant WHERE tournament = ?"
    known = dict(all_rows_of(conn, tuple[int, int], mine, (row.id,)))
    # People who are no longer listed have taken back their entry.
    for number in known.keys() - {entrant.number for entrant in written}:
        conn.execute("DELETE FROM entrant WHERE tournament = ? AND number = ?", (row.id, number))
    rows = []
    for entrant in written:
        if entrant.user_id is None:
            person = known[entrant.number]
        else:
            person = people.ensure(conn, entrant.user_id, entrant.name or None, row.guild_id)
        columns = columns_of(entrant, "number", "join_id", "status", "is_here", "place")
        rows.append(columns | {"tournament": row.id, "person": person})
    put(conn, "entrant", rows, ("tournament", "number"))
    return tuple(written)
