"""Pauses in which revealed cards are shown, and reactions to them. Pure functions of table values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import msgspec

from bot.clock import Elapsed
from bot.refused import Refused
from bot.tables.absence import is_present
from bot.tables.news import Hold, Truth
from bot.tables.state import TableState
from games.core.reveals import steps_in
from games.core.rules import is_to_act
from games.core.words import Text
from storage.rows import MoveRow


def hold(state: TableState, now: Elapsed, pace: float, age: int = 0) -> TableState:
    """Return the table paused for some seconds if its last move revealed hidden cards.

    Args:
        now: monotonic milliseconds.
        pace: factor for the usual length of the pause; 0 for no pause.
        age: milliseconds since the last move, by which the pause is shortened.
    """
    match = state.match
    # Nothing is revealed, or pauses are switched off.
    if not pace or match is None:
        return state
    state = keep_in_view(state, now, pace, age) if match.moment_seconds else state
    # Suspense and reveal are one pause; after a restart a part of it is over.
    suspense, past = int(1000 * pace * match.suspense_seconds), max(0, age)
    lasts = int(1000 * pace * match.moment_seconds) + suspense - past
    if lasts <= 0:
        return state
    # In the suspense, cards are turned over one after another.
    count = steps_in(match.suspense_seconds)
    turns = [suspense * number // count for number in range(1, count)]
    step, opens = sum(at <= past for at in turns), now + (suspense - past)
    turns_left = tuple([now + (at - past) for at in turns if at > past])
    new_hold = Hold(now + lasts, lasts, opens if opens > now else None, step=step, turns=turns_left)
    return replace(state, hold=new_hold)


def keep_in_view(
    state: TableState, now: Elapsed, pace: float, age: int, truth: Truth | None = None
) -> TableState:
    """Return the table with revealed cards kept in private panels for some time.

    Args:
        now: monotonic milliseconds.
        pace: factor for the usual time.
        age: milliseconds since the cards were revealed, by which the time is shortened.
        truth: the reveal; by default the last one.
    """
    match, truth = state.match, truth or state.truth
    if match is None or truth is None or state.is_closed:
        return state
    seconds = match.rules.reveal_seconds(match.rules.view(truth.position, None))
    until = now + (int(1000 * pace * seconds) - max(0, age))
    return _with_truth(state, truth._replace(until=until)) if until > now else state


def restore(state: TableState, now: Elapsed, pace: float, wall: int, moves: Sequence[MoveRow]) -> TableState:
    """Return a table just loaded from the database, with revealed cards shown as before the restart.

    Args:
        now: monotonic milliseconds.
        pace: factor for the usual length of a pause; 0 for no pause.
        wall: the same time as ``now`` in Unix milliseconds.
        moves: all moves of the table.
    """
    if not moves:
        return state
    for truth in state.truths if pace else ():
        if truth.seq < len(moves):
            state = keep_in_view(state, now, pace, wall - moves[truth.seq - 1].at, truth)
    return hold(state, now, pace, wall - moves[-1].at)


def turn_over(state: TableState, now: Elapsed) -> TableState:
    """Return the table after revealed cards that are due have been turned face up."""
    current_hold = state.hold
    if current_hold is None or current_hold.opens is None:
        return state
    if current_hold.opens <= now:
        return replace(state, hold=msgspec.structs.replace(current_hold, opens=None, turns=()))
    due = sum(at <= now for at in current_hold.turns)
    if not due:
        return state
    later = msgspec.structs.replace(
        current_hold, step=current_hold.step + due, turns=current_hold.turns[due:]
    )
    return replace(state, hold=later)


def look_away(state: TableState, now: Elapsed) -> TableState:
    """Return the table without expired reveals in private panels."""
    for truth in state.truths:
        if truth.until is not None and truth.until <= now:
            state = _with_truth(state, truth._replace(until=None))
    return state


def _with_truth(state: TableState, truth: Truth) -> TableState:
    return replace(
        state, truths=tuple([truth if other.seq == truth.seq else other for other in state.truths])
    )


def go_on(state: TableState, seat: int, seq: int) -> TableState:
    """Return the table after a person has tapped *Next* at revealed cards. Play continues once all have.

    Args:
        seq: the number of moves made at the reveal.
    """
    for truth in state.truths:
        if truth.seq == seq:
            state = _with_truth(state, truth._replace(seen=truth.seen | {seat}))
    if state.hold is None or state.seq != seq:
        return state
    after = replace(state, hold=msgspec.structs.replace(state.hold, gone_on=state.hold.gone_on | {seat}))
    return after.resumed() if is_seen_by_all(after) else after


FACES = ("😂", "😱", "👏", "🤨")
"""The emoji with which people can react to revealed cards: funny, a shock, well done, suspicious."""


def react(state: TableState, user_id: int, seq: int, reaction: int) -> TableState:
    """Return the table with a person's reaction to revealed cards. The same reaction again removes it.

    Args:
        seq: the number of moves made at the reveal.
        reaction: an index into ``FACES``.

    Raises:
        Refused: the cards are not revealed yet, or the reveal was too long ago.
    """
    truth = next((known for known in state.truths if known.seq == seq), None)
    if truth is None or (state.in_suspense and seq == state.seq):
        raise Refused("stale-button")
    others = {person: known for person, known in truth.reactions.items() if person != user_id}
    if truth.reactions.get(user_id) != reaction:
        others[user_id] = reaction
    return _with_truth(state, truth._replace(reactions=others))


def add_note(state: TableState, seat: int, decision: int, note: Text) -> TableState:
    """Return the table with a note in a seat's private panel until the seat's next move.

    Raises:
        Refused: ``decision`` is not the number of the seat's current decision.
    """
    if not is_to_act(state.to_act, seat) or state.decisions[seat] != decision:
        raise Refused("stale-button")
    return state.with_note(seat, note)


def is_seen_by_all(state: TableState) -> bool:
    """Return whether everybody who still plays has tapped *Next* at the revealed cards."""
    assert state.hold is not None
    watching = {seat.seat for seat in state.seats if is_present(seat)}
    playing = watching - {*state.gone} or watching
    return playing <= state.hold.gone_on
