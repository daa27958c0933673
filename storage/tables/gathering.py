"""Where a table gathers, and who was asked to come."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from storage.engine.connection import Connection
from storage.people import people
from storage.rows import GatheringRow, InvitationRow

COLUMNS = """
    gathering.venue, gathering.thread_id,
    (
        SELECT json_group_array(
            json_array(number, asked.user_id, asked.name, is_subscriber, is_told, has_declined)
        )
        FROM invitation JOIN person AS asked ON asked.id = invitation.person
        WHERE invitation.table_id = game_table.id
    )
"""
_INVITATIONS = msgspec.json.Decoder(list[tuple[int, int, str, int, int, int]])


def save(conn: Connection, table_id: str, gathering: GatheringRow) -> None:
    """Write where a table gathers and who was asked, in place of what was written before."""
    conn.execute(
        """
        INSERT INTO gathering (table_id, venue, thread_id) VALUES (?, ?, ?)
        ON CONFLICT (table_id) DO UPDATE SET venue = excluded.venue, thread_id = excluded.thread_id
        """,
        (table_id, gathering.venue, gathering.thread_id),
    )
    end_invitations(conn, table_id)
    conn.executemany(
        """
        INSERT INTO invitation (table_id, number, person, is_subscriber, is_told, has_declined)
        VALUES (?, ?, ?, ?, ?, ?)
        """,
        [
            (
                table_id,
                number,
                people.ensure(conn, one.user_id, one.name or None),
                int(one.is_subscriber),
                int(one.is_told),
                int(one.has_declined),
            )
            for number, one in enumerate(gathering.invitations)
        ],
    )


def end_invitations(conn: Connection, table_id: str) -> None:
    """Forget who was asked to come."""
    conn.execute("DELETE FROM invitation WHERE table_id = ?", (table_id,))


def decoded(columns: Sequence[Any]) -> GatheringRow:
    """Make the value of a row's ``COLUMNS``; a table of an older version gathers in its channel."""
    venue, thread_id, packed = columns
    invitations = tuple(
        InvitationRow(user_id, name, bool(is_subscriber), bool(is_told), bool(has_declined))
        for _, user_id, name, is_subscriber, is_told, has_declined in sorted(_INVITATIONS.decode(packed))
    )
    return GatheringRow(venue or GatheringRow().venue, thread_id, invitations)
