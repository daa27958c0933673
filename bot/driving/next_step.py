"""The next automatic steps of a game, as a pure function; ``bot.driving.driver`` carries them out."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum, auto
from typing import NamedTuple

from bot.clock import Elapsed
from bot.tables import appointments, ending, lobby, moments, votes
from bot.tables.absence import free_pause_at, is_present, paused_until
from bot.tables.state import TableState
from bot.tables.table_facts import SeatDecision
from games.core.moves import Move
from games.core.rules import CHANCE

# If the record is lost in a crash, messages are only written again.
REMEMBER_MS = 2000
"""Delay before the record of sent messages is saved."""

RETRY_MOVES_MS = 1000
"""Interval of the retries of a move that could not be written."""


class StepKind(Enum):
    """Kinds of automatic steps."""

    RELOAD = auto()  # the database is newer than memory
    CLOSE = auto()  # the channel or the server no longer exists, so pings cannot be sent
    RETRY_MOVES = auto()  # a move could not be written
    TURN_CARDS = auto()  # the next cards of a reveal are turned face up
    END_REVEAL = auto()  # a pause for revealed cards is over: time is up, or everybody has seen them
    DROP_REVEALS = auto()  # private panels stop showing an old reveal
    DEAL = auto()  # a random move is due, after a reveal or an interrupted move
    END_PAUSE = auto()  # a pause has reached its limit
    FORCE = auto()  # a person has only one legal move, and nothing to decide
    THINK = auto()  # a computer player chooses its move during its pause
    MOVE = auto()  # a computer player has chosen, and its pause is over
    # Time is up: a lobby or endless practice closes; a player gets more time, or is away (``clocks``).
    RUN_OUT = auto()
    MARK_DESERTED = auto()  # everybody is away: the time of the game's closing is stored
    ABANDON = auto()  # nobody has come back
    CARRY_OUT = auto()  # a vote has succeeded, or its subject is gone
    RESOLVE_DEPARTURES = auto()  # the host has left, or at most one player remains
    START = auto()  # all former players have joined a rematch, or a tournament's table is ready
    OPEN = auto()  # a planned lobby's time has come
    END_EVENING = auto()  # half an hour has passed without another game of the series
    CHECK_HOST = auto()  # a lobby's host may have been gone for ten minutes, or is back
    REMEMBER = auto()  # the record of sent messages is saved, a little later and in one commit


TIMED = (StepKind.END_PAUSE, StepKind.RUN_OUT, StepKind.ABANDON, StepKind.END_EVENING)
"""Steps that are due when people's time has run out. Time in which the bot could not serve does not count."""


class DueStep(NamedTuple):
    """An automatic step, and the time at which it is due."""

    kind: StepKind
    at: Elapsed


class PlannedMove(NamedTuple):
    """A move that the bot is going to make."""

    turn: SeatDecision
    at: Elapsed
    move: Move | None = None  # None until the bot has chosen it


class StepFacts(NamedTuple):
    """Facts that decide a table's next automatic steps, in addition to the table's state."""

    is_outdated: bool = False  # the database holds a newer state than memory
    is_place_gone: bool = False  # the channel or server no longer exists
    unsaved_since: Elapsed | None = None  # of the first unsaved change to the record of sent messages
    unsaved_move_at: Elapsed | None = None  # of the oldest move that could not be written yet
    thought: PlannedMove | None = None  # of a computer player
    forced: PlannedMove | None = None  # of a person who has only one legal move
    is_published: bool = False  # the table's message shows the current state
    evening_ends_at: int | None = None  # Unix milliseconds; None if the series of games goes on
    host_check_at: Elapsed | None = None  # when to check whether the lobby's host is gone


def next_steps(state: TableState, known: StepFacts, wall: int, now: Elapsed) -> Iterator[DueStep]:
    """Yield the automatic steps of a table.

    Args:
        wall: the present time in Unix milliseconds.
        now: the present time on the monotonic clock.
    """

    def at(deadline: int) -> Elapsed:
        return now + max(0, deadline - wall)

    if known.is_outdated:
        yield DueStep(StepKind.RELOAD, now)
        return  # memory is outdated
    if known.is_place_gone and not state.is_closed:
        yield DueStep(StepKind.CLOSE, now)
        return
    if known.unsaved_since is not None:
        yield DueStep(StepKind.REMEMBER, known.unsaved_since + REMEMBER_MS)
    if state.is_lobby and state.row.deadline is not None:
        yield DueStep(StepKind.RUN_OUT, at(state.row.deadline))
    if known.host_check_at is not None:
        yield DueStep(StepKind.CHECK_HOST, known.host_check_at)
    if state.reveal_pause is not None and (opens := state.reveal_pause.next_step_at) is not None:
        yield DueStep(StepKind.TURN_CARDS, opens)
    if (opens_at := appointments.opening_time(state)) is not None:
        yield DueStep(StepKind.OPEN, at(opens_at))
    if known.is_published and lobby.can_start_automatically(state):
        yield DueStep(StepKind.START, now)
    if known.evening_ends_at is not None:
        yield DueStep(StepKind.END_EVENING, at(known.evening_ends_at))
    if state.reveal_pause is not None:  # a game that is over is held as well, so that its end is seen
        is_seen = any(map(is_present, state.seats)) and moments.is_seen_by_all(state)
        yield DueStep(StepKind.END_REVEAL, now if is_seen else state.reveal_pause.until)
    if not state.is_playing:
        return
    if looked := [reveal.until for reveal in state.reveals if reveal.until is not None]:
        yield DueStep(StepKind.DROP_REVEALS, min(looked))
    if state.to_act == CHANCE and not state.is_halted:
        yield DueStep(StepKind.DEAL, now)
    if state.is_paused and (until := paused_until(state.row)) is not None:
        yield DueStep(StepKind.END_PAUSE, at(until))
    if known.unsaved_move_at is not None:
        yield DueStep(StepKind.RETRY_MOVES, known.unsaved_move_at + RETRY_MOVES_MS)
    if known.forced is not None:
        yield DueStep(StepKind.FORCE, known.forced.at)
    if known.thought is not None:
        yield (
            DueStep(StepKind.THINK, now)
            if known.thought.move is None
            else DueStep(StepKind.MOVE, known.thought.at)
        )
    if state.pending() and state.row.deadline is not None and known.unsaved_move_at is None:
        yield DueStep(StepKind.RUN_OUT, at(state.row.deadline))
    if state.is_deserted:
        until = state.row.deserted_until
        yield DueStep(StepKind.MARK_DESERTED, now) if until is None else DueStep(StepKind.ABANDON, at(until))
    if votes.without_stale_votes(state) is not state or votes.decided_act(state, wall) is not None:
        yield DueStep(StepKind.CARRY_OUT, now)
    free_at = free_pause_at(state.row)
    if votes.PAUSE in state.row.votes and free_at is not None and wall < free_at:
        yield DueStep(StepKind.CARRY_OUT, at(free_at))  # from then on more than half are enough
    if ending.has_unresolved_departures(state):
        yield DueStep(StepKind.RESOLVE_DEPARTURES, now)


def computers_turn(state: TableState) -> SeatDecision | None:
    """Return the turn of the next computer player to move; ``None`` if none is to move."""
    seats = state.acting(human=False)
    return SeatDecision(seats[0], state.decisions[seats[0]]) if seats else None
