"""Reveals of hidden cards: the pause, the panels, reactions, and the spectators' guesses beforehand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import msgspec

from bot.clock import Elapsed
from bot.lists import without_key
from bot.refused import Refused
from bot.tables.clocks import turn_ms
from bot.tables.fingerprints import fingerprint_of
from bot.tables.positions import KNOWN_OUTCOMES, NO_SCORE, RevealPause, SeatNote, ShownReveal, is_present
from bot.tables.snapshot import Guesser, Snapshot
from bot.tables.state import TableState
from games.core.match import Match
from games.core.reveals import steps_in
from games.core.rules import is_to_act
from storage.rows import GuessRow, MoveRow, Name

# --- reveals ------------------------------------------------------------------------------------------------


LAST_FRAME_SECONDS = 0.8
"""Seconds in which the animation of a reveal shows its last frame before words tell the outcome.

People get the animation some tenths of a second after the pause has begun.
"""


ALONE_SECONDS = 30.0
"""Seconds for which a reveal waits for *Next* of a person among computer players.

An estimate, as it is not known how long people read a reveal of many cards. No other player waits.
"""

ALONE_PANEL_SECONDS = 900.0
"""Seconds for which their panel keeps a reveal that concerns them: at least as long as Discord lets the bot
edit the panel.

With a clock it is less, so that half of the time for the next turn is left. After a restart the usual time
holds, since it is not stored whether the person has tapped *Next*.
"""


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
    if match.reveal_seconds:
        state = keep_in_panels(state, now, pace, age)
    # Suspense and reveal are one pause; after a restart a part of it is over.
    suspense = int(1000 * pace * match.suspense_seconds)
    lasts = int(1000 * pace * _pause_seconds(state, match)) + suspense - max(0, age)
    if lasts <= 0:
        return state
    new_pause = RevealPause(now + lasts, lasts)
    # A suspense that was interrupted by a restart is over.
    if suspense and age <= 0:
        steps = steps_in(match.suspense_seconds)
        if steps > 1:
            last_frame = int(1000 * pace * LAST_FRAME_SECONDS)
        else:
            last_frame = 0
        opens = now + suspense + last_frame
        new_pause = RevealPause(now + lasts, lasts, opens, frame_ms=suspense // steps)
    return state.with_position(reveal_pause=new_pause)


def _pause_seconds(state: TableState, match: Match) -> float:
    seconds = match.reveal_seconds
    # A person among computer players keeps nobody waiting, and *Next* ends the pause.
    if seconds and _only_reader(state) is not None:
        return max(seconds, ALONE_SECONDS)
    return seconds


def _only_reader(state: TableState) -> int | None:
    # The seat of the only person at the table, until that person is out of the game. The other tables of a
    # tournament wait for the end of this one.
    if state.gathering.paired is not None:
        return None
    readers = [seat.seat for seat in state.seats if is_present(seat)]
    if len(readers) != 1:
        return None
    # The reveal that puts the person out, and the one that ends the game, wait as all before.
    last = state.position.last_reveal
    if readers[0] not in state.gone or state.is_over or (last is not None and readers[0] in last.eliminated):
        return readers[0]
    return None


def keep_in_panels(
    state: TableState, now: Elapsed, pace: float, age: int, reveal: ShownReveal | None = None
) -> TableState:
    """Return the table with a time limit until which private panels show revealed cards.

    Args:
        pace: factor for the time that the rules allow.
        age: milliseconds since the cards were revealed.
        reveal: the revealed cards; ``None`` for the last reveal.
    """
    match = state.match
    reveal = reveal or state.position.last_reveal
    if match is None or reveal is None or state.is_closed:
        return state
    seconds = match.rules.panel_reveal_seconds(match.rules.view(reveal.position, None))
    reader = _only_reader(state)
    is_new = age <= 0
    if seconds and is_new and reader is not None and state.is_concerned(reveal, reader):
        seconds = max(seconds, _alone_panel_seconds(state))
    until = now + (int(1000 * pace * seconds) - max(0, age))
    if until > now:
        return _replace_reveal(state, reveal._replace(until=until, was_in_panels=True))
    return state


def _alone_panel_seconds(state: TableState) -> float:
    turn_seconds = turn_ms(state) / 1000
    if not turn_seconds:
        return ALONE_PANEL_SECONDS
    return min(ALONE_PANEL_SECONDS, ALONE_SECONDS + turn_seconds / 2)


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
    for reveal in state.position.reveals if pace else ():
        if reveal.seq < len(moves):
            state = keep_in_panels(state, now, pace, wall - moves[reveal.seq - 1].at, reveal)
    return pause_for_reveal(state, now, pace, wall - moves[-1].at)


def end_suspense(state: TableState, now: Elapsed) -> TableState:
    """Return the table with the outcome of a reveal in words, if its animation is over."""
    pause = state.position.reveal_pause
    if pause is None or pause.opens is None or pause.opens > now:
        return state
    return _with_pause(state, pause, opens=None)


def _with_pause(state: TableState, pause: RevealPause, **changes: Any) -> TableState:
    return state.with_position(reveal_pause=msgspec.structs.replace(pause, **changes))


def drop_expired_reveals(state: TableState, now: Elapsed) -> TableState:
    """Return the table without expired reveals in private panels."""
    for reveal in state.position.reveals:
        if reveal.until is not None and reveal.until <= now:
            state = _replace_reveal(state, reveal._replace(until=None))
    return state


def _replace_reveal(state: TableState, reveal: ShownReveal) -> TableState:
    reveals = list(state.position.reveals)
    for place, other in enumerate(reveals):
        if other.seq == reveal.seq:
            reveals[place] = reveal
    return state.with_position(reveals=tuple(reveals))


def confirm_seen(state: TableState, seat: int, seq: int) -> TableState:
    """Return the table after a person has tapped *Next* at revealed cards. The last such tap ends the pause.

    Args:
        seq: the number of moves made at the reveal.
    """
    for reveal in state.position.reveals:
        if reveal.seq == seq:
            state = _replace_reveal(state, reveal._replace(seen=reveal.seen | {seat}))
    pause = state.position.reveal_pause
    if pause is None or state.seq != seq:
        return state
    after = _with_pause(state, pause, seats_ready=pause.seats_ready | {seat})
    return after.without_reveal() if is_seen_by_all(after) else after


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
    reveal = next((known for known in state.position.reveals if known.seq == seq), None)
    if reveal is None or (state.position.in_suspense and seq == state.seq):
        raise Refused("stale-button")
    others = without_key(reveal.reactions, user_id)
    if reveal.reactions.get(user_id) != reaction:
        others[user_id] = reaction
    return _replace_reveal(state, reveal._replace(reactions=others))


def add_note(state: TableState, seat: int, decision: int, note: SeatNote) -> TableState:
    """Return the table with a note in a seat's private panel until the seat's next move.

    Raises:
        Refused: ``decision`` is not the number of the seat's current decision.
    """
    if not is_to_act(state.to_act, seat) or state.position.decisions[seat] != decision:
        raise Refused("stale-button")
    return state.with_note(seat, note)


def is_seen_by_all(state: TableState) -> bool:
    """Return whether everybody who still plays has tapped *Next* at the revealed cards."""
    pause = state.position.reveal_pause
    assert pause is not None
    watching = {seat.seat for seat in state.seats if is_present(seat)}
    # If all who watch are eliminated, all of them count.
    playing = watching.difference(state.gone) or watching
    return playing <= pause.seats_ready


# --- guesses ------------------------------------------------------------------------------------------------
# Guesses whether claims (statements about hidden cards) are lies. Spectators and eliminated players may
# guess. Players see no guesses until the truth is known.


def open_claim(state: TableState) -> int | None:
    """Return the claim on which spectators can guess now.

    Returns:
        The number of moves up to and including the claim; ``None`` without a claim.
    """
    view = state.view
    if not state.may_spectators_guess or view is None:
        return None
    claim = state.game.rules.claim(view)
    if claim == "open":
        return state.seq
    # An animation contains the outcome from its beginning, so it is too late to guess then.
    is_hidden = state.position.in_suspense and not _is_animated(state)
    return state.seq - 1 if claim in KNOWN_OUTCOMES and is_hidden else None


def _is_animated(state: TableState) -> bool:
    return state.match is not None and steps_in(state.match.suspense_seconds) > 1


def check_may_guess(state: TableState, user_id: int) -> None:
    """Check that a person may guess whether claims are lies at this table; otherwise raise ``Refused``."""
    # The last claim can be guessed until its cards are face up, as any other.
    if state.is_closed and state.may_tell():
        raise Refused("game-is-over")
    if state.match is None:
        raise Refused("not-started")
    if not state.may_spectators_guess:
        raise Refused("guess-off")
    seat = state.seat_of(user_id)
    if seat is not None and seat not in state.gone:
        raise Refused("guess-players")
    if (seat is None and state.has_ever_sat(user_id)) or state.position.guesses.has_seen_all(user_id):
        raise Refused("guess-knows")


def may_guess(state: TableState, user_id: int) -> bool:
    """Return whether a person may guess whether claims are lies at this table."""
    try:
        check_may_guess(state, user_id)
    except Refused:
        return False
    return True


def add_guess(state: TableState, user_id: int, name: Name, claim: int, is_lie: bool) -> TableState:
    """Return the table with a person's guess whether a claim (statement about hidden cards) is a lie.

    Args:
        claim: the number of moves up to and including the claim.

    Raises:
        Refused: the person may not guess, or it is too late.
    """
    check_may_guess(state, user_id)
    if open_claim(state) != claim:
        raise Refused("guess-late")
    if state.seat_of(user_id) is not None and claim != state.seq:
        raise Refused("guess-late")  # a player eliminated by the claim knows one of its hands
    return _with_guess(state, GuessRow(user_id, name, claim, is_lie))


def mark_all_hands_seen(state: TableState, user_id: int, name: Name) -> TableState:
    """Return the table after a person has seen all hands, and so can no longer guess."""
    if not (state.may_spectators_guess and state.is_playing) or state.position.guesses.has_seen_all(user_id):
        return state
    # Their earlier guesses still count.
    return _with_guess(state, GuessRow(user_id, name, -1, None))


def _with_guess(state: TableState, guess: GuessRow) -> TableState:
    return state.with_position(guesses=state.position.guesses.with_guess(guess))


def guesser_snapshot(state: TableState, user_id: int) -> Snapshot:
    """Return the snapshot for a guessing spectator, with the spectator's own guesses.

    Raises:
        Refused: the game is being played, and the person may not guess.
    """
    if not (state.is_closed and state.may_tell()):
        check_may_guess(state, user_id)
    crowd = state.position.guesses
    # The counts must not show what the table does not show yet.
    hidden = crowd.revealed if state.position.in_suspense else None
    revealed = None if state.position.in_suspense else crowd.revealed
    claim = open_claim(state)
    tally = crowd.scores(hidden).get(user_id, NO_SCORE)
    # The guess about the open claim, or about the last one.
    guess = crowd.guess_of(user_id, crowd.revealed if claim is None else claim)
    if revealed is None or claim is not None:
        truth = None
    else:
        truth = crowd.lies[revealed]
    guesser = Guesser(claim, guess, truth, tally.right, tally.count)
    snapshot = state.snapshot
    return replace(snapshot, guesser=guesser, fingerprint=fingerprint_of([snapshot.fingerprint, guesser]))
