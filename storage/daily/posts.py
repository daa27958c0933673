"""Which servers want the hand of the day in a channel, and which hand was posted there last."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from storage.engine.connection import Connection
from storage.engine.shards import Shard
from storage.engine.writing import put, value_of


class Subscribed(msgspec.Struct, frozen=True):
    """A server that wants the hand of the day.

    Attributes:
        guild_id, channel_id: where it is posted.
        hour: the hour of the server's time zone, 0 to 23.
        time_zone, locale: as in ``GuildSettings``.
        posted: number of the last hand that was to be posted; 0 for none.
        is_sent: whether it is known to have been sent.
    """

    guild_id: int
    channel_id: int
    hour: int
    time_zone: str | None
    locale: str | None
    posted: int
    is_sent: bool


def load_subscribed(conn: Connection, shards: Iterable[Shard]) -> list[Subscribed]:
    """Return the servers on these shards that want the hand of the day."""
    subscribed = []
    for shard in shards:
        is_ours = shard.condition.replace("guild_id", "guild_settings.guild_id")
        rows = conn.execute(
            f"""
            SELECT guild_settings.guild_id, daily_channel, daily_hour, time_zone, locale, coalesce(day, 0),
                coalesce(is_sent, 1)
            FROM guild_settings LEFT JOIN daily_posted ON daily_posted.guild_id = guild_settings.guild_id
            WHERE daily_channel IS NOT NULL AND {is_ours}
            ORDER BY guild_settings.guild_id
            """
        )
        subscribed += [value_of(Subscribed, row) for row in rows]
    return subscribed


def note_posted(conn: Connection, guild_id: int, day: int, *, is_sent: bool) -> None:
    """Store that the hand of a day is about to be posted on a server or, if ``is_sent``, that it has been."""
    put(conn, "daily_posted", [{"guild_id": guild_id, "day": day, "is_sent": is_sent}], ("guild_id",))
