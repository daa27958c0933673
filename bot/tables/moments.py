"""Moments of truth: how long play stands still for them. Pure functions of table values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import msgspec

from bot.clock import Elapsed
from bot.refused import Refused
from bot.tables.absence import is_present
from bot.tables.news import Hold
from bot.tables.state import TableState
from games.core.rules import is_to_act
from games.core.words import Text
from storage.rows import MoveRow


def hold(state: TableState, now: Elapsed, reveal: float, age: int = 0) -> TableState:
    """Return the table held for a moment of truth, if the last move was one.

    Args:
        state: the table.
        now: the elapsed time.
        reveal: factor of the duration; 0 for none.
        age: time since the last move, milliseconds.
    """
    match = state.match
    if not reveal or match is None:
        return state
    state = keep_in_view(state, now, reveal, age) if match.moment_seconds else state
    suspense = int(1000 * reveal * match.suspense_seconds)
    lasts = int(1000 * reveal * match.moment_seconds) + suspense - max(0, age)
    if lasts <= 0:
        return state
    opens = now + (suspense - max(0, age))
    return replace(state, hold=Hold(now + lasts, lasts, opens if opens > now else None))


def keep_in_view(state: TableState, now: Elapsed, reveal: float, age: int) -> TableState:
    """Return the table with the last moment of truth kept in the panels of the players concerned.

    Arguments as for ``held``; ``age`` is that of the move that brought it about.
    """
    match, truth = state.match, state.truth
    if match is None or truth is None or state.is_closed:
        return state
    seconds = match.rules.look_seconds(match.rules.view(truth.position, None))
    until = now + (int(1000 * reveal * seconds) - max(0, age))
    return replace(state, truth=truth._replace(until=until)) if until > now else state


def restore(
    state: TableState, now: Elapsed, reveal: float, wall: int, moves: Sequence[MoveRow]
) -> TableState:
    """Return a restored table held for the rest of a moment of truth; ``wall`` is Unix milliseconds."""
    if not moves:
        return state
    if reveal and state.truth is not None and state.truth.seq < len(moves):
        state = keep_in_view(state, now, reveal, wall - moves[state.truth.seq - 1].at)
    return hold(state, now, reveal, wall - moves[-1].at)


def end_suspense(state: TableState) -> TableState:
    """Return the table after the suspense."""
    if state.hold is None:
        return state
    return replace(state, hold=msgspec.structs.replace(state.hold, opens=None))


def look_away(state: TableState) -> TableState:
    """Return the table with the moment of truth removed from panels."""
    return state if state.truth is None else replace(state, truth=state.truth._replace(until=None))


def go_on(state: TableState, seat: int, seq: int) -> TableState:
    """Return the table after a person has seen enough; play goes on once all have."""
    truth = state.truth
    if truth is not None and truth.seq == seq:
        state = replace(state, truth=truth._replace(seen=truth.seen | {seat}))
    if state.hold is None or state.seq != seq:
        return state
    after = replace(state, hold=msgspec.structs.replace(state.hold, gone_on=state.hold.gone_on | {seat}))
    return after.resumed() if is_seen_by_all(after) else after


def add_note(state: TableState, seat: int, decision: int, note: Text) -> TableState:
    """Return the table with a note about a decision in the seat's panel, until its next move."""
    if not is_to_act(state.to_act, seat) or state.decisions[seat] != decision:
        raise Refused("stale-button")
    return state.noted(seat, note)


def is_seen_by_all(state: TableState) -> bool:
    """Return whether everybody who still plays has seen enough."""
    assert state.hold is not None
    watching = {seat.seat for seat in state.seats if is_present(seat)}
    playing = watching - {*state.gone} or watching
    return playing <= state.hold.gone_on
