"""Who played a seat that changed hands, and when; measured in moves, since a clock may be set back."""

from __future__ import annotations

from storage.engine.connection import Connection
from storage.engine.writing import value_of
from storage.rows import Sitting


def sittings_of(conn: Connection, ids: str, *given: object) -> dict[str, list[Sitting]]:
    """Return the sittings at seats that changed hands, by table, for the tables whose ids a statement
    selects."""
    # Three sources: the first player of a seat (``leaver``), those after them (``former_seat``), the present
    # one.
    rows = conn.execute(
        f"""
        WITH wanted (id) AS ({ids}), sitting (table_id, seat, person, since, until) AS (
            SELECT table_id, seat, leaver, 0, leaver_seq FROM seat
            WHERE table_id IN (SELECT id FROM wanted) AND leaver IS NOT NULL
            UNION ALL SELECT table_id, seat, person, taken_seq, left_seq FROM former_seat
            WHERE table_id IN (SELECT id FROM wanted)
            UNION ALL SELECT table_id, seat, person, coalesce(taken_seq, 0), left_seq FROM seat
            WHERE table_id IN (SELECT id FROM wanted) AND person IS NOT NULL
                AND (taken_seq IS NOT NULL OR left_seq IS NOT NULL)
        )
        SELECT table_id, seat, since, until, user_id, coalesce(nickname.name, person.name, '')
        FROM sitting JOIN person ON person.id = sitting.person
            LEFT JOIN nickname ON nickname.person = sitting.person
                AND nickname.guild_id = (SELECT guild_id FROM game_table WHERE id = sitting.table_id)
        ORDER BY table_id, seat, since, until IS NULL, until
        """,
        given,
    )
    found: dict[str, list[Sitting]] = {}
    for table_id, *sitting in rows:
        found.setdefault(table_id, []).append(value_of(Sitting, sitting))
    return found
