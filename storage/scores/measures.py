"""Measures of one game that people compare on leaderboards, such as the highest lie that succeeded.

A counter whose name begins with ``best_`` is compared by its greatest value, a counter whose name begins with
``won_`` by its sum. The measure ``STREAK`` is the largest number of wins in a row on one server.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple, TypeAlias

import msgspec

from storage.engine.database import Connection
from storage.engine.reading import column_of, rows_of
from storage.rows import Count, PersonRowId, Time, UnixMs
from storage.scores import results
from storage.scores.results import PeriodKey, StoredResult

BEST = "best_"
"""Prefix of counters whose greatest value counts, not the sum."""
SUMMED = "won_"
STREAK = "best_streak"
BoardKey: TypeAlias = int
"""The number of a leaderboard in the database; for a server's own board the server's id."""

GLOBAL_BOARD = -1
"""The key of the leaderboard of all servers that joined it."""


def are_readable(facts: str) -> bool:
    """Return whether a seat's stored counters (JSON) can be decoded."""
    try:
        _FACTS.decode(facts)
    except (msgspec.DecodeError, TypeError):
        return False
    return True


def read_facts(facts: str) -> dict[str, int]:
    """Return a seat's stored counters by name; empty if they cannot be decoded."""
    return _FACTS.decode(facts) if are_readable(facts) else {}


def board_with_computers(board: BoardKey) -> BoardKey:
    """Return the key of the leaderboard for games with computer players.

    Args:
        board: the key of a server's usual leaderboard.
    """
    return -10 - board


BOARD_WITH_COMPUTERS = "-10 - guild_id"
"""SQL: the number that the function ``board_with_computers`` returns for a server's board."""
BOARD = f"CASE WHEN rated = 1 THEN guild_id ELSE {BOARD_WITH_COMPUTERS} END"
"""SQL: the server's board on which a result counts."""
JOINED = "SELECT guild_id FROM guild_settings WHERE board_scope = 'everywhere'"
"""SQL: the servers that have joined the global leaderboard."""

COLUMNS = "period, board, game, fact, person, value, run"
_FACTS = msgspec.json.Decoder(dict[str, int])
_ON_CONFLICT = "ON CONFLICT (period, board, game, fact, person) DO UPDATE SET"
_INSERT = f"INSERT INTO {{}} ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)"
_ADD = _INSERT.format("measure")
_KEY = "period = ? AND board = ? AND game = ? AND fact = ? AND person = ?"


class _MeasureKey(NamedTuple):
    """A leaderboard of one measure."""

    period: PeriodKey
    board: BoardKey
    game: str
    fact: str  # name of the measure


class _MeasureRow(NamedTuple):
    period: PeriodKey
    board: BoardKey
    game: str
    fact: str
    person: PersonRowId
    value: Count
    run: Count  # current run of wins


class _PlayedGame(NamedTuple):
    board: BoardKey
    game: str
    ended_at: Time
    has_left: bool
    won: bool
    facts: str


class _SeasonGame(NamedTuple):
    person: PersonRowId
    board: BoardKey
    game: str
    has_left: bool
    won: bool
    facts: str


class ResultBoards(NamedTuple):
    """The leaderboards to which a result is added."""

    server_board: BoardKey  # of the server where the game was played
    global_board: BoardKey | None  # None if the server has not joined the global leaderboard
    starts: tuple[PeriodKey, ...]  # the periods all time, month and week that contain the result
    # the server's season; None if it is closed; the global board has no seasons
    season: PeriodKey | None = None

    @property
    def periods(self) -> tuple[PeriodKey, ...]:
        """The keys of the periods for which the server has a leaderboard."""
        return self.starts if self.season is None else (*self.starts, self.season)

    @property
    def keys(self) -> tuple[tuple[PeriodKey, BoardKey], ...]:
        """The leaderboards, each as a period's key and a board's key."""
        own = [(period, self.server_board) for period in self.periods]
        return (*own, *((start, self.global_board) for start in self.starts if self.global_board is not None))


class CountedPeriod(NamedTuple):
    """A period whose leaderboards are computed from the results."""

    period: PeriodKey
    begin: UnixMs
    end: UnixMs  # excluded
    guild_id: int | None = None  # the server, for a season; None for all servers

    @property
    def condition(self) -> str:
        """The SQL condition that selects the period's results."""
        within = f"result.game <> '' AND result.ended_at >= {self.begin:d} AND result.ended_at < {self.end:d}"
        return within if self.guild_id is None else f"result.guild_id = {self.guild_id:d} AND {within}"


def compared_facts(facts: Mapping[str, int]) -> dict[str, int]:
    """Return the counters that leaderboards compare and that are not zero."""
    return {name: count for name, count in facts.items() if name.startswith((BEST, SUMMED)) and count > 0}


def add(
    conn: Connection, result: StoredResult, boards: ResultBoards, counted_people: Collection[PersonRowId]
) -> None:
    """Add the counters of a result to leaderboards.

    Args:
        counted_people: row ids of people. Other players are skipped.
    """
    people = [(seat.person, seat) for seat in result.seats if seat.person in counted_people and seat.person]
    rows = [
        (*key, result.game, fact, person, value, 0)
        for key in boards.keys
        for person, seat in people
        if not seat.has_left
        for fact, value in compared_facts(seat.facts).items()
    ]
    # A value that stays the same is not written, since that would write the index of the board, too.
    # Counters of both kinds are stored alike, but combined differently with the stored value.
    best = [row for row in rows if row[3].startswith(BEST)]
    summed = [row for row in rows if not row[3].startswith(BEST)]
    conn.executemany(
        f"{_ADD} {_ON_CONFLICT} value = excluded.value WHERE excluded.value > measure.value", best
    )
    conn.executemany(f"{_ADD} {_ON_CONFLICT} value = measure.value + excluded.value", summed)
    # A row of wins is counted per server; the global board has the longest of all servers.
    streaks = [(period, boards.server_board, result.game, STREAK) for period in boards.periods]
    won = [(*streak, person) for streak in streaks for person, seat in people if seat.has_won]
    lost = [(*streak, person) for streak in streaks for person, seat in people if not seat.has_won]
    conn.executemany(f"{_ADD} {_ON_CONFLICT} run = measure.run + 1", [(*key, 1, 1) for key in won])
    conn.executemany(f"UPDATE measure SET value = run WHERE {_KEY} AND run > value", won)
    conn.executemany(f"UPDATE measure SET run = 0 WHERE {_KEY} AND run > 0", lost)
    if boards.global_board is not None:
        shared = [key for key in won if not results.is_season(key[0])]
        conn.executemany(_RAISE.format(everywhere=boards.global_board), shared)


_RAISE = f"""
    INSERT INTO measure ({COLUMNS})
    SELECT period, {{everywhere}}, game, fact, person, value, 0 FROM measure WHERE {_KEY}
    {_ON_CONFLICT} value = excluded.value WHERE excluded.value > measure.value
"""
"""SQL: raise the global value to that of a server's board."""


def recount(conn: Connection, guild_id: int) -> None:
    """Recompute the measures of a server's people for the global leaderboard.

    Call this after the server has joined or left the global leaderboard.
    """
    joined = _joined_guilds(conn)
    people = column_of(
        conn,
        int,
        "SELECT DISTINCT person FROM measure WHERE period = ? AND board IN (?, ?)",
        (results.ALL_TIME, guild_id, board_with_computers(guild_id)),
    )
    # Global values cannot be subtracted, so they are computed again from those of the servers.
    for person in people:
        for board in (GLOBAL_BOARD, board_with_computers(GLOBAL_BOARD)):
            conn.execute("DELETE FROM measure WHERE person = ? AND board = ?", (person, board))
        of_all = f"SELECT {COLUMNS} FROM measure WHERE person = ? AND period >= {results.ALL_TIME}"
        rows = rows_of(conn, _MeasureRow, of_all, (person,))
        conn.executemany(_INSERT.format("measure"), _global_rows(rows, joined))


def fill(conn: Connection, table: str, starts: Sequence[UnixMs]) -> None:
    """Compute everybody's measures for all time, months and weeks, and insert them into an empty database
    table.

    Args:
        starts: the starts of all months and weeks with a finished game, ascending.
    """
    joined, oldest = _joined_guilds(conn), results.oldest_kept(starts)
    for person in column_of(conn, int, "SELECT id FROM person WHERE user_id IS NOT NULL ORDER BY id"):
        rows = _measures_of(conn, person, oldest)
        conn.executemany(_INSERT.format(table), [*rows, *_global_rows(rows, joined)])


def fill_season(conn: Connection, table: str, span: CountedPeriod) -> None:
    """Compute each person's measures in one server's season, and insert them into a database table."""
    played = rows_of(
        conn,
        _SeasonGame,
        f"""
        SELECT result_seat.person, {BOARD}, game, has_left, won, facts
        FROM result CROSS JOIN result_seat ON result_seat.result = result.id
            CROSS JOIN person ON person.id = result_seat.person
        WHERE {span.condition} AND counts = 1 AND user_id IS NOT NULL ORDER BY result.id
        """,
    )
    counts: dict[int, _PersonMeasures] = {}
    for person, board, game, has_left, won, facts in played:
        counted = counts.setdefault(person, _PersonMeasures())
        counted.add((span.period,), board, game, facts, has_left=has_left, won=won)
    rows = [row for person, counted in counts.items() for row in counted.rows(person)]
    conn.executemany(_INSERT.format(table), rows)


def _joined_guilds(conn: Connection) -> frozenset[int]:
    return frozenset(column_of(conn, int, JOINED))


def _measures_of(conn: Connection, person: PersonRowId, oldest: UnixMs) -> list[_MeasureRow]:
    played = rows_of(
        conn,
        _PlayedGame,
        f"""
        SELECT {BOARD}, game, ended_at, has_left, won, facts
        FROM result_seat CROSS JOIN result ON result.id = result_seat.result
        WHERE result_seat.person = ? AND counts = 1 ORDER BY result_seat.result
        """,
        (person,),
    )
    counted = _PersonMeasures()
    for board, game, ended_at, has_left, won, facts in played:
        starts = [
            start for start in results.period_keys(ended_at) if start == results.ALL_TIME or start >= oldest
        ]
        counted.add(starts, board, game, facts, has_left=has_left, won=won)
    return counted.rows(person)


class _PersonMeasures:
    """The sums, greatest values and streaks of one person, from results added oldest first."""

    def __init__(self) -> None:
        self._values: dict[_MeasureKey, int] = {}
        self._runs: dict[_MeasureKey, int] = {}

    def add(
        self,
        starts: Sequence[PeriodKey],
        board: BoardKey,
        game: str,
        facts: str,
        *,
        has_left: bool,
        won: bool,
    ) -> None:
        # A computer player may have made the counters of a person who left.
        own = {} if has_left else compared_facts(read_facts(facts))
        for start in starts:
            # A run of wins is counted in each period by itself, from the first game of the period.
            streak = _MeasureKey(start, board, game, STREAK)
            self._runs[streak] = self._runs.get(streak, 0) + 1 if won else 0
            for fact, value in (*own.items(), *(((STREAK, self._runs[streak]),) if won else ())):
                _put(self._values, _MeasureKey(start, board, game, fact), value)

    def rows(self, person: PersonRowId) -> list[_MeasureRow]:
        return [
            _MeasureRow(*key, person, value, self._runs.get(key, 0)) for key, value in self._values.items()
        ]


def _global_rows(rows: Sequence[_MeasureRow], joined: frozenset[int]) -> list[_MeasureRow]:
    values: dict[_MeasureKey, int] = {}
    people = {row.person for row in rows}
    for period, board, game, fact, _, value, _ in rows:
        if board in joined:
            _put(values, _MeasureKey(period, GLOBAL_BOARD, game, fact), value)
        elif board_with_computers(board) in joined:
            _put(values, _MeasureKey(period, board_with_computers(GLOBAL_BOARD), game, fact), value)
    return [_MeasureRow(*key, person, value, 0) for person in people for key, value in values.items()]


def _put(values: dict[_MeasureKey, int], key: _MeasureKey, value: int) -> None:
    before = values.get(key, 0)
    values[key] = max(before, value) if key.fact.startswith(BEST) else before + value


def prune(conn: Connection, oldest: UnixMs, at_once: int) -> None:
    """Delete up to ``at_once`` rows of periods that began before ``oldest``."""
    bygone = rows_of(
        conn,
        tuple[int, int, str, str, int],
        "SELECT period, board, game, fact, person FROM measure WHERE period > ? AND period < ? LIMIT ?",
        (results.ALL_TIME, oldest, at_once),
    )
    conn.executemany(f"DELETE FROM measure WHERE {_KEY}", bygone)
