"""Hashes of people who may not sit down at a table or enter a tournament (database table ``sat``).

These people have seen a hand, or were removed from the lobby or the tournament. A hash names no person, so it
may stay after ``/privacy delete``. The hashes are deleted when the secret of the table or tournament is
published.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable
from typing import NamedTuple

from storage.engine.database import Connection
from storage.engine.reading import column_of, rows_of

COLUMN = "(SELECT json_group_array(json_array(key)) FROM sat WHERE sat.table_id = game_table.id)"


def player_key(seed: bytes | None, user_id: int) -> str:
    """Return the hash that is stored for a person who has sat at a table.

    Args:
        seed: the secret of the table's shuffles.
    """
    return hmac.new(seed or b"", b"tefuda sat %d" % user_id, "sha256").hexdigest()


def removed_key(seed: bytes | None, user_id: int) -> str:
    """Return the hash that is stored for a person who was removed from a lobby or a tournament.

    Args:
        seed: the secret of the table's shuffles, or of the tournament.
    """
    return hmac.new(seed or b"", b"tefuda out %d" % user_id, "sha256").hexdigest()


def add(conn: Connection, table_id: str, keys: Iterable[str]) -> int:
    """Store hashes of people who may not take part. Return the number of new hashes.

    Args:
        table_id: the id of the table or the tournament.
    """
    given = [(table_id, hashed) for hashed in keys]
    statement = "INSERT INTO sat (table_id, key) VALUES (?, ?) ON CONFLICT DO NOTHING"
    return sum(conn.execute(statement, row).rowcount for row in given)


def load(conn: Connection, table_id: str) -> frozenset[str]:
    """Return the hashed ids of all people who are excluded from a table or a tournament."""
    return frozenset(column_of(conn, str, "SELECT key FROM sat WHERE table_id = ?", (table_id,)))


def delete(conn: Connection, table_id: str) -> None:
    """Delete the hashed ids of all people who are excluded from a table or a tournament."""
    conn.execute("DELETE FROM sat WHERE table_id = ?", (table_id,))


class _Player(NamedTuple):
    table_id: str
    seed: bytes | None
    user_id: int


def add_missing(conn: Connection) -> None:
    """Store the players' hashes for each running game without stored hashes."""
    rows = rows_of(
        conn,
        _Player,
        """
        SELECT game_table.id, seed, user_id FROM game_table INDEXED BY open_table
        CROSS JOIN seat ON seat.table_id = game_table.id
        CROSS JOIN person ON person.id = seat.person OR person.id = seat.leaver
        WHERE status IN ('lobby', 'playing') AND status = 'playing' AND user_id IS NOT NULL
            AND NOT EXISTS (SELECT 1 FROM sat WHERE sat.table_id = game_table.id)
        """,
    )
    for table_id, seed, user_id in rows:
        add(conn, table_id, [player_key(seed, user_id)])
