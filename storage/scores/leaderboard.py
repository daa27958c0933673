"""Reads leaderboards."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from storage import people
from storage.engine.database import Connection
from storage.engine.reading import row_of, rows_of
from storage.rows import Count, Name
from storage.scores import measures, results
from storage.scores.results import PROVISIONAL_GAMES
from storage.scores.tallies import ALL_GAMES, GLOBAL_BOARD


class _Measure(NamedTuple):
    column: str
    # ``None``: the rows are read and sorted. Each game changes the number of games and the share of wins of
    # everybody at the table, so an index on them would be changed too often.
    index_name: str | None
    condition: str = "true"
    table: str = "tally"
    then: str = "0"  # what decides between equal values


_MEASURES = {
    "beaten": _Measure("beaten", "tally_by_beaten", then="wins"),
    "wins": _Measure("wins", "tally_by_wins"),
    "rating": _Measure("shown", "tally_by_rating", "shown IS NOT NULL"),
    "share": _Measure("share", None, "games >= :least"),
    "games": _Measure("games", None),
}
MEASURES = tuple(_MEASURES)
"""Measures that every game has, in the order in which leaderboards offer them."""
_OWN = _Measure("value", "measure_in_order", "fact = :measure", "measure")
ONE_GAME_PREFIXES = "rating", measures.BEST, measures.SUMMED
"""Prefixes of measures that need a game."""
_OF_LINE = (
    "CROSS JOIN {0} ON {0}.period = :period AND {0}.board = :board AND {0}.game = :game"
    " AND {0}.person = line.person"
)


def _measure_of(name: str) -> _Measure:
    if name.startswith((measures.BEST, measures.SUMMED)):
        return _OWN
    if name not in _MEASURES:
        raise ValueError(f"measure must be one of {', '.join(_MEASURES)}, or a game's own, not {name!r}")
    return _MEASURES[name]


class BoardLine(msgspec.Struct, frozen=True):
    """A line of a leaderboard."""

    rank: int  # 1 for the best; equal values share a rank and the ranks after them are skipped
    user_id: int
    name: Name
    value: float  # what the leaderboard compares: a whole number, or 0 to 1 for the share of wins
    games: Count
    wins: Count  # games in which the person was first, alone or shared; a tie of the whole table is no win
    ties: Count  # number of shared first places
    beaten: Count = 0  # number of different people beaten
    provisional: bool = False  # the rating is based on few games (only on rating boards)


class BoardPage(msgspec.Struct, frozen=True):
    """A page of a leaderboard."""

    rows: tuple[BoardLine, ...]
    total: int  # number of lines on all pages
    mine: BoardLine | None  # the viewer's own line


def load_board(
    conn: Connection,
    *,
    game: str | None,
    guild_id: int | None,
    since: results.PeriodKey | None = None,
    measure: str = "wins",
    min_games: int = 10,
    limit: int = 10,
    offset: int = 0,
    user_id: int | None = None,
    with_computers: bool = False,
) -> BoardPage:
    """Return a page of a leaderboard. People with equal values share a rank (1, 2, 2, 4).

    Args:
        game: the id of a game; ``None`` for all games together.
        guild_id: the server; ``None`` for the global leaderboard.
        since: the month, week or running season; ``None`` for all time.
        measure: what is compared: a name in ``MEASURES``, or a measure of the game.
        min_games: games that a person needs for a board by share of wins.
        user_id: the viewer, whose own line becomes ``BoardPage.mine``.
        with_computers: return the board of games with computer players instead.

    Raises:
        ValueError: an impossible argument.
    """
    # Refuse what no leaderboard has, before anything is read.
    chosen = _measure_of(measure)
    if game is None and measure.startswith(ONE_GAME_PREFIXES):
        raise ValueError(f"a board by {measure} needs a game")
    if since is not None and not (results.is_season(since) or results.is_start(since)):
        raise ValueError(f"{since} is not the start of a month or a week (UTC), nor a season's key")
    if limit < 0 or offset < 0:
        raise ValueError("limit and offset must not be negative")
    # Games with computer players have a twin of each board.
    of_people = GLOBAL_BOARD if guild_id is None else guild_id
    given = {
        "period": results.ALL_TIME if since is None else since,
        "guild": guild_id,
        "board": measures.board_with_computers(of_people) if with_computers else of_people,
        "game": ALL_GAMES if game is None else game,
        "measure": measure,
        "least": min_games,
        "limit": limit,
        "offset": offset,
    }
    query = _Query(conn, chosen, given)
    rows = query.page()
    return BoardPage(rows, query.total(), None if user_id is None else query.row_of(user_id))


class _Line(NamedTuple):
    user_id: int
    name: Name
    value: int | float
    games: Count
    wins: Count
    ties: Count
    beaten: Count
    rated: Count | None
    then: int  # what decides between equal values


class _Query:
    def __init__(self, conn: Connection, measure: _Measure, given: dict[str, Any]) -> None:
        self._conn = conn
        self._given = given
        self._value, self._then, self._table = measure.column, measure.then, measure.table
        self._order = "" if measure.then == "0" else f"{measure.then} DESC, "
        self._where = f"period = :period AND board = :board AND game = :game AND {measure.condition}"
        indexed = "" if measure.index_name is None else f"INDEXED BY {measure.index_name}"
        self._from = f"FROM {measure.table} {indexed} WHERE {self._where}"
        # Find the people of the page in the index alone, which can skip to any page quickly; then read their
        # lines.
        is_own = measure.table == "measure"
        own = _OF_LINE.format("measure") + " AND measure.fact = :measure" if is_own else ""
        self._lines = f"""
            SELECT person.user_id, {people.NAME_THERE.format(guild=":guild")},
                {measure.table}.{self._value}, tally.games, wins, ties, tally.beaten, rating.games,
                {self._then}
            FROM (SELECT person {{}}) AS line {own} {_OF_LINE.format("tally")}
            CROSS JOIN person ON person.id = line.person
            LEFT JOIN rating ON rating.person = line.person AND rating.game = :game
            ORDER BY {measure.table}.{self._value} DESC, {self._order}line.person
        """

    def page(self) -> tuple[BoardLine, ...]:
        ordered = f"{self._from} ORDER BY {self._value} DESC, {self._order}person LIMIT :limit OFFSET :offset"
        lines = rows_of(self._conn, _Line, self._lines.format(ordered), self._given)
        rows: list[BoardLine] = []
        rank, before = 0, None
        # Only the first line needs a query for its rank; the others follow from their position, or share a
        # rank.
        for position, line in enumerate(lines, self._given["offset"] + 1):
            if (line.value, line.then) != before:
                rank = position if rows else self._rank(line)
            before = line.value, line.then
            rows.append(self._row(rank, line))
        return tuple(rows)

    def total(self) -> int:
        return int(self._conn.execute(f"SELECT count(*) {self._from}", self._given).fetchone()[0])

    def row_of(self, user_id: int) -> BoardLine | None:
        person = people.find(self._conn, user_id)
        if person is None:
            return None
        mine = f"FROM {self._table} WHERE {self._where} AND person = :person"
        line = row_of(self._conn, _Line, self._lines.format(mine), {**self._given, "person": person})
        return None if line is None else self._row(self._rank(line), line)

    def _rank(self, line: _Line) -> int:
        better = f"{self._value} > :value"
        if self._order:
            better = f"({self._value}, {self._then}) > (:value, :then)"
        given = {**self._given, "value": line.value, "then": line.then}
        count = self._conn.execute(f"SELECT count(*) {self._from} AND {better}", given).fetchone()
        return int(count[0]) + 1

    def _row(self, rank: int, line: _Line) -> BoardLine:
        is_provisional = self._value == "shown" and (line.rated or 0) < PROVISIONAL_GAMES
        return BoardLine(rank, *line[:7], is_provisional)
