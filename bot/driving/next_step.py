"""What a game does next by itself: pure, from how things stand.

Chance deals, computer players move, moments of truth end, time runs out. ``bot.driving.driver`` does it.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum, auto
from typing import NamedTuple

from bot.clock import Elapsed
from bot.tables import appointments, ending, lobby, moments, votes
from bot.tables.absence import free_pause_at, is_present, paused_until
from bot.tables.state import TableState
from games.core.moves import Move
from games.core.rules import CHANCE

REMEMBER_MS = 2000
"""Delay before what people were shown is written; a bot that dies meanwhile only shows it again."""

PROMISE_MS = 1000
"""Interval of the retries of a move that could not be written."""


class What(Enum):
    """What is done by itself."""

    CATCH_UP = auto()  # memory is behind the database
    CLOSE = auto()  # the channel or the server is gone: nobody could be called any more
    KEEP_PROMISE = auto()  # a move that could not be written is tried again
    OPEN_UP = auto()  # the suspense of a moment of truth is over
    GO_ON = auto()  # a moment of truth has stood long enough, or everybody has seen it
    LOOK_AWAY = auto()  # whom a moment of truth concerns has had it before their eyes for long enough
    DEAL = auto()  # chance is to act: after a moment of truth, or a play that was cut off
    END_PAUSE = auto()  # a pause has reached its limit
    FORCE = auto()  # a person has one move, and nothing to be enjoyed
    THINK = auto()  # a computer player thinks of its move, during its pause
    MOVE = auto()  # a computer player has thought, and its pause is over
    RUN_OUT = auto()  # time is up: a lobby closes; who is late has extra time, or is away (``clocks``)
    STAND_STILL = auto()  # everybody is away: it is noted when the game will be closed
    ABANDON = auto()  # nobody has come back
    CARRY_OUT = auto()  # enough people are for something, or votes are about what cannot be done any more
    SETTLE = auto()  # somebody has won, as all others left, or nobody is left, or no host is
    START = auto()  # a rematch for which all have come who played
    OPEN = auto()  # the time of a lobby has come that was to open then
    END_EVENING = auto()  # nobody has gone on for half an hour: the evening is over, and is told
    REMEMBER = auto()  # what people were shown is to be written: a little later, so much of it at once


TIMED = (What.END_PAUSE, What.RUN_OUT, What.ABANDON, What.END_EVENING)
"""What is due when time has run out that people had: time in which nobody could be served does not count."""


class Turn(NamedTuple):
    """A seat, and the number of its decision."""

    seat: int
    decision: int


class Thought(NamedTuple):
    """A computer player's turn: when it moves, and what it has thought of."""

    turn: Turn
    at: Elapsed
    move: Move | None = None


class Known(NamedTuple):
    """What counts besides the table as it stands.

    Attributes:
        is_behind: the database holds something newer.
        is_place_gone: its channel or server is gone.
        unsaved_since: since when people have been shown what is not written.
        promised_at: when a move could not be written, which comes before what lateness costs.
        thought: of the computer player whose turn it is.
        forced: the move of a person that plays itself, and when.
        is_published: the table's message shows it as it is, with the seal of its shuffles.
        evening_ends_at: when its evening is over with it, in Unix milliseconds; ``None`` if not with it.
    """

    is_behind: bool = False
    is_place_gone: bool = False
    unsaved_since: Elapsed | None = None
    promised_at: Elapsed | None = None
    thought: Thought | None = None
    forced: Thought | None = None
    is_published: bool = False
    evening_ends_at: int | None = None


def next_steps(state: TableState, known: Known, wall: int, now: Elapsed) -> Iterator[tuple[What, Elapsed]]:
    """List what is, or will be, due, each with its time.

    Args:
        wall: the time of day, Unix milliseconds: deadlines are told in these.
        now: the elapsed time.
    """

    def at(deadline: int) -> Elapsed:
        return now + max(0, deadline - wall)

    if known.is_behind:
        yield What.CATCH_UP, now
        return  # what memory says is not so any more
    if known.is_place_gone and not state.is_closed:
        yield What.CLOSE, now
        return
    if known.unsaved_since is not None:
        yield What.REMEMBER, known.unsaved_since + REMEMBER_MS
    if state.is_lobby and state.row.deadline is not None:
        yield What.RUN_OUT, at(state.row.deadline)
    if state.hold is not None and state.hold.opens is not None:
        yield What.OPEN_UP, state.hold.opens
    if (opens_at := appointments.awaits(state)) is not None:
        yield What.OPEN, at(opens_at)
    if known.is_published and lobby.starts_itself(state):
        yield What.START, now
    if known.evening_ends_at is not None:
        yield What.END_EVENING, at(known.evening_ends_at)
    if state.hold is not None:  # a game that is over is held as well, so that its end is seen
        is_seen = any(map(is_present, state.seats)) and moments.is_seen_by_all(state)
        yield What.GO_ON, now if is_seen else state.hold.until
    if not state.is_playing:
        return
    if state.truth is not None and state.truth.until is not None:
        yield What.LOOK_AWAY, state.truth.until
    if state.to_act == CHANCE and not state.stands_still:
        yield What.DEAL, now
    if state.is_paused and (until := paused_until(state.row)) is not None:
        yield What.END_PAUSE, at(until)
    if known.promised_at is not None:
        yield What.KEEP_PROMISE, known.promised_at + PROMISE_MS
    if known.forced is not None:
        yield What.FORCE, known.forced.at
    if known.thought is not None:
        yield (What.THINK, now) if known.thought.move is None else (What.MOVE, known.thought.at)
    if state.pending() and state.row.deadline is not None and known.promised_at is None:
        yield What.RUN_OUT, at(state.row.deadline)
    if state.is_deserted:
        until = state.row.deserted_until
        yield (What.STAND_STILL, now) if until is None else (What.ABANDON, at(until))
    if votes.tidied(state) is not state or votes.carried(state, wall) is not None:
        yield What.CARRY_OUT, now
    free_at = free_pause_at(state.row)
    if votes.PAUSE in state.row.votes and free_at is not None and wall < free_at:
        yield What.CARRY_OUT, at(free_at)  # from then on more than half are enough
    if ending.is_unsettled(state):
        yield What.SETTLE, now


def computers_turn(state: TableState) -> Turn | None:
    """Find the computer player that is to move, one after another."""
    seats = state.acting(human=False)
    return Turn(seats[0], state.decisions[seats[0]]) if seats else None
