"""Moments of truth: how long play stands still for them; pure, from one value of the table to the next."""

from __future__ import annotations

from dataclasses import replace

import msgspec

from bot.tables.absence import is_present
from bot.tables.news import Hold
from bot.tables.state import TableState


def held(state: TableState, now: int, pace: float, age: int = 0) -> TableState:
    """Return the table standing still while there is something to be seen.

    Args:
        state: the table.
        now: the elapsed time, milliseconds.
        pace: factor of the time that a moment of truth stands; 0 for none.
        age: how long ago the last move was made, milliseconds.
    """
    if not pace or state.match is None:
        return state
    lasts = int(1000 * pace * state.match.moment_seconds) - max(0, age)
    return replace(state, hold=Hold(now + lasts, lasts)) if lasts > 0 else state


def gone_on(state: TableState, seat: int) -> TableState:
    """Return the table after a person has seen enough; play goes on when all have who still play."""
    if state.hold is None:
        return state
    after = replace(state, hold=msgspec.structs.replace(state.hold, gone_on=state.hold.gone_on | {seat}))
    return after.resumed() if is_seen_by_all(after) else after


def is_seen_by_all(state: TableState) -> bool:
    """Tell whether everybody who still plays has seen enough of a moment of truth."""
    assert state.match is not None
    assert state.hold is not None
    watching = {seat.seat for seat in state.seats if is_present(seat)}
    playing = watching - {*state.match.view(None).gone} or watching
    return playing <= state.hold.gone_on
