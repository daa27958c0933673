"""What servers chose."""

from __future__ import annotations

import msgspec

from storage.engine.connection import Connection
from storage.rows import GuildSettings
from storage.scores import tallies

SCOPES = ("server", "everywhere")


def load_settings(conn: Connection, guild_id: int) -> GuildSettings:
    """Return a server's settings, the defaults if it never chose."""
    row = conn.execute(
        """
        SELECT locale, channel_ids, clock, board_scope, share_records, venue FROM guild_settings
        WHERE guild_id = ?
        """,
        (guild_id,),
    ).fetchone()
    if row is None:
        return GuildSettings(guild_id)
    locale, channels, clock, scope, share, venue = row
    channel_ids = msgspec.json.decode(channels, type=tuple[int, ...])
    return GuildSettings(guild_id, locale, channel_ids, clock, scope, bool(share), venue)


def save_settings(conn: Connection, settings: GuildSettings) -> None:
    """Write a server's settings.

    Raises:
        ValueError: no such ``board_scope``.
    """
    if settings.board_scope not in SCOPES:
        raise ValueError(f"board_scope must be one of {', '.join(SCOPES)}, not {settings.board_scope!r}")
    before = load_settings(conn, settings.guild_id).board_scope
    conn.execute(
        """
        INSERT INTO guild_settings (guild_id, locale, channel_ids, clock, board_scope, share_records, venue)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (guild_id) DO UPDATE SET locale = excluded.locale, channel_ids = excluded.channel_ids,
            clock = excluded.clock, board_scope = excluded.board_scope,
            share_records = excluded.share_records, venue = excluded.venue
        """,
        (
            settings.guild_id,
            settings.locale,
            msgspec.json.encode(settings.channel_ids).decode(),
            settings.clock,
            settings.board_scope,
            int(settings.share_records),
            settings.venue,
        ),
    )
    if settings.board_scope != before:
        move = tallies.join if settings.board_scope == "everywhere" else tallies.leave
        move(conn, settings.guild_id)
