"""Who is away from a table: a computer player moves for them until they are back; the seat stays theirs."""

from __future__ import annotations

from typing import NamedTuple

from bot.tables.news import is_person
from games.core.rules import CHANCE, Actor
from games.core.seats import at_seat
from storage.rows import ITSELF, SeatRow, TableRow

STAND_INS = 10
"""Number of names for computer players that stand in; one for each seat of the largest table."""


class Made(NamedTuple):
    """Numbers of a seat's decisions made by its player, and by somebody who stood in.

    A move that left no choice is no decision.
    """

    own: int = 0
    stood_in: int = 0

    @property
    def is_absent(self) -> bool:
        """Tell whether the person made less than half of the decisions: that counts as having left."""
        return self.own < self.stood_in


def counted(made: tuple[Made, ...], actor: Actor, made_by: str | None) -> tuple[Made, ...]:
    """Count one more move."""
    if actor == CHANCE or made_by == ITSELF:
        return made
    own, stood_in = made[int(actor)]
    return at_seat(made, int(actor), Made(own + (made_by is None), stood_in + (made_by is not None)))


def is_present(seat: SeatRow) -> bool:
    """Tell whether a person plays a seat now and is not away."""
    return is_person(seat) and not seat.away


def is_away(seat: SeatRow) -> bool:
    """Tell whether a seat is a person's for whom a computer player moves until they are back."""
    return is_person(seat) and seat.away


def is_deserted(seats: tuple[SeatRow, ...]) -> bool:
    """Tell whether people play here and all of them are away."""
    return any(map(is_away, seats)) and not any(map(is_present, seats))


def stand_in(table_id: str, seat: int) -> int:
    """Say which of the names for those who stand in is that of a seat; no two seats of a table share one."""
    return (sum(map(ord, table_id)) + seat) % STAND_INS


DAY_MS = 86_400_000


def paused_until(row: TableRow) -> int | None:
    """Say when a pause ends by itself, in Unix milliseconds; ``None`` while there is none."""
    if row.paused_at is None:
        return None
    return row.paused_at + (7 * DAY_MS if row.clock == "week" else DAY_MS)


def free_pause_at(row: TableRow) -> int | None:
    """Return when a pause needs only a majority again, Unix milliseconds; ``None`` before the first one."""
    return None if row.pause_ended_at is None else row.pause_ended_at + DAY_MS
