"""People who are away keep their seats. A computer player moves for them until they return."""

from __future__ import annotations

from typing import NamedTuple

from bot.tables.news import is_person
from games.core.rules import CHANCE, Actor
from games.core.seats import replace_at
from storage.rows import ITSELF, SeatRow, TableRow

STAND_INS = 10
"""Number of names for computer players that move for absent people, one for each seat."""


class DecisionCounts(NamedTuple):
    """The numbers of decisions at a seat: by its player, and by a computer player in the player's place.

    A move without an alternative is not a decision.
    """

    by_player: int = 0
    by_computer: int = 0

    @property
    def is_absent(self) -> bool:
        """True if a computer player made more decisions than the player. This counts as leaving the game."""
        return self.by_player < self.by_computer


def count_decision(
    counts: tuple[DecisionCounts, ...], actor: Actor, made_by: str | None
) -> tuple[DecisionCounts, ...]:
    """Return the decision counts of all seats after one more move.

    Args:
        made_by: who chose the move, as in ``MoveRow``; ``None`` for the seat's own player.
    """
    # Random and automatic moves are no decisions.
    if actor == CHANCE or made_by == ITSELF:
        return counts
    by_player, by_computer = counts[int(actor)]
    new = DecisionCounts(by_player + (made_by is None), by_computer + (made_by is not None))
    return replace_at(counts, int(actor), new)


def is_present(seat: SeatRow) -> bool:
    """Return whether a person plays a seat and is not away."""
    return is_person(seat) and not seat.is_away


def is_away(seat: SeatRow) -> bool:
    """Return whether a seat's person is away. A computer player then moves for them."""
    return is_person(seat) and seat.is_away


def is_deserted(seats: tuple[SeatRow, ...]) -> bool:
    """Return whether people sit at the table and all of them are away."""
    return any(map(is_away, seats)) and not any(map(is_present, seats))


def stand_in_number(table_id: str, seat: int) -> int:
    """Return the digit in the name of the computer player that moves for an absent person."""
    return (sum(map(ord, table_id)) + seat) % STAND_INS


DAY_MS = 86_400_000


def paused_until(row: TableRow) -> int | None:
    """Return when the pause ends by itself, in Unix milliseconds; ``None`` if the game is not paused."""
    if row.paused_at is None:
        return None
    return row.paused_at + (7 * DAY_MS if row.clock == "week" else DAY_MS)


def free_pause_at(row: TableRow) -> int | None:
    """Return the time from which a majority of votes is enough for another pause, in Unix milliseconds.

    Returns:
        ``None`` if there has been no pause yet.
    """
    return None if row.pause_ended_at is None else row.pause_ended_at + DAY_MS
