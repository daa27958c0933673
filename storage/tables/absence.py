"""The time for which the bot was away: it counts against nobody.

Where processes divide the bot, each shard has been away for a time of its own.
"""

from __future__ import annotations

from collections.abc import Iterable

from storage.engine import meta
from storage.engine.connection import Connection
from storage.engine.shards import Shard

ALIVE = "alive_at"
"""Key of the time at which the bot was alive last, Unix milliseconds; for a shard its name follows."""
LET_GO = "let_go"
"""Key, with a shard's name, of the note that whoever served it has let it go by itself."""
LONGEST_MS = 30 * 86_400_000
"""A longer absence is more likely a clock that was wrong."""


def wake(conn: Connection, now: int, shard: Shard | None = None) -> int:
    """Move all times that open tables wait for by the time the bot was away; return its milliseconds.

    Where the game is paused the deadline moves when it goes on.

    Args:
        shard: the one that is served again; the others have their own time.
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
    beat(conn, now, () if shard is None else (shard,))
    return away


def beat(conn: Connection, now: int, shards: Iterable[Shard] = ()) -> None:
    """Note that the bot, or those of its shards, is alive."""
    for key in [_key(shard) for shard in shards] or [ALIVE]:
        meta.save(conn, key, str(now))


def begin(conn: Connection, shard: Shard) -> bool:
    """Begin to serve a shard; tell whether the one before has let it go, or nobody has ever served it."""
    key = f"{LET_GO} {shard}"
    was_let_go = meta.load(conn, key) is not None
    meta.save(conn, key, None)
    return was_let_go or meta.load(conn, _key(shard)) is None


def end(conn: Connection, shards: Iterable[Shard]) -> None:
    """Note that shards are let go, by whoever serves them and says nothing more for them."""
    for shard in shards:
        meta.save(conn, f"{LET_GO} {shard}", "1")


def _key(shard: Shard) -> str:
    return f"{ALIVE} {shard}"


def _last_alive(conn: Connection, shard: Shard | None) -> int | None:
    """Return when the bot served a shard last: as this shard, or when it was divided in another way."""
    rows = conn.execute("SELECT key, value FROM meta WHERE key LIKE ?", (f"{ALIVE}%",)).fetchall()
    others = f"/{shard.count}" if shard is not None else "/none"
    mine = _key(shard) if shard is not None else ALIVE
    return max((int(at) for key, at in rows if key == mine or not key.endswith(others)), default=None)
