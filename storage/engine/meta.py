"""A key-value table of the bot's own, such as the commands that it last registered with Discord."""

from __future__ import annotations

from storage.engine.connection import Connection
from storage.engine.writing import put


def get_meta(conn: Connection, key: str) -> str | None:
    """Return a value that the bot keeps for itself."""
    row = conn.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
    return None if row is None else str(row[0])


def set_meta(conn: Connection, key: str, value: str | None) -> None:
    """Keep a value under a key; ``None`` removes it."""
    if value is None:
        conn.execute("DELETE FROM meta WHERE key = ?", (key,))
    else:
        put(conn, "meta", [{"key": key, "value": value}], ("key",))
