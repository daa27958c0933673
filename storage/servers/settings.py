"""Settings of servers."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from storage.engine.connection import Connection
from storage.rows import GuildSettings
from storage.scores import tallies

SCOPES = ("server", "everywhere")

_IDS = msgspec.json.Decoder(tuple[int, ...])


def load_settings(conn: Connection, guild_id: int) -> GuildSettings:
    """Return a server's settings, the defaults if it never chose."""
    row = conn.execute(
        """
        SELECT locale, channel_ids, clock, board_scope, share_records, venue, games, most_tables, pings,
            player_roles, keeper_roles, time_zone
        FROM guild_settings WHERE guild_id = ?
        """,
        (guild_id,),
    ).fetchone()
    if row is None:
        return GuildSettings(guild_id)
    locale, channels, clock, scope, share, venue, games, most_tables, pings, players, keepers, zone = row
    return GuildSettings(
        guild_id,
        locale,
        _IDS.decode(channels),
        clock,
        scope,
        bool(share),
        venue,
        msgspec.json.decode(games, type=tuple[str, ...]),
        most_tables,
        bool(pings),
        _IDS.decode(players),
        _IDS.decode(keepers),
        zone,
    )


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
        INSERT INTO guild_settings (guild_id, locale, channel_ids, clock, board_scope, share_records, venue,
            games, most_tables, pings, player_roles, keeper_roles, time_zone)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (guild_id) DO UPDATE SET locale = excluded.locale, channel_ids = excluded.channel_ids,
            clock = excluded.clock, board_scope = excluded.board_scope,
            share_records = excluded.share_records, venue = excluded.venue,
            games = excluded.games, most_tables = excluded.most_tables, pings = excluded.pings,
            player_roles = excluded.player_roles, keeper_roles = excluded.keeper_roles,
            time_zone = excluded.time_zone
        """,
        (
            settings.guild_id,
            settings.locale,
            _list(settings.channel_ids),
            settings.clock,
            settings.board_scope,
            int(settings.share_records),
            settings.venue,
            _list(settings.games),
            settings.most_tables,
            int(settings.pings),
            _list(settings.player_roles),
            _list(settings.keeper_roles),
            settings.time_zone,
        ),
    )
    if settings.board_scope != before:
        move = tallies.join if settings.board_scope == "everywhere" else tallies.leave
        move(conn, settings.guild_id)


def _list(values: Sequence[int | str]) -> str:
    return msgspec.json.encode(values).decode()
