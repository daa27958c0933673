"""Tables read from the database, damaged ones set aside."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

import msgspec
from msgspec.structs import replace

from storage import people
from storage.engine.database import Connection, is_damage, value_of
from storage.engine.reading import all_rows_of, column_of, rows_of
from storage.errors import DamagedRow
from storage.people import champions_for_lobby
from storage.rows import (
    LOBBY,
    OVER,
    PLAYING,
    Count,
    EveningRow,
    GatheringRow,
    GuessRow,
    Id,
    Maker,
    MoveRow,
    Name,
    SeatRow,
    SentRow,
    Sitting,
    StoredTable,
    TableRow,
    Time,
    UnixMs,
)
from storage.scores import results, trophies
from storage.servers import load_closer
from storage.serving import EVERY_SERVER, Servers
from storage.tables import evenings, gathering

# --- salvage ------------------------------------------------------------------------------------------------
# Reads a damaged table value by value, so that its readable values can still be shown.

V = TypeVar("V")

_NOWHERE = TableRow("", 0, 0, None, "", {}, "playing", "", 0)
"""The values of a table of which nothing can be read."""

_KEPT_APART = ("host_id", "votes", "table_id", "invitations")
"""Fields that are not columns of the same database table."""


def salvage(conn: Connection, table_id: str, damage: Exception) -> StoredTable:
    """Return the readable values of a damaged table.

    Args:
        damage: the error that reading the table raised.
    """
    row = _readable_struct(
        conn, "game_table", "id", table_id, _NOWHERE, votes={}, host_id=_host(conn, table_id)
    )
    messages = _readable_struct(conn, "shown", "table_id", table_id, SentRow(table_id))
    place = _readable_struct(conn, "gathering", "table_id", table_id, GatheringRow())
    return StoredTable(
        row, _readable_seats(conn, table_id), (), messages, place, damage=f"{type(damage).__name__}: {damage}"
    )


def _readable_struct(
    conn: Connection, table_name: str, id_column: str, table_id: str, defaults: Any, **known: Any
) -> Any:
    values = dict(known)
    # One query for each column, so that a damaged value spoils no other.
    for field in msgspec.structs.fields(defaults):
        if field.name not in _KEPT_APART:
            usual = getattr(defaults, field.name)
            statement = f"SELECT {field.name} FROM {table_name} WHERE {id_column} = ?"
            values[field.name] = _value(conn, statement, table_id, field.type, usual)
    return msgspec.structs.replace(defaults, **values)


def _value(conn: Connection, statement: str, table_id: str, kind: Any, otherwise: V) -> V:
    try:
        row = conn.execute(statement, (table_id,)).fetchone()
        if row is None:
            return otherwise
        is_packed = isinstance(otherwise, tuple | dict) and row[0] is not None
        value: V = msgspec.convert(msgspec.json.decode(row[0]) if is_packed else row[0], kind, strict=False)
    except Exception as error:
        if not is_damage(error):
            raise
        return otherwise
    return value


def _host(conn: Connection, table_id: str) -> int | None:
    statement = "SELECT user_id FROM game_table JOIN person ON person.id = host WHERE game_table.id = ?"
    return _value(conn, statement, table_id, int | None, None)


def _readable_seats(conn: Connection, table_id: str) -> tuple[SeatRow, ...]:
    try:
        return tuple(people.load_seats(conn, "SELECT ?", (table_id,)).get(table_id, ()))
    except Exception as error:
        if not is_damage(error):
            raise
        return ()


# --- loading ------------------------------------------------------------------------------------------------
# Loads tables with their seats, moves and messages.
#
# If a row is damaged, the other tables can still be loaded.

_Reader = Callable[[Connection, str, tuple[object, ...]], list[StoredTable]]
_VOTES = msgspec.json.Decoder(list[tuple[str, int]])
_KEYS = msgspec.json.Decoder(list[tuple[str]])
_MOVES = msgspec.json.Decoder(list[tuple[Count, Count | None, str, Time, Maker | None]])
_COLUMNS = """
    game_table.id, guild_id, channel_id, person.user_id, game, options, status, locale, created_at, first,
    seed, commitment, started_at, ended_at, deadline, rematch_of, revision,
    clock, deserted_until, paused_at, watching, hints, leavers_watch, verdict, seal, change_id, crowd,
    pause_ended_at,
    (
        SELECT json_group_array(json_array(act, voter.user_id))
        FROM vote JOIN person AS voter ON voter.id = vote.person WHERE vote.table_id = game_table.id
    )
"""
_IS_LOST = """
    person.id IS NULL OR (evening IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM game_table AS earlier WHERE earlier.id = game_table.evening
    ))
"""
"""SQL: true if the row of the table's host, or the first table of its evening, is missing."""
_FIELDS = len(TableRow.__struct_fields__)
# Each half goes through its partial index, which holds few rows however many games were ever finished.
_OPEN = """
    SELECT id FROM game_table INDEXED BY open_table WHERE status IN ('lobby', 'playing')
    UNION SELECT table_id FROM shown INDEXED BY unsettled WHERE settled = 0
"""


def load_table(conn: Connection, table_id: str) -> StoredTable | None:
    """Return a table of any status; ``None`` if no table has this id."""
    return next(iter(_load(conn, _read_with_results, "SELECT ?", (table_id,))), None)


def load_open_tables(conn: Connection, served: Servers = EVERY_SERVER) -> list[StoredTable]:
    """Return the lobbies, the running games, and closed tables whose messages are not final, oldest first.

    Args:
        served: only tables on these servers.
    """
    ours = f"SELECT id FROM game_table WHERE id IN ({_OPEN}) AND {served.condition()}"
    return _load(conn, _read_with_results, ours, ())


class OpenTableId(NamedTuple):
    """The id of a lobby or running game, and the id of the server."""

    table_id: str
    guild_id: Id


def load_open_table_ids(conn: Connection) -> list[OpenTableId]:
    """Return the ids of all lobbies and running games."""
    return rows_of(
        conn,
        OpenTableId,
        "SELECT id, guild_id FROM game_table INDEXED BY open_table WHERE status IN ('lobby', 'playing')",
    )


def load_games_of(conn: Connection, user_id: int) -> list[StoredTable]:
    """Return the running games in which a person plays, on all servers, oldest first."""
    mine = """
        SELECT game_table.id FROM seat INDEXED BY seat_of_person
        JOIN game_table ON game_table.id = seat.table_id AND game_table.status = 'playing'
        JOIN person ON person.id = seat.person
        WHERE person.user_id = ? AND seat.person IS NOT NULL AND has_left = 0
    """
    return _load(conn, _read, mine, (user_id,))


def load_evening(conn: Connection, evening_id: str) -> list[StoredTable]:
    """Return the finished games of an evening (series of games), in the order in which they ended."""
    tables = [load_table(conn, table_id) for table_id in evenings.tables_of(conn, evening_id)]
    return [stored for stored in tables if stored is not None]


def load_finished(conn: Connection, first: int, last: int) -> dict[str, StoredTable]:
    """Return the tables of results ``first`` to ``last`` (result ids), by table id."""
    ids_sql = "SELECT table_id FROM result WHERE id BETWEEN ? AND ?"
    return {stored.table.id: stored for stored in _load(conn, _read, ids_sql, (first, last))}


def _load(conn: Connection, read: _Reader, ids_sql: str, parameters: tuple[object, ...]) -> list[StoredTable]:
    try:
        return read(conn, ids_sql, parameters)
    except Exception as error:
        if not is_damage(error):
            raise
    # A row is damaged, so read the tables one by one.
    ids = column_of(
        conn, str, f"SELECT id FROM game_table WHERE id IN ({ids_sql}) ORDER BY created_at, id", parameters
    )
    return [_alone(conn, read, table_id) for table_id in ids]


def _alone(conn: Connection, read: _Reader, table_id: str) -> StoredTable:
    try:
        (stored,) = read(conn, "SELECT ?", (table_id,))
    except Exception as error:
        if not is_damage(error):
            raise
        return salvage(conn, table_id, error)
    return stored


def _read_with_results(conn: Connection, ids_sql: str, parameters: tuple[object, ...]) -> list[StoredTable]:
    tables = _read(conn, ids_sql, parameters)
    counted = evenings.with_scores(conn, [stored.evening for stored in tables if stored.evening is not None])
    more = []
    for stored in tables:
        table = stored.table
        # Read only what a table in this state can have.
        has_result = table.status == OVER or table.is_decided
        is_open = table.status in (LOBBY, PLAYING)
        more.append(
            replace(
                stored,
                ratings=results.changes(conn, table.id) if has_result else (),
                places=results.places(conn, table.id) if has_result else (),
                trophies=trophies.load_won_trophies(conn, table.id) if has_result else (),
                evening=stored.evening and counted[stored.evening],
                discreet=people.discreet_players(conn, table.id) if has_result else frozenset(),
                closer=None if is_open else load_closer(conn, table.guild_id, table.id),
                champions=champions_for_lobby(conn, table),
            )
        )
    return more


def _read(conn: Connection, ids_sql: str, parameters: tuple[object, ...]) -> list[StoredTable]:
    # One statement for the tables with everything of which there is one row a table.
    rows = all_rows_of(
        conn,
        tuple[Any, ...],
        f"""
        SELECT {_COLUMNS}, evening, evening_ended_at, {_IS_LOST}, {gathering.GATHERING_COLUMNS},
            {gathering.EXCLUDED_COLUMN}, {gathering.SHOWN_COLUMNS}
        FROM game_table LEFT JOIN person ON person.id = game_table.host
        LEFT JOIN gathering ON gathering.table_id = game_table.id
        LEFT JOIN shown ON shown.table_id = game_table.id
        WHERE game_table.id IN ({ids_sql}) ORDER BY created_at, game_table.id
        """,
        parameters,
    )
    # Everything else is read for all tables at once, and sorted by table.
    seats = people.load_seats(conn, ids_sql, parameters)
    sittings = _sittings_of(conn, ids_sql, parameters)
    guesses = _guesses_of(conn, ids_sql, parameters)
    moves = _moves_of(conn, ids_sql, parameters)
    tables = []
    for row in rows:
        table = _without_lists(row)
        table_id = table.table.id
        tables.append(
            msgspec.structs.replace(
                table,
                seats=tuple(seats.get(table_id, ())),
                moves=moves.get(table_id, ()),
                guesses=tuple(guesses.get(table_id, ())),
                sittings=tuple(sittings.get(table_id, ())),
            )
        )
    return tables


def _moves_of(
    conn: Connection, ids_sql: str, parameters: tuple[object, ...]
) -> dict[str, tuple[MoveRow, ...]]:
    # All moves of a table packed into one row: fetching them from SQLite one by one takes three times as
    # long.
    packed_moves = all_rows_of(
        conn,
        tuple[str, str],
        f"""
        SELECT table_id, json_group_array(json_array(seq, actor, move, at, made_by)) FROM move
        WHERE table_id IN ({ids_sql}) GROUP BY table_id
        """,
        parameters,
    )
    moves = {}
    for table_id, packed in packed_moves:
        moves[table_id] = tuple([MoveRow(*move) for move in sorted(_MOVES.decode(packed))])
    return moves


def _without_lists(row: tuple[Any, ...]) -> StoredTable:
    # The row has the fields of the table, two columns of its evening, whether rows are missing, eight columns
    # of its gathering, the keys of excluded people, and the columns of its messages.
    table = _table(row[:_FIELDS])
    evening, ended_at, is_lost = row[_FIELDS : _FIELDS + 3]
    gathered = row[_FIELDS + 3 : _FIELDS + 11]
    keys = row[_FIELDS + 11]
    sent = row[_FIELDS + 12 :]
    return StoredTable(
        table,
        (),
        (),
        gathering.decode_shown(table.id, sent),
        gathering.decode_gathering(gathered),
        evening=_evening(evening, ended_at, is_lost),
        excluded_keys=frozenset(key for (key,) in _KEYS.decode(keys)),
    )


class _TableGuess(NamedTuple):
    table_id: str
    user_id: int
    name: Name
    seq: int
    is_lie: bool | None


class _TableSitting(NamedTuple):
    table_id: str
    seat: Count
    since: Count
    until: Count | None
    user_id: Id | None
    name: Name


def _guesses_of(conn: Connection, ids_sql: str, parameters: tuple[object, ...]) -> dict[str, list[GuessRow]]:
    rows = all_rows_of(
        conn,
        _TableGuess,
        f"""
        SELECT table_id, user_id, {people.NAME_THERE.format(guild="game_table.guild_id")}, seq, is_lie
        FROM guess JOIN person ON person.id = guess.person
        JOIN game_table ON game_table.id = guess.table_id
        WHERE table_id IN ({ids_sql}) ORDER BY seq, user_id
        """,
        parameters,
    )
    guesses: dict[str, list[GuessRow]] = {}
    for row in rows:
        guesses.setdefault(row.table_id, []).append(GuessRow(*row[1:]))
    return guesses


def _table(row: tuple[Any, ...]) -> TableRow:
    *columns, packed = row
    votes: dict[str, tuple[int, ...]] = {}
    for act, user_id in sorted(_VOTES.decode(packed)):
        votes[act] = (*votes.get(act, ()), user_id)
    return value_of(TableRow, (*columns, votes), "options", "verdict")


def _evening(evening_id: str | None, ended_at: UnixMs | None, is_lost: int) -> EveningRow | None:
    if is_lost:
        raise DamagedRow("its host, or the first table of its evening, is missing")
    if evening_id is None:
        return None
    return value_of(EveningRow, (evening_id, 0, (), ended_at))


def _sittings_of(conn: Connection, ids_sql: str, parameters: tuple[object, ...]) -> dict[str, list[Sitting]]:
    # Three sources: the first player of a seat (``leaver``), those after them (``former_seat``), the present
    # one.
    rows = all_rows_of(
        conn,
        _TableSitting,
        f"""
        WITH wanted (id) AS ({ids_sql}), sitting (table_id, seat, person, since, until) AS (
            SELECT table_id, seat, leaver, 0, leaver_seq FROM seat
            WHERE table_id IN (SELECT id FROM wanted) AND leaver IS NOT NULL
            UNION ALL SELECT table_id, seat, person, taken_seq, left_seq FROM former_seat
            WHERE table_id IN (SELECT id FROM wanted)
            UNION ALL SELECT table_id, seat, person, coalesce(taken_seq, 0), left_seq FROM seat
            WHERE table_id IN (SELECT id FROM wanted) AND person IS NOT NULL
                AND (taken_seq IS NOT NULL OR left_seq IS NOT NULL)
        )
        SELECT table_id, seat, since, until, user_id, coalesce(nickname.name, person.name, '')
        FROM sitting JOIN person ON person.id = sitting.person
            LEFT JOIN nickname ON nickname.person = sitting.person
                AND nickname.guild_id = (SELECT guild_id FROM game_table WHERE id = sitting.table_id)
        ORDER BY table_id, seat, since, until IS NULL, until
        """,
        parameters,
    )
    sittings: dict[str, list[Sitting]] = {}
    for row in rows:
        sittings.setdefault(row.table_id, []).append(Sitting(*row[1:]))
    return sittings
