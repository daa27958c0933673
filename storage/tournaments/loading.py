"""Loads tournaments with their people and messages, and the results of their tables."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple

import msgspec

from storage.engine.connection import Connection
from storage.engine.reading import all_rows_of, column_of, each_if_sound, row_of, rows_of
from storage.engine.shards import Shard
from storage.engine.writing import value_of
from storage.errors import DamagedRow
from storage.fields import Count, Name
from storage.people import people
from storage.rows import ShownRow
from storage.tables import exclusions, invitations
from storage.tournaments.rows import EntrantRow, OpenTournamentId, StoredTournament, TableEnd, TournamentRow

_FIELDS = TournamentRow.__struct_encode_fields__
_COLUMNS = ", ".join("host.user_id" if name == "host_id" else f"tournament.{name}" for name in _FIELDS)
_SHOWN = msgspec.json.Decoder(ShownRow)


def load_tournament(conn: Connection, tournament_id: str) -> StoredTournament | None:
    """Return a tournament of any status; ``None`` if there is none."""
    return next(iter(_load(conn, "tournament.id = ?", (tournament_id,))), None)


def load_open_tournaments(conn: Connection, shard: Shard | None = None) -> list[StoredTournament]:
    """Return the tournaments that the bot still has to work on, oldest first.

    Args:
        shard: only tournaments on this shard's servers.
    """
    return _load(conn, "is_settled = 0" + (f" AND {shard.condition}" if shard else ""), ())


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
        SELECT {_COLUMNS}, is_settled, shown
        FROM tournament LEFT JOIN person AS host ON host.id = tournament.host WHERE tournament.id = ?
        """,
        (tournament_id,),
    )
    if stored is None:
        raise DamagedRow("there is no such tournament")
    *columns, is_settled, messages = stored
    row, written = value_of(TournamentRow, columns, "options", "rounds"), _SHOWN.decode(messages)
    # The column decides: it is set back in the commit of every change, before anything of it is shown.
    # ``written.settled`` is older: true if the end was shown before that change.
    current = msgspec.structs.replace(written, settled=bool(is_settled))
    return StoredTournament(
        row,
        _entrants(conn, row.id, row.guild_id),
        current,
        written.settled,
        invitations.load_invitations(conn, row.id, row.guild_id),
        exclusions.load(conn, row.id),
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
