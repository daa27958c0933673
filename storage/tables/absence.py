"""The time for which the bot was away: it counts against nobody.

Where processes divide the bot, each shard has been away for a time of its own.
"""

from __future__ import annotations

from collections.abc import Iterable

from storage.engine.connection import Connection
from storage.engine.shards import WHOLE, Shard
from storage.engine.writing import get_meta, set_meta
from storage.fields import LAST_MS

ALIVE = "alive_at"
"""Key of the time at which the bot was alive last, Unix milliseconds; for a shard its name follows."""
RELEASED = "let_go"
"""Key, with a shard's name, of the note that its last process released it in an orderly way."""


def last_alive(conn: Connection, shard: Shard = WHOLE) -> int | None:
    """Return when the bot served a shard last: as this shard, or when it was divided in another way."""
    rows = conn.execute("SELECT key, value FROM meta WHERE key LIKE ?", (f"{ALIVE}%",)).fetchall()
    others = None if shard == WHOLE else f"/{shard.count}"
    times = [int(at) for key, at in rows if key == _key(shard) or others is None or not key.endswith(others)]
    return max(times, default=None)


def wake(conn: Connection, away: int, now: int, shards: Iterable[Shard] = (WHOLE,)) -> None:
    """Leave people the time that they had before an absence of the bot, and note that it is alive.

    This is the one place where deadlines move. What follows from a pause's beginning moves with it. An
    absence is negative where the clock was set back. A shard that was alive at ``now`` has had this
    absence already: a commit whose answer was lost may be tried again.

    Args:
        away: the absence, in milliseconds.
        now: the time of day, Unix milliseconds.
        shards: those that were away.
    """
    for shard in shards:
        if get_meta(conn, _key(shard)) != str(now):
            conn.execute(
                f"""
                UPDATE game_table INDEXED BY open_table
                SET deadline = deadline + :away, deserted_until = deserted_until + :away,
                    paused_at = paused_at + :away
                WHERE status IN ('lobby', 'playing') AND {shard.condition}
                    AND coalesce(deadline, deserted_until, paused_at) IS NOT NULL
                    AND coalesce(deadline, 0) BETWEEN 0 AND :last
                    AND coalesce(deserted_until, 0) BETWEEN 0 AND :last
                    AND coalesce(paused_at, 0) BETWEEN 0 AND :last
                """,
                {"away": away, "last": LAST_MS},
            )
        beat(conn, now, (shard,))


def beat(conn: Connection, now: int, shards: Iterable[Shard] = (WHOLE,)) -> None:
    """Note that these shards are alive; of no shards nothing is noted."""
    for shard in shards:
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


def _key(shard: Shard) -> str:
    return ALIVE if shard == WHOLE else f"{ALIVE} {shard}"
