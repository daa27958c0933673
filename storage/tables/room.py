"""Limits on the number of open tables and of appointments (tables planned for later).

They are checked when a lobby or an appointment is created. When an appointment opens as a lobby, it is never
refused, because people were invited to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from storage.engine.connection import Connection
from storage.errors import Booked, NoRoom
from storage.rows import HERE, LOBBY, GatheringRow, SeatRow, StoredTable, TableRow
from storage.servers.settings import load_settings
from storage.tables import lifecycle

MOST_HOSTED = 3
"""Limit of open lobbies per host and server."""

MOST_LOBBIES = 12
"""Limit of open lobbies per channel, even if the server's own limit is higher."""

MOST_APPOINTED = 3
"""Limit of appointments (tables planned for later) per host and server."""

MOST_APPOINTED_HERE = 12
"""Limit of appointments (tables planned for later) per channel."""

MOST_APPOINTED_THERE = 30
"""Limit of appointments (tables planned for later) per server; Discord allows a hundred events."""


class _Open(NamedTuple):
    """An open table of a server: a lobby, a table planned for later (with ``starts_at``), or a running
    game.
    """

    status: str
    channel_id: int
    thread_id: int | None
    host_id: int | None
    game: str
    starts_at: int | None


def open_table(
    conn: Connection, table: TableRow, seats: Sequence[SeatRow], gathered: GatheringRow = HERE
) -> StoredTable:
    """Write a new lobby or a table planned for later, if the limits allow it; see ``create_table``.

    Raises:
        RematchTaken: another lobby for the same rematch exists.
        NoRoom: a limit is reached.
        Barred: the host may not open tables there.
    """
    lifecycle.expect_no_rematch(conn, table.rematch_of)
    tables = _open_on(conn, table.guild_id)
    if gathered.starts_at is None:
        _expect_room(tables, table, load_settings(conn, table.guild_id).most_tables)
    else:
        _expect_date(tables, table)
    return lifecycle.create_table(conn, table, seats, gathered)


def _open_on(conn: Connection, guild_id: int) -> list[_Open]:
    rows = conn.execute(
        """
        SELECT status, channel_id, thread_id, user_id, game, starts_at
        FROM game_table INDEXED BY open_on_server JOIN person ON person.id = game_table.host
        LEFT JOIN gathering ON gathering.table_id = game_table.id
        WHERE guild_id = ? AND status IN ('lobby', 'playing')
        """,
        (guild_id,),
    )
    return [_Open(*row) for row in rows]


def _expect_room(tables: Sequence[_Open], table: TableRow, most: int | None) -> None:
    """Raise ``NoRoom`` if one more open lobby would exceed a limit.

    Args:
        tables: the open tables of the server.
        table: the lobby to be opened.
        most: the limit of open tables per channel that the server has chosen; ``None`` for no limit.
    """
    is_open = [known for known in tables if known.starts_at is None or known.status != LOBBY]
    lobbies = [known for known in is_open if known.status == LOBBY]
    if sum(known.host_id == table.host_id for known in lobbies) >= MOST_HOSTED:
        raise NoRoom("lobbies", MOST_HOSTED)
    if most is not None and len(_in(is_open, table.channel_id)) >= most:
        raise NoRoom("tables", most)
    if len(_in(lobbies, table.channel_id)) >= MOST_LOBBIES:
        raise NoRoom("lobbies-here", MOST_LOBBIES)


def _expect_date(tables: Sequence[_Open], table: TableRow) -> None:
    """Raise ``NoRoom`` if one more table planned for later would exceed a limit."""
    dates = [known for known in tables if known.starts_at is not None and known.status == LOBBY]
    own = [known for known in dates if known.host_id == table.host_id]
    booked = [Booked(known.game, known.channel_id, known.starts_at or 0) for known in own]
    booked.sort(key=lambda known: known.starts_at)
    if len(own) >= MOST_APPOINTED:
        raise NoRoom("appointments", MOST_APPOINTED, booked)
    if len(_in(dates, table.channel_id)) >= MOST_APPOINTED_HERE:
        raise NoRoom("appointments-here", MOST_APPOINTED_HERE, booked)
    if len(dates) >= MOST_APPOINTED_THERE:
        raise NoRoom("appointments-there", MOST_APPOINTED_THERE, booked)


def _in(tables: Sequence[_Open], channel_id: int) -> list[_Open]:
    """Return the tables among ``tables`` that are played in a channel or thread."""
    return [known for known in tables if channel_id in (known.channel_id, known.thread_id)]
