"""Bars a person from a server's tables, and removes the person from its lobbies."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from storage.engine.connection import Connection
from storage.engine.reading import rows_of
from storage.people import people
from storage.servers.order import REMOVED, Act, record_act
from storage.tables import exclusions, invitations, lifecycle


class _Lobby(NamedTuple):
    table_id: str
    seed: bytes | None
    is_seated: bool


def bar_person(conn: Connection, guild_id: int, act: Act) -> tuple[str, ...]:
    """Bar a person from a server's tables, and remove them from its lobbies.

    Args:
        act: the entry for the moderation log, of kind ``BARRED``; ``whom`` is the barred person.

    Returns:
        The ids of the changed lobbies.
    """
    record_act(conn, guild_id, act)
    assert act.whom_id is not None
    person, by = people.ensure(conn, act.whom_id), people.ensure(conn, act.by_id or 0)
    # The conditions on the status are those of the partial index, plus the one that is wanted.
    rows = rows_of(
        conn,
        _Lobby,
        """
        SELECT id, seed, EXISTS (SELECT 1 FROM seat WHERE table_id = id AND person = :person)
        FROM game_table INDEXED BY open_table
        WHERE status IN ('lobby', 'playing') AND status = 'lobby' AND guild_id = :guild AND (
            EXISTS (SELECT 1 FROM seat WHERE table_id = id AND person = :person)
            OR EXISTS (
                SELECT 1 FROM invitation WHERE table_id = id AND person = :person AND is_removed = 0
            )
        )
        ORDER BY created_at, id
        """,
        {"person": person, "guild": guild_id},
    )
    # Players leave the lobby as if a moderator had removed them; invitations are deleted.
    for table_id, seed, is_seated in rows:
        conn.execute("DELETE FROM invitation WHERE table_id = ? AND person = ?", (table_id, person))
        if is_seated:
            invitations.save_removal(conn, table_id, person, by)
            exclusions.add(conn, table_id, [exclusions.removed_key(seed, act.whom_id)])
            record_act(conn, guild_id, msgspec.structs.replace(act, kind=REMOVED, about=table_id))
        lifecycle.leave_lobby(conn, table_id, person, act.at)
    return tuple(table_id for table_id, *_ in rows)
