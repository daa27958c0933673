"""Guesses whether claims (statements about hidden cards) are lies. Pure functions of table values.

Spectators and eliminated players may guess. Players see no guesses until the truth is known.
"""

from __future__ import annotations

from dataclasses import replace

from bot.refused import Refused
from bot.tables.fold import KNOWN_OUTCOMES, NO_SCORE
from bot.tables.snapshot import Guesser, Snapshot, fingerprint_of
from bot.tables.state import TableState
from storage.rows import GuessRow, Name


def open_claim(state: TableState) -> int | None:
    """Return the claim on which spectators can guess now.

    Returns:
        The number of moves up to and including the claim; ``None`` without a claim.
    """
    if not state.has_crowd or state.match is None:
        return None
    claim = state.game.rules.claim(state.match.view(None))
    if claim == "open":
        return state.seq
    return state.seq - 1 if claim in KNOWN_OUTCOMES and state.in_suspense else None


def check_may_guess(state: TableState, user_id: int) -> None:
    """Check that a person may guess whether claims are lies at this table; otherwise raise ``Refused``."""
    # The last claim can be guessed until its cards are face up, as any other.
    if state.is_publicly_closed:
        raise Refused("game-is-over")
    if state.match is None:
        raise Refused("not-started")
    if not state.has_crowd:
        raise Refused("guess-off")
    seat = state.seat_of(user_id)
    if seat is not None and seat not in state.gone:
        raise Refused("guess-players")
    if (seat is None and state.has_ever_sat(user_id)) or state.crowd.has_seen_all(user_id):
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
        raise Refused("guess-late")  # who is out by it knows a hand that it was about
    return replace(state, crowd=state.crowd.with_guess(GuessRow(user_id, name, claim, is_lie)))


def mark_all_hands_seen(state: TableState, user_id: int, name: Name) -> TableState:
    """Return the table after a person has seen all hands, and so can no longer guess."""
    if not (state.has_crowd and state.is_playing) or state.crowd.has_seen_all(user_id):
        return state
    # Their earlier guesses still count.
    return replace(state, crowd=state.crowd.with_guess(GuessRow(user_id, name, -1, None)))


def guesser_snapshot(state: TableState, user_id: int) -> Snapshot:
    """Return the snapshot for a guessing spectator, with the spectator's own guesses.

    Raises:
        Refused: the game is being played, and the person may not guess.
    """
    if not state.is_publicly_closed:
        check_may_guess(state, user_id)
    crowd = state.crowd
    # What the table does not show yet must not show in the counts either.
    hidden = crowd.revealed if state.in_suspense else None
    revealed = None if state.in_suspense else crowd.revealed
    claim, tally = open_claim(state), crowd.scores(hidden).get(user_id, NO_SCORE)
    # The guess about the open claim, or about the last one.
    guess = crowd.guess_of(user_id, revealed if claim is None else claim)
    truth = None if revealed is None or claim is not None else crowd.lies[revealed]
    guesser = Guesser(claim, guess, truth, tally.right, tally.count)
    snapshot = state.snapshot
    return replace(snapshot, guesser=guesser, fingerprint=fingerprint_of([snapshot.fingerprint, guesser]))
