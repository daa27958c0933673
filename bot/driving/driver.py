"""What a table does by itself: the steps of its game."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping
from enum import Enum, auto
from functools import partial
from typing import NamedTuple

import structlog

from bot.clock import Clock, Elapsed
from bot.driving import evenings
from bot.driving.keeper import PublicMessages
from bot.driving.steps import Step
from bot.driving.table import Table
from bot.lists import not_none
from bot.randomness import RandomSource
from bot.refused import Refused
from bot.tables import clocks, endings, lobby, planning, presence, reveals
from bot.tables.lobby import temperament
from bot.tables.positions import free_pause_at, is_away, is_present, paused_until
from bot.tables.state import SeatDecision, TableState
from bot.thinking.thinkers import Thinkers
from games.core.game import DEFAULT_LEVEL
from games.core.moves import Move
from games.core.words import Text
from storage.rows import CLOSED, DESERTED, ITSELF, STAND_IN

log = structlog.get_logger(__name__)


# --- next step ----------------------------------------------------------------------------------------------
# The next automatic steps of a game, as a pure function; ``bot.driving.driver`` carries them out.

RETRY_MOVES_MS = 1000
"""Interval of the retries of a move that could not be written."""


class StepKind(Enum):
    """Kinds of automatic steps."""

    CLOSE = auto()  # the channel or the server no longer exists, so pings cannot be sent
    RETRY_MOVES = auto()  # a move could not be written
    END_SUSPENSE = auto()  # the animation of a reveal is over, and words tell its outcome
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
    # All former players have joined a rematch, a tournament's table is ready, or all people who were asked
    # whether they are still there have answered.
    START = auto()
    STOP_WAITING = auto()  # the time is over in which people were to answer that they are still there
    OPEN = auto()  # a planned lobby's time has come
    END_EVENING = auto()  # half an hour has passed without another game of the series
    CHECK_HOST = auto()  # a lobby's host may have been gone for ten minutes, or is back


TIMED = (
    StepKind.END_PAUSE,
    StepKind.RUN_OUT,
    StepKind.STOP_WAITING,
    StepKind.ABANDON,
    StepKind.END_EVENING,
)
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


class StepInputs(NamedTuple):
    """Facts that decide a table's next automatic steps, in addition to the table's state."""

    is_place_gone: bool = False  # the channel or server no longer exists
    unsaved_move_at: Elapsed | None = None  # of the oldest move that could not be written yet
    thought: PlannedMove | None = None  # of a computer player
    forced: PlannedMove | None = None  # of a person who has only one legal move
    is_published: bool = False  # the table's message shows the current state
    evening_ends_at: int | None = None  # Unix milliseconds; None if the series of games goes on
    host_check_at: Elapsed | None = None  # when to check whether the lobby's host is gone


def next_steps(state: TableState, known: StepInputs, wall: int, now: Elapsed) -> Iterator[DueStep]:
    """Yield the automatic steps of a table.

    Args:
        wall: the present time in Unix milliseconds.
        now: the present time on the monotonic clock.
    """

    def at(deadline: int) -> Elapsed:
        return now + max(0, deadline - wall)

    if known.is_place_gone and not state.is_closed:
        yield DueStep(StepKind.CLOSE, now)
        return
    until = state.gathering.answer_until
    if state.is_lobby and until is not None and not lobby.can_start_automatically(state):
        yield DueStep(StepKind.STOP_WAITING, at(until))
    elif state.is_lobby and state.row.deadline is not None:
        closes_at = state.row.deadline
        # A lobby that was started may begin a little later. It is closed if its message cannot be shown.
        if until is not None:
            closes_at = max(closes_at, until + presence.ANSWER_MS)
        yield DueStep(StepKind.RUN_OUT, at(closes_at))
    if known.host_check_at is not None:
        yield DueStep(StepKind.CHECK_HOST, known.host_check_at)
    if (pause := state.position.reveal_pause) is not None and pause.opens is not None:
        yield DueStep(StepKind.END_SUSPENSE, pause.opens)
    if (opens_at := planning.opening_time(state)) is not None:
        yield DueStep(StepKind.OPEN, at(opens_at))
    if known.is_published and lobby.can_start_automatically(state):
        yield DueStep(StepKind.START, now)
    if known.evening_ends_at is not None:
        yield DueStep(StepKind.END_EVENING, at(known.evening_ends_at))
    if pause is not None:  # a game that is over is held as well, so that its end is seen
        is_seen = any(map(is_present, state.seats)) and reveals.is_seen_by_all(state)
        yield DueStep(StepKind.END_REVEAL, now if is_seen else pause.until)
    if state.is_playing:
        yield from _steps_of_game(state, known, wall, now, at)


def _steps_of_game(
    state: TableState, known: StepInputs, wall: int, now: Elapsed, at: Callable[[int], Elapsed]
) -> Iterator[DueStep]:
    if looked := [reveal.until for reveal in state.position.reveals if reveal.until is not None]:
        yield DueStep(StepKind.DROP_REVEALS, min(looked))
    if state.is_chance_due:
        yield DueStep(StepKind.DEAL, now)
    if state.is_paused and (until := paused_until(state.row)) is not None:
        yield DueStep(StepKind.END_PAUSE, at(until))
    if known.unsaved_move_at is not None:
        yield DueStep(StepKind.RETRY_MOVES, known.unsaved_move_at + RETRY_MOVES_MS)
    if known.forced is not None:
        yield DueStep(StepKind.FORCE, known.forced.at)
    if known.thought is not None:
        if known.thought.move is None:
            yield DueStep(StepKind.THINK, now)
        else:
            yield DueStep(StepKind.MOVE, known.thought.at)
    if state.pending() and state.row.deadline is not None and known.unsaved_move_at is None:
        yield DueStep(StepKind.RUN_OUT, at(state.row.deadline))
    if state.is_deserted:
        until = state.row.deserted_until
        if until is None:
            yield DueStep(StepKind.MARK_DESERTED, now)
        else:
            yield DueStep(StepKind.ABANDON, at(until))
    if endings.without_stale_votes(state) is not state or endings.decided_act(state, wall) is not None:
        yield DueStep(StepKind.CARRY_OUT, now)
    free_at = free_pause_at(state.row)
    if endings.PAUSE in state.row.votes and free_at is not None and wall < free_at:
        yield DueStep(StepKind.CARRY_OUT, at(free_at))  # from then on more than half are enough
    if endings.has_unresolved_departures(state):
        yield DueStep(StepKind.RESOLVE_DEPARTURES, now)


def computers_turn(state: TableState) -> SeatDecision | None:
    """Return the turn of the next computer player to move; ``None`` if none is to move."""
    seats = state.acting(human=False)
    if seats:
        return SeatDecision(seats[0], state.position.decisions[seats[0]])
    return None


# --- driver -------------------------------------------------------------------------------------------------
# Runs the automatic steps of a game. ``next_steps`` finds the steps.

FORCED_MS = 1000
"""Delay of a forced move, so that people see what led to it."""


class Driver:
    """Carries out the automatic steps in the game of one table.

    Args:
        longest_pause: the longest pause before a computer player's move, in seconds.
        messages: the writer of the table's public messages.
        was_asleep: postpones all deadlines and returns true if the bot was unable to serve for a while.
        tables: the open tables by id, some of which belong to the same series of games.
    """

    def __init__(
        self,
        table: Table,
        clock: Clock,
        thinkers: Thinkers,
        rng: RandomSource,
        longest_pause: float,
        messages: PublicMessages,
        was_asleep: Callable[[], Awaitable[bool]],
        tables: Mapping[str, Table],
    ) -> None:
        self._table = table
        self._clock = clock
        self._thinkers = thinkers
        self._rng = rng
        self._pause = longest_pause
        self._messages = messages
        self._was_asleep = was_asleep
        self._tables = tables
        self._thought: PlannedMove | None = None
        self._forced: PlannedMove | None = None

    def steps(self, now: Elapsed) -> Iterator[Step]:
        """Yield the game's automatic steps, each with the time when it is due."""
        table = self._table
        state = self._table.state
        if table.is_outdated:
            return
        self._plan_moves(state, now)
        wall = self._clock.now_ms()
        others = evenings.siblings(state, (table.state for table in self._tables.values()))
        # Everything outside of the table that decides what is due.
        known = StepInputs(
            self._messages.is_place_gone,
            min((move.at for move in table.unsaved_moves), default=None),
            self._thought,
            self._forced,
            table.is_published,
            evenings.end_time(state, others, wall, table.serving_since),
            table.host_check_at,
        )
        for what, at in next_steps(state, known, wall, now):
            yield Step(what.name.lower(), at, partial(self._carry_out, what))

    async def _carry_out(self, what: StepKind) -> None:
        # An absence of the bot is counted before anybody's time runs out.
        if what not in TIMED or not await self._was_asleep():
            await self._acts()[what]()

    def _acts(self) -> dict[StepKind, Callable[[], Awaitable[object]]]:
        # Not kept: an object that keeps its own methods is freed only by the garbage collector.
        table = self._table
        return {
            StepKind.CLOSE: self._close,
            StepKind.RETRY_MOVES: table.retry_moves,
            StepKind.END_SUSPENSE: self._end_suspense,
            StepKind.END_REVEAL: partial(table.apply_in_memory, TableState.without_reveal),
            StepKind.DROP_REVEALS: self._drop_reveals,
            StepKind.DEAL: table.deal,
            StepKind.END_PAUSE: self._end_pause,
            StepKind.FORCE: self._force,
            StepKind.THINK: self._think,
            StepKind.MOVE: self._move,
            StepKind.RUN_OUT: self._run_out,
            StepKind.MARK_DESERTED: partial(table.apply_in_game, clocks.mark_deserted),
            StepKind.ABANDON: self._abandon,
            StepKind.CARRY_OUT: partial(table.apply_in_game, endings.carry_out_decision),
            StepKind.RESOLVE_DEPARTURES: partial(table.apply_in_game, endings.resolve_departures),
            StepKind.START: self._start,
            StepKind.STOP_WAITING: self._stop_waiting,
            StepKind.OPEN: self._open,
            StepKind.END_EVENING: table.end_evening,
            StepKind.CHECK_HOST: table.check_host,
        }

    # --- turns that nobody waits for ----------------------------------------------------------------------

    def _plan_moves(self, state: TableState, now: Elapsed) -> None:
        # The bot plays for computer players, and plays the only legal move of a person.
        # A new turn of a computer player: its pause is drawn before it thinks.
        turn = computers_turn(state)
        if turn is None:
            self._thought = None
        elif self._thought is None or self._thought.turn != turn:
            if lobby.is_left_to_computers(state):
                pause = 0.0
            else:
                pause = self._pause * self._pause_fraction(state)
            self._thought = PlannedMove(turn, now + int(1000 * pause))
        # A new forced move is shown for a moment, so that people see what led to it.
        forced = forced_move(state)
        if forced is None:
            self._forced = None
        elif self._forced is None or self._forced.turn != forced.turn:
            self._forced = PlannedMove(forced.turn, now + FORCED_MS, forced.move)

    def _pause_fraction(self, state: TableState) -> float:
        # A random fraction of the longest pause, from 0.4 or in a tense position 0.6 up to 1.
        # It depends on public facts only and is drawn before the choice, so it reveals no hand.
        assert state.match is not None
        presenter = state.game.presenter
        view = state.match.view(None)
        if state.attempt("is_tense", lambda: presenter.is_tense(view), False):
            shortest = 0.6
        else:
            shortest = 0.4
        return shortest + (1 - shortest) * self._rng.fraction()

    async def _think(self) -> None:
        # A computer player sees only its own view of the game.
        # The turn may have passed while this step waited.
        thought = self._thought
        state = self._table.state
        if thought is None or state.match is None:
            raise Refused("stale-button")
        seat = thought.turn.seat
        row = state.seats[seat]
        view = state.match.view(seat)
        legal = state.match.legal(seat)
        if not legal:
            raise Refused("stale-button")
        # The player gets the time that is left of its pause.
        advise_args = state.row.game, view, legal, row.level or DEFAULT_LEVEL, self._rng.number()
        patience = (thought.at - self._clock.elapsed_ms()) / 1000
        move = await self._thinkers.advise(*advise_args, patience, temperament(row))
        # The move is kept only if it is still this turn.
        if self._thought == thought:
            self._thought = thought._replace(move=move)

    async def _move(self) -> None:
        thought = self._thought
        if thought is None or thought.move is None:
            raise Refused("stale-button")
        self._thought = thought._replace(move=None)  # a refused move is chosen again
        seat, decision = thought.turn
        made_by = _maker_for_absent(self._table.state, seat)
        await self._table.play(seat, thought.move, decision, made_by=made_by, is_computer=True)

    async def _force(self) -> None:
        forced = forced_move(self._table.state)
        if forced is None:
            raise Refused("stale-button")
        note = Text("panel-forced", {"move": forced.name})
        await self._table.play(forced.turn.seat, forced.move, forced.turn.decision, note=note, made_by=ITSELF)

    async def _end_suspense(self) -> None:
        await self._table.apply_in_memory(reveals.end_suspense, self._clock.elapsed_ms())

    async def _drop_reveals(self) -> None:
        await self._table.apply_in_memory(reveals.drop_expired_reveals, self._clock.elapsed_ms())

    # --- time, pauses, places -----------------------------------------------------------------------------

    async def _abandon(self) -> None:
        await self._table.apply_in_game(endings.close, DESERTED)

    async def _run_out(self) -> None:
        state = self._table.state
        is_endless_practice = state.is_practice and not clocks.turn_ms(state)
        if not (state.is_lobby or is_endless_practice):
            await self._table.apply_in_game(clocks.apply_timeout)
        elif state.row.deadline is not None and self._clock.now_ms() >= state.row.deadline:
            if state.is_lobby:
                await self._table.change(lobby.close)
            else:
                await self._table.apply_in_game(endings.close, DESERTED)

    async def _start(self) -> None:
        state = self._table.state
        if state.row.host_id is None or not lobby.can_start_automatically(state):
            raise Refused("lobby-closed")
        await self._table.start(state.row.host_id)

    async def _stop_waiting(self) -> None:
        table = self._table
        now = self._clock.now_ms()
        is_asked = presence.ASKED in table.sent_row.called
        deadline = table.state.row.deadline
        # Nobody loses their seat before they were asked, until the time of the lobby itself is over.
        if not is_asked and deadline is not None and now < deadline:
            await table.change(presence.wait_again, now)
        else:
            await table.change(presence.stop_waiting, table.seen_lately(), now)

    async def _open(self) -> None:
        table_id = self._rng.table_id()
        seed = self._rng.seed()
        await self._table.open_planned_lobby(table_id, seed)

    async def _end_pause(self) -> None:
        after = await self._table.apply_in_game(endings.end_pause)
        if not after.is_paused:  # the players to act are pinged again
            self._table.update_sent_later(called=())

    async def _close(self) -> None:
        if self._table.state.is_lobby:
            await self._table.change(lobby.close)
        else:
            await self._table.apply_in_game(endings.close, CLOSED)
        log.info("a table was closed", table=self._table.id, why="its channel or server is gone")


class ForcedMove(NamedTuple):
    """A turn of a person who has only one legal move, and a text that names this move."""

    turn: SeatDecision
    move: Move
    name: Text


def forced_move(state: TableState) -> ForcedMove | None:
    """Return the turn of a person who has only one legal move; ``None`` if there is no such person."""
    if "forced" not in state.memo:
        forced = not_none(_only_legal_move(state, turn) for turn in state.pending())
        state.memo["forced"] = forced[0] if forced else None
    known: ForcedMove | None = state.memo["forced"]
    return known


def _only_legal_move(state: TableState, turn: SeatDecision) -> ForcedMove | None:
    assert state.match is not None
    view = state.match.view(turn.seat)
    legal = state.match.legal(turn.seat)
    presenter = state.game.presenter

    def find() -> ForcedMove | None:
        move = presenter.forced_move(view, legal)
        if move is None:
            return None
        return ForcedMove(turn, move, presenter.name(move, view))

    return state.attempt("forced", find, None)


def _maker_for_absent(state: TableState, seat: int) -> str | None:
    # A value of ``MoveRow.made_by``; None if the player is present.
    if not is_away(state.seats[seat]):
        return None
    if _only_legal_move(state, SeatDecision(seat, state.position.decisions[seat])) is None:
        return STAND_IN
    return ITSELF
