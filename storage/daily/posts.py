"""The servers on which the daily puzzle is posted, and the last puzzle posted on each."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from storage.engine.connection import Connection
from storage.engine.reading import rows_of
from storage.engine.shards import Shard
from storage.fields import Count, Hour, Id


class DailyServer(msgspec.Struct, frozen=True):
    """A server that wants the daily puzzle posted."""

    guild_id: Id
    channel_id: Id
    hour: Hour  # 0 to 23, in the server's time zone
    time_zone: str | None  # IANA name; None = the usual time zone of the language
    locale: str | None  # language of public texts; None = the server's language in Discord
    posted: Count  # number of the last puzzle whose posting has begun; 0 = none
    is_sent: bool  # that puzzle is known to have been sent


def load_daily_servers(conn: Connection, shards: Iterable[Shard], now: int = 0) -> list[DailyServer]:
    """Return the servers that want the daily puzzle posted.

    Args:
        shards: return only servers of these shards.
        now: ignored. Other kinds of posts need the time.
    """
    # All functions that load messages to post are called with the time.
    subscribed: list[DailyServer] = []
    for shard in shards:
        # Both tables have a column of this name.
        is_ours = shard.condition.replace("guild_id", "guild_settings.guild_id")
        subscribed += rows_of(
            conn,
            DailyServer,
            f"""
            SELECT guild_settings.guild_id, daily_channel, daily_hour, time_zone, locale, coalesce(day, 0),
                coalesce(is_sent, 1)
            FROM guild_settings LEFT JOIN daily_posted ON daily_posted.guild_id = guild_settings.guild_id
            WHERE daily_channel IS NOT NULL AND {is_ours}
            ORDER BY guild_settings.guild_id
            """,
        )
    return subscribed


def begin_daily_post(conn: Connection, guild_id: int, day: int) -> bool:
    """Store that a daily puzzle is about to be posted on a server.

    Returns:
        False if a post of this puzzle or of a later one was begun before.
    """
    row = conn.execute(
        """
        INSERT INTO daily_posted (guild_id, day, is_sent) VALUES (?, ?, 0)
        ON CONFLICT (guild_id) DO UPDATE SET day = excluded.day, is_sent = 0
        WHERE daily_posted.day < excluded.day
        RETURNING day
        """,
        (guild_id, day),
    ).fetchone()
    return row is not None


def end_daily_post(conn: Connection, guild_id: int, day: int) -> None:
    """Store that a daily puzzle has been posted on a server."""
    conn.execute("UPDATE daily_posted SET is_sent = 1 WHERE guild_id = ? AND day = ?", (guild_id, day))
