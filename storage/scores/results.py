"""Results of games, written once for each game, from which all scores are derived."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from storage.engine.connection import Connection
from storage.engine.reading import all_rows_of, column_of, rows_of
from storage.engine.writing import are_ids_counted, columns_of, insert
from storage.fields import Count, Id, Time
from storage.rows import PRACTICE, Outcome
from storage.scores.counting import which_seats_count

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
    has_played: bool = True  # the person made enough decisions (storage.scores.counting)
    counts: bool = True  # the game counts for the person, on leaderboards and in statistics


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
    columns = [
        {
            "result": result.id,
            **columns_of(seat, "seat", "person", "has_left", "place", "score", "team"),
            **columns_of(seat, "has_played", "counts"),
            "won": seat.has_won,
            "shared": seat.is_shared,
            "facts": msgspec.json.encode(seat.facts, order="sorted").decode(),
        }
        for seat in seats
    ]
    insert(conn, "result_seat", columns)
    return result


def _insert(conn: Connection, row: dict[str, Any]) -> int:
    # SQLite takes the number after the highest one. A damaged number must not leave none for later results,
    # nor may a seat that belongs to no result have the next number.
    if are_ids_counted(conn):
        highest, of_seats = conn.execute(
            "SELECT (SELECT max(id) FROM result), (SELECT max(result) FROM result_seat)"
        ).fetchone()
        if highest != of_seats:
            row = {"id": _next_number(conn), **row}
    names, marks = ", ".join(row), ", ".join("?" * len(row))
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
                rated = ResultSeat(*each[1:5], team=each.team, has_played=each.has_played)
                seats[each.result].append(rated)
        for row in rows:
            yield StoredResult(*row, True, tuple(seats[row.id]))


def _seats(taken: Sequence[_TakenSeat], outcome: Outcome) -> tuple[ResultSeat, ...]:
    count = len(taken)
    places, scores = outcome.places, outcome.scores
    facts, absent = outcome.facts or ({},) * count, outcome.absent or (False,) * count
    # Missing lists mean that nothing is counted, nobody was absent and no decisions are needed.
    least = outcome.min_decisions or (0,) * count
    if not len(places) == len(scores) == len(facts) == len(absent) == len(least) == count:
        raise ValueError(f"an outcome of {len(places)} places for {count} seats")
    # A side is a team, or a seat that plays alone; all places of a side must be equal.
    sides = (
        [(-1, seat) for seat in range(count)] if not outcome.teams else [(team, -1) for team in outcome.teams]
    )
    place_of = dict(zip(sides, places, strict=True))
    if any(place_of[side] != place for side, place in zip(sides, places, strict=True)):
        raise ValueError(f"partners of the teams {outcome.teams} have different places: {places}")
    if any(place != 1 + sum(other < place for other in place_of.values()) for place in places):
        raise ValueError(f"places {places} are no ranking: each must be 1 + the number of better sides")
    firsts = [*place_of.values()].count(1)
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
                has_won=is_first and (firsts < len(place_of) or count == 1),
                is_shared=is_first and firsts > 1,
                facts=dict(counters),
                team=outcome.teams[seat] if outcome.teams else None,
                has_played=has_played[seat],
                counts=counts[seat],
            )
        )
    return tuple(rows)
