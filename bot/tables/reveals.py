"""Pauses in which hidden cards are revealed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import msgspec

from bot.clock import Elapsed
from bot.refused import Refused
from bot.tables.fold import Reveal, RevealPause, is_present
from bot.tables.state import TableState
from games.core.presentation import steps_in
from games.core.rules import is_to_act
from games.core.words import Text
from storage.rows import MoveRow


def pause_for_reveal(state: TableState, now: Elapsed, pace: float, age: int = 0) -> TableState:
    """Return the table paused for some seconds if its last move revealed hidden cards.

    Args:
        pace: factor for the usual length of the pause; 0 for no pause.
        age: milliseconds since the last move, by which the pause is shortened.
    """
    match = state.match
    # Nothing is revealed, or pauses are switched off.
    if not pace or match is None:
        return state
    state = keep_in_panels(state, now, pace, age) if match.moment_seconds else state
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
    new_pause = RevealPause(now + lasts, lasts, opens if opens > now else None, step=step, turns=turns_left)
    return replace(state, reveal_pause=new_pause)


def keep_in_panels(
    state: TableState, now: Elapsed, pace: float, age: int, reveal: Reveal | None = None
) -> TableState:
    """Return the table with a time limit until which private panels show revealed cards.

    Args:
        pace: factor for the time that the rules allow.
        age: milliseconds since the cards were revealed.
        reveal: the revealed cards; ``None`` for the last reveal.
    """
    match, reveal = state.match, reveal or state.last_reveal
    if match is None or reveal is None or state.is_closed:
        return state
    seconds = match.rules.panel_reveal_seconds(match.rules.view(reveal.position, None))
    until = now + (int(1000 * pace * seconds) - max(0, age))
    return _replace_reveal(state, reveal._replace(until=until)) if until > now else state


def restore_reveals(
    state: TableState, now: Elapsed, pace: float, wall: int, moves: Sequence[MoveRow]
) -> TableState:
    """Return a table just loaded from the database, with revealed cards shown as before the restart.

    Args:
        pace: factor for the usual length of a pause; 0 for no pause.
        wall: the same time as ``now`` in Unix milliseconds.
        moves: all moves of the table.
    """
    if not moves:
        return state
    for reveal in state.reveals if pace else ():
        if reveal.seq < len(moves):
            state = keep_in_panels(state, now, pace, wall - moves[reveal.seq - 1].at, reveal)
    return pause_for_reveal(state, now, pace, wall - moves[-1].at)


def turn_due_cards(state: TableState, now: Elapsed) -> TableState:
    """Turn the due cards of a reveal face up, and return the table."""
    pause = state.reveal_pause
    if pause is None or pause.opens is None:
        return state
    if pause.opens <= now:
        return replace(state, reveal_pause=msgspec.structs.replace(pause, opens=None, turns=()))
    due = sum(at <= now for at in pause.turns)
    if not due:
        return state
    later = msgspec.structs.replace(pause, step=pause.step + due, turns=pause.turns[due:])
    return replace(state, reveal_pause=later)


def drop_expired_reveals(state: TableState, now: Elapsed) -> TableState:
    """Return the table without expired reveals in private panels."""
    for reveal in state.reveals:
        if reveal.until is not None and reveal.until <= now:
            state = _replace_reveal(state, reveal._replace(until=None))
    return state


def _replace_reveal(state: TableState, reveal: Reveal) -> TableState:
    return replace(
        state, reveals=tuple([reveal if other.seq == reveal.seq else other for other in state.reveals])
    )


def confirm_seen(state: TableState, seat: int, seq: int) -> TableState:
    """Return the table after a person has tapped *Next* at revealed cards. The last such tap ends the pause.

    Args:
        seq: the number of moves made at the reveal.
    """
    for reveal in state.reveals:
        if reveal.seq == seq:
            state = _replace_reveal(state, reveal._replace(seen=reveal.seen | {seat}))
    if state.reveal_pause is None or state.seq != seq:
        return state
    after = replace(
        state,
        reveal_pause=msgspec.structs.replace(
            state.reveal_pause, seats_ready=state.reveal_pause.seats_ready | {seat}
        ),
    )
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
    reveal = next((known for known in state.reveals if known.seq == seq), None)
    if reveal is None or (state.in_suspense and seq == state.seq):
        raise Refused("stale-button")
    others = {person: known for person, known in reveal.reactions.items() if person != user_id}
    if reveal.reactions.get(user_id) != reaction:
        others[user_id] = reaction
    return _replace_reveal(state, reveal._replace(reactions=others))


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
    assert state.reveal_pause is not None
    watching = {seat.seat for seat in state.seats if is_present(seat)}
    playing = watching - {*state.gone} or watching
    return playing <= state.reveal_pause.seats_ready
