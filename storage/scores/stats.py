"""What one person has done: statistics and finished games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from storage import people
from storage.engine.database import Connection
from storage.engine.reading import column_of, load_each, read_if_sound, rows_of
from storage.rows import PRACTICE, Count, Id, Name, PersonRowId, Time, UnixMs
from storage.scores import results
from storage.scores.boards import Medal, load_medals
from storage.scores.results import BEST, PROVISIONAL_GAMES, read_facts

# --- stats --------------------------------------------------------------------------------------------------
# A person's statistics: for each game and for all games together.

POINTS = 500
PARTNERS = 5


class RatingPoint(msgspec.Struct, frozen=True):
    """A person's displayed rating after the game that ended at ``at`` (Unix milliseconds)."""

    at: int
    rating: int


class GameStats(msgspec.Struct, frozen=True):
    """A person's statistics for one game."""

    game: str
    played: int  # finished games that count, including games with computer players
    won: int  # as BoardLine.wins
    ties: int  # as BoardLine.ties
    streak: int  # current run of wins
    best_streak: int  # longest run of wins
    mean_place: float  # a person who left counts as last
    mean_seats: float  # mean number of seats at the person's tables; a team counts as one seat
    rating: int | None  # the displayed rating on all servers; None before the first rated game
    provisional: bool  # the rating is based on few games
    rated: int  # number of rated games on all servers
    # the rating after each rated game, oldest first; only the last games if there are very many
    points: tuple[RatingPoint, ...]
    # sums of counters, such as {"lies": 30}; of counters named best_..., the greatest value
    facts: dict[str, int]


class Partner(msgspec.Struct, frozen=True):
    """A person with whom another person often plays."""

    user_id: int
    name: Name
    games: Count  # number of games that both have played
    won: Count  # number of these games that the player (not the partner) won


class Stats(msgspec.Struct, frozen=True):
    """A person's statistics for all games together, and for each game."""

    user_id: int
    name: Name
    played: int
    won: int
    ties: int
    streak: int  # current run of wins
    best_streak: int  # longest run of wins
    games: tuple[GameStats, ...]  # the most frequent first
    partners: tuple[Partner, ...]  # the most frequent first
    practised: int = 0  # number of games in direct messages; 0 in what other people may see
    medals: tuple[Medal, ...] = ()  # from seasons, newest first


class _Played(NamedTuple):
    game: str
    guild_id: Id
    ended_at: Time
    seats: Count
    has_left: bool
    place: Count
    won: bool
    shared: bool
    facts: str
    mu: results.Mean | None
    sigma: results.Deviation | None


class _Totals(NamedTuple):
    played: int
    won: int
    ties: int
    streak: int  # current run of wins
    best_streak: int


def load_stats(
    conn: Connection, user_id: int, guild_id: int | None = None, *, is_own: bool = False
) -> Stats | None:
    """Return a person's statistics on a server, or on all servers; ``None`` for an unknown person.

    Ratings are always those from all servers.

    Args:
        is_own: nobody but the person will see the statistics, so what only they may know is included.
    """
    person = people.find(conn, user_id)
    if person is None:
        return None
    # The person's name on this server, if it has one there.
    named = f"SELECT {people.NAME_THERE.format(guild='?')} FROM person WHERE id = ?"
    name = conn.execute(named, (guild_id, person)).fetchone()[0]
    # Ratings cover all servers, everything else only the given one.
    everywhere = _load_played(conn, person)
    here = [played for played in everywhere if guild_id in (None, played.guild_id)]
    # Games that were played most come first.
    games = Counter(played.game for played in here)
    kinds = []
    for game in sorted(games, key=lambda game: (-games[game], game)):
        played_here = [played for played in here if played.game == game]
        kinds.append(_of_game(conn, person, game, played_here, everywhere))
    practised = _count_practice(conn, person) if is_own else 0
    partners = _partners(conn, person, guild_id)
    medals = load_medals(conn, person, guild_id)
    return Stats(user_id, name, *_totals(here), tuple(kinds), partners, practised, medals)


def _count_practice(conn: Connection, person: PersonRowId) -> int:
    # Practice in direct messages counts for nothing, but is mentioned to the person.
    row = conn.execute(
        """
        SELECT count(*) FROM result_seat CROSS JOIN result ON result.id = result_seat.result
        WHERE result_seat.person = ? AND counts = 0 AND guild_id = ? AND has_left = 0
        """,
        (person, PRACTICE),
    ).fetchone()
    return int(row[0])


def _load_played(conn: Connection, person: PersonRowId) -> list[_Played]:
    return rows_of(
        conn,
        _Played,
        """
        SELECT game, guild_id, ended_at,
            CASE WHEN team IS NULL THEN seats ELSE (
                SELECT count(DISTINCT other.team) FROM result_seat AS other WHERE other.result = result.id
            ) END,
            has_left, place, won, shared, facts, mu, sigma
        FROM result_seat CROSS JOIN result ON result.id = result_seat.result
        WHERE result_seat.person = ? AND counts = 1 ORDER BY result_seat.result
        """,
        (person,),
    )


def _of_game(
    conn: Connection, person: PersonRowId, game: str, here: Sequence[_Played], everywhere: Sequence[_Played]
) -> GameStats:
    rating = read_if_sound(
        lambda: results.load(conn, person, game), results.Rating(), what=f"rating of person {person}"
    )
    # The rating after each rated game, for the curve.
    points = [
        RatingPoint(played.ended_at, results.display_value(played.mu, played.sigma))
        for played in everywhere
        if played.game == game and played.mu is not None and played.sigma is not None
    ]
    facts: Counter[str] = Counter()
    # Counters of a game are added up over its games; of the best ones the greatest counts.
    for played in here:
        if played.facts != "{}":
            for name, count in read_facts(played.facts).items():
                if name.startswith(BEST):
                    facts[name] = max(facts[name], count)
                else:
                    facts[name] += count
    # A person who left counts as last.
    sum_of_places = 0
    for played in here:
        sum_of_places += played.seats if played.has_left else played.place
    return GameStats(
        game,
        *_totals(here),
        sum_of_places / len(here),
        sum(played.seats for played in here) / len(here),
        rating.display_value if rating.games else None,
        0 < rating.games < PROVISIONAL_GAMES,
        rating.games,
        tuple(points[-POINTS:]),
        dict(sorted(facts.items())),
    )


def _totals(played_in_order: Sequence[_Played]) -> _Totals:
    streak = 0
    best = 0
    for each in played_in_order:
        if each.won:
            streak += 1
        else:
            streak = 0
        best = max(best, streak)
    won = sum(each.won for each in played_in_order)
    ties = sum(each.shared for each in played_in_order)
    return _Totals(len(played_in_order), won, ties, streak, best)


def _partners(conn: Connection, person: PersonRowId, guild_id: int | None) -> tuple[Partner, ...]:
    partners = rows_of(
        conn,
        Partner,
        f"""
        SELECT user_id, {people.NAME_THERE.format(guild=":guild")}, together, won FROM (
            SELECT other.person AS partner, count(*) AS together,
                sum(CASE WHEN mine.won = 1 THEN 1 ELSE 0 END) AS won
            FROM result_seat AS mine CROSS JOIN result_seat AS other ON other.result = mine.result
            WHERE mine.person = :person AND mine.counts = 1 AND other.person <> :person
                AND ((SELECT guild_id FROM result WHERE id = mine.result) = :guild OR :guild IS NULL)
            GROUP BY other.person
        ) AS played CROSS JOIN person ON person.id = partner
        WHERE user_id IS NOT NULL ORDER BY together DESC, partner LIMIT :limit
        """,
        {"person": person, "guild": guild_id, "limit": PARTNERS},
    )
    return tuple(partners)


# --- history ------------------------------------------------------------------------------------------------
# Finished games: a person's latest games, and the games of all people in order.


class FinishedSeat(msgspec.Struct, frozen=True):
    """A seat of a finished game, with its player and place."""

    seat: int
    user_id: int | None  # None for a computer player or a deleted person
    name: Name  # the name to show; "" for a deleted person
    level: str | None  # of the computer player at the seat; None for a person
    has_left: bool  # the person left the game
    place: int
    score: float
    facts: dict[str, int]  # counters of what the seat did, such as {"lies": 3}
    team: int | None = None  # None for a seat that played alone
    counts: bool = True  # the game counts for the person on leaderboards


class FinishedGame(msgspec.Struct, frozen=True):
    """A finished game. Games that end later have higher numbers."""

    number: int
    table_id: str
    guild_id: int
    game: str
    ended_at: int
    rated: bool
    seats: tuple[FinishedSeat, ...]
    closed_why: str = ""

    @property
    def teams(self) -> int:
        """The number of teams; 0 if everybody played alone."""
        return len({seat.team for seat in self.seats if seat.team is not None})


_VERDICT = msgspec.json.Decoder(dict[str, object])
MOST_VOID = 10

_COLUMNS = "result.id, table_id, guild_id, game, ended_at, rated"


def load_played_games(conn: Connection, user_id: int) -> frozenset[str]:
    """Return the ids of the games that a person has ever finished."""
    person = people.find(conn, user_id)
    sql = """
        SELECT DISTINCT game FROM result_seat CROSS JOIN result ON result.id = result_seat.result
        WHERE result_seat.person = ?
    """
    return frozenset(column_of(conn, str, sql, (person,)))


def load_history(
    conn: Connection,
    user_id: int,
    guild_id: int | None = None,
    limit: int = 10,
    before: int | None = None,
    game: str | None = None,
) -> list[FinishedGame]:
    """Return up to ``limit`` of a person's finished games, newest first.

    Args:
        guild_id: return only games on this server; ``None`` = all servers.
        before: return only games with a smaller ``number``; ``None`` = start with the newest.
        game: return only games of this kind; ``None`` = all kinds.
    """
    person = people.find(conn, user_id)
    behind = 2**62 if before is None else before
    # Start with the person's results, newest first, so the query ends when the page is full.
    rows = rows_of(
        conn,
        _Result,
        f"""
        SELECT {_COLUMNS} FROM result_seat CROSS JOIN result ON result.id = result_seat.result
        WHERE result_seat.person = :person AND result_seat.result < :before
            AND (guild_id = :guild OR :guild IS NULL) AND (game = :game OR :game IS NULL)
        ORDER BY result_seat.result DESC LIMIT :limit
        """,
        {"person": person, "before": behind, "guild": guild_id, "game": game, "limit": limit},
    )
    return [_finished_game(conn, row) for row in rows]


class VoidedGame(msgspec.Struct, frozen=True):
    """A game that a moderator closed without a result."""

    game: str
    ended_at: int
    reason: str


def load_voided_games(conn: Connection, user_id: int, since: UnixMs, until: UnixMs) -> list[VoidedGame]:
    """Return a person's games that moderators closed without a result between two times, newest first."""
    games = load_each(
        conn,
        lambda row: VoidedGame(*msgspec.convert(row[:2], tuple[str, Time]), _reason(row[2])),
        """
        SELECT game, ended_at, verdict FROM seat INDEXED BY seat_of_person
        JOIN game_table ON game_table.id = seat.table_id
        WHERE seat.person = ? AND seat.person IS NOT NULL AND status = 'cancelled' AND verdict IS NOT NULL
            AND ended_at >= ? AND ended_at < ?
        ORDER BY ended_at DESC, game_table.id LIMIT ?
        """,
        (people.find(conn, user_id), since, until, MOST_VOID),
        what="closed game",
    )
    return [game for game in games if game.reason]


def _reason(verdict: str | None) -> str:
    try:
        if verdict is None:
            return ""
        return str(_VERDICT.decode(verdict).get("reason", ""))
    except (msgspec.DecodeError, TypeError):  # the table is set aside, and ``tefuda db check`` names it
        return ""


def load_games_after(conn: Connection, number: int, limit: int) -> list[FinishedGame]:
    """Return up to ``limit`` finished games with a number above ``number``, oldest first."""
    games = f"SELECT {_COLUMNS} FROM result WHERE result.id > ? ORDER BY result.id LIMIT ?"
    return [_finished_game(conn, row) for row in rows_of(conn, _Result, games, (number, limit))]


class _Result(NamedTuple):
    number: int
    table_id: str
    guild_id: Id
    game: str
    ended_at: Time
    rated: bool


class _ResultSeat(NamedTuple):
    seat: Count
    user_id: int | None
    name: Name
    level: str | None
    has_left: bool
    place: Count
    score: float
    facts: str
    team: int | None
    counts: bool


def _finished_game(conn: Connection, row: _Result) -> FinishedGame:
    # Read the seats with the names that people have now on that server.
    seats = rows_of(
        conn,
        _ResultSeat,
        f"""
        SELECT result_seat.seat, person.user_id,
            coalesce({people.NAME_THERE.format(guild="?")}, seat.name, ''), seat.level,
            result_seat.has_left, place, score, facts, team, counts
        FROM result_seat JOIN seat ON seat.table_id = ? AND seat.seat = result_seat.seat
        LEFT JOIN person ON person.id = result_seat.person
        WHERE result_seat.result = ? ORDER BY result_seat.seat
        """,
        (row.guild_id, row.table_id, row.number),
    )
    finished = [FinishedSeat(*seat[:7], read_facts(seat.facts), seat.team, seat.counts) for seat in seats]
    # The reason, if the game ended early.
    verdicts = rows_of(
        conn, tuple[str | None], "SELECT verdict FROM game_table WHERE id = ?", (row.table_id,)
    )
    return FinishedGame(*row, tuple(finished), "".join([_reason(verdict) for (verdict,) in verdicts]))
