"""Tallies: games, wins and rating of each person on each board, kept in step with every result.

They are written in the transaction of the result, can be made again from the results, and are all that
leaderboards read. People who were forgotten are on none of them.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from storage import periods
from storage.results import Result

EVERYWHERE = -1
ALL_GAMES = ""
PRUNED_AT_ONCE = 200

COLUMNS = "period, board, game, person, games, wins, ties, shown, share"
_ADD = """
    ON CONFLICT DO UPDATE SET games = games + excluded.games, wins = wins + excluded.wins,
        ties = ties + excluded.ties, shown = excluded.shown,
        share = CAST(wins + excluded.wins AS REAL) / (games + excluded.games)
"""
# The starts of all periods that have rows, each found by one step in the primary key.
_PERIODS = """
    WITH RECURSIVE step (start) AS (
        SELECT min(period) FROM tally
        UNION ALL
        SELECT (SELECT min(period) FROM tally WHERE period > start) FROM step WHERE start IS NOT NULL
    ) SELECT start FROM step WHERE start IS NOT NULL
"""


def add(conn: sqlite3.Connection, result: Result) -> None:
    """Count a result; its ratings must have been applied."""
    boards = (result.guild_id, EVERYWHERE) if has_joined(conn, result.guild_id) else (result.guild_id,)
    people = conn.execute(
        """
        SELECT person.id, won, shared, shown FROM result_seat JOIN person ON person.id = result_seat.person
        LEFT JOIN rating ON rating.person = person.id AND rating.game = ?
        WHERE result = ? AND user_id IS NOT NULL
        """,
        (result.game, result.id),
    ).fetchall()
    starts = periods.periods_of(result.ended_at)
    rows = [
        (period, board, game, person, won, shared, shown if game else None, won)
        for period in starts
        for board in boards
        for game in (result.game, ALL_GAMES)
        for person, won, shared, shown in people
    ]
    conn.executemany(f"INSERT INTO tally ({COLUMNS}) VALUES (?, ?, ?, ?, 1, ?, ?, ?, ?) {_ADD}", rows)
    if result.rated:  # a rating is one number wherever it is shown
        conn.executemany(
            "UPDATE tally SET shown = :shown WHERE person = :person AND game = :game AND shown IS NOT :shown",
            [{"person": row[0], "game": result.game, "shown": row[3]} for row in people],
        )
    conn.executemany("INSERT OR IGNORE INTO period (start) VALUES (?)", [(start,) for start in starts[1:]])
    _prune(conn)


def has_joined(conn: sqlite3.Connection, guild_id: int) -> bool:
    """Say whether a server's games count on the board of all servers."""
    row = conn.execute("SELECT board_scope FROM guild_settings WHERE guild_id = ?", (guild_id,)).fetchone()
    return row is not None and row[0] == "everywhere"


def join(conn: sqlite3.Connection, guild_id: int) -> None:
    """Add a server's tallies to those of all servers, which it has joined just now."""
    conn.execute(
        f"""
        INSERT INTO tally ({COLUMNS})
        SELECT period, ?, game, person, games, wins, ties, shown, share FROM tally
        WHERE period IN ({_PERIODS}) AND board = ? {_ADD}
        """,
        (EVERYWHERE, guild_id),
    )


def leave(conn: sqlite3.Connection, guild_id: int) -> None:
    """Take a server's tallies away from those of all servers, which it has left just now."""
    rows = conn.execute(
        f"""
        SELECT games, wins, ties, period, game, person FROM tally
        WHERE period IN ({_PERIODS}) AND board = ?
        """,
        (guild_id,),
    ).fetchall()
    conn.executemany(
        f"""
        UPDATE tally SET games = games - ?1, wins = wins - ?2, ties = ties - ?3,
            share = CAST(wins - ?2 AS REAL) / max(games - ?1, 1)
        WHERE period = ?4 AND board = {EVERYWHERE} AND game = ?5 AND person = ?6
        """,
        rows,
    )
    conn.executemany(
        f"""
        DELETE FROM tally WHERE period = ? AND board = {EVERYWHERE} AND game = ? AND person = ? AND games = 0
        """,
        [row[3:] for row in rows],
    )


def rebuild(conn: sqlite3.Connection) -> None:
    """Make all tallies again from the results and the ratings."""
    starts = starts_of_results(conn)
    conn.execute("DELETE FROM period")
    conn.executemany("INSERT INTO period (start) VALUES (?)", [(start,) for start in starts])
    conn.execute("DELETE FROM tally")
    fill(conn, "tally", starts)


def starts_of_results(conn: sqlite3.Connection) -> list[int]:
    """Return the starts of all months and weeks in which a game ended, in ascending order."""
    days = conn.execute(f"SELECT DISTINCT ended_at / {periods.DAY_MS} FROM result").fetchall()
    return sorted({start for (day,) in days for start in periods.periods_of(day * periods.DAY_MS)[1:]})


def fill(conn: sqlite3.Connection, table: str, starts: Sequence[int]) -> None:
    """Fill an empty table with all tallies, given ``starts_of_results``.

    Server by server first; all servers and all games together are sums of those.
    """
    conn.create_function("month_start", 1, periods.month_start, deterministic=True)
    conn.create_function("week_start", 1, periods.week_start, deterministic=True)
    kept = periods.kept_from(starts)
    month, week = "month_start(ended_at)", "week_start(ended_at)"
    for period, condition in (
        (str(periods.ALL_TIME), "1"),
        (month, f"ended_at >= :kept AND {month} >= :kept"),
        (week, f"ended_at >= :kept AND {week} >= :kept AND {week} <> {month}"),
    ):
        conn.execute(
            f"""
            INSERT INTO {table} ({COLUMNS})
            SELECT {period} AS start, guild_id, result.game, person.id, count(*), sum(won), sum(shared),
                shown, CAST(sum(won) AS REAL) / count(*)
            FROM result JOIN result_seat ON result_seat.result = result.id
                JOIN person ON person.id = result_seat.person
                LEFT JOIN rating ON rating.person = person.id AND rating.game = result.game
            WHERE user_id IS NOT NULL AND {condition}
            GROUP BY start, guild_id, result.game, person.id
            """,
            {"kept": kept},
        )
    sums = f"""
        INSERT INTO {table} ({COLUMNS})
        SELECT {{}}, sum(games), sum(wins), sum(ties), {{}}, CAST(sum(wins) AS REAL) / sum(games) FROM {table}
    """
    conn.execute(
        sums.format(f"period, {EVERYWHERE}, game, person", "max(shown)")
        + """
        WHERE board IN (SELECT guild_id FROM guild_settings WHERE board_scope = 'everywhere')
        GROUP BY period, game, person
        """
    )
    conn.execute(
        sums.format(f"period, board, '{ALL_GAMES}', person", "NULL")
        + "WHERE true GROUP BY period, board, person"
    )


def _prune(conn: sqlite3.Connection) -> None:
    """Let some rows of bygone periods go; a few with every result keep up with any number of results."""
    newest = conn.execute("SELECT start FROM period ORDER BY start DESC LIMIT ?", (periods.KEPT_STARTS,))
    kept = periods.kept_from([start for (start,) in newest][::-1])
    bygone = conn.execute(
        "SELECT period, board, game, person FROM tally WHERE period > ? AND period < ? LIMIT ?",
        (periods.ALL_TIME, kept, PRUNED_AT_ONCE),
    ).fetchall()
    # One by one: for a list of keys SQLite walks an index of the whole board instead.
    conn.executemany("DELETE FROM tally WHERE period = ? AND board = ? AND game = ? AND person = ?", bygone)
