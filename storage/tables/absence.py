"""The time for which the bot was away: it counts against nobody.

Where processes divide the bot, each shard has been away for a time of its own.
"""

from __future__ import annotations

from collections.abc import Iterable

from storage.engine.connection import Connection
from storage.engine.shards import Shard
from storage.engine.writing import get_meta, set_meta
from storage.servers import order

ALIVE = "alive_at"
"""Key of the time at which the bot was alive last, Unix milliseconds; for a shard its name follows."""
RELEASED = "let_go"
"""Key, with a shard's name, of the note that its last process released it in an orderly way."""
LONGEST_MS = 30 * 86_400_000
"""A longer absence is more likely a clock that was wrong."""


def wake(conn: Connection, now: int, shard: Shard | None = None) -> int:
    """Extend all deadlines by the time since the last ``beat`` or ``wake``; return it, in milliseconds.

    To be called once when the bot starts, or for each shard that is taken. It is 0 when the time is unknown
    or lies ahead of ``now``, and 30 days at most: an absence that seems longer may be a clock gone wrong.
    What was done to keep order is forgotten where it is too old by now.
    """
    alive_at = _last_alive(conn, shard)
    away = 0 if alive_at is None else min(max(now - alive_at, 0), LONGEST_MS)
    if away:
        conn.execute(
            f"""
            UPDATE game_table INDEXED BY open_table
            SET deadline = CASE WHEN paused_at IS NULL THEN deadline + :away ELSE deadline END,
                deserted_until = deserted_until + :away
            WHERE status IN ('lobby', 'playing') AND coalesce(deadline, deserted_until) IS NOT NULL
                {f"AND {shard.condition}" if shard else ""}
            """,
            {"away": away},
        )
    order.forget_old(conn, now)
    beat(conn, now, () if shard is None else (shard,))
    return away


def beat(conn: Connection, now: int, shards: Iterable[Shard] = ()) -> None:
    """Note that the bot, or these shards of it, is alive, for ``wake``."""
    for shard in tuple(shards) or (None,):
        set_meta(conn, _key(shard), str(now))


def begin_shard(conn: Connection, shard: Shard) -> bool:
    """Begin to serve a shard that is ours, before ``wake``; return whether it was let go by who had it."""
    key = f"{RELEASED} {shard}"
    was_released = get_meta(conn, key) is not None
    set_meta(conn, key, None)
    return was_released or get_meta(conn, _key(shard)) is None


def end_shards(conn: Connection, shards: Iterable[Shard]) -> None:
    """Note that shards are let go, before their locks are."""
    for shard in shards:
        set_meta(conn, f"{RELEASED} {shard}", "1")


def _key(shard: Shard | None) -> str:
    return ALIVE if shard is None else f"{ALIVE} {shard}"


def _last_alive(conn: Connection, shard: Shard | None) -> int | None:
    """Return when the bot served a shard last: as this shard, or when it was divided in another way."""
    rows = conn.execute("SELECT key, value FROM meta WHERE key LIKE ?", (f"{ALIVE}%",)).fetchall()
    others = f"/{shard.count}" if shard is not None else "/none"
    return max((int(at) for key, at in rows if key == _key(shard) or not key.endswith(others)), default=None)
