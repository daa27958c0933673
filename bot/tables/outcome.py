"""What is left of a game: its result, and its record."""

from __future__ import annotations

from collections.abc import Sequence

from bot.tables.absence import Made
from games.core.match import Match
from games.core.record import write_record
from storage.rows import CANCELLED, OVER, Outcome, SeatRow, TableRow


def outcome_of(match: Match, seats: Sequence[SeatRow], made: Sequence[Made], now: int) -> Outcome | None:
    """Sum a game up once it is over; ``None`` before."""
    result = match.result()
    if result is None:
        return None
    absent, rated = tuple(one.is_absent for one in made), is_rated(seats)
    return Outcome(result.places, result.scores, now, rated, match.facts(), absent if any(absent) else ())


def is_rated(seats: Sequence[SeatRow]) -> bool:
    """Tell whether a game counts for ratings: every seat began as a person's, and there are several."""
    return len(seats) >= 2 and all(seat.level is None or seat.left for seat in seats)


def record_of(match: Match, row: TableRow, seats: Sequence[SeatRow], joins: Sequence[str], date: str) -> str:
    """Write the game record; once nobody plays on, with a result or without, it proves its shuffles."""
    headers = {"Table": row.id, "Date": date, "Commitment": row.commitment or ""}
    headers["Joins"] = ",".join(joins)
    headers.update({f"Player{seat.seat}": seat.name for seat in seats})
    if (match.is_over or row.status in (OVER, CANCELLED)) and row.seed is not None:
        headers["Seed"] = row.seed.hex()
    return write_record(match, headers)
