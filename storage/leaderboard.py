"""Leaderboards, read from the tallies.

On each board and for each measure there is an index in the board's order, so a page is a stretch of it, a
rank is one more than the number of better entries before it, and the total is the length of it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from storage import people, periods
from storage.connection import Connection
from storage.ratings import PROVISIONAL_GAMES
from storage.rows import Standing, Standings
from storage.tallies import ALL_GAMES, EVERYWHERE


class _Measure(NamedTuple):
    column: str
    index_name: str
    condition: str = "true"


_MEASURES = {
    "rating": _Measure("shown", "tally_by_rating", "shown IS NOT NULL"),
    "wins": _Measure("wins", "tally_by_wins"),
    "share": _Measure("share", "tally_by_share", "games >= :least"),
    "games": _Measure("games", "tally_by_games"),
}
MEASURES = tuple(_MEASURES)


def board(
    conn: Connection,
    *,
    game: str | None,
    guild_id: int | None,
    since: int | None,
    measure: str,
    min_games: int,
    limit: int,
    offset: int,
    user_id: int | None,
) -> Standings:
    """Return one page of a board; see ``Store.leaderboard``."""
    if measure not in _MEASURES:
        raise ValueError(f"measure must be one of {', '.join(MEASURES)}, not {measure!r}")
    if measure == "rating" and game is None:
        raise ValueError("ratings are per game: a board of ratings needs a game")
    if since is not None and not periods.is_start(since):
        raise ValueError(f"{since} is not the start of a month or a week (UTC)")
    if limit < 0 or offset < 0:
        raise ValueError("limit and offset must not be negative")
    given = {
        "period": periods.ALL_TIME if since is None else since,
        "board": EVERYWHERE if guild_id is None else guild_id,
        "game": ALL_GAMES if game is None else game,
        "least": min_games,
        "limit": limit,
        "offset": offset,
    }
    query = _Query(conn, _MEASURES[measure], given)
    rows = query.page()
    return Standings(rows, query.total(), None if user_id is None else query.row_of(user_id))


class _Query:
    """One board: its statements differ only in what they select from the same stretch of one index."""

    def __init__(self, conn: Connection, measure: _Measure, given: dict[str, Any]) -> None:
        self._conn = conn
        self._given = given
        self._value = measure.column
        self._where = f"period = :period AND board = :board AND game = :game AND {measure.condition}"
        self._from = f"FROM tally INDEXED BY {measure.index_name} WHERE {self._where}"
        # The people of the page from the index alone, which skips to any page quickly; then their lines.
        self._lines = f"""
            SELECT person.user_id, person.name, tally.{self._value}, tally.games, wins, ties, rating.games
            FROM (SELECT person {{}}) AS line
            CROSS JOIN tally ON period = :period AND board = :board AND tally.game = :game
                AND tally.person = line.person
            CROSS JOIN person ON person.id = line.person
            LEFT JOIN rating ON rating.person = line.person AND rating.game = :game
            ORDER BY tally.{self._value} DESC, line.person
        """

    def page(self) -> tuple[Standing, ...]:
        ordered = f"{self._from} ORDER BY {self._value} DESC, person LIMIT :limit OFFSET :offset"
        lines = self._conn.execute(self._lines.format(ordered), self._given).fetchall()
        rows: list[Standing] = []
        for position, line in enumerate(lines, self._given["offset"] + 1):
            if not rows:
                rank = self._rank(line[2])
            elif line[2] != rows[-1].value:
                rank = position
            rows.append(self._row(rank, line))
        return tuple(rows)

    def total(self) -> int:
        return int(self._conn.execute(f"SELECT count(*) {self._from}", self._given).fetchone()[0])

    def row_of(self, user_id: int) -> Standing | None:
        person = people.find(self._conn, user_id)
        if person is None:
            return None
        mine = f"FROM tally WHERE {self._where} AND person = :person"
        line = self._conn.execute(self._lines.format(mine), {**self._given, "person": person}).fetchone()
        return None if line is None else self._row(self._rank(line[2]), line)

    def _rank(self, value: float) -> int:
        better = f"SELECT count(*) {self._from} AND {self._value} > :value"
        return int(self._conn.execute(better, {**self._given, "value": value}).fetchone()[0]) + 1

    def _row(self, rank: int, line: tuple[Any, ...]) -> Standing:
        is_provisional = self._value == "shown" and (line[6] or 0) < PROVISIONAL_GAMES
        return Standing(*(rank, *line[:6], is_provisional))
