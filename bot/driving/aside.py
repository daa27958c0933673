"""Tables that cannot be read or replayed. They are set aside, so that they harm no other table.

Such a table stays unchanged in the database. Its message shows an incident number, and each start of the bot
tries to load it again.
"""

from __future__ import annotations

import msgspec
import structlog

from bot import LANGUAGES
from bot.tables.snapshot import fingerprint_of
from bot.tables.soundness import check_sound
from bot.tables.state import TableState
from storage.rows import LOBBY, PLAYING, StoredTable

log = structlog.get_logger(__name__)


def restore_state(stored: StoredTable) -> TableState:
    """Return a table with its stored moves replayed.

    If the moves cannot be replayed, the table has no game. An open table then has an incident number.
    """
    try:
        return replay_or_fail(stored)
    except Exception:
        row, state = stored.table, _set_aside(stored)
        log.exception(
            "a table cannot be replayed", table=row.id, seq=len(stored.moves), incident=state.incident
        )
        return state


def _set_aside(stored: StoredTable) -> TableState:
    row = stored.table
    if row.locale not in LANGUAGES:
        row = msgspec.structs.replace(row, locale=LANGUAGES[0])
    incident = incident_of(stored) if row.status in (LOBBY, PLAYING) else None
    # All that names seats counts on their numbers.
    seats = stored.seats if [seat.seat for seat in stored.seats] == [*range(len(stored.seats))] else ()
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
    return is_endless or (state.is_playing and stored.shown_row.mark == _set_aside(stored).fingerprint)


def replay_or_fail(stored: StoredTable) -> TableState:
    """Return a table with its stored moves replayed; raise an error if they cannot be replayed."""
    if stored.damage or stored.table.status in (LOBBY, PLAYING):
        check_sound(stored)
    return TableState.of(stored)


def incident_of(stored: StoredTable) -> str:
    """Return the incident number of a damaged table, which is always the same."""
    return fingerprint_of(["set aside", stored.table.id])[:8]
