"""Reads and changes servers' settings."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import msgspec

from storage.changes import ListChange
from storage.choices import NO_GAME, NOTHING
from storage.engine.connection import Connection
from storage.engine.reading import all_rows_of, read_if_sound
from storage.engine.writing import columns_of, put, update, value_of
from storage.rows import PRACTICE, GuildSettings
from storage.scores import tallies
from storage.servers.order import Act, record_act

SCOPES = ("server", "everywhere")

_LISTS = ("channel_ids", "games", "player_roles", "keeper_roles")

CLOSED: Mapping[str, Any] = MappingProxyType(
    {
        "channel_ids": (NOTHING,),
        "player_roles": (NOTHING,),
        "games": (NO_GAME,),
        "share_records": False,
        "pings": False,
        "trophies": False,
    }
)
"""Values instead of settings that cannot be read, where the usual value may allow what managers closed."""


def load_settings(conn: Connection, guild_id: int) -> GuildSettings:
    """Return a server's settings. The id ``PRACTICE`` stands for practice games in direct messages."""
    if guild_id == PRACTICE:
        return GuildSettings(PRACTICE, clock="none", pings=False)
    columns = ", ".join(GuildSettings.__struct_fields__)
    stored = f"SELECT {columns} FROM guild_settings WHERE guild_id = ?"
    rows = all_rows_of(conn, tuple[Any, ...], stored, (guild_id,))
    if not rows:
        return GuildSettings(guild_id)
    (row,) = rows
    settings = read_if_sound(
        lambda: value_of(GuildSettings, row, *_LISTS), None, what=f"settings of server {guild_id}"
    )
    return _readable_settings(guild_id, row) if settings is None else settings


def _readable_settings(guild_id: int, row: tuple[Any, ...]) -> GuildSettings:
    # A value that cannot be read is replaced by one that opens nothing that managers may have closed.
    usual = GuildSettings(guild_id, **CLOSED)
    readable = {}
    for field, value in zip(GuildSettings.__struct_fields__, row, strict=True):
        columns = columns_of(usual) | {field: value}
        packed = [name for name in _LISTS if name == field]
        with_value = read_if_sound(
            lambda: value_of(GuildSettings, columns.values(), *packed),  # noqa: B023
            usual,
            what=f"setting {field} of server {guild_id}",
        )
        readable[field] = getattr(with_value, field)
    return GuildSettings(**readable)


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
        present = getattr(before, field)
        value = value.applied_to(() if present == CLOSED.get(field) else present)
    after = msgspec.structs.replace(before, **{field: value})
    # Only the chosen setting is written, so that a damaged one stays as it is.
    save_settings(conn, after, field)
    if act is not None:
        record_act(conn, guild_id, act)
    return after


def save_settings(conn: Connection, settings: GuildSettings, *fields: str) -> None:
    """Write settings of a server. To change one setting, use ``change_setting``.

    Args:
        fields: the fields to write, if the server has settings already; all fields if none are given.

    Raises:
        ValueError: ``board_scope`` is unknown.
    """
    if settings.board_scope not in SCOPES:
        raise ValueError(f"board_scope must be one of {', '.join(SCOPES)}, not {settings.board_scope!r}")
    before = load_settings(conn, settings.guild_id).board_scope
    known = conn.execute("SELECT 1 FROM guild_settings WHERE guild_id = ?", (settings.guild_id,)).fetchone()
    if known is not None and fields:
        update(conn, "guild_settings", columns_of(settings, *fields), settings.guild_id, "guild_id")
    else:
        put(conn, "guild_settings", [columns_of(settings)], ("guild_id",))
    # The global leaderboard contains the server's tallies only while it has joined.
    if settings.board_scope != before:
        move = (
            tallies.join_global_board if settings.board_scope == "everywhere" else tallies.leave_global_board
        )
        move(conn, settings.guild_id)
