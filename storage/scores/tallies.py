"""The games, wins and rating of each person on each leaderboard (tallies).

They are written with each result, and can be recomputed from the results.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from storage.engine.database import Connection, lengthy
from storage.engine.reading import column_of, rows_of, setting_aside
from storage.rows import LAST_MS, PersonRowId, UnixMs, ZoneName
from storage.scores import beaten, measures, results, seasons
from storage.scores.measures import CountedPeriod, ResultBoards
from storage.scores.results import StoredResult

GLOBAL_BOARD = measures.GLOBAL_BOARD
ALL_GAMES = beaten.ALL_GAMES
PRUNED_AT_ONCE = 200  # rows of each table per result, which is enough to keep the tables small

COLUMNS = "period, board, game, person, games, wins, ties, shown, share, beaten"
_ADD_COUNTS = """
    ON CONFLICT (period, board, game, person) DO UPDATE SET games = tally.games + excluded.games,
        wins = tally.wins + excluded.wins, ties = tally.ties + excluded.ties,
        share = CAST(tally.wins + excluded.wins AS DOUBLE PRECISION) / (tally.games + excluded.games)
"""
_ADD = f"{_ADD_COUNTS}, shown = excluded.shown"
# A game of one person. An index is written as soon as a statement sets one of its columns, even to the same
# value. So losers write nothing to the indexes of wins, and ratings are written only where they change.
_PLAYED = f"INSERT INTO tally ({COLUMNS}) VALUES (?, ?, ?, ?, 1, ?, ?, ?, ?, 0)"
_LOST = f"""
    {_PLAYED} ON CONFLICT (period, board, game, person) DO UPDATE SET games = tally.games + 1,
        share = CAST(tally.wins AS DOUBLE PRECISION) / (tally.games + 1)
"""
_WON = f"{_PLAYED} {_ADD_COUNTS}"
# The starts of all periods but seasons that have rows, each found by one step in the primary key.
_PERIODS = f"""
    WITH RECURSIVE step (start) AS (
        SELECT min(period) FROM tally WHERE period >= {results.ALL_TIME}
        UNION ALL
        SELECT (SELECT min(period) FROM tally WHERE period > start) FROM step WHERE start IS NOT NULL
    ) SELECT start FROM step WHERE start IS NOT NULL
"""


class _Counted(NamedTuple):
    """A person for whom a result counts."""

    person: PersonRowId
    won: bool
    shared: bool
    shown: int | None


class _Taken(NamedTuple):
    """The numbers that are subtracted from a line of the global leaderboard."""

    games: int
    wins: int
    ties: int
    period: int
    game: str
    person: PersonRowId


def add(conn: Connection, result: StoredResult, default_zone: ZoneName) -> None:
    """Add a result to all leaderboards. The ratings must have been updated already.

    Args:
        default_zone: the zone of a server that has chosen none.
    """
    # Deleted people and computer players are on no board.
    people = rows_of(
        conn,
        _Counted,
        f"""
        SELECT person.id, won, shared, shown FROM result_seat JOIN person ON person.id = result_seat.person
        LEFT JOIN rating ON rating.person = person.id AND rating.game = ?
            AND shown BETWEEN -{results.MOST_SHOWN} AND {results.MOST_SHOWN}
        WHERE result = ? AND counts = 1 AND user_id IS NOT NULL
        """,
        (result.game, result.id),
    )
    boards = _boards_of(conn, result, default_zone if people else None)
    # Add the result for the game itself and for all games together, on each board and in each period.
    rows = [
        (*key, game, person, int(won), int(shared), rating if game else None, int(won))
        for key in boards.keys
        for game in (result.game, ALL_GAMES)
        for person, won, shared, rating in people
    ]
    conn.executemany(_LOST, [row for row in rows if not (row[4] or row[5])])
    conn.executemany(_WON, [row for row in rows if row[4] or row[5]])
    if result.rated:  # a rating is the same on all boards
        conn.executemany(
            """
            UPDATE tally SET shown = :shown
            WHERE person = :person AND game = :game AND (shown <> :shown OR shown IS NULL)
            """,
            [{"person": row.person, "game": result.game, "shown": row.shown} for row in people],
        )
    # The numbers of people beaten are added to these rows, so they come after them.
    known = {row.person for row in people}
    measures.add(conn, result, boards, known)
    beaten.add(conn, result, boards, known)
    conn.executemany(
        "INSERT INTO period (start) VALUES (?) ON CONFLICT DO NOTHING",
        [(start,) for start in boards.starts[1:]],
    )
    _prune(conn)


def _boards_of(conn: Connection, result: StoredResult, default_zone: ZoneName | None) -> ResultBoards:
    running = None if default_zone is None else _running_season_key(conn, result, default_zone)
    starts, everywhere = results.period_keys(result.ended_at), has_joined(conn, result.guild_id)
    board_of = int if result.rated else measures.board_with_computers
    return ResultBoards(
        board_of(result.guild_id), board_of(GLOBAL_BOARD) if everywhere else None, starts, running
    )


def _running_season_key(conn: Connection, result: StoredResult, default_zone: ZoneName) -> int | None:
    ensured = seasons.EnsuredSeason(None, is_new=False)
    # A damaged season does not keep the game from the other leaderboards.
    with setting_aside(conn, f"season of server {result.guild_id}"):
        ensured = ensure_season(conn, result.guild_id, result.ended_at, default_zone)
    # The leaderboards of a new season have been computed from all results, including this one.
    return None if ensured.season is None or ensured.is_new else ensured.season.period


def ensure_season(
    conn: Connection, guild_id: int, at: UnixMs, default_zone: ZoneName
) -> seasons.EnsuredSeason:
    """Return a server's season at a time. A new season gets its leaderboards.

    Args:
        default_zone: the zone of a server that has chosen none.
    """
    ensured = seasons.ensure(conn, guild_id, at, default_zone)
    if ensured.season is not None and ensured.is_new:
        fill_season(conn, ensured.season)
    return ensured


def fill_season(conn: Connection, season: seasons.Season) -> None:
    """Compute the leaderboards of a running season from the results."""
    clear_season(conn, season)
    _fill_seasons(conn, [season], f"period = {season.period} AND {_boards_condition(season)}")


def clear_season(conn: Connection, season: seasons.Season) -> None:
    """Delete the leaderboards of a season."""
    for table in DERIVED:
        conn.execute(f"DELETE FROM {table} WHERE period = {season.period} AND {_boards_condition(season)}")


def _boards_condition(season: seasons.Season) -> str:
    return f"board IN ({season.guild_id:d}, {measures.board_with_computers(season.guild_id):d})"


def has_joined(conn: Connection, guild_id: int) -> bool:
    """Return whether a server's games count on the global leaderboard."""
    return conn.execute(f"{measures.JOINED} AND guild_id = ?", (guild_id,)).fetchone() is not None


def join_global_board(conn: Connection, guild_id: int) -> None:
    """Add a server's games and wins to the global leaderboard."""
    conn.executemany(
        f"""
        INSERT INTO tally ({COLUMNS})
        SELECT period, ?, game, person, games, wins, ties, shown, share, 0 FROM tally
        WHERE period IN ({_PERIODS}) AND board = ? {_ADD}
        """,
        [
            (GLOBAL_BOARD, guild_id),
            (measures.board_with_computers(GLOBAL_BOARD), measures.board_with_computers(guild_id)),
        ],
    )
    measures.recount(conn, guild_id)
    beaten.recount(conn, guild_id)


def leave_global_board(conn: Connection, guild_id: int) -> None:
    """Subtract a server's games and wins from the global leaderboard."""
    _subtract(conn, guild_id, GLOBAL_BOARD)
    _subtract(conn, measures.board_with_computers(guild_id), measures.board_with_computers(GLOBAL_BOARD))
    measures.recount(conn, guild_id)
    beaten.recount(conn, guild_id)


def _subtract(conn: Connection, board: measures.BoardKey, global_board: measures.BoardKey) -> None:
    taken = "SELECT games, wins, ties, period, game, person FROM tally"
    rows = rows_of(conn, _Taken, f"{taken} WHERE period IN ({_PERIODS}) AND board = ?", (board,))
    conn.executemany(
        f"""
        UPDATE tally SET games = games - :games, wins = wins - :wins, ties = ties - :ties,
            share = CASE WHEN games = :games THEN 0
                ELSE CAST(wins - :wins AS DOUBLE PRECISION) / (games - :games) END
        WHERE period = :period AND board = {global_board} AND game = :game AND person = :person
        """,
        [row._asdict() for row in rows],
    )
    # Nobody stands on the global board without a game.
    emptied = f"period = ? AND board = {global_board} AND game = ? AND person = ? AND games = 0"
    conn.executemany(f"DELETE FROM tally WHERE {emptied}", [row[3:] for row in rows])


@lengthy
def rebuild_boards(conn: Connection) -> None:
    """Recompute all leaderboards from the results and ratings."""
    starts = starts_of_results(conn)
    conn.execute("DELETE FROM period")
    conn.executemany("INSERT INTO period (start) VALUES (?)", [(start,) for start in starts])
    for table in DERIVED:
        conn.execute(f"DELETE FROM {table}")
    fill(conn, starts)


def starts_of_results(conn: Connection) -> list[UnixMs]:
    """Return the starts of all months and weeks in which a game ended, ascending."""
    possible = f"ended_at BETWEEN 0 AND {LAST_MS}"
    days = column_of(conn, int, f"SELECT DISTINCT ended_at / {results.DAY_MS} FROM result WHERE {possible}")
    return sorted({start for day in days for start in results.period_keys(day * results.DAY_MS)[1:]})


DERIVED = {"beaten": beaten.COLUMNS, "tally": COLUMNS, "measure": measures.COLUMNS}
"""The tables of the leaderboards with their columns; the first ones, up to the person, are the key."""


def fill(conn: Connection, starts: Sequence[UnixMs], prefix: str = "") -> None:
    """Compute all leaderboards from the results, and insert them into empty database tables.

    Args:
        starts: the starts of all months and weeks with a finished game, ascending.
        prefix: beginning of the names of the database tables.
    """
    oldest = results.oldest_kept(starts)
    spans = [CountedPeriod(results.ALL_TIME, -(2**62), 2**62)]
    spans += [CountedPeriod(start, start, results.period_end(start)) for start in starts if start >= oldest]
    beaten.fill(conn, f"{prefix}beaten", spans)
    _fill_tallies(conn, f"{prefix}tally", f"{prefix}beaten", spans)
    measures.fill(conn, f"{prefix}measure", starts)
    _fill_seasons(conn, seasons.load_open_seasons(conn), f"period < {results.ALL_TIME}", prefix)


def _fill_seasons(conn: Connection, running: Sequence[seasons.Season], within: str, prefix: str = "") -> None:
    spans = [
        CountedPeriod(season.period, season.starts_at, season.ends_at, season.guild_id) for season in running
    ]
    beaten.fill(conn, f"{prefix}beaten", spans, within)
    _fill_tallies(conn, f"{prefix}tally", f"{prefix}beaten", spans, within)
    for span in spans:
        measures.fill_season(conn, f"{prefix}measure", span)


def _fill_tallies(
    conn: Connection, table: str, beaten_table: str, spans: Sequence[CountedPeriod], within: str = "true"
) -> None:
    won, shared = (f"sum(CASE WHEN {mark} = 1 THEN 1 ELSE 0 END)" for mark in ("won", "shared"))
    # First each server's own boards, counted from the results.
    for span in spans:
        conn.execute(
            f"""
            INSERT INTO {table} ({COLUMNS})
            SELECT {span.period}, {measures.BOARD}, result.game, person.id, count(*), {won}, {shared},
                shown, CAST({won} AS DOUBLE PRECISION) / count(*), 0
            FROM result CROSS JOIN result_seat ON result_seat.result = result.id
                CROSS JOIN person ON person.id = result_seat.person
                LEFT JOIN rating ON rating.person = person.id AND rating.game = result.game
            WHERE user_id IS NOT NULL AND counts = 1 AND {span.condition}
            GROUP BY {measures.BOARD}, result.game, person.id, shown
            """
        )
    # Derived from the servers' rows above: first the two global boards, then all games together.
    sums = f"""
        INSERT INTO {table} ({COLUMNS})
        SELECT {{}}, sum(games), sum(wins), sum(ties), {{}},
            CAST(sum(wins) AS DOUBLE PRECISION) / sum(games), 0
        FROM {table}
    """
    twins = measures.JOINED.replace("guild_id", measures.BOARD_WITH_COMPUTERS, 1)
    for everywhere, boards in (
        (GLOBAL_BOARD, measures.JOINED),
        (measures.board_with_computers(GLOBAL_BOARD), twins),
    ):
        conn.execute(
            sums.format(f"period, {everywhere}, game, person", "max(shown)")
            + f"WHERE board IN ({boards}) AND period >= {results.ALL_TIME} AND {within}"
            + " GROUP BY period, game, person"
        )
    conn.execute(
        sums.format(f"period, board, '{ALL_GAMES}', person", "NULL")
        + f"WHERE {within} GROUP BY period, board, person"
    )
    conn.execute(f"{beaten.NUMBER.format(tally=table, beaten=beaten_table)} WHERE {within}")


def _prune(conn: Connection) -> None:
    starts = f"SELECT start FROM period WHERE start <= {LAST_MS} ORDER BY start DESC LIMIT ?"
    newest = column_of(conn, int, starts, (results.KEPT_STARTS,))
    oldest = results.oldest_kept(newest[::-1])
    bygone = rows_of(
        conn,
        tuple[int, int, str, int],
        "SELECT period, board, game, person FROM tally WHERE period > ? AND period < ? LIMIT ?",
        (results.ALL_TIME, oldest, PRUNED_AT_ONCE),
    )
    # One by one: for a list of keys SQLite would scan an index of the whole board.
    conn.executemany("DELETE FROM tally WHERE period = ? AND board = ? AND game = ? AND person = ?", bygone)
    measures.prune(conn, oldest, PRUNED_AT_ONCE)
    beaten.prune(conn, oldest, PRUNED_AT_ONCE)
