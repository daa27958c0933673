"""All changes of a tournament: creation, sign-up, rounds with their tables, and end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from storage.engine.connection import Connection
from storage.engine.reading import all_rows_of, rows_of
from storage.engine.writing import columns_of, insert, put, update
from storage.errors import NoRoom, NoSuchTable, RevisionConflict
from storage.fields import Name, PersonRowId
from storage.people import people, subscriptions
from storage.people.bars import expect_not_barred, find_barred
from storage.rows import GatheringRow, InvitationRow, SeatRow, ShownRow, StoredTable, TableRow
from storage.servers.order import Act, record_act
from storage.tables import exclusions, invitations, lifecycle
from storage.tournaments.rows import CANCELLED, OUT, OVER, EntrantRow, TournamentRow, WrittenPeople

MOST_HOSTED = 3
"""Limit of tournaments per host and server that are not over."""

MOST_OPEN = 12
"""Limit of tournaments per server that are not over."""

_COLUMNS = tuple(name for name in TournamentRow.__struct_encode_fields__ if name != "host_id")


def create_tournament(
    conn: Connection, row: TournamentRow, host: Name, entrants: Sequence[EntrantRow] = ()
) -> tuple[int, ...]:
    """Write a new tournament, which must have a host.

    Args:
        host: the host's name on the server.

    Returns:
        The user ids of the subscribers to notify.

    Raises:
        Barred: the host may not play there.
        NoRoom: the server or the host has too many tournaments already.
    """
    assert row.host_id is not None
    expect_not_barred(conn, row.guild_id, row.host_id)
    _expect_room_for_host(conn, row)
    if len(_open_hosts(conn, row)) >= MOST_OPEN:
        raise NoRoom("tournaments-here", MOST_OPEN)
    # The host may be new to the bot; the messages are posted later.
    person = people.ensure(conn, row.host_id, host, row.guild_id)
    messages = msgspec.json.encode(ShownRow(row.id)).decode()
    insert(
        conn,
        "tournament",
        [{"host": person, **columns_of(row, *_COLUMNS), "shown": messages, "is_settled": False}],
    )
    _save_entrants(conn, row, entrants)
    subscribers = subscriptions.choose_subscribers(
        conn, row.guild_id, row.game, row.created_at, {row.host_id}
    )
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
    """Write a tournament and all its people. Barred people are marked as out, and are not invited.

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
    expect_unchanged(conn, row)
    if row.host_id is not None and row.host_id != _stored_host(conn, row.id):
        _expect_room_for_host(conn, row)
    host = None if row.host_id is None else people.ensure(conn, row.host_id)
    # Each change has to be shown, also if the tournament was over and shown to the end.
    settings = columns_of(row, *_COLUMNS)
    changes = {"host": host, **settings, "revision": row.revision + 1, "is_settled": False}
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
        invitations.delete_invitations(conn, row.id)
        exclusions.delete(conn, row.id)
        return ()
    exclusions.add(conn, row.id, excluded_keys)
    if invited is None:
        return invitations.load_invitations(conn, row.id, row.guild_id)
    return invitations.save_invitations(conn, row.id, row.guild_id, invited)


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
        The tables; ``None`` if no round was begun, because a player has been barred.

    Raises:
        NoSuchTable, RevisionConflict: as in ``save_tournament``.
    """
    seated = {seat.user_id for _, seats, _ in tables for seat in seats if seat.user_id is not None}
    if find_barred(conn, row.guild_id, seated):
        row = msgspec.structs.replace(row, rounds=row.rounds[:-1])
        save_tournament(conn, row, entrants)
        return None
    save_tournament(conn, row, entrants)
    return tuple(lifecycle.create_table(conn, *table) for table in tables)


def save_tournament_shown(conn: Connection, messages: ShownRow) -> None:
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


def expect_unchanged(conn: Connection, row: TournamentRow) -> None:
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
    barred = frozenset() if is_over else find_barred(conn, row.guild_id, named)
    written = tuple(
        msgspec.structs.replace(entrant, status=OUT) if entrant.user_id in barred else entrant
        for entrant in entrants
    )
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
        rows.append({"tournament": row.id, "person": person, **columns})
    put(conn, "entrant", rows, ("tournament", "number"))
    return written
