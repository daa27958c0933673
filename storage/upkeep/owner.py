"""Decisions of the bot's owner: blocked servers, and an announced restart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from storage.engine.connection import Connection
from storage.engine.reading import column_of, read_if_sound, rows_of
from storage.engine.writing import get_meta, put, set_meta
from storage.fields import Count, Time, UnixMs
from storage.tables.absence import ALIVE, load_heartbeats

RESTART = "restart"
"""Key of the last announcement in ``meta``: its number, and the announced time (empty if lifted)."""


class OwnerDecisions(NamedTuple):
    """The decisions of the bot's owner that are in force."""

    number: int  # number of announcements so far, including announcements that were withdrawn
    restart_at: int | None  # announced time of the next restart, Unix milliseconds; None if there is none
    blocked: frozenset[int]  # ids of blocked servers


class _Announcement(NamedTuple):
    number: Count = 0
    at: Time | None = None


def load_owner_decisions(conn: Connection) -> OwnerDecisions:
    """Return the decisions of the bot's owner that are in force."""
    blocked = column_of(conn, int, "SELECT guild_id FROM blocked_server")
    announced = read_if_sound(lambda: _announcement(conn), _Announcement(), what="announcement")
    return OwnerDecisions(*announced, frozenset(blocked))


def _announcement(conn: Connection) -> _Announcement:
    number, _, at = (get_meta(conn, RESTART) or "0 ").partition(" ")
    return msgspec.convert((number, at or None), _Announcement, strict=False)


def announce_restart(conn: Connection, at: UnixMs | None) -> None:
    """Announce a restart; ``None`` withdraws the announcement."""
    number = load_owner_decisions(conn).number + 1
    set_meta(conn, RESTART, f"{number} {'' if at is None else at}")


def block_server(conn: Connection, guild_id: int, at: UnixMs) -> None:
    """Block a server from the time ``at`` on. Do nothing if the server is blocked already."""
    if blocked_since(conn, guild_id) is None:
        put(conn, "blocked_server", [{"guild_id": guild_id, "since": at}], ("guild_id",))


def unblock_server(conn: Connection, guild_id: int) -> None:
    """End the block of a server, so that it can invite the bot again."""
    conn.execute("DELETE FROM blocked_server WHERE guild_id = ?", (guild_id,))


def blocked_since(conn: Connection, guild_id: int) -> UnixMs | None:
    """Return when a server was blocked; ``None`` if it is not blocked."""
    row = conn.execute("SELECT since FROM blocked_server WHERE guild_id = ?", (guild_id,)).fetchone()
    return None if row is None else int(row[0])


def count_open_tables(conn: Connection, guild_ids: Sequence[int]) -> dict[int, int]:
    """Return the number of open tables on each server, by server id, without zeros."""
    if not guild_ids:
        return {}
    marks = ", ".join("?" * len(guild_ids))
    rows = rows_of(
        conn,
        tuple[int, int],
        f"""
        SELECT guild_id, count(*) FROM game_table INDEXED BY open_on_server
        WHERE status IN ('lobby', 'playing') AND guild_id IN ({marks}) GROUP BY guild_id
        """,
        guild_ids,
    )
    return dict(rows)


class ServiceState(NamedTuple):
    """The numbers of open lobbies and running games, and the last heartbeat of each shard."""

    lobbies: int  # number of open lobbies, including tables planned for later
    games: int  # number of running games
    # last heartbeat of each shard (Unix milliseconds), by "number/count"; by "" without shards
    beats: dict[str, int]


def load_service_state(conn: Connection) -> ServiceState:
    """Count the open lobbies and running games, and load the last heartbeat of each shard."""
    rows = rows_of(
        conn,
        tuple[str, int],
        """
        SELECT status, count(*) FROM game_table INDEXED BY open_on_server
        WHERE status IN ('lobby', 'playing') GROUP BY status
        """,
    )
    number = dict(rows)
    beats = {key.removeprefix(ALIVE).strip(): at for key, at in load_heartbeats(conn)}
    return ServiceState(number.get("lobby", 0), number.get("playing", 0), beats)
