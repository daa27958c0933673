"""A person's statistics: for each game and for all games together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from storage.engine.connection import Connection
from storage.engine.reading import read_if_sound, rows_of
from storage.fields import Count, Id, Name, PersonRowId, Time
from storage.people import people
from storage.rows import PRACTICE
from storage.scores import ratings
from storage.scores.measures import BEST, read_facts
from storage.scores.ratings import PROVISIONAL_GAMES
from storage.scores.standings import Medal, load_medals

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
    mu: ratings.Mean | None
    sigma: ratings.Deviation | None


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
    kinds = [
        _of_game(conn, person, game, [each for each in here if each.game == game], everywhere)
        for game in sorted(games, key=lambda game: (-games[game], game))
    ]
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
        lambda: ratings.load(conn, person, game), ratings.Rating(), what=f"rating of person {person}"
    )
    # The rating after each rated game, for the curve.
    points = [
        RatingPoint(played.ended_at, ratings.display_value(played.mu, played.sigma))
        for played in everywhere
        if played.game == game and played.mu is not None and played.sigma is not None
    ]
    facts: Counter[str] = Counter()
    # Counters of a game are added up over its games; of the best ones the greatest counts.
    for played in here:
        if played.facts != "{}":
            for name, count in read_facts(played.facts).items():
                facts[name] = max(facts[name], count) if name.startswith(BEST) else facts[name] + count
    return GameStats(
        game,
        *_totals(here),
        sum(played.seats if played.has_left else played.place for played in here) / len(here),
        sum(played.seats for played in here) / len(here),
        rating.display_value if rating.games else None,
        0 < rating.games < PROVISIONAL_GAMES,
        rating.games,
        tuple(points[-POINTS:]),
        dict(sorted(facts.items())),
    )


def _totals(played_in_order: Sequence[_Played]) -> _Totals:
    streak = best = 0
    for each in played_in_order:
        streak = streak + 1 if each.won else 0
        best = max(best, streak)
    won, ties = (sum(getattr(each, what) for each in played_in_order) for what in ("won", "shared"))
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
