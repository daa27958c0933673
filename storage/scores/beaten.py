"""The number of different people that each person has beaten, on each leaderboard.

A person beats another by winning a game in which the other made enough decisions and lost.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from storage.engine.database import Connection
from storage.engine.reading import column_of, rows_of
from storage.rows import PersonRowId, UnixMs
from storage.scores import measures, results
from storage.scores.measures import GLOBAL_BOARD, CountedPeriod, ResultBoards, board_with_computers
from storage.scores.results import StoredResult

ALL_GAMES = ""
COLUMNS = "period, board, game, person, other"
_INSERT = f"INSERT INTO {{}} ({COLUMNS})"
_UNLESS_THERE = "ON CONFLICT DO NOTHING"
NUMBER = """
    UPDATE {tally} SET beaten = (
        SELECT count(*) FROM {beaten} AS known WHERE known.period = {tally}.period
            AND known.board = {tally}.board AND known.game = {tally}.game AND known.person = {tally}.person
    )
"""
"""SQL: write each person's number of beaten people to the tallies."""
_NUMBER = NUMBER.format(tally="tally", beaten="beaten")


def add(
    conn: Connection, result: StoredResult, boards: ResultBoards, counted_people: Collection[PersonRowId]
) -> None:
    """Count on the leaderboards whom each winner of a game has beaten.

    Args:
        result: the game's result, whose wins are already counted.
        counted_people: row ids of people. Other winners are skipped.
    """
    winners = {
        seat.person: seat.team for seat in result.seats if seat.has_won and seat.person in counted_people
    }
    losers = [seat for seat in result.seats if seat.person and seat.has_played and not seat.has_won]
    # A partner is not beaten, even if the winner's team has won without them.
    pairs = [
        (winner, other.person)
        for winner, team in winners.items()
        for other in losers
        if team is None or other.team != team
    ]
    # Each pair counts in every period and board, for this game and for all games together.
    keys = [(*key, game) for key in boards.keys for game in (result.game, ALL_GAMES)]
    rows = [(*key, *pair) for key in keys for pair in pairs]
    conn.executemany(f"{_INSERT.format('beaten')} VALUES (?, ?, ?, ?, ?) {_UNLESS_THERE}", rows)
    conn.executemany(
        f"{_NUMBER} WHERE period = ? AND board = ? AND game = ? AND person = ?",
        [(*key, winner) for key in keys for winner in winners],
    )


def recount(conn: Connection, guild_id: int) -> None:
    """Recount how many people each person of a server has beaten, for the global leaderboard.

    Call this after the server has joined or left the global leaderboard.
    """
    people = column_of(
        conn,
        int,
        "SELECT DISTINCT person FROM beaten WHERE period = ? AND board IN (?, ?)",
        (results.ALL_TIME, guild_id, board_with_computers(guild_id)),
    )
    for person in people:
        for everywhere, boards in _EVERYWHERE:
            given = {"person": person, "board": everywhere}
            conn.execute("DELETE FROM beaten WHERE person = :person AND board = :board", given)
            theirs = f"person = :person AND board IN ({boards}) AND {_SHARED}"
            conn.execute(_UNITED.format(table="beaten", board=":board", condition=theirs), given)
            conn.execute(f"{_NUMBER} WHERE person = :person AND board = :board", given)


def fill(conn: Connection, table: str, spans: Sequence[CountedPeriod], within: str = "true") -> None:
    """Insert into a database table who has beaten whom in some periods.

    Args:
        table: the name of the database table, without rows of these periods.
        within: an SQL condition that selects the new rows of the table.
    """
    for span in spans:
        conn.execute(
            f"""
            {_INSERT.format(table)}
            SELECT DISTINCT {span.period}, {measures.BOARD}, result.game, mine.person, theirs.person
            FROM result CROSS JOIN result_seat AS mine ON mine.result = result.id
                CROSS JOIN result_seat AS theirs ON theirs.result = result.id
                CROSS JOIN person ON person.id = mine.person
            WHERE mine.won = 1 AND theirs.won = 0 AND theirs.has_played = 1 AND theirs.person IS NOT NULL
                AND (mine.team IS NULL OR theirs.team <> mine.team)
                AND user_id IS NOT NULL AND {span.condition}
            """
        )
    # Global rows and those of all games together are unions, since people may meet in several places.
    for everywhere, boards in _EVERYWHERE:
        theirs = f"board IN ({boards}) AND {_SHARED} AND {within}"
        conn.execute(_UNITED.format(table=table, board=everywhere, condition=theirs))
    conn.execute(
        f"""
        {_INSERT.format(table)}
        SELECT DISTINCT period, board, '{ALL_GAMES}', person, other FROM {table}
        WHERE game <> '{ALL_GAMES}' AND {within}
        """
    )


_SHARED = f"period >= {results.ALL_TIME}"
"""SQL: the period belongs to no season. Only such periods are on the global board."""
_EVERYWHERE = (
    (GLOBAL_BOARD, measures.JOINED),
    (
        board_with_computers(GLOBAL_BOARD),
        measures.JOINED.replace("guild_id", measures.BOARD_WITH_COMPUTERS, 1),
    ),
)
"""The global boards, each with SQL for the boards of servers that it combines."""
_UNITED = f"""
    INSERT INTO {{table}} ({COLUMNS})
    SELECT DISTINCT period, {{board}}, game, person, other FROM {{table}} WHERE {{condition}}
"""


def prune(conn: Connection, oldest: UnixMs, at_once: int) -> None:
    """Delete up to ``at_once`` rows of periods that began before ``oldest``."""
    bygone = rows_of(
        conn,
        tuple[int, int, str, int, int],
        "SELECT period, board, game, person, other FROM beaten WHERE period > ? AND period < ? LIMIT ?",
        (results.ALL_TIME, oldest, at_once),
    )
    key = "period = ? AND board = ? AND game = ? AND person = ? AND other = ?"
    conn.executemany(f"DELETE FROM beaten WHERE {key}", bygone)
