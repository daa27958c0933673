"""Leaderboards by wins, games and share of wins."""

from __future__ import annotations

import sqlite3

from storage.rows import Board, BoardRow

_MEASURES = {"wins": "wins", "games": "games", "share": "CAST(wins AS REAL) / games"}


def board(
    conn: sqlite3.Connection,
    *,
    game: str | None,
    guild_id: int | None,
    since: int | None,
    measure: str,
    min_games: int,
    limit: int,
    offset: int,
    user_id: int | None,
) -> Board:
    """Return one page of a board; see ``Store.leaderboard``."""
    if measure not in _MEASURES:
        raise ValueError(f"there is no measure {measure!r}")
    least = min_games if measure == "share" else 1
    scope = (
        "1"
        if guild_id is not None
        else "result.guild_id IN (SELECT guild_id FROM guild_settings WHERE board_scope = 'everywhere')"
    )
    query = f"""
        WITH counted AS (
            SELECT result_seat.person AS person, count(*) AS games, sum(won) AS wins, sum(shared) AS ties
            FROM result_seat JOIN result ON result.id = result_seat.result
            WHERE result_seat.person IS NOT NULL AND {scope} AND (:guild IS NULL OR result.guild_id = :guild)
                AND (:game IS NULL OR result.game = :game) AND (:since IS NULL OR result.ended_at >= :since)
            GROUP BY result_seat.person HAVING games >= :least
        ), measured AS (
            SELECT person.user_id AS user_id, person.name AS name, {_MEASURES[measure]} AS value,
                games, wins, ties
            FROM counted JOIN person ON person.id = counted.person WHERE person.user_id IS NOT NULL
        )
        SELECT rank() OVER (ORDER BY value DESC), * FROM measured ORDER BY 1, user_id
    """
    given = {"guild": guild_id, "game": game, "since": since, "least": least}
    rows = [BoardRow(*row) for row in conn.execute(query, given)]
    mine = next((row for row in rows if row.user_id == user_id), None)
    return Board(tuple(rows[offset : offset + limit]), len(rows), mine)
