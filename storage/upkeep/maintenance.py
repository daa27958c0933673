"""Checks of the database's content, and recomputation of everything that is derived from results."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Iterator
from typing import Any, NamedTuple

from storage.engine.connection import Connection, lengthy
from storage.engine.database import Store
from storage.engine.reading import column_of, rows_of, setting_aside
from storage.engine.writing import get_meta, set_meta
from storage.errors import NotWhole
from storage.parts import TrophyCounter
from storage.people import bars
from storage.rows import StoredTable
from storage.scores import history, measures, periods, ratings, tallies, trophies
from storage.scores.history import FinishedGame
from storage.tables import exclusions, invitations, loading
from storage.tournaments.loading import load_damaged_ids

STALE = "scores"
"""Key of a mark, left by a migration: ratings and leaderboards must be recomputed."""
ONLY_BOARDS = "boards"
"""Value of the mark if ratings are right and only leaderboards must be recomputed."""

COPYING = "copying"
"""Key of the mark in a database that another is being copied into; its value is the other's name."""


PROBE = "probe"
"""Key of a value that exists only inside a transaction that tests whether the database can be written."""


def probe(conn: Connection) -> None:
    """Write and remove a value, to test whether the database can be written."""
    set_meta(conn, PROBE, "1")
    set_meta(conn, PROBE, None)


def expect_whole(conn: Connection) -> None:
    """Raise ``NotWhole`` if the database is an unfinished copy of another one."""
    source = get_meta(conn, COPYING)
    if source is not None:
        raise NotWhole(f"a copy of {source} into it was not finished: run tefuda db copy again")


@lengthy
def finish_upgrade(conn: Connection, counting: TrophyCounter | None = None) -> None:
    """Recompute the values that an upgrade of the database has left out of date.

    Args:
        counting: if given, trophies are counted again if their definitions have changed.

    Raises:
        NotWhole: the database is an unfinished copy of another database.
    """
    expect_whole(conn)
    exclusions.add_missing(conn)
    invitations.complete_weekly(conn)
    bars.strengthen_keys(conn)
    if (mark := get_meta(conn, STALE)) is not None:
        # A damaged row must not keep the bot from starting. The mark stays, and the next start tries again.
        with setting_aside(conn, "recomputed scores"):
            if mark == ONLY_BOARDS:
                tallies.rebuild_boards(conn)
            else:
                rerate_all(conn)
            set_meta(conn, STALE, None)
    if counting is not None:
        trophies.recount_if_outdated(conn, counting)


@lengthy
def rebuild_all(conn: Connection, counting: TrophyCounter) -> None:
    """Recompute all leaderboards and trophies from the results."""
    tallies.rebuild_boards(conn)
    trophies.recount(conn, counting)


@lengthy
def rerate_all(conn: Connection) -> int:
    """Recompute all ratings and leaderboards from the results, and return the number of rated games.

    It takes about a minute per million games and delays moves, so stop the bot first.
    """
    count = ratings.rerate(conn)
    tallies.rebuild_boards(conn)
    return count


async def finished_tables(store: Store) -> AsyncIterator[tuple[FinishedGame, StoredTable]]:
    """Yield all finished games, oldest first, each with its table and moves."""
    number = 0
    while batch := await store.read(_finished_after, number):
        for pair in batch:
            yield pair
        number = batch[-1][0].number


def _finished_after(conn: Connection, number: int) -> list[tuple[FinishedGame, StoredTable]]:
    games = history.load_games_after(conn, number, limit=100)
    if not games:
        return []
    stored = loading.load_finished(conn, games[0].number, games[-1].number)
    return [(game, stored[game.table_id]) for game in games]


def findings(conn: Connection, damages: Iterable[str] = ()) -> list[str]:
    """Check the database's content, and return the faults in one sentence each.

    Args:
        damages: faults of the file that are already known. They begin the result.
    """
    faults = [*damages]
    for sentence, query in _RULES:
        faults += [sentence.format(*row) for row in rows_of(conn, tuple[Any, ...], query)]
    faults += _unreadable_facts(conn)
    faults += [f"tournament {tournament_id} cannot be read" for tournament_id in load_damaged_ids(conn)]
    # Ratings and boards of broken results cannot be compared.
    return faults or [*_wrong_ratings(conn), *_wrong_tallies(conn)]


def _unreadable_facts(conn: Connection) -> Iterator[str]:
    after = (-1, -1)
    while batch := rows_of(conn, _Counters, _COUNTERS, after):
        for row in batch:
            if not measures.are_readable(row.facts):
                where = f"the result of table {row.table_id} has counters of seat {row.seat}"
                yield f"{where} that cannot be read"
        after = (batch[-1].result, batch[-1].seat)


class _Counters(NamedTuple):
    result: int
    seat: int
    table_id: str
    facts: str


_COUNTERS = """
    SELECT result, seat, table_id, facts FROM result_seat CROSS JOIN result ON result.id = result_seat.result
    WHERE (result, seat) > (?, ?) ORDER BY result, seat LIMIT 2000
"""


_RULES = (
    (
        "table {0} is over and has no result",
        "SELECT id FROM game_table WHERE status = 'over' AND id NOT IN (SELECT table_id FROM result)",
    ),
    (
        "table {0} has a result and is {1}",
        """
        SELECT game_table.id, status FROM result CROSS JOIN game_table ON game_table.id = table_id
        WHERE status <> 'over' AND NOT (status = 'playing' AND verdict IS NOT NULL)
        """,
    ),
    (
        "the result of table {0} has {1} seats where the table has {2}",
        """
        SELECT table_id, found, taken FROM (
            SELECT table_id, seats, found,
                (SELECT count(*) FROM seat WHERE seat.table_id = result.table_id) AS taken
            FROM (SELECT result AS number, count(*) AS found FROM result_seat GROUP BY result) AS counted
                JOIN result ON result.id = number
        ) AS compared
        WHERE NOT (found = taken AND found = seats)
        """,
    ),
    (
        "result {0} has no seats",
        "SELECT id FROM result WHERE NOT EXISTS (SELECT 1 FROM result_seat WHERE result = id)",
    ),
    (
        "the moves of table {0} are not numbered without gaps from 0",
        "SELECT table_id FROM move GROUP BY table_id HAVING count(*) <> max(seq) + 1",
    ),
    (
        "the seats of table {0} are not numbered without gaps from 0",
        "SELECT table_id FROM seat GROUP BY table_id HAVING count(*) <> max(seat) + 1",
    ),
)


def _wrong_ratings(conn: Connection) -> Iterator[str]:
    final: dict[tuple[int, str], ratings.Rating] = {}
    for _ in ratings.recompute(conn, final):
        pass
    kept = "SELECT person, game, mu, sigma, games FROM rating"
    stored = {
        (person, game): ratings.Rating(mu, sigma, games)
        for person, game, mu, sigma, games in rows_of(conn, tuple[int, str, float, float, int], kept)
    }
    wrong = sum(stored.get(key) != final.get(key) for key in stored.keys() | final.keys())
    if wrong:
        yield f"{wrong} ratings differ from those that the results give; make them again with rerate"


def _wrong_tallies(conn: Connection) -> Iterator[str]:
    starts = tallies.starts_of_results(conn)
    if starts != column_of(conn, int, "SELECT start FROM period ORDER BY start"):
        yield "the periods of boards differ from those of the results; make them again with rebuild"
    oldest = periods.oldest_kept(starts)
    wrong = 0
    # Make the boards again in temporary tables, and compare them with the stored ones.
    for table in tallies.DERIVED:
        conn.execute(f"CREATE TEMP TABLE expected_{table} AS SELECT * FROM {table} LIMIT 0")
    tallies.fill(conn, starts, "expected_")
    # Rows of periods that are no longer kept are not compared.
    for table, columns in tallies.DERIVED.items():
        theirs = f"SELECT {columns} FROM expected_{table}"
        ours = f"SELECT {columns} FROM {table} WHERE period <= {periods.ALL_TIME} OR period >= {oldest}"
        key = ", ".join(columns.split(", ")[: columns.split(", ").index("person") + 1])
        (count,) = conn.execute(
            f"""
            SELECT count(*) FROM (
                SELECT {key} FROM ({ours} EXCEPT {theirs}) AS extra
                UNION SELECT {key} FROM ({theirs} EXCEPT {ours}) AS missing
            ) AS wrong
            """
        ).fetchone()
        wrong += count
    if wrong:
        yield f"{wrong} lines of boards differ from those that the results give; make them again with rebuild"
