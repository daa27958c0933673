"""Tables that cannot be read or replayed are set aside: kept, shown as such, tried again at each start.

Whatever is broken about one (a value in its rows, its moves, its rules, its game) must neither keep others
away nor cost anybody a game: a newer version, or a person, may mend it.
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
    """Replay a stored table; one that cannot be replayed has no game, and is set aside while it is open."""
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
    """True if a table is closed and a row of it cannot be read; then it is left as it is."""
    if not stored.damage or stored.table.status in (LOBBY, PLAYING):
        return False
    log.error("a closed table cannot be read", table=stored.table.id, why=stored.damage)
    return True


def is_back(state: TableState, stored: StoredTable) -> bool:
    """Tell whether a game goes on of which people were shown last that it is set aside."""
    return state.is_playing and stored.shown.mark == _set_aside(stored).mark


def replayed(stored: StoredTable) -> TableState:
    """Replay a stored table; it raises whatever is wrong with it."""
    if stored.damage or stored.table.status in (LOBBY, PLAYING):
        check_sound(stored)
    return TableState.of(stored)


def incident_of(stored: StoredTable) -> str:
    """Number what is wrong with a table: at each start alike, so that its message need not change."""
    return mark_of(["set aside", stored.table.id])[:8]
