"""People who do not sit down at a table: who has seen a hand there, and who was taken out of its lobby.

They are kept as keys, made with the secret of the table's shuffles, which outlive ``/privacy delete`` and
name nobody. When the table is closed nobody can sit down any more, and the keys go: the secret is published.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable

from storage.engine.connection import Connection

COLUMN = "(SELECT json_group_array(json_array(key)) FROM sat WHERE sat.table_id = game_table.id)"


def key(seed: bytes | None, user_id: int) -> str:
    """Make the key of a person who has sat at a game with this secret."""
    return hmac.new(seed or b"", b"tefuda sat %d" % user_id, "sha256").hexdigest()


def out_key(seed: bytes | None, user_id: int) -> str:
    """Make the key of a person who was taken out of the lobby of a table with this secret."""
    return hmac.new(seed or b"", b"tefuda out %d" % user_id, "sha256").hexdigest()


def add(conn: Connection, table_id: str, keys: Iterable[str]) -> int:
    """Remember some people; return how many of them were not known there."""
    given = [(table_id, one) for one in keys]
    statement = "INSERT INTO sat (table_id, key) VALUES (?, ?) ON CONFLICT DO NOTHING"
    return sum(conn.execute(statement, one).rowcount for one in given)


def end(conn: Connection, table_id: str) -> None:
    """Forget who does not sit down at a table."""
    conn.execute("DELETE FROM sat WHERE table_id = ?", (table_id,))


def fill(conn: Connection) -> None:
    """Remember who sits at games that were begun by an older version."""
    rows = conn.execute(
        """
        SELECT game_table.id, seed, user_id FROM game_table INDEXED BY open_table
        CROSS JOIN seat ON seat.table_id = game_table.id
        CROSS JOIN person ON person.id = seat.person OR person.id = seat.leaver
        WHERE status IN ('lobby', 'playing') AND status = 'playing' AND user_id IS NOT NULL
            AND NOT EXISTS (SELECT 1 FROM sat WHERE sat.table_id = game_table.id)
        """
    ).fetchall()
    for table_id, seed, user_id in rows:
        add(conn, table_id, [key(seed, user_id)])
