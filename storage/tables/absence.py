"""Downtime of the bot: all deadlines move by its length, so that no player loses time.

In a sharded bot each shard has a downtime of its own.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from storage.engine.database import Connection, get_meta, set_meta
from storage.engine.reading import column_of, rows_of, setting_aside
from storage.engine.shards import WHOLE, Shard
from storage.rows import LAST_MS, Time, UnixMs

ALIVE = "alive_at"
"""Key of the last time at which the bot was alive, Unix milliseconds; for a shard the shard's name
follows."""
RELEASED = "let_go"
"""Key of the note that a shard's last process released it on purpose; the shard's name follows."""


class Heartbeat(NamedTuple):
    """The last time at which a shard was served."""

    key: str
    at: Time


def load_heartbeats(conn: Connection) -> list[Heartbeat]:
    """Return the last heartbeats of all shards."""
    return rows_of(conn, Heartbeat, "SELECT key, value FROM meta WHERE key LIKE ?", (f"{ALIVE}%",))


def load_last_heartbeat(conn: Connection, shard: Shard = WHOLE) -> UnixMs | None:
    """Return when a shard was last served; ``None`` if never."""
    others = None if shard == WHOLE else f"/{shard.count}"
    times = [
        at
        for key, at in load_heartbeats(conn)
        if key == _key(shard) or others is None or not key.endswith(others)
    ]
    return max(times, default=None)


def postpone_deadlines(
    conn: Connection, downtime: int, now: UnixMs, shards: Iterable[Shard] = (WHOLE,)
) -> None:
    """Postpone all deadlines of open tables by the length of a downtime, and store a heartbeat.

    A second call with the same ``now`` changes nothing.

    Args:
        downtime: in milliseconds; negative if the clock was set back.
        shards: the shards that were down.
    """
    for shard in shards:
        if get_meta(conn, _key(shard)) != str(now):
            _postpone(conn, downtime, shard)
        save_heartbeat(conn, now, (shard,))


def _postpone(conn: Connection, downtime: int, shard: Shard) -> None:
    is_open = f"status IN ('lobby', 'playing') AND {shard.condition}"
    statement = f"""
        UPDATE game_table INDEXED BY open_table
        SET deadline = deadline + :downtime, deserted_until = deserted_until + :downtime,
            paused_at = paused_at + :downtime
        WHERE {is_open} AND coalesce(deadline, deserted_until, paused_at) IS NOT NULL
            AND coalesce(deadline, 0) BETWEEN 0 AND :last
            AND coalesce(deserted_until, 0) BETWEEN 0 AND :last
            AND coalesce(paused_at, 0) BETWEEN 0 AND :last
    """
    given = {"downtime": downtime, "last": LAST_MS}
    is_done = False
    with setting_aside(conn, "deadlines of all tables"):
        conn.execute(statement, given)
        is_done = True
    if is_done:
        return
    # The row of a table is damaged, so each table is postponed by itself.
    ids = f"SELECT id FROM game_table INDEXED BY open_table WHERE {is_open}"
    for table_id in column_of(conn, str, ids):
        with setting_aside(conn, f"deadlines of table {table_id}"):
            conn.execute(f"{statement} AND id = :table", {**given, "table": table_id})


def save_heartbeat(conn: Connection, now: UnixMs, shards: Iterable[Shard] = (WHOLE,)) -> None:
    """Store that the bot serves these shards now."""
    for shard in shards:
        set_meta(conn, _key(shard), str(now))


def begin_shard(conn: Connection, shard: Shard) -> bool:
    """Begin to serve a shard. Return False if the last process did not release the shard."""
    key = f"{RELEASED} {shard}"
    was_released = get_meta(conn, key) is not None
    set_meta(conn, key, None)
    return was_released or get_meta(conn, _key(shard)) is None


def end_shards(conn: Connection, shards: Iterable[Shard]) -> None:
    """Store that this process stops serving these shards as planned. Call it before releasing their locks."""
    for shard in shards:
        set_meta(conn, f"{RELEASED} {shard}", "1")


def _key(shard: Shard) -> str:
    return ALIVE if shard == WHOLE else f"{ALIVE} {shard}"
