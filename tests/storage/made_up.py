"""A made-up year of games on several servers, and its boards as a plain count of the stored results."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from typing import Any, NamedTuple

import msgspec

from games.trophies import COUNTING
from storage.engine.database import Connection, lengthy
from storage.rows import PRACTICE, GuildSettings, Name, Outcome, SentRow
from storage.scores.boards import (
    LEAST_PEOPLE,
    MEDALS,
    ONE_GAME_PREFIXES,
    Leaderboard,
    Medalist,
    close_season,
    load_board,
    load_medalists,
)
from storage.scores.results import ALL_TIME, is_season, month_start, period_end, season_key, week_start
from storage.scores.seasons import Season, load_season
from storage.servers import CHANGED, Act, begin_season, save_settings
from storage.tables import lifecycle
from storage.upkeep import forget
from tests.storage.helpers import DAY, NOON, row_at_start, seats, table

GAMES = ("bull", "lost", "tomoe")
SERVERS = (1, 2, 3)
COUNTERS = ("best_hand", "best_bluff", "won_back_lower", "lies")
MEASURES = ("beaten", "wins", "rating", "share", "games", "best_streak", "best_hand", "won_back_lower")
LEAST_GAMES = 3
_MANAGED = Act(NOON, CHANGED, 10, Name("P10"), about="season")


# --- the year ---------------------------------------------------------------------------------------------


@lengthy
def write_year(conn: Connection, seed: int, games: int) -> int:
    """Write a year of games as the bot does, and return the time after the last one.

    There are teams, ties, people who leave, closed games, practice, deleted people, changed scopes and
    seasons of managers.
    """
    chance = random.Random(seed)
    for server in SERVERS[:2]:
        save_settings(conn, GuildSettings(server, board_scope="everywhere"))
    at = NOON
    for number in range(games):
        at += chance.randrange(2 * 365 * DAY // games)
        _end_seasons(conn, at)
        _play(conn, chance, f"t{number}", at)
        what = chance.randrange(60)
        if what == 0:
            forget(conn, chance.randrange(10, 40), "normal", at)
        elif what == 1:
            scope = chance.choice(("server", "everywhere"))
            save_settings(conn, GuildSettings(chance.choice(SERVERS), board_scope=scope))
        elif what == 2:
            begin_season(conn, chance.choice(SERVERS), Name("Cup"), 2, at, "Asia/Tokyo", _MANAGED)
    return at


def _end_seasons(conn: Connection, now: int) -> None:
    over = "SELECT guild_id, number FROM season WHERE is_closed = 0 AND ends_at <= ?"
    for guild_id, number in conn.execute(over, (now,)).fetchall():
        close_season(conn, guild_id, number, now)


def _play(conn: Connection, chance: random.Random, name: str, at: int) -> None:
    guild = chance.choice((*SERVERS, *SERVERS, PRACTICE))
    # Each server has people of its own, and some who play everywhere.
    known = (*range(10, 15), *range(10 * max(guild, 1), 10 * max(guild, 1) + 8))
    players: list[int | None] = list(chance.sample(sorted({*known}), 1 if guild == PRACTICE else 4))
    if guild == PRACTICE:
        players.append(None)
    elif chance.randrange(3) == 0:
        players[-1] = None
    elif chance.randrange(3) == 0:
        players = players[: chance.randrange(2, 5)]
    taken = seats(*players)
    row = table(name, guild_id=guild, game=chance.choice(GAMES), host_id=players[0], created_at=at)
    lifecycle.create_table(conn, row, taken)
    lifecycle.start_table(conn, row_at_start(row), taken, (), SentRow(name))
    fate = chance.randrange(12)
    if fate == 0:  # a moderator closes the game without a result
        closed = msgspec.structs.replace(row, status="cancelled", revision=1)
        lifecycle.save_acts(conn, closed, at=at)
        return
    if fate == 1:
        gone = msgspec.structs.replace(taken[0], has_left=True, level="easy")
        playing = msgspec.structs.replace(row, status="playing", revision=1)
        lifecycle.save_acts(conn, playing, [gone], at=at)
    lifecycle.append_moves(conn, name, (), None, _outcome(chance, len(taken), at))


def _outcome(chance: random.Random, count: int, at: int) -> Outcome:
    teams = (0, 1, 0, 1) if count == 4 and chance.randrange(3) == 0 else ()
    strengths = [chance.randrange(4) for _ in range(count)]
    sides = teams or range(count)
    by_side = {side: strengths[side] for side in sides}
    places = tuple(1 + sum(other < by_side[side] for other in by_side.values()) for side in sides)
    facts = tuple(
        {counter: chance.randrange(6) for counter in COUNTERS if chance.randrange(2)} for _ in range(count)
    )
    least = tuple(chance.choice((0, 0, 0, 0, 1)) for _ in range(count))  # without decisions
    scores = tuple(float(-place) for place in places)
    rated = chance.randrange(8) > 0
    return Outcome(places, scores, at, rated, facts, (), teams, least, COUNTING)


# --- the plain count ----------------------------------------------------------------------------------------


class Part(NamedTuple):
    """A seat's part in a result, as it is stored."""

    result: int
    guild_id: int
    game: str
    ended_at: int
    rated: int
    person: int | None
    has_left: int
    won: int
    shared: int
    facts: str
    team: int | None
    has_played: int
    counts: int


class Line(NamedTuple):
    """What a line of a board says about a person."""

    rank: int
    user_id: int
    value: float
    games: int
    wins: int
    ties: int
    beaten: int


class PlainCount:
    """The results of a database, and what boards must say about them."""

    def __init__(self, conn: Connection) -> None:
        parts = f"SELECT {', '.join(Part._fields)} FROM result JOIN result_seat ON result = id"
        stored = conn.execute(f"{parts} ORDER BY result, seat").fetchall()
        self.parts = [Part(*row) for row in stored]
        known = "SELECT id, user_id FROM person WHERE user_id IS NOT NULL"
        self.users: dict[int, int] = dict(conn.execute(known).fetchall())
        ratings = conn.execute("SELECT person, game, shown FROM rating").fetchall()
        self.ratings = {(person, game): value for person, game, value in ratings}
        joined = "SELECT guild_id FROM guild_settings WHERE board_scope = 'everywhere'"
        self.joined = {guild_id for (guild_id,) in conn.execute(joined).fetchall()}
        spans = conn.execute("SELECT guild_id, number, starts_at, ends_at FROM season").fetchall()
        self.seasons = {(guild_id, number): (begin, end) for guild_id, number, begin, end in spans}

    def board(self, board: Leaderboard) -> list[Line]:
        """Return all lines of a board."""
        game, measure = board.game, board.measure
        span = self._span(board)

        def is_here(part: Part) -> bool:
            guilds = self.joined if board.guild_id is None else {board.guild_id}
            is_time = span is None or span[0] <= part.ended_at < span[1]
            is_kind = (part.rated == 0) == board.with_computers
            return part.guild_id in guilds and is_time and is_kind and game in (None, part.game)

        here = [part for part in self.parts if is_here(part)]
        mine = [part for part in here if part.person in self.users and part.counts]
        games = Counter(part.person for part in mine)
        wins = Counter(part.person for part in mine if part.won)
        ties = Counter(part.person for part in mine if part.shared)
        beaten = self._beaten(here)
        # The compared value of each person.
        values: dict[Any, float]
        if measure in ("beaten", "wins", "games"):
            counted: Any = {"beaten": beaten, "wins": wins, "games": games}[measure]
            values = {person: counted[person] for person in games}
        elif measure == "share":
            enough = [person for person in games if games[person] >= board.min_games]
            values = {person: wins[person] / games[person] for person in enough}
        elif measure == "rating":
            rated = ((person, self.ratings.get((person, game or ""))) for person in games)
            values = {person: value for person, value in rated if value is not None}
        elif measure == "best_streak":
            values = _streaks(mine)
        else:
            values = _counters(mine, measure)

        def key(person: int) -> tuple[float, int]:
            return (values[person], wins[person] if measure == "beaten" else 0)

        ranked = sorted(values, key=lambda person: (-values[person], -key(person)[1], person))
        return [
            Line(
                1 + sum(key(other) > key(person) for other in values),
                self.users[person],
                values[person],
                games[person],
                wins[person],
                ties[person],
                beaten[person],
            )
            for person in ranked
        ]

    def _span(self, board: Leaderboard) -> tuple[int, int] | None:
        if board.since is None:
            return None
        if is_season(board.since):
            return self.seasons[board.guild_id, ALL_TIME - board.since]
        return board.since, period_end(board.since)

    def _beaten(self, parts: Sequence[Part]) -> Counter[int | None]:
        seats: dict[int, list[Part]] = defaultdict(list)
        for part in parts:
            seats[part.result].append(part)
        pairs = {
            (winner.person, loser.person)
            for game in seats.values()
            for winner in game
            for loser in game
            if winner.won and not loser.won and loser.has_played and loser.person is not None
            if winner.team is None or winner.team != loser.team
        }
        return Counter(winner for winner, _ in pairs)


def _streaks(mine: Sequence[Part]) -> dict[Any, float]:
    runs: Counter[tuple[int | None, int, str]] = Counter()
    longest: Counter[int | None] = Counter()
    for part in mine:
        key = (part.person, part.guild_id, part.game)
        runs[key] = runs[key] + 1 if part.won else 0
        if runs[key] > longest[part.person]:
            longest[part.person] = runs[key]
    return {person: run for person, run in longest.items() if run}


def _counters(mine: Sequence[Part], measure: str) -> dict[Any, float]:
    combine: Callable[[Any], int] = max if measure.startswith("best_") else sum
    by_person: dict[Any, list[int]] = defaultdict(list)
    for part in mine:
        value = msgspec.json.decode(part.facts).get(measure, 0)
        if value > 0 and not part.has_left:
            by_person[part.person].append(value)
    return {person: combine(values) for person, values in by_person.items()}


# --- the comparison -----------------------------------------------------------------------------------------


def all_boards(conn: Connection, now: int) -> list[Leaderboard]:
    """Return every board that there is at the end of the year."""
    boards = []
    for guild_id in (*SERVERS, None):
        seasons = [season_key(season.number) for season in running_seasons(conn, guild_id)]
        periods = (None, week_start(now), month_start(now), *seasons)
        kinds = product((None, *GAMES), periods, MEASURES, (False, True))
        for game, since, measure, with_computers in kinds:
            if game is not None or not measure.startswith(ONE_GAME_PREFIXES):
                boards.append(Leaderboard(game, guild_id, since, measure, with_computers, LEAST_GAMES))
    return boards


def running_seasons(conn: Connection, guild_id: int | None) -> list[Season]:
    """Return a server's seasons that are not closed."""
    stored = conn.execute("SELECT number FROM season WHERE guild_id = ? AND is_closed = 0", (guild_id,))
    seasons = [load_season(conn, guild_id or 0, number) for (number,) in stored.fetchall()]
    return [season for season in seasons if season is not None]


def wrong_boards(conn: Connection, boards: Iterable[Leaderboard]) -> list[Leaderboard]:
    """Return the boards that differ from the plain count."""
    plain = PlainCount(conn)
    return [board for board in boards if _lines(conn, board) != plain.board(board)]


def _lines(conn: Connection, board: Leaderboard) -> list[Line]:
    page = load_board(conn, board, limit=1000)
    assert page.total == len(page.rows)
    return [
        Line(row.rank, row.user_id, row.value, row.games, row.wins, row.ties, row.beaten) for row in page.rows
    ]


def wrong_medals(conn: Connection) -> list[Season]:
    """Return the running seasons whose medals differ from those of the plain count."""
    plain = PlainCount(conn)
    running = [season for server in SERVERS for season in running_seasons(conn, server)]
    return [season for season in running if load_medalists(conn, season) != [*_medals(plain, season)]]


def _medals(plain: PlainCount, season: Season) -> Iterator[Medalist]:
    for game in (None, *GAMES):
        lines = plain.board(Leaderboard(game, season.guild_id, season.period, "beaten"))
        for line in lines if len(lines) >= LEAST_PEOPLE else ():
            up_to = sum(other.rank <= line.rank for other in lines)
            if line.rank <= MEDALS and (line.wins or (line.rank > 1 and up_to <= MEDALS)):
                name = Name(f"P{line.user_id}")
                yield Medalist(game or "", line.rank, line.user_id, name, line.beaten, line.wins, line.games)
