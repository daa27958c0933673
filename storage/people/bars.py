"""Checks whether moderators have barred a person from a server's tables."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from storage.engine.connection import Connection
from storage.engine.reading import column_of
from storage.errors import Barred
from storage.fields import UnixMs


def bar_key(guild_id: int, user_id: int) -> str:
    """Return the key of a stored ban from tables, which is a hash of both ids."""
    return hashlib.sha256(b"tefuda bar %d %d" % (guild_id, user_id)).hexdigest()


def find_barred(conn: Connection, guild_id: int, user_ids: Iterable[int]) -> frozenset[int]:
    """Return the ids of the given people who are barred from a server's tables.

    Call this in the same transaction that seats, lists or notifies the people.
    """
    # No other function checks for bars. In the writer's transaction no bar can come in between.
    keys = {bar_key(guild_id, user_id): user_id for user_id in user_ids}
    if not keys:
        return frozenset()
    marks = ", ".join("?" * len(keys))
    barred = f"SELECT bar_key FROM bar WHERE guild_id = ? AND bar_key IN ({marks})"
    return frozenset([keys[hashed] for hashed in column_of(conn, str, barred, (guild_id, *keys))])


def is_barred(conn: Connection, guild_id: int, user_id: int) -> bool:
    """Return whether a person is barred from a server's tables."""
    return bool(find_barred(conn, guild_id, (user_id,)))


def expect_not_barred(conn: Connection, guild_id: int, *user_ids: int) -> None:
    """Raise ``Barred`` if any of these people is barred from a server's tables."""
    if find_barred(conn, guild_id, user_ids):
        raise Barred(guild_id)


def delete_ended_bars(conn: Connection, now: UnixMs) -> None:
    """Delete the bans from tables that have ended."""
    # A ban whose end is damaged does not end by itself.
    conn.execute("DELETE FROM bar WHERE until IS NOT NULL AND until > since AND until <= ?", (now,))
