"""Tables that cannot be read or replayed. They are set aside, so that they harm no other table.

Such a table stays unchanged in the database. Its message shows an incident number, and each start of the bot
tries to load it again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

import msgspec
import structlog

from bot import LANGUAGES
from bot.lists import not_none
from bot.tables import endings
from bot.tables.clocks import CLOCKS
from bot.tables.fingerprints import fingerprint_of
from bot.tables.state import TableState
from games import find_game
from games.core.game import LEVELS
from games.core.match import ShuffleKey
from storage.rows import LOBBY, PLAYING, SeatRow, StoredTable

log = structlog.get_logger(__name__)


def restore_state(stored: StoredTable) -> TableState:
    """Return a table with its stored moves replayed.

    If the moves cannot be replayed, the table has no game. An open table then has an incident number.
    """
    try:
        return replay_or_fail(stored)
    except Exception:
        row = stored.table
        state = _set_aside(stored)
        log.exception(
            "a table cannot be replayed", table=row.id, seq=len(stored.moves), incident=state.incident
        )
        return state


def _set_aside(stored: StoredTable) -> TableState:
    row = stored.table
    if row.locale not in LANGUAGES:
        row = msgspec.structs.replace(row, locale=LANGUAGES[0])
    if row.status in (LOBBY, PLAYING):
        incident = incident_of(stored)
    else:
        incident = None
    # All that names seats counts on their numbers.
    seats = stored.seats if _are_numbered(stored.seats) else ()
    return TableState(
        row, seats, gathering=stored.gathering, incident=incident, is_damaged=bool(stored.damage)
    )


def is_unreadable(stored: StoredTable) -> bool:
    """Return whether a table is closed and cannot be read. The bot ignores such tables."""
    if not stored.damage or stored.table.status in (LOBBY, PLAYING):
        return False
    log.error("a closed table cannot be read", table=stored.table.id, why=stored.damage)
    return True


def needs_deadline(state: TableState, stored: StoredTable) -> bool:
    """Return whether a table that was just loaded needs a new deadline."""
    # An earlier start of the bot could not replay the game, or an older version set no deadline for practice.
    is_endless = state.is_practice and state.row.deadline is None and bool(state.pending())
    return is_endless or (state.is_playing and stored.sent_row.mark == _set_aside(stored).fingerprint)


def replay_or_fail(stored: StoredTable) -> TableState:
    """Return a table with its stored moves replayed; raise an error if they cannot be replayed."""
    if stored.damage or stored.table.status in (LOBBY, PLAYING):
        check_sound(stored)
    return TableState.of(stored)


def incident_of(stored: StoredTable) -> str:
    """Return the incident number of a damaged table, which is always the same."""
    return fingerprint_of(["set aside", stored.table.id])[:8]


# --- soundness ----------------------------------------------------------------------------------------------
# Checks that the stored rows of an open table fit together and have known values.


class DamagedTable(ValueError):
    """Raised if stored rows of a table contradict each other. The message lists all contradictions."""


def check_sound(stored: StoredTable) -> None:
    """Check that the stored rows of an open table fit together. The moves are not checked.

    Raises:
        DamagedTable: rows cannot be read, contradict each other, or have unknown values.
        KeyError: the game is unknown.
    """
    if stored.damage:
        wrong = [stored.damage]
    else:
        wrong = list(_wrong_values(stored))
        wrong += _wrong_numbers(stored)
    if wrong:
        raise DamagedTable("; ".join(wrong))


def _wrong_values(stored: StoredTable) -> Iterator[str]:
    row = stored.table
    options = find_game(stored.table.game).rules.options
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


def _are_numbered(seats: Sequence[SeatRow]) -> bool:
    # Seats are numbered from 0 without gaps.
    return [row.seat for row in seats] == list(range(len(seats)))


def _wrong_numbers(stored: StoredTable) -> Iterator[str]:
    row = stored.table
    count = len(stored.seats)
    moves = len(stored.moves)
    # Seats and moves are numbered without gaps.
    if not _are_numbered(stored.seats):
        yield "its seats are not numbered without gaps"
    if row.status != PLAYING and row.host_id not in {seat.user_id for seat in stored.seats}:
        yield "its host does not sit there"
    if [move.seq for move in stored.moves] != list(range(moves)):
        yield "its moves are not numbered without gaps"
    # Every seat that is named anywhere must exist.
    seat_numbers = set(not_none(move.actor for move in stored.moves))
    seat_numbers.update(not_none(map(endings.seat_of, row.votes)))
    # No number may be beyond the last move.
    reached = [seat.grace for seat in stored.seats]
    for seat, number, *_ in chain(stored.sent_row.called, stored.sent_row.reminded):
        seat_numbers.add(seat)
        reached.append(number)
    if row.verdict is not None:
        seat_numbers.update(row.verdict.seats)
    unknown = seat_numbers.difference(range(count))
    if unknown:
        yield f"seats are named that there are not: {sorted(unknown)}"
    if row.verdict is not None:
        reached.append(row.verdict.moves)
    reached += [guess.seq for guess in stored.guesses]
    if max(not_none(reached), default=0) > moves:
        yield f"more than its {moves} moves are named"
