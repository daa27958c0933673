"""Loads tournaments with their people and messages, and the results of their tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from storage.engine.connection import Connection
from storage.engine.shards import Shard
from storage.engine.writing import value_of
from storage.fields import Name
from storage.people import people
from storage.rows import ShownRow
from storage.tournaments.rows import EntrantRow, StoredTournament, TableEnd, TournamentRow

_FIELDS = TournamentRow.__struct_fields__
_COLUMNS = ", ".join("host.user_id" if name == "host_id" else f"tournament.{name}" for name in _FIELDS)
_SHOWN = msgspec.json.Decoder(ShownRow)


def load_tournament(conn: Connection, tournament_id: str) -> StoredTournament | None:
    """Return a tournament of any status; ``None`` if there is none."""
    return next(iter(_load(conn, "tournament.id = ?", (tournament_id,))), None)


def load_open_tournaments(conn: Connection, shard: Shard | None = None) -> list[StoredTournament]:
    """Return all tournaments that the bot still has to work on (or only those of a shard), oldest first."""
    return _load(conn, "is_settled = 0" + (f" AND {shard.condition}" if shard else ""), ())


def load_tournaments_of(conn: Connection, guild_id: int, limit: int = 20) -> list[StoredTournament]:
    """Return the tournaments of a server, the newest first."""
    tournaments = _load(conn, "guild_id = ? AND status <> 'cancelled'", (guild_id,), f"DESC LIMIT {limit:d}")
    return sorted(tournaments, key=lambda stored: stored.row.created_at, reverse=True)


def load_table_ends(conn: Connection, tournament_id: str, tables: Sequence[str]) -> dict[str, TableEnd]:
    """Return how some tables of a tournament ended, by table id; tables still played are left out."""
    ends = {}
    for table_id in tables:
        row = conn.execute(
            """
            SELECT status, (SELECT id FROM result WHERE result.table_id = game_table.id)
            FROM game_table WHERE id = ?
            """,
            (table_id,),
        ).fetchone()
        # A game whose result is written may still be open, as it is played on for fun.
        if row is None or (row[0] in ("lobby", "playing") and row[1] is None):
            continue
        ends[table_id] = _ended(conn, tournament_id, table_id, row[1])
    return ends


def _ended(conn: Connection, tournament_id: str, table_id: str, result: int | None) -> TableEnd:
    rows = conn.execute(
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
    ).fetchall()
    return TableEnd(
        tuple(number for number, *_ in rows),
        () if result is None else tuple(place for _, place, *_ in rows),
        tuple(number for number, _, has_left, _ in rows if number and has_left),
        () if any(team is None for *_, team in rows) else tuple(team for *_, team in rows),
    )


def _load(
    conn: Connection, where: str, given: tuple[object, ...], order: str = "ASC"
) -> list[StoredTournament]:
    rows = conn.execute(
        f"""
        SELECT {_COLUMNS}, is_settled, shown
        FROM tournament LEFT JOIN person AS host ON host.id = tournament.host
        WHERE {where} ORDER BY created_at {order}
        """,
        given,
    ).fetchall()
    return [
        StoredTournament(_row(columns), _entrants(conn, columns[0], columns[1]), _shown(messages, is_settled))
        for *columns, is_settled, messages in rows
    ]


def _shown(text: str, is_settled: int) -> ShownRow:
    # The column decides: it is set back in the commit of every change, before anything of it is shown.
    return msgspec.structs.replace(_SHOWN.decode(text), settled=bool(is_settled))


def _row(columns: Sequence[Any]) -> TournamentRow:
    return value_of(TournamentRow, columns, "options", "rounds")


def _entrants(conn: Connection, tournament_id: str, guild_id: int) -> tuple[EntrantRow, ...]:
    rows = conn.execute(
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
