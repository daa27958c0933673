"""Leaderboards, counted from the results whenever they are read, and the standings and medals of seasons."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from storage import people
from storage.engine.database import Connection, lengthy, value_of
from storage.engine.reading import column_of, load_each, row_of, rows_of
from storage.rows import NOBODY, Count, Name, PersonRowId, UnixMs
from storage.scores import results, seasons
from storage.scores.results import BEST, MOST_SHOWN, PROVISIONAL_GAMES, SUMMED, read_facts
from storage.scores.seasons import Season

ALL_GAMES = ""
"""The value of the column ``game`` for all games together."""
STREAK = "best_streak"
"""The measure of the largest number of wins in a row in one game on one server."""

MEASURES = ("beaten", "wins", "rating", "share", "games")
"""Measures that every game has, in the order in which leaderboards offer them.

A game's own measures are the counters of its results whose names begin with ``BEST`` or ``SUMMED``, and
``STREAK``.
"""
ONE_GAME_PREFIXES = "rating", BEST, SUMMED
"""Prefixes of measures that need a game."""


class BoardLine(msgspec.Struct, frozen=True):
    """A line of a leaderboard."""

    rank: int  # 1 for the best; equal values share a rank and the ranks after them are skipped
    user_id: int
    name: Name
    value: float  # the compared value: a whole number, or 0 to 1 for the share of wins
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


class Leaderboard(NamedTuple):
    """A leaderboard: which results count, and what is compared."""

    game: str | None  # the id of a game; None for all games together
    guild_id: int | None  # the server; None for all servers that joined the global leaderboard
    since: results.PeriodKey | None = None  # the month, week or open season; None for all time
    measure: str = "wins"  # a name in ``MEASURES``, or a measure of the game
    with_computers: bool = False  # games with computer players, instead of games among people
    min_games: int = 10  # games that a person needs for a board by share of wins


class CountedLine(NamedTuple):
    """A line of a leaderboard, without the names that the person has now."""

    rank: int
    person: PersonRowId
    value: float
    games: int
    wins: int
    ties: int
    beaten: int
    is_provisional: bool = False


class _Counted(NamedTuple):
    """What a person has done in the games of a board."""

    person: PersonRowId
    games: Count
    wins: Count
    ties: Count
    rating: int | None
    rated_games: Count | None


def load_board(
    conn: Connection, board: Leaderboard, *, limit: int = 10, offset: int = 0, user_id: int | None = None
) -> BoardPage:
    """Return a page of a leaderboard. People with equal values share a rank (1, 2, 2, 4).

    Args:
        user_id: the viewer, whose own line becomes ``BoardPage.mine``.

    Raises:
        ValueError: there can be no such leaderboard.
    """
    counted = count_board(conn, board)
    return load_page(conn, counted, board.guild_id, limit=limit, offset=offset, user_id=user_id)


@lengthy
def count_board(conn: Connection, board: Leaderboard) -> tuple[CountedLine, ...]:
    """Return all lines of a leaderboard, the best first.

    Raises:
        ValueError: there can be no such leaderboard.
    """
    _expect_possible(board)
    results_of = _results_of(conn, board)
    if results_of is None:
        return ()
    counted = {row.person: row for row in _count_games(conn, results_of)}
    beaten = _count_beaten(conn, results_of)
    values = _values(conn, board, results_of, counted, beaten)
    # People who have beaten equally many others are ordered by wins.
    by_wins = board.measure == "beaten"
    order = []
    for person, value in values.items():
        wins = counted[person].wins if by_wins else 0
        order.append((-value, -wins, person))
    order.sort()
    lines: list[CountedLine] = []
    rank = 0
    before: tuple[float, int] | None = None
    for position, (below, then, person) in enumerate(order, 1):
        if (below, then) != before:
            rank = position
        before = (below, then)
        own = counted[person]
        is_provisional = board.measure == "rating" and (own.rated_games or 0) < PROVISIONAL_GAMES
        count = beaten.get(person, 0)
        lines.append(
            CountedLine(rank, person, values[person], own.games, own.wins, own.ties, count, is_provisional)
        )
    return tuple(lines)


def _expect_possible(board: Leaderboard) -> None:
    if not board.measure.startswith((BEST, SUMMED)) and board.measure not in MEASURES:
        raise ValueError(
            f"measure must be one of {', '.join(MEASURES)}, or a game's own, not {board.measure!r}"
        )
    if board.game is None and board.measure.startswith(ONE_GAME_PREFIXES):
        raise ValueError(f"a board by {board.measure} needs a game")
    since = board.since
    if since is not None and not (results.is_season(since) or results.is_start(since)):
        raise ValueError(f"{since} is not the start of a month or a week (UTC), nor a season's key")


def load_page(
    conn: Connection,
    lines: tuple[CountedLine, ...],
    guild_id: int | None,
    *,
    limit: int,
    offset: int,
    user_id: int | None = None,
) -> BoardPage:
    """Return a page of a counted leaderboard, with the names that people have now.

    People whose data was deleted since it was counted are left out.

    Args:
        guild_id: the server whose names are shown; ``None`` for the names on all servers.
        user_id: the viewer, whose own line becomes ``BoardPage.mine``.
    """
    on_page = lines[offset : offset + limit]
    viewer = None if user_id is None else people.find(conn, user_id)
    own = next((line for line in lines if line.person == viewer), None)
    person_ids = [line.person for line in on_page]
    if own is not None:
        person_ids.append(own.person)
    named = _names(conn, person_ids, guild_id)
    rows = tuple([_line(line, named[line.person]) for line in on_page if line.person in named])
    if own is not None and own.person in named:
        mine = _line(own, named[own.person])
    else:
        mine = None
    return BoardPage(rows, len(lines), mine)


class _Named(NamedTuple):
    person: PersonRowId
    user_id: int
    name: Name


def _names(conn: Connection, wanted: Iterable[PersonRowId], guild_id: int | None) -> dict[int, _Named]:
    ids = ", ".join(map(str, set(wanted)))
    rows = rows_of(
        conn,
        _Named,
        f"""
        SELECT id, user_id, {people.NAME_THERE.format(guild=":guild")} FROM person
        WHERE id IN ({ids or "NULL"}) AND user_id IS NOT NULL
        """,
        {"guild": guild_id},
    )
    return {row.person: row for row in rows}


def _line(line: CountedLine, named: _Named) -> BoardLine:
    return BoardLine(line.rank, named.user_id, named.name, *line[2:])


# --- counting -----------------------------------------------------------------------------------------------
# A game counts for a person as its result says (``storage.scores.results``). Deleted people are on no board.


class _Results(NamedTuple):
    """The results that count on a board, as an SQL condition with its parameters."""

    condition: str
    given: dict[str, Any]

    @property
    def seats(self) -> str:
        """SQL: the seats of the results for whose people the game counts."""
        return f"""
            result CROSS JOIN result_seat ON result_seat.result = result.id
            WHERE {self.condition} AND counts = 1
        """


JOINED = "SELECT guild_id FROM guild_settings WHERE board_scope = 'everywhere'"
"""SQL: the servers that have joined the global leaderboard."""


def _results_of(conn: Connection, board: Leaderboard) -> _Results | None:
    given: dict[str, Any] = {"game": board.game or ALL_GAMES}
    # Games with computer players are not rated, and have boards of their own.
    conditions = ["rated <> 1" if board.with_computers else "rated = 1"]
    if board.guild_id is None:
        conditions.append(f"guild_id IN ({JOINED})")
    else:
        conditions.append("guild_id = :guild")
        given["guild"] = board.guild_id
    if board.game is not None:
        conditions.append("game = :game")
    if board.since is not None:
        span = _span(conn, board.guild_id, board.since)
        if span is None:
            return None
        conditions.append("ended_at >= :begin AND ended_at < :end")
        given |= {"begin": span[0], "end": span[1]}
    return _Results(" AND ".join(conditions), given)


def _span(conn: Connection, guild_id: int | None, since: results.PeriodKey) -> tuple[UnixMs, UnixMs] | None:
    if not results.is_season(since):
        return since, results.period_end(since)
    if guild_id is None:  # all servers together have no seasons
        return None
    season = seasons.load_season(conn, guild_id, results.ALL_TIME - since)
    if season is None or season.is_closed:
        return None
    return (season.starts_at, season.ends_at)


def _count_games(conn: Connection, counted: _Results) -> list[_Counted]:
    return rows_of(
        conn,
        _Counted,
        f"""
        SELECT counted.person, counted.games, wins, ties, shown, rating.games FROM (
            SELECT person, count(*) AS games, sum(CASE WHEN won = 1 THEN 1 ELSE 0 END) AS wins,
                sum(CASE WHEN shared = 1 THEN 1 ELSE 0 END) AS ties
            FROM {counted.seats} GROUP BY person
        ) AS counted JOIN person ON person.id = counted.person
        LEFT JOIN rating ON rating.person = counted.person AND rating.game = :game
            AND shown BETWEEN -{MOST_SHOWN} AND {MOST_SHOWN}
        WHERE user_id IS NOT NULL
        """,
        counted.given,
    )


def _count_beaten(conn: Connection, counted: _Results) -> dict[PersonRowId, int]:
    # A person beats another by winning a game in which the other made enough decisions and lost. A partner is
    # not beaten, even if the winner's team has won without them.
    rows = rows_of(
        conn,
        tuple[int, int],
        f"""
        SELECT mine.person, count(DISTINCT theirs.person)
        FROM result CROSS JOIN result_seat AS mine ON mine.result = result.id
            CROSS JOIN result_seat AS theirs ON theirs.result = result.id
        WHERE {counted.condition} AND mine.won = 1 AND theirs.won = 0 AND theirs.has_played = 1
            AND mine.person IS NOT NULL AND theirs.person IS NOT NULL
            AND (mine.team IS NULL OR theirs.team <> mine.team)
        GROUP BY mine.person
        """,
        counted.given,
    )
    return dict(rows)


def _values(
    conn: Connection,
    board: Leaderboard,
    results_of: _Results,
    counted: Mapping[PersonRowId, _Counted],
    beaten: Mapping[PersonRowId, int],
) -> dict[PersonRowId, float]:
    own = counted.values()
    if board.measure == "beaten":
        return {row.person: beaten.get(row.person, 0) for row in own}
    if board.measure == "wins":
        return {row.person: row.wins for row in own}
    if board.measure == "games":
        return {row.person: row.games for row in own}
    if board.measure == "share":
        return {row.person: row.wins / row.games for row in own if row.games >= board.min_games}
    if board.measure == "rating":
        return {row.person: row.rating for row in own if row.rating is not None}
    count = _streaks if board.measure == STREAK else _counters
    values = count(conn, results_of, board.measure)
    return {person: value for person, value in values.items() if person in counted and value > 0}


def _streaks(conn: Connection, counted: _Results, _: str) -> dict[PersonRowId, float]:
    # Wins with the same number of games without a win before them are in a row.
    rows = rows_of(
        conn,
        tuple[int, int],
        f"""
        SELECT person, max(run) FROM (
            SELECT person, count(*) AS run FROM (
                SELECT person, guild_id, won, sum(CASE WHEN won = 1 THEN 0 ELSE 1 END)
                    OVER (PARTITION BY person, guild_id ORDER BY result.id) AS missed
                FROM {counted.seats} AND person IS NOT NULL
            ) AS numbered WHERE won = 1 GROUP BY person, guild_id, missed
        ) AS runs GROUP BY person
        """,
        counted.given,
    )
    return dict(rows)


def _counters(conn: Connection, counted: _Results, counter: str) -> dict[PersonRowId, float]:
    # A computer player may have made the counters of a person who left.
    rows = rows_of(
        conn,
        tuple[int, str],
        f"SELECT person, facts FROM {counted.seats} AND has_left = 0 AND person IS NOT NULL",
        counted.given,
    )
    values: dict[PersonRowId, float] = {}
    for person, facts in rows:
        value = read_facts(facts).get(counter, 0)
        before = values.get(person, 0)
        # Of counters of the best, the greatest counts; others are added up, and none takes away.
        if counter.startswith(BEST):
            values[person] = max(before, value)
        else:
            values[person] = before + max(value, 0)
    return values


# --- standings of seasons -----------------------------------------------------------------------------------
# People are ordered by the number of different people they have beaten, then by wins. Equal people share a
# place.

LEAST_PEOPLE = 3
"""Number of people who must have played a game in a season, so that there are medals."""
MEDALS = 3
"""Number of places with a medal.

A person without a win gets no medal for the first place, and none for a place that would bring medals to more
than three people.
"""


class Medalist(msgspec.Struct, frozen=True):
    """A person with a medal of a season. The name of a deleted person is empty."""

    game: str  # the id of a game; "" for all games together
    place: Count
    user_id: int | None
    name: Name
    beaten: Count  # number of different people beaten
    wins: Count
    games: Count


class Medal(msgspec.Struct, frozen=True):
    """A person's medal in a season. ``game`` is ``""`` for all games together."""

    season: Season
    game: str
    place: int


@lengthy
def close_season(conn: Connection, guild_id: int, number: int, now: UnixMs) -> Season | None:
    """Store the final standings and medals of a season that is over.

    Returns:
        The closed season; ``None`` if the season is not over, or was closed already.
    """
    season = seasons.load_season(conn, guild_id, number)
    if season is None or season.is_closed or season.ends_at > now:
        return None
    conn.executemany(
        """
        INSERT INTO standing (guild_id, season, game, person, place, beaten, wins, games, medal)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        [(guild_id, number, *row) for row in _rank(conn, season)],
    )
    conn.execute("UPDATE season SET is_closed = 1 WHERE guild_id = ? AND number = ?", (guild_id, number))
    return msgspec.structs.replace(season, is_closed=True)


class _Ranked(NamedTuple):
    game: str
    person: PersonRowId
    place: Count
    beaten: Count
    wins: Count
    games: Count
    medal: Count | None


def _rank(conn: Connection, season: Season) -> list[_Ranked]:
    played = """
        SELECT DISTINCT game FROM result
        WHERE guild_id = ? AND ended_at >= ? AND ended_at < ? AND rated = 1 ORDER BY game
    """
    games = column_of(conn, str, played, (season.guild_id, season.starts_at, season.ends_at))
    ranked: list[_Ranked] = []
    for game in (None, *games):
        key = game or ALL_GAMES
        lines = count_board(conn, Leaderboard(game, season.guild_id, season.period, "beaten"))
        for line in lines:
            medal = _medal(line, lines)
            ranked.append(_Ranked(key, line.person, line.rank, line.beaten, line.wins, line.games, medal))
    return ranked


def _medal(line: CountedLine, lines: Sequence[CountedLine]) -> int | None:
    if len(lines) < LEAST_PEOPLE or line.rank > MEDALS:
        return None
    up_to = sum(other.rank <= line.rank for other in lines)  # people with that place or a better one
    if line.wins or (line.rank > 1 and up_to <= MEDALS):
        return line.rank
    return None


def load_medalists(conn: Connection, season: Season) -> list[Medalist]:
    """Return the people with medals in a season, by game and place.

    In a running season these are the people who would get medals now.
    """
    if season.is_closed:
        stored = """
            SELECT game, person, place, beaten, wins, games, medal FROM standing
            WHERE guild_id = ? AND season = ? AND medal IS NOT NULL ORDER BY game, place, person
        """
        ranked = rows_of(conn, _Ranked, stored, (season.guild_id, season.number))
    else:
        ranked = [row for row in _rank(conn, season) if row.medal is not None]
    named = _names(conn, [row.person for row in ranked], season.guild_id)
    medalists = []
    for row in ranked:
        user_id = None
        name = NOBODY
        if row.person in named:
            user_id = named[row.person].user_id
            name = named[row.person].name
        medalists.append(Medalist(row.game, row.place, user_id, name, row.beaten, row.wins, row.games))
    return medalists


def load_standing(
    conn: Connection,
    guild_id: int,
    number: int,
    *,
    game: str | None,
    limit: int,
    offset: int,
    user_id: int | None = None,
) -> BoardPage:
    """Return a page of the final standing of a closed season.

    Args:
        game: the id of a game; ``None`` for all games together.
        user_id: the viewer, whose own line becomes ``BoardPage.mine``.
    """
    given: dict[str, Any] = {"guild": guild_id, "season": number, "game": ALL_GAMES if game is None else game}
    where = "standing.guild_id = :guild AND season = :season AND game = :game"
    lines = f"""
        SELECT place, coalesce(user_id, 0), coalesce({people.NAME_THERE.format(guild=":guild")}, ''), beaten,
            games, wins, 0, beaten, 0
        FROM standing JOIN person ON person.id = standing.person WHERE {where}
    """
    page = f"{lines} ORDER BY place, standing.person LIMIT :limit OFFSET :offset"
    rows = tuple(rows_of(conn, BoardLine, page, given | {"limit": limit, "offset": offset}))
    (total,) = conn.execute(f"SELECT count(*) FROM standing WHERE {where}", given).fetchone()
    mine = row_of(conn, BoardLine, f"{lines} AND user_id = :user", given | {"user": user_id or 0})
    return BoardPage(rows, int(total), mine)


def load_medals(conn: Connection, person: PersonRowId, guild_id: int | None) -> tuple[Medal, ...]:
    """Return a person's medals, newest season first.

    Args:
        guild_id: the server of the medals; ``None`` for all servers.
    """
    columns = ", ".join(f"season.{name}" for name in Season.__struct_fields__)
    here = "" if guild_id is None else "AND season.guild_id = :guild"
    medals = load_each(
        conn,
        lambda row: Medal(value_of(Season, row[2:]), *msgspec.convert(row[:2], tuple[str, Count])),
        f"""
        SELECT game, medal, {columns} FROM standing JOIN season
            ON season.guild_id = standing.guild_id AND season.number = standing.season
        WHERE person = :person AND medal IS NOT NULL {here}
        ORDER BY season.ends_at DESC, season.guild_id, season.number, game
        """,
        {"person": person, "guild": guild_id},
        what="medal",
    )
    return tuple(medals)
