"""Limits on the number of open tables, and of tables planned for later.

They are checked when a table is created. A planned table is not refused when it opens, since people were
invited to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from storage.engine.connection import Connection
from storage.engine.reading import rows_of
from storage.errors import Booked, NoRoom, OpenPractice
from storage.fields import Time
from storage.rows import HERE, LOBBY, PRACTICE, GatheringRow, SeatRow, StoredTable, TableRow
from storage.servers.settings import load_settings
from storage.tables import lifecycle

MOST_HOSTED = 3
"""Limit of open lobbies per host and server."""

MOST_PRACTICE = 3
"""Limit of open practice tables per person: lobbies and running games, since these begin at once."""

MOST_LOBBIES = 12
"""Limit of open lobbies per channel, even if the server's own limit is higher."""

MOST_APPOINTED = 3
"""Limit of appointments (tables planned for later) per host and server."""

MOST_APPOINTED_HERE = 12
"""Limit of appointments (tables planned for later) per channel."""

MOST_APPOINTED_THERE = 30
"""Limit of appointments (tables planned for later) per server; Discord allows a hundred events."""


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
        Barred: the host may not open tables there.
    """
    lifecycle.expect_no_rematch(conn, table.rematch_of)
    if table.guild_id == PRACTICE:
        _expect_room_for_practice(conn, table)
        return lifecycle.create_table(conn, table, seats, gathered)
    tables = _open_on(conn, table.guild_id)
    if gathered.starts_at is None:
        _expect_room_for_lobby(tables, table, load_settings(conn, table.guild_id).most_tables)
    else:
        _expect_room_for_appointment(tables, table)
    return lifecycle.create_table(conn, table, seats, gathered)


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


def _expect_room_for_appointment(tables: Sequence[_OpenTable], table: TableRow) -> None:
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
