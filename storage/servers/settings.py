"""Settings of servers."""

from __future__ import annotations

from storage.engine.connection import Connection
from storage.engine.writing import columns_of, put, value_of
from storage.rows import GuildSettings
from storage.scores import tallies

SCOPES = ("server", "everywhere")


def load_settings(conn: Connection, guild_id: int) -> GuildSettings:
    """Return a server's settings, the defaults if it never chose."""
    columns = ", ".join(GuildSettings.__struct_fields__)
    row = conn.execute(f"SELECT {columns} FROM guild_settings WHERE guild_id = ?", (guild_id,)).fetchone()
    if row is None:
        return GuildSettings(guild_id)
    return value_of(GuildSettings, row, "channel_ids", "games", "player_roles", "keeper_roles")


def save_settings(conn: Connection, settings: GuildSettings) -> None:
    """Write a server's settings; ``ValueError`` if there is no such ``board_scope``."""
    if settings.board_scope not in SCOPES:
        raise ValueError(f"board_scope must be one of {', '.join(SCOPES)}, not {settings.board_scope!r}")
    before = load_settings(conn, settings.guild_id).board_scope
    put(conn, "guild_settings", [columns_of(settings)], ("guild_id",))
    if settings.board_scope != before:
        move = tallies.join if settings.board_scope == "everywhere" else tallies.leave
        move(conn, settings.guild_id)
