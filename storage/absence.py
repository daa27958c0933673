"""The time for which the bot was away: it counts against nobody."""

from __future__ import annotations

from storage import settings
from storage.connection import Connection

ALIVE = "alive_at"
"""Key of the time at which the bot was alive last, Unix milliseconds."""
LONGEST_MS = 30 * 86_400_000
"""A longer absence is more likely a clock that was wrong."""


def wake(conn: Connection, now: int) -> int:
    """Move all times that open tables wait for by the time the bot was away; return its milliseconds.

    Where the game is paused the deadline moves when it goes on.
    """
    alive_at = settings.get_meta(conn, ALIVE)
    away = 0 if alive_at is None else min(max(now - int(alive_at), 0), LONGEST_MS)
    if away:
        conn.execute(
            """
            UPDATE game_table INDEXED BY open_table
            SET deadline = CASE WHEN paused_at IS NULL THEN deadline + :away ELSE deadline END,
                deserted_until = deserted_until + :away
            WHERE status IN ('lobby', 'playing') AND coalesce(deadline, deserted_until) IS NOT NULL
            """,
            {"away": away},
        )
    beat(conn, now)
    return away


def beat(conn: Connection, now: int) -> None:
    """Note that the bot is alive."""
    settings.set_meta(conn, ALIVE, str(now))
