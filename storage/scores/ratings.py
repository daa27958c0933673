"""Ratings: one number for each person and game, computed from games among people only.

The model is openskill's ``BradleyTerryFull``. Partners are rated as a team. A person who left counts as last.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from math import sqrt
from typing import Annotated, NamedTuple, TypeAlias

import msgspec
from msgspec import Meta
from openskill.models import BradleyTerryFull

from storage.engine.connection import Connection
from storage.engine.reading import all_rows_of, row_of, rows_of
from storage.engine.writing import columns_of, put
from storage.fields import Count, PersonRowId
from storage.rows import RatingChange, Ratings
from storage.scores.counting import DailyEncounters, affects_rating, weight
from storage.scores.periods import DAY_MS
from storage.scores.results import ResultSeat, StoredResult, load_rated

MOST_SHOWN = 1_000_000
"""A limit that no displayed rating can reach, above or below zero."""

PROVISIONAL_GAMES = 10
"""A rating from fewer games is shown as provisional."""

# This model treats ties well: for four newcomers placed 1, 2, 2, 4 it returns 32.9, 25.0, 25.0 and 17.1. The
# other models of the library do not:
# - ``PlackettLuce`` fails when many tie. Of ten players placed 1, seven times 2, 9 and 10, the ninth gets
#   more (25.7) than the players placed second (24.8).
# - ``BradleyTerryPart`` and ``ThurstoneMostellerPart`` compare neighbours only. The seven tied players of
#   that game end between 24.5 and 25.9.
# - ``ThurstoneMostellerFull`` becomes too certain: sigma is 0.1 after one game of ten.
_MODEL = BradleyTerryFull()
_KAPPA, _TAU_SQUARED = _MODEL.kappa, _MODEL.tau**2
_NEW = _MODEL.rating()


Mean: TypeAlias = Annotated[float, Meta(ge=-100_000, le=100_000)]
Deviation: TypeAlias = Annotated[float, Meta(gt=0, le=100_000)]
"""The numbers of a rating, with limits that no game can reach."""


class Rating(msgspec.Struct, frozen=True):
    """The estimated strength of a person in a game. ``games`` is the number of rated games."""

    mu: Mean = _NEW.mu
    sigma: Deviation = _NEW.sigma
    games: Count = 0

    @property
    def display_value(self) -> int:
        """The rating as people see it: 1000 for a newcomer."""
        return display_value(self.mu, self.sigma)


def display_value(mu: float, sigma: float) -> int:
    """Return the rating that people see, from the mean and the standard deviation."""
    # Three standard deviations below the mean, so a lucky win alone does not lead to the top of a board.
    return round(1000 + 40 * (mu - 3 * sigma))


class _Side(NamedTuple):
    """A team or a single person, with its rank in a result."""

    seats: dict[int, ResultSeat]  # by row id of the person
    rank: float


class _WeightedRating(NamedTuple):
    """The rating that a person would get against one side alone, and the side's weight."""

    after: Rating
    weight: float


def apply(conn: Connection, result: StoredResult) -> None:
    """Update the ratings of a game's players, if the game was rated."""
    if not result.rated:
        return
    before = {person: load(conn, person, result.game) for person in _people(result)}
    after = rate(result, before, _games_today(conn, result))
    _write_changes(conn, [(result, after)])
    _write_ratings(conn, [(person, result.game, rating) for person, rating in after.items()])


def load(conn: Connection, person: PersonRowId, game: str) -> Rating:
    """Return a person's rating in a game; a newcomer's rating before the first game.

    Raises:
        DamagedRow: the stored rating is damaged.
    """
    stored = "SELECT mu, sigma, games FROM rating WHERE person = ? AND game = ?"
    return row_of(conn, Rating, stored, (person, game)) or Rating()


class _ChangedSeat(NamedTuple):
    person: PersonRowId | None
    mu: Mean | None
    sigma: Deviation | None
    result: int
    game: str


class _Moments(NamedTuple):
    mu: Mean
    sigma: Deviation


def changes(conn: Connection, table_id: str) -> Ratings:
    """Return each seat's rating change; an empty tuple for an unrated game.

    An entry is ``None`` if the rating did not change or the person is deleted.
    """
    seats = all_rows_of(
        conn,
        _ChangedSeat,
        """
        SELECT person, mu, sigma, result.id, game FROM result
        JOIN result_seat ON result_seat.result = result.id
        WHERE table_id = ? AND rated = 1 ORDER BY seat
        """,
        (table_id,),
    )
    changed: list[RatingChange | None] = []
    for person, mu, sigma, number, game in seats:
        if person is None or mu is None or sigma is None:
            changed.append(None)
            continue
        # The rating before is the one after the person's previous rated game, or a newcomer's.
        before = row_of(
            conn,
            _Moments,
            """
            SELECT mu, sigma FROM result_seat CROSS JOIN result ON result.id = result_seat.result
            WHERE person = ? AND result < ? AND game = ? AND mu IS NOT NULL
            ORDER BY result_seat.result DESC LIMIT 1
            """,
            (person, number, game),
        )
        changed.append(
            RatingChange(display_value(*(before or (_NEW.mu, _NEW.sigma))), display_value(mu, sigma))
        )
    return tuple(changed)


def rate(
    result: StoredResult,
    before: Mapping[PersonRowId, Rating],
    games_today: Mapping[tuple[PersonRowId, PersonRowId], int],
) -> dict[PersonRowId, Rating]:
    """Return the new ratings after a game, by row id. Unchanged ratings are left out.

    Args:
        before: the old ratings, by row id.
        games_today: number of rated games per pair of people on the day, including this game. The keys
            are pairs of row ids.
    """
    against_sides: dict[int, list[_WeightedRating]] = {}
    for (own, rank), (other, other_rank) in combinations(_sides(result), 2):
        # Each pair of sides is a match of its own, whose effect is weighted.
        teams = [
            [_MODEL.rating(before[member].mu, before[member].sigma) for member in side]
            for side in (own, other)
        ]
        both = _MODEL.rate(teams, ranks=[rank, other_rank])
        for side, rivals, rated in ((own, other, both[0]), (other, own, both[1])):
            for (person, seat), new in zip(side.items(), rated, strict=True):
                weights = [
                    weight(games_today[person, rival])
                    for rival in rivals
                    if affects_rating(seat, rivals[rival])
                ]
                if weights:
                    after = Rating(new.mu, new.sigma)
                    against = _WeightedRating(after, sum(weights) / len(weights))
                    against_sides.setdefault(person, []).append(against)
    return {person: _combined(before[person], against) for person, against in against_sides.items()}


def _sides(result: StoredResult) -> list[_Side]:
    last = float(len(result.seats) + 1)
    sides: dict[tuple[int, int], dict[int, ResultSeat]] = {}
    for seat in result.seats:
        if seat.person is not None:
            # A person who left their team is a side of their own, below all others.
            is_alone = seat.team is None or seat.has_left
            side = (-1, seat.seat) if is_alone or seat.team is None else (seat.team, -1)
            sides.setdefault(side, {})[seat.person] = seat
    return [
        _Side(seats, min(last if seat.has_left else float(seat.place) for seat in seats.values()))
        for seats in sides.values()
    ]


def _combined(own: Rating, against_sides: list[_WeightedRating]) -> Rating:
    # Each side changes the mean and the variance by its weight.
    uncertain = own.sigma**2 + _TAU_SQUARED  # the model first adds tau squared, too
    mu = own.mu + sum(weight * (after.mu - own.mu) for after, weight in against_sides)
    certain = sum(weight * (1 - after.sigma**2 / uncertain) for after, weight in against_sides)
    # A game of little weight adds little uncertainty.
    heaviest = max(weight for _, weight in against_sides)
    variance = (own.sigma**2 + heaviest * _TAU_SQUARED) * max(1 - certain, _KAPPA)
    return Rating(mu, sqrt(variance), own.games + 1)


def _games_today(conn: Connection, result: StoredResult) -> dict[tuple[int, int], int]:
    day = result.ended_at // DAY_MS
    numbers: dict[tuple[int, int], int] = {}
    for person in _people(result):
        given = {"person": person, "result": result.id, "game": result.game, "day": day}
        rated = """
            FROM result_seat AS mine CROSS JOIN result ON result.id = mine.result {}
            WHERE mine.person = :person AND mine.result < :result AND rated = 1
        """
        # ``DailyEncounters`` starts again whenever the day changes, so count back to the last game of another
        # day.
        other_day = conn.execute(
            f"""
            SELECT mine.result {rated.format("")} AND ended_at / {DAY_MS} <> :day
            ORDER BY mine.result DESC LIMIT 1
            """,
            given,
        ).fetchone()
        theirs = "CROSS JOIN result_seat AS theirs ON theirs.result = mine.result"
        met = rows_of(
            conn,
            tuple[int | None, int],
            f"""
            SELECT theirs.person, count(*) {rated.format(theirs)} AND mine.result > :since AND game = :game
            GROUP BY theirs.person
            """,
            {**given, "since": 0 if other_day is None else other_day[0]},
        )
        before = dict(met)
        numbers |= {(person, other): 1 + before.get(other, 0) for other in _people(result) if other != person}
    return numbers


def recompute(
    conn: Connection, latest: dict[tuple[int, str], Rating]
) -> Iterator[tuple[StoredResult, dict[int, Rating]]]:
    """Yield every rated game, oldest first, with the new ratings of its people by row id.

    Args:
        latest: ratings by person (row id) and game. They are updated before each game is yielded.
    """
    days = DailyEncounters()
    for result in load_rated(conn):
        people = _people(result)
        before = {person: latest.get((person, result.game), Rating()) for person in people}
        after = rate(result, before, days.count(result.game, result.ended_at, people))
        # Later games start from these ratings.
        latest.update(((person, result.game), rating) for person, rating in after.items())
        yield result, after


def rerate(conn: Connection) -> int:
    """Recompute all ratings from the results, and return the number of rated games."""
    conn.execute("UPDATE result_seat SET mu = NULL, sigma = NULL WHERE mu IS NOT NULL")
    conn.execute("DELETE FROM rating")
    final: dict[tuple[int, str], Rating] = {}
    batch: list[tuple[StoredResult, dict[int, Rating]]] = []
    count = 0
    for result, after in recompute(conn, final):
        count += 1
        # Write in batches, since a bot may have a million results.
        batch.append((result, after))
        if len(batch) == 1000:
            _write_changes(conn, batch)
            batch.clear()
    _write_changes(conn, batch)
    _write_ratings(conn, [(person, game, rating) for (person, game), rating in final.items()])
    return count


def _people(result: StoredResult) -> list[int]:
    return [seat.person for seat in result.seats if seat.person is not None]


def _write_changes(conn: Connection, rated: list[tuple[StoredResult, dict[int, Rating]]]) -> None:
    conn.executemany(
        "UPDATE result_seat SET mu = ?, sigma = ? WHERE result = ? AND seat = ?",
        [
            (after[seat.person].mu, after[seat.person].sigma, result.id, seat.seat)
            for result, after in rated
            for seat in result.seats
            if seat.person is not None and seat.person in after
        ],
    )


def _write_ratings(conn: Connection, rated: list[tuple[int, str, Rating]]) -> None:
    rows = [
        {"person": person, "game": game, **columns_of(rating), "shown": rating.display_value}
        for person, game, rating in rated
    ]
    put(conn, "rating", rows, ("person", "game"))
