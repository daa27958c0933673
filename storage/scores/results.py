"""Results of games: how they count, the ratings that change with them, and their posts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from itertools import combinations
from math import sqrt
from typing import Annotated, Any, NamedTuple, Protocol, TypeAlias

import msgspec
from msgspec import Meta
from openskill.models import BradleyTerryFull, BradleyTerryFullRating

from storage.engine.database import Connection, are_ids_counted, columns_of, insert, put
from storage.engine.reading import all_rows_of, column_of, read_if_sound, row_of, rows_of
from storage.rows import OVER, PRACTICE, Count, Id, Outcome, PersonRowId, RatingChange, Ratings, Time, UnixMs
from storage.serving import Servers

# --- periods ------------------------------------------------------------------------------------------------
# The periods of leaderboards (all time, months, weeks and seasons), and their keys in the database.

PeriodKey: TypeAlias = int
"""The number of a period in the database. The key of a month or week is its start, ``UnixMs``."""

ALL_TIME = -(10**15)  # before every time that can be
DAY_MS = 86_400_000
WEEK_MS = 7 * DAY_MS
FIRST_MONDAY = 4 * DAY_MS  # 1970 began on a Thursday


def month_start(at: UnixMs) -> UnixMs:
    """Return the start of a time's month, in UTC.

    >>> month_start(1_795_258_800_000) == 1_793_491_200_000  # 21 and 1 November 2026
    True
    """
    there = datetime.fromtimestamp(at / 1000, UTC)
    first = there.replace(day=1, hour=0, minute=0, second=0, microsecond=0)
    return int(first.timestamp()) * 1000


def week_start(at: UnixMs) -> UnixMs:
    """Return the start of a time's week: Monday, in UTC."""
    return (at - FIRST_MONDAY) // WEEK_MS * WEEK_MS + FIRST_MONDAY


def season_key(number: int) -> PeriodKey:
    """Return the key of the season with this number on its server."""
    return ALL_TIME - number


def is_season(period: PeriodKey) -> bool:
    """Return whether a period is a season."""
    return period < ALL_TIME


def period_end(start: UnixMs) -> UnixMs:
    """Return the end of the month or week that begins at ``start``; of the month if both begin then."""
    if start == month_start(start):
        return month_start(start + 32 * DAY_MS)
    return start + WEEK_MS


def is_start(at: UnixMs) -> bool:
    """Return whether a month or a week begins at exactly this time."""
    return at in (month_start(at), week_start(at))


# --- counting -----------------------------------------------------------------------------------------------
# Decides for which players a result counts, and with what weight. All scores use these pure functions.
#
# A game counts for a person who made enough decisions, if an opponent did so, too. A person who leaves loses.


class Participant(Protocol):
    """A player of a finished game, with the facts that decide whether the game counts."""

    @property
    def person(self) -> int | None: ...

    @property
    def has_left(self) -> bool: ...

    @property
    def has_played(self) -> bool: ...


def which_seats_count(
    has_left: Sequence[bool], has_played: Sequence[bool], sides: Sequence[Hashable]
) -> tuple[bool, ...]:
    """Return, for each seat, whether the game counts for its person.

    The game counts for each person who left. It counts for a person who stayed if this person and an
    opponent made enough decisions.

    Args:
        has_left: for each seat, whether the person left the game.
        has_played: for each seat, whether the person made enough decisions.
        sides: the team of each seat, or a value of its own for a single player.

    >>> which_seats_count((False, True), (True, False), "AB")  # the second player left early
    (False, True)
    """
    # Partners are one side, so two of them do not make a contest.
    played = {side for side, has in zip(sides, has_played, strict=True) if has}
    return tuple(gone or (has and len(played) > 1) for gone, has in zip(has_left, has_played, strict=True))


def affects_rating(own: Participant, other: Participant) -> bool:
    """Return whether a game between two players changes the rating of the player ``own``."""
    # Leaving counts as losing against those who stayed, even after few decisions.
    return (own.has_played and other.has_played) or (own.has_left and not other.has_left)


def weight(nth: int) -> float:
    """Return the rating weight of the n-th game between two people on one day.

    >>> [weight(nth) for nth in (1, 2, 4)]
    [1.0, 0.5, 0.25]
    """
    return 1 / nth


class DailyEncounters:
    """Counts how many rated games each pair of people has played on a day (UTC).

    Results must be added in the order in which they were written.
    """

    def __init__(self) -> None:
        self._met: dict[int, tuple[int, Counter[tuple[str, int]]]] = {}

    def count(
        self, game: str, ended_at: UnixMs, people: Sequence[PersonRowId]
    ) -> dict[tuple[PersonRowId, PersonRowId], int]:
        """Count a finished game. Return how often each two players have played this game that day.

        The keys are pairs of row ids. Each pair is in the result in both orders.
        """
        numbers: dict[tuple[int, int], int] = {}
        for person, other in _pairs(people):
            day, met = self._met.get(person, (None, Counter()))
            if day != ended_at // DAY_MS:
                met = Counter()
                self._met[person] = ended_at // DAY_MS, met
            met[game, other] += 1
            numbers[person, other] = met[game, other]
        return numbers


def _pairs(people: Sequence[PersonRowId]) -> Iterator[tuple[int, int]]:
    for person in people:
        for other in people:
            if other != person:
                yield person, other


# --- results ------------------------------------------------------------------------------------------------
# Results of games, written once for each game, from which all scores are derived.

MIN_RATED_PEOPLE = 2

_DECISIONS = """
    SELECT count(*) FROM move WHERE move.table_id = seat.table_id AND actor = seat.seat AND made_by IS NULL
        AND (coalesce(leaver_seq, left_seq) IS NULL OR seq < coalesce(leaver_seq, left_seq))
"""
"""SQL: the number of decisions made by the first person of a seat."""


class ResultSeat(msgspec.Struct, frozen=True):
    """The part of one seat in a result."""

    seat: int
    person: int | None  # row id of the person for whom the game counts; None for a computer player
    has_left: bool  # the person resigned, or was away for most of their decisions
    place: int  # by the rules; ratings and statistics count a person who left as last
    score: float = 0.0
    has_won: bool = False  # first, alone or shared, in a game that counts; a tie of the whole table is no win
    is_shared: bool = False  # first together with another side, in a game that counts
    facts: dict[str, int] = {}  # counters of what the seat did, such as {"lies": 3}
    team: int | None = None  # None for a seat that plays alone
    has_played: bool = True  # the person made enough decisions (storage.scores.results)
    counts: bool = True  # the game counts for the person, on leaderboards and in statistics


BEST = "best_"
"""Prefix of counters whose greatest value counts, not the sum."""
SUMMED = "won_"
"""Prefix of other counters that leaderboards compare."""
GUESSES = "guesses"
RIGHT_GUESSES = "guesses_right"
"""Counters of players who guessed after being eliminated: guesses whose truth is known, and right ones."""
_FACTS = msgspec.json.Decoder(dict[str, int])


def decode_facts(facts: str) -> dict[str, int] | None:
    """Return a seat's stored counters (JSON) by name; ``None`` if they cannot be decoded."""
    try:
        return _FACTS.decode(facts)
    except (msgspec.DecodeError, TypeError):
        return None


def read_facts(facts: str) -> dict[str, int]:
    """Return a seat's stored counters by name; empty if they cannot be decoded."""
    return decode_facts(facts) or {}


class StoredResult(msgspec.Struct, frozen=True):
    """The result of a finished game. A result that is written later has a higher id."""

    id: int
    table_id: str
    guild_id: int
    game: str
    ended_at: int
    rated: bool
    seats: tuple[ResultSeat, ...]


class _TakenSeat(NamedTuple):
    seat: int
    person: int | None  # row id of the seat's first person
    has_resigned: bool
    decisions: int  # number of decisions that the person made


def write(conn: Connection, table_id: str, outcome: Outcome) -> StoredResult:
    """Write the result of a table that has none yet, and return it.

    For a seat that was taken over, the result counts for the person who had it first.

    Raises:
        ValueError: the outcome does not fit the seats.
    """
    guild_id, game = conn.execute(
        "SELECT guild_id, game FROM game_table WHERE id = ?", (table_id,)
    ).fetchone()
    taken = all_rows_of(
        conn,
        _TakenSeat,
        f"""
        SELECT seat, coalesce(leaver, person), has_left = 1 OR leaver IS NOT NULL,
            ({_DECISIONS})
        FROM seat WHERE table_id = ? ORDER BY seat
        """,
        (table_id,),
    )
    # In practice nothing counts, however the game ends.
    seats = _seats(taken, outcome)
    if guild_id == PRACTICE:
        seats = tuple([msgspec.structs.replace(seat, has_won=False, counts=False) for seat in seats])
    are_people = len(seats) >= MIN_RATED_PEOPLE and all(seat.person is not None for seat in seats)
    rated = outcome.rated and are_people  # a computer player may have taken over later
    written = {"table_id": table_id, "guild_id": guild_id, "game": game}
    written |= {"ended_at": outcome.ended_at, "seats": len(seats), "rated": int(rated)}
    number = _insert(conn, written)
    result = StoredResult(number, table_id, guild_id, game, outcome.ended_at, rated, seats)
    # The seats of the result, with the counters in a stable order.
    rows = []
    for seat in seats:
        row = columns_of(seat, "seat", "person", "has_left", "place", "score", "team", "has_played", "counts")
        row["result"] = result.id
        row["won"] = seat.has_won
        row["shared"] = seat.is_shared
        row["facts"] = msgspec.json.encode(seat.facts, order="sorted").decode()
        rows.append(row)
    insert(conn, "result_seat", rows)
    return result


def _insert(conn: Connection, row: dict[str, Any]) -> int:
    # A damaged id can be the highest possible one, so no id would follow it. A seat without a result may
    # already use the next id.
    if are_ids_counted(conn):
        highest, of_seats = conn.execute(
            "SELECT (SELECT max(id) FROM result), (SELECT max(result) FROM result_seat)"
        ).fetchone()
        if highest != of_seats:
            row["id"] = _next_number(conn)
    names = ", ".join(row)
    marks = ", ".join("?" * len(row))
    statement = f"INSERT INTO result ({names}) VALUES ({marks}) RETURNING id"
    return int(conn.execute(statement, tuple(row.values())).fetchone()[0])


def _next_number(conn: Connection) -> int:
    possible = f"BETWEEN 0 AND {1 << 53}"
    known = f"""
        SELECT max(id) AS id FROM result WHERE id {possible}
        UNION ALL SELECT max(result) FROM result_seat WHERE result {possible}
    """
    return 1 + max(column_of(conn, int, f"SELECT id FROM ({known}) AS known WHERE id IS NOT NULL"), default=0)


def places(conn: Connection, table_id: str) -> tuple[int, ...]:
    """Return the final place of each seat of a table; empty if there is no result."""
    rows = all_rows_of(
        conn,
        tuple[Count],
        """
        SELECT place FROM result JOIN result_seat ON result_seat.result = result.id
        WHERE table_id = ? ORDER BY seat
        """,
        (table_id,),
    )
    return tuple(place for (place,) in rows)


class _RatedResult(NamedTuple):
    id: int
    table_id: str
    guild_id: Id
    game: str
    ended_at: Time


class _RatedSeat(NamedTuple):
    result: int
    seat: Count
    person: int | None
    has_left: bool
    place: Count
    team: int | None
    has_played: bool


def load_rated(conn: Connection) -> Iterator[StoredResult]:
    """Yield all rated results in the order of writing, with the fields that ratings need.

    Damaged results are left out. The caller may change results during the iteration.
    """
    last = 0
    while True:
        after = last
        batch = "SELECT id FROM result WHERE id > ? ORDER BY id LIMIT 1000"
        first, last = conn.execute(f"SELECT min(id), max(id) FROM ({batch}) AS batch", (after,)).fetchone()
        if last is None:
            return
        rows = rows_of(
            conn,
            _RatedResult,
            """
            SELECT id, table_id, guild_id, game, ended_at FROM result
            WHERE id > ? AND id <= ? AND rated = 1 ORDER BY id
            """,
            (after, last),
        )
        # The range of ids may contain seats of unrated results; only those of ``rows`` are kept.
        seats: dict[int, list[ResultSeat]] = {row.id: [] for row in rows}
        for each in rows_of(
            conn,
            _RatedSeat,
            """
            SELECT result, seat, person, has_left, place, team, has_played FROM result_seat
            WHERE result BETWEEN ? AND ? ORDER BY result, seat
            """,
            (first, last),
        ):
            if each.result in seats:
                rated = ResultSeat(
                    each.seat,
                    each.person,
                    each.has_left,
                    each.place,
                    team=each.team,
                    has_played=each.has_played,
                )
                seats[each.result].append(rated)
        for row in rows:
            yield StoredResult(*row, True, tuple(seats[row.id]))


def _seats(taken: Sequence[_TakenSeat], outcome: Outcome) -> tuple[ResultSeat, ...]:
    count = len(taken)
    places = outcome.places
    scores = outcome.scores
    facts = outcome.facts or ({},) * count
    absent = outcome.absent or (False,) * count
    # Missing lists mean that nothing is counted, nobody was absent and no decisions are needed.
    least = outcome.min_decisions or (0,) * count
    if not len(places) == len(scores) == len(facts) == len(absent) == len(least) == count:
        raise ValueError(f"an outcome of {len(places)} places for {count} seats")
    # A side is a team, or a seat that plays alone.
    sides: Sequence[int] = outcome.teams or range(count)
    places_of_sides = _places_of_sides(outcome, sides)
    firsts = places_of_sides.count(1)
    # Being away for most of the decisions counts as leaving.
    has_left = tuple(
        seat.has_resigned or (gone and seat.person is not None)
        for seat, gone in zip(taken, absent, strict=True)
    )
    has_played = tuple(
        seat.person is None or seat.decisions >= needed for seat, needed in zip(taken, least, strict=True)
    )
    counts = which_seats_count(has_left, has_played, sides)
    # A computer player, and a person who left, can win nothing.
    rows = []
    for (seat, person, *_), place, score, counters in zip(taken, places, scores, facts, strict=True):
        is_first = place == 1 and person is not None and counts[seat] and not has_left[seat]
        rows.append(
            ResultSeat(
                seat,
                person,
                has_left[seat],
                place,
                float(score),
                has_won=is_first and (firsts < len(places_of_sides) or count == 1),
                is_shared=is_first and firsts > 1,
                facts=dict(counters),
                team=outcome.teams[seat] if outcome.teams else None,
                has_played=has_played[seat],
                counts=counts[seat],
            )
        )
    return tuple(rows)


def _places_of_sides(outcome: Outcome, sides: Sequence[int]) -> list[int]:
    # All places of a side must be equal.
    places = outcome.places
    place_of = dict(zip(sides, places, strict=True))
    if any(place_of[side] != place for side, place in zip(sides, places, strict=True)):
        raise ValueError(f"partners of the teams {outcome.teams} have different places: {places}")
    for place in places:
        better_sides = sum(other < place for other in place_of.values())
        if place != 1 + better_sides:
            raise ValueError(f"places {places} are no ranking: each must be 1 + the number of better sides")
    return list(place_of.values())


# --- ratings ------------------------------------------------------------------------------------------------
# Ratings: one number for each person and game, computed from games among people only.
#
# The model is openskill's ``BradleyTerryFull``. Partners are rated as a team. A person who left counts as
# last.

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
_KAPPA = _MODEL.kappa
_TAU_SQUARED = _MODEL.tau**2
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

    An entry is ``None`` if the rating did not change, the person is deleted, or the earlier rating is
    damaged.
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
    what = f"rating change of table {table_id}"
    return tuple([read_if_sound(partial(_change, conn, seat), None, what=what) for seat in seats])


def _change(conn: Connection, seat: _ChangedSeat) -> RatingChange | None:
    if seat.person is None or seat.mu is None or seat.sigma is None:
        return None
    # The rating before is the one after the person's previous rated game, or a newcomer's.
    before = row_of(
        conn,
        _Moments,
        """
        SELECT mu, sigma FROM result_seat CROSS JOIN result ON result.id = result_seat.result
        WHERE person = ? AND result < ? AND game = ? AND mu IS NOT NULL
        ORDER BY result_seat.result DESC LIMIT 1
        """,
        (seat.person, seat.result, seat.game),
    )
    if before is None:
        shown_before = display_value(_NEW.mu, _NEW.sigma)
    else:
        shown_before = display_value(before.mu, before.sigma)
    return RatingChange(shown_before, display_value(seat.mu, seat.sigma))


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

    def model_team(side: _Side) -> list[BradleyTerryFullRating]:
        return [_MODEL.rating(before[person].mu, before[person].sigma) for person in side.seats]

    def add(side: _Side, rivals: _Side, rated: Sequence[BradleyTerryFullRating]) -> None:
        for (person, seat), new in zip(side.seats.items(), rated, strict=True):
            weights = [
                weight(games_today[person, rival])
                for rival, rival_seat in rivals.seats.items()
                if affects_rating(seat, rival_seat)
            ]
            if weights:
                against = _WeightedRating(Rating(new.mu, new.sigma), sum(weights) / len(weights))
                against_sides.setdefault(person, []).append(against)

    # Each pair of sides is a match of its own, whose effect is weighted.
    for own, other in combinations(_sides(result), 2):
        teams = [model_team(own), model_team(other)]
        own_rated, other_rated = _MODEL.rate(teams, ranks=[own.rank, other.rank])
        add(own, other, own_rated)
        add(other, own, other_rated)
    return {person: _combined(before[person], against) for person, against in against_sides.items()}


def _sides(result: StoredResult) -> list[_Side]:
    last = float(len(result.seats) + 1)
    sides: dict[tuple[int, int], dict[int, ResultSeat]] = {}
    for seat in result.seats:
        if seat.person is not None:
            # A person who left their team is a side of their own, below all others.
            is_alone = seat.team is None or seat.has_left
            if is_alone or seat.team is None:
                side = (-1, seat.seat)
            else:
                side = (seat.team, -1)
            sides.setdefault(side, {})[seat.person] = seat
    ranked = []
    for seats in sides.values():
        staying = [float(seat.place) for seat in seats.values() if not seat.has_left]
        ranked.append(_Side(seats, min(staying, default=last)))
    return ranked


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
        given["since"] = other_day[0] if other_day is not None else 0
        theirs = "CROSS JOIN result_seat AS theirs ON theirs.result = mine.result"
        met = rows_of(
            conn,
            tuple[int | None, int],
            f"""
            SELECT theirs.person, count(*) {rated.format(theirs)} AND mine.result > :since AND game = :game
            GROUP BY theirs.person
            """,
            given,
        )
        before = dict(met)
        for other in _people(result):
            if other != person:
                numbers[person, other] = 1 + before.get(other, 0)
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
        for person, rating in after.items():
            latest[person, result.game] = rating
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
    changes = []
    for result, after in rated:
        for seat in result.seats:
            if seat.person is not None and seat.person in after:
                rating = after[seat.person]
                changes.append((rating.mu, rating.sigma, result.id, seat.seat))
    conn.executemany("UPDATE result_seat SET mu = ?, sigma = ? WHERE result = ? AND seat = ?", changes)


def _write_ratings(conn: Connection, rated: list[tuple[int, str, Rating]]) -> None:
    rows = []
    for person, game, rating in rated:
        row = {"person": person, "game": game, "shown": rating.display_value}
        rows.append(row | columns_of(rating))
    put(conn, "rating", rows, ("person", "game"))


# --- posts --------------------------------------------------------------------------------------------------
# Messages about results in a server's channel for results. Each is marked before it is sent, as those about
# seasons are (``storage.scores.seasons``).


class ResultPost(msgspec.Struct, frozen=True):
    """The result of a game that is to be posted."""

    table_id: str
    guild_id: Id
    channel_id: Id
    is_sending: bool  # sending has begun, so the message may be in the channel already
    ended_at: Time  # when the game ended, Unix milliseconds
    locale: str | None  # language of public texts; None = the server's language in Discord


def queue_result_post(conn: Connection, result: StoredResult) -> None:
    """Store that a result is to be posted, if the server has a channel for results."""
    if not any(seat.counts and seat.person is not None and not seat.has_left for seat in result.seats):
        return
    conn.execute(
        """
        INSERT INTO result_post (table_id, guild_id, channel_id, is_sending)
        SELECT ?, guild_id, results_channel, 0 FROM guild_settings
        WHERE guild_id = ? AND results_channel IS NOT NULL
        """,
        (result.table_id, result.guild_id),
    )


def load_due_results(conn: Connection, served: Servers, until: UnixMs) -> list[ResultPost]:
    """Return the results to be posted on some servers, oldest first.

    Args:
        until: leave out games that ended later.
    """
    return rows_of(
        conn,
        ResultPost,
        f"""
        SELECT table_id, result_post.guild_id, result_post.channel_id, is_sending, ended_at,
            guild_settings.locale
        FROM result_post CROSS JOIN game_table ON game_table.id = table_id
        LEFT JOIN guild_settings ON guild_settings.guild_id = result_post.guild_id
        WHERE status = ? AND ended_at <= ? AND {served.condition("result_post.guild_id")}
        ORDER BY ended_at, table_id
        """,
        (OVER, until),
    )


def begin_result_post(conn: Connection, post: ResultPost) -> bool:
    """Store that a result is about to be posted. Return False if another process has already done so."""
    row = conn.execute(
        "UPDATE result_post SET is_sending = 1 WHERE table_id = ? AND is_sending = 0 RETURNING table_id",
        (post.table_id,),
    ).fetchone()
    return row is not None


def end_result_post(conn: Connection, post: ResultPost) -> None:
    """Store that a result is no longer to be posted."""
    conn.execute("DELETE FROM result_post WHERE table_id = ?", (post.table_id,))
