"""Tables that cannot be read or replayed are set aside.

A broken value, move, rule or game of one table must not affect other tables or cost people their game. Such a
table is kept as it is, shown as set aside, and tried again at each start: a new version may repair it.
"""

from __future__ import annotations

import msgspec
import structlog

from bot import LANGUAGES
from bot.tables.snapshot import mark_of
from bot.tables.soundness import check_sound
from bot.tables.state import TableState
from storage.rows import LOBBY, PLAYING, StoredTable

log = structlog.get_logger(__name__)


def revived(stored: StoredTable) -> TableState:
    """Replay a stored table. If that fails while the table is open, return it set aside, without a game."""
    try:
        return replayed(stored)
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


def is_lost(stored: StoredTable) -> bool:
    """Return whether a table is closed and cannot be read. The bot leaves such a table alone."""
    if not stored.damage or stored.table.status in (LOBBY, PLAYING):
        return False
    log.error("a closed table cannot be read", table=stored.table.id, why=stored.damage)
    return True


def is_back(state: TableState, stored: StoredTable) -> bool:
    """Return whether a running game can be replayed again that people have been shown as set aside."""
    return state.is_playing and stored.shown.mark == _set_aside(stored).mark


def replayed(stored: StoredTable) -> TableState:
    """Replay a stored table and return it; any error is raised."""
    if stored.damage or stored.table.status in (LOBBY, PLAYING):
        check_sound(stored)
    return TableState.of(stored)


def incident_of(stored: StoredTable) -> str:
    """Return the incident number that people are shown for a damaged table; it is always the same."""
    return mark_of(["set aside", stored.table.id])[:8]
