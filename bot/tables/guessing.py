"""Guessing along: who watches, or is out, says whether a claim is a lie; pure, like ``bot.tables.lobby``.

The players learn nothing of it before everybody knows the truth: no snapshot of theirs holds a guess.
"""

from __future__ import annotations

from dataclasses import replace

import msgspec

from bot.refused import Refused
from bot.tables.crowd import JUDGED, NEVER
from bot.tables.snapshot import Guesser, Snapshot, mark_of
from bot.tables.state import TableState
from storage.rows import GuessRow


def open_claim(state: TableState) -> int | None:
    """Name the claim that can be guessed now: one that stands, or one about which all are in suspense."""
    if not state.has_crowd or state.match is None:
        return None
    claim = state.game.rules.claim(state.match.view(None))
    if claim == "open":
        return state.seq
    return state.seq - 1 if claim in JUDGED and state.in_suspense else None


def check(state: TableState, user_id: int) -> None:
    """Refuse who plays, and who knows more than what lies open.

    Who has left knows their hand, so they guess no more in that game.

    Raises:
        Refused: that, or nobody guesses at this table (any more).
    """
    if not state.is_playing or state.match is None:
        raise Refused("game-is-over" if state.is_closed else "not-started")
    if not state.has_crowd:
        raise Refused("guess-off")
    seat = state.seat_of(user_id)
    if seat is not None and seat not in state.gone:
        raise Refused("guess-players")
    if (seat is None and state.has_sat(user_id)) or state.crowd.has_seen_all(user_id):
        raise Refused("guess-knows")


def may_guess(state: TableState, user_id: int) -> bool:
    """Tell whether somebody may guess at a table."""
    try:
        check(state, user_id)
    except Refused:
        return False
    return True


def guessed(state: TableState, user_id: int, name: str, seq: int, is_lie: bool) -> TableState:
    """Return the table after a guess, or after another one of the same person.

    Raises:
        Refused: as ``check``, or everybody knows by now, or another claim stands.
    """
    check(state, user_id)
    if open_claim(state) != seq:
        raise Refused("guess-late")
    if state.seat_of(user_id) is not None and seq != state.seq:
        raise Refused("guess-late")  # who is out by it knows a hand that it was about
    return replace(state, crowd=state.crowd.saying(GuessRow(user_id, name, seq, is_lie)))


def saw_all(state: TableState, user_id: int, name: str) -> TableState:
    """Return the table after somebody was shown all hands, who guesses no more; what they said counts."""
    if not state.has_crowd or state.crowd.has_seen_all(user_id):
        return state
    return replace(state, crowd=state.crowd.saying(GuessRow(user_id, name, -1, None)))


def seen_by(state: TableState, user_id: int) -> Snapshot:
    """Say what somebody who guesses may be shown: what everybody sees, and their own guesses.

    Raises:
        Refused: as ``check``, while the game goes on.
    """
    if not state.is_closed:
        check(state, user_id)
    crowd = state.crowd
    hidden = crowd.told if state.in_suspense else None
    told = None if state.in_suspense else crowd.told
    claim, tally = open_claim(state), crowd.tallies(hidden).get(user_id, NEVER)
    guess = crowd.guess_of(user_id, told if claim is None else claim)
    truth = None if told is None or claim is not None else crowd.lies[told]
    guesser = Guesser(claim, guess, truth, tally.right, tally.count)
    snapshot = state.snapshot
    return msgspec.structs.replace(snapshot, guesser=guesser, mark=mark_of([snapshot.mark, guesser]))
