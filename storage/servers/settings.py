"""Reads and changes servers' settings."""

from __future__ import annotations

import msgspec

from storage.changes import ListChange
from storage.engine.connection import Connection
from storage.engine.writing import columns_of, put, value_of
from storage.rows import PRACTICE, GuildSettings
from storage.scores import tallies
from storage.servers.order import Act, record_act

SCOPES = ("server", "everywhere")


def load_settings(conn: Connection, guild_id: int) -> GuildSettings:
    """Return a server's settings. The id ``PRACTICE`` stands for practice games in direct messages."""
    if guild_id == PRACTICE:
        return GuildSettings(PRACTICE, clock="none", pings=False)
    columns = ", ".join(GuildSettings.__struct_fields__)
    row = conn.execute(f"SELECT {columns} FROM guild_settings WHERE guild_id = ?", (guild_id,)).fetchone()
    if row is None:
        return GuildSettings(guild_id)
    return value_of(GuildSettings, row, "channel_ids", "games", "player_roles", "keeper_roles")


def change_setting(
    conn: Connection, guild_id: int, field: str, value: object, act: Act | None = None
) -> GuildSettings:
    """Change one setting of a server, and return all its settings after the change.

    Args:
        field: the name of a field of ``GuildSettings``.
        value: the new value; for a list, a ``ListChange``.
        act: the entry for the moderation log.
    """
    before = load_settings(conn, guild_id)
    if isinstance(value, ListChange):
        value = value.applied_to(getattr(before, field))
    after = msgspec.structs.replace(before, **{field: value})
    save_settings(conn, after)
    if act is not None:
        record_act(conn, guild_id, act)
    return after


def save_settings(conn: Connection, settings: GuildSettings) -> None:
    """Write all settings of a server. To change one setting, use ``change_setting``.

    Raises:
        ValueError: ``board_scope`` is unknown.
    """
    if settings.board_scope not in SCOPES:
        raise ValueError(f"board_scope must be one of {', '.join(SCOPES)}, not {settings.board_scope!r}")
    before = load_settings(conn, settings.guild_id).board_scope
    put(conn, "guild_settings", [columns_of(settings)], ("guild_id",))
    # The global leaderboard contains the server's tallies only while it has joined.
    if settings.board_scope != before:
        move = (
            tallies.join_global_board if settings.board_scope == "everywhere" else tallies.leave_global_board
        )
        move(conn, settings.guild_id)
