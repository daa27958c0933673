"""Who is barred from a server's tables: asked by everything that seats, lists, calls or subscribes people."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from storage.engine.connection import Connection
from storage.errors import Barred


def key(guild_id: int, user_id: int) -> str:
    """Make the key by which somebody who is barred from a server is known there, also when forgotten."""
    return hashlib.sha256(b"tefuda bar %d %d" % (guild_id, user_id)).hexdigest()


def barred_of(conn: Connection, guild_id: int, user_ids: Iterable[int]) -> frozenset[int]:
    """Return which of some people are barred from a server's tables.

    This is the one question whether somebody is barred. Everything that seats, lists, calls or subscribes a
    person asks it in the transaction that writes that: no bar can slip in between.
    """
    keys = {key(guild_id, user_id): user_id for user_id in user_ids}
    if not keys:
        return frozenset()
    marks = ", ".join("?" * len(keys))
    rows = conn.execute(
        f"SELECT bar_key FROM bar WHERE guild_id = ? AND bar_key IN ({marks})", (guild_id, *keys)
    )
    return frozenset(keys[bar_key] for (bar_key,) in rows)


def is_barred(conn: Connection, guild_id: int, user_id: int) -> bool:
    """True if somebody may not open or join tables on a server."""
    return bool(barred_of(conn, guild_id, (user_id,)))


def expect_admitted(conn: Connection, guild_id: int, *user_ids: int) -> None:
    """Raise ``Barred`` if one of some people is barred from a server's tables."""
    if barred_of(conn, guild_id, user_ids):
        raise Barred(guild_id)
