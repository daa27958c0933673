"""Players who are away: a computer player moves for them until they return; the seat stays theirs."""

from __future__ import annotations

from typing import NamedTuple

from bot.tables.news import is_person
from games.core.rules import CHANCE, Actor
from games.core.seats import replace_at
from storage.rows import ITSELF, SeatRow, TableRow

STAND_INS = 10
"""Number of names for computer players that move for absent people, one for each seat."""


class Made(NamedTuple):
    """How many decisions of a seat were made by its player, and how many by a computer player for that
    player.

    A move without an alternative is not a decision.
    """

    own: int = 0
    stood_in: int = 0

    @property
    def is_absent(self) -> bool:
        """True if a person made fewer than half of their decisions, which counts as leaving the game."""
        return self.own < self.stood_in


def counted(made: tuple[Made, ...], actor: Actor, made_by: str | None) -> tuple[Made, ...]:
    """Return how many decisions each seat has made, after one more move.

    Moves of chance and automatic moves do not count.

    Args:
        made: the counts before the move.
        actor: the seat that moved, or chance.
        made_by: who moved in place of the seat's player (a value of ``MoveRow.made_by``); ``None`` if the
            player moved.
    """
    if actor == CHANCE or made_by == ITSELF:
        return made
    own, stood_in = made[int(actor)]
    return replace_at(made, int(actor), Made(own + (made_by is None), stood_in + (made_by is not None)))


def is_present(seat: SeatRow) -> bool:
    """Return whether a person plays a seat and is not away."""
    return is_person(seat) and not seat.away


def is_away(seat: SeatRow) -> bool:
    """Return whether a seat's person is away, so that a computer player moves for them."""
    return is_person(seat) and seat.away


def is_deserted(seats: tuple[SeatRow, ...]) -> bool:
    """True if people sit at the table and all of them are away."""
    return any(map(is_away, seats)) and not any(map(is_present, seats))


def stand_in(table_id: str, seat: int) -> int:
    """Return the index of the name for the computer player that replaces an absent person."""
    return (sum(map(ord, table_id)) + seat) % STAND_INS


DAY_MS = 86_400_000


def paused_until(row: TableRow) -> int | None:
    """Return when a pause ends automatically, Unix milliseconds; ``None`` without a pause."""
    if row.paused_at is None:
        return None
    return row.paused_at + (7 * DAY_MS if row.clock == "week" else DAY_MS)


def free_pause_at(row: TableRow) -> int | None:
    """Return when a majority can pause the game again, Unix milliseconds; ``None`` if it was never paused."""
    return None if row.pause_ended_at is None else row.pause_ended_at + DAY_MS
