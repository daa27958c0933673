"""Titles: marks beside the names of people who won a server's last tournament of a game."""

from __future__ import annotations

from storage.engine.connection import Connection
from storage.engine.reading import column_of
from storage.fields import Name
from storage.people import people
from storage.rows import LOBBY, TableRow


def load_champions(conn: Connection, guild_id: int, game: str) -> frozenset[int]:
    """Return the user ids of the people who won a server's last tournament of a game.

    People who hide their titles are left out.
    """
    champions = column_of(
        conn,
        int,
        """
        SELECT user_id FROM entrant JOIN person ON person.id = entrant.person
        WHERE place = 1 AND user_id IS NOT NULL AND hides_titles = 0 AND tournament = (
            SELECT id FROM tournament WHERE guild_id = ? AND game = ? AND status = 'over'
            ORDER BY ended_at DESC, id DESC LIMIT 1
        )
        """,
        (guild_id, game),
    )
    return frozenset(champions)


def champions_for_lobby(conn: Connection, table: TableRow) -> frozenset[int]:
    """Return the user ids of people with a title for the table's game; empty if the table is no lobby."""
    return load_champions(conn, table.guild_id, table.game) if table.status == LOBBY else frozenset()


def save_titles(conn: Connection, user_id: int, name: Name, are_hidden: bool) -> None:
    """Store whether a person hides the titles beside their name."""
    if are_hidden:
        people.ensure(conn, user_id, name)
    conn.execute("UPDATE person SET hides_titles = ? WHERE user_id = ?", (int(are_hidden), user_id))
