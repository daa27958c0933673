"""How long a pause lasts when nobody ends it."""

from __future__ import annotations

from storage.rows import TableRow

PAUSES_MS = {"week": 7 * 86_400_000}
"""The longest pause, by the name of the clock, where it is not the usual one."""

USUAL_PAUSE_MS = 86_400_000


def paused_until(row: TableRow) -> int | None:
    """Say when a pause ends by itself, in Unix milliseconds; ``None`` while there is none."""
    if row.paused_at is None:
        return None
    return row.paused_at + PAUSES_MS.get(row.clock, USUAL_PAUSE_MS)
