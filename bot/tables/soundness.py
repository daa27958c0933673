"""Checks that the stored rows of an open table fit together and have known values."""

from __future__ import annotations

from collections.abc import Iterator

from bot import LANGUAGES
from bot.tables.clocks import CLOCKS
from games import find_game
from games.core.game import LEVELS
from games.core.match import ShuffleKey
from storage.rows import PLAYING, StoredTable


class DamagedTable(ValueError):
    """Raised if stored rows of a table contradict each other. The message lists all contradictions."""


def check_sound(stored: StoredTable) -> None:
    """Check that the stored rows of an open table fit together. The moves are not checked.

    Raises:
        DamagedTable: rows cannot be read, contradict each other, or have unknown values.
        KeyError: the game is unknown.
    """
    wrong = [stored.damage] if stored.damage else [*_wrong_values(stored), *_wrong_numbers(stored)]
    if wrong:
        raise DamagedTable("; ".join(wrong))


def _wrong_values(stored: StoredTable) -> Iterator[str]:
    row, options = stored.table, find_game(stored.table.game).rules.options
    # Values that a newer or an older version may have written.
    for name, value in row.options.items():
        if value not in options.get(name, ()):
            yield f"there is no option {name}={value}"
    if row.clock not in CLOCKS:
        yield f"there is no clock {row.clock}"
    if row.locale not in LANGUAGES:
        yield f"there is no language {row.locale}"
    for seat in stored.seats:
        if seat.level is not None and seat.level not in LEVELS:
            yield f"there is no level {seat.level}"
    # Whether the game has begun, and its secret, must agree with the status.
    if (row.status == PLAYING) != (row.first is not None):
        yield f"it is {row.status}, and its first seat is {row.first}"
    if row.seed is not None and ShuffleKey(row.seed, "").commitment != row.commitment:
        yield "its secret is not what it was committed to"
    if row.status == PLAYING and row.seed is None:
        yield "its secret is missing"


def _wrong_numbers(stored: StoredTable) -> Iterator[str]:
    row, count, moves = stored.table, len(stored.seats), len(stored.moves)
    # Seats and moves are numbered without gaps.
    if [seat.seat for seat in stored.seats] != [*range(count)]:
        yield "its seats are not numbered without gaps"
    if row.status != PLAYING and row.host_id not in {seat.user_id for seat in stored.seats}:
        yield "its host does not sit there"
    if [move.seq for move in stored.moves] != [*range(moves)]:
        yield "its moves are not numbered without gaps"
    # Every seat that is named anywhere must exist.
    seat_numbers = {seat for seat, *_ in (*stored.shown_row.called, *stored.shown_row.reminded)}
    seat_numbers |= {move.actor for move in stored.moves if move.actor is not None}
    seat_numbers |= {int(seat) for act in row.votes if (seat := act.partition(":")[2])}
    seat_numbers |= {*row.verdict.seats} if row.verdict is not None else set()
    if not seat_numbers <= {*range(count)}:
        yield f"seats are named that there are not: {sorted(seat_numbers - {*range(count)})}"
    # No number may be beyond the last move.
    reached = [seat.grace for seat in stored.seats]
    reached += [] if row.verdict is None else [row.verdict.moves]
    reached += [number for _, number, *_ in (*stored.shown_row.called, *stored.shown_row.reminded)]
    reached += [guess.seq for guess in stored.guesses]
    if any(number is not None and number > moves for number in reached):
        yield f"more than its {moves} moves are named"
