"""What a finished game is summed up to."""

from __future__ import annotations

from collections.abc import Sequence

from bot.tables.absence import Made
from games.core.match import Match
from storage.rows import Outcome, SeatRow


def outcome_of(match: Match, seats: Sequence[SeatRow], made: Sequence[Made], now: int) -> Outcome | None:
    """Sum a game up once it is over; ``None`` before."""
    result = match.result()
    if result is None:
        return None
    began_as_people = [seat for seat in seats if seat.level is None or seat.left]
    rated = len(began_as_people) == len(seats) and len(seats) >= 2
    absent = tuple(one.is_absent for one in made)
    return Outcome(result.places, result.scores, now, rated, match.facts(), absent if any(absent) else ())
