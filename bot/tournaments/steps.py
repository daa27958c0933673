"""The automatic steps of a tournament, such as its start and its rounds."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from enum import Enum, auto
from typing import NamedTuple

from bot.clock import Clock, Elapsed
from bot.driving.keeper import Step
from bot.driving.next_step import REMEMBER_MS
from bot.driving.registry import TableRegistry
from bot.tournaments import acts
from bot.tournaments.live import Tournament
from bot.tournaments.state import FEWEST, TournamentState

LOOK_AGAIN_MS = 2000
"""Interval of the checks whether tables of the round have ended."""

HOST_MS = 3_600_000
"""Interval of the checks whether the host is still a member of the server. Each new round is a check, too."""


class TournamentStepKind(Enum):
    """Kinds of automatic steps of a tournament."""

    RELOAD = auto()  # memory is behind the database
    CLOSE = auto()  # the channel or the server is gone
    BEGIN = auto()  # the set time has come
    PAUSED = auto()  # the time of a pause is to be stored, as the version that began it did not
    EXPIRE = auto()  # nobody has started the tournament for two months, or resumed it for a month
    RESULTS = auto()  # a table of the round is no longer played, or not in memory
    ROUND = auto()  # all tables of the round are over, and in a league a week has passed
    FINISH = auto()  # all rounds are played, or too few people are left for another one
    HOST = auto()  # Discord is to be asked whether the host is still on the server
    REMEMBER = auto()  # what people were shown is written
    LOOK = auto()  # tables are still played: look again later


class TournamentFacts(NamedTuple):
    """Facts on which a tournament's next steps depend, in addition to its state."""

    is_behind: bool = False  # the database has a newer state than memory
    is_place_gone: bool = False  # the channel or server no longer exists
    unsaved_since: Elapsed | None = None  # of the oldest unsaved change to the record of sent messages
    ended: frozenset[str] = frozenset()  # ids of the round's tables that have ended or are not in memory
    host_check_at: Elapsed | None = None  # when to ask Discord whether the host is still on the server


class DueTournamentStep(NamedTuple):
    """An automatic step, and the time at which it is due."""

    kind: TournamentStepKind
    at: Elapsed


def next_steps(
    state: TournamentState, facts: TournamentFacts, wall_ms: int, now: Elapsed
) -> Iterator[DueTournamentStep]:
    """Yield the next automatic steps of a tournament.

    Args:
        wall_ms: the present time in Unix milliseconds.
        now: the present time on the monotonic clock.
    """
    # Memory is older than the database: nothing else can be decided.
    if facts.is_behind:
        yield DueTournamentStep(TournamentStepKind.RELOAD, now)
        return
    if facts.unsaved_since is not None:
        yield DueTournamentStep(TournamentStepKind.REMEMBER, facts.unsaved_since + REMEMBER_MS)
    if state.is_closed:
        return
    if facts.is_place_gone:
        yield DueTournamentStep(TournamentStepKind.CLOSE, now)
        return
    # Discord tells nobody that a host has left, so it is asked.
    if facts.host_check_at is not None and state.row.host_id is not None:
        yield DueTournamentStep(TournamentStepKind.HOST, facts.host_check_at)
    # A sign-up starts at its time, or ends after some weeks.
    if state.is_open and state.row.starts_at is not None:
        yield DueTournamentStep(TournamentStepKind.BEGIN, now + max(0, state.row.starts_at - wall_ms))
    elif state.is_open:
        yield _expiry(state, wall_ms, now)
    if state.is_open:
        return
    # A round is played: results are noted as tables end.
    if state.unfinished:
        if facts.ended:
            yield DueTournamentStep(TournamentStepKind.RESULTS, now)
        yield DueTournamentStep(TournamentStepKind.LOOK, now + LOOK_AGAIN_MS)
        return
    # Between rounds: the next one, or the end. People who are away may come back until the next one is due.
    if not state.has_round_left:
        yield DueTournamentStep(TournamentStepKind.FINISH, now)
    elif state.row.is_paused:
        yield _expiry(state, wall_ms, now)
    else:
        what = TournamentStepKind.ROUND if len(state.players) >= FEWEST else TournamentStepKind.FINISH
        yield DueTournamentStep(what, now + max(0, state.next_round_at - wall_ms))


def _expiry(state: TournamentState, wall_ms: int, now: Elapsed) -> DueTournamentStep:
    if state.expires_at is None:
        return DueTournamentStep(TournamentStepKind.PAUSED, now)
    return DueTournamentStep(TournamentStepKind.EXPIRE, now + max(0, state.expires_at - wall_ms))


class TournamentSteps:
    """Finds and carries out the automatic steps of one tournament."""

    def __init__(
        self,
        live: Tournament,
        clock: Clock,
        tables: TableRegistry,
        is_place_gone: Callable[[], bool],
        has_left: Callable[[int, int], Awaitable[bool]],  # takes a server id and a user id
    ) -> None:
        self._live, self._clock, self._tables = live, clock, tables
        self._is_place_gone, self._has_left = is_place_gone, has_left
        # Number of rounds at the last check for the host, and when to check again without another round.
        self._host_rounds = -1 if live.is_restored else 0
        self._host_due = clock.elapsed_ms() + HOST_MS
        self._looked_at = clock.elapsed_ms()
        self._acts: dict[TournamentStepKind, Callable[[], Awaitable[object]]] = {
            TournamentStepKind.RELOAD: live.reload,
            TournamentStepKind.CLOSE: self._close,
            TournamentStepKind.BEGIN: self._begin,
            TournamentStepKind.PAUSED: self._note_pause,
            TournamentStepKind.EXPIRE: self._expire,
            TournamentStepKind.RESULTS: live.record_results,
            TournamentStepKind.ROUND: live.begin_round,
            TournamentStepKind.FINISH: self._finish,
            TournamentStepKind.HOST: self._look_for_host,
            TournamentStepKind.REMEMBER: live.remember,
        }

    def steps(self, now: Elapsed) -> Iterator[Step]:
        """Yield the next steps of the tournament."""
        state = self._live.state
        facts = self._facts(state)
        for what, at in next_steps(state, facts, self._clock.now_ms(), now):
            if what is TournamentStepKind.LOOK:
                yield Step("look", at, self._look_again)  # never due before the next look
            else:
                yield Step(what.name.lower(), at, self._acts[what])

    def _facts(self, state: TournamentState) -> TournamentFacts:
        tables_by_id = {table.id: self._tables.tables.get(table.id) for table in state.unfinished}
        ended = frozenset(
            ident for ident, table in tables_by_id.items() if table is None or table.state.is_result_public
        )
        live = self._live
        now = self._clock.elapsed_ms()
        host_due = self._host_due if self._host_rounds == len(state.rounds) else now
        return TournamentFacts(live.is_behind, self._is_place_gone(), live.unsaved_since, ended, host_due)

    async def _look_again(self) -> None:
        pass  # the background task computes the next steps after every step

    async def _look_for_host(self) -> None:
        state = self._live.state
        host = state.row.host_id
        if host is not None and await self._has_left(state.row.guild_id, host):
            # Managers act for a tournament without a host. Perhaps another host was chosen meanwhile.
            await self._live.change(lambda at: at.with_row(host_id=None) if at.row.host_id == host else at)
        self._host_rounds, self._host_due = len(state.rounds), self._clock.elapsed_ms() + HOST_MS

    async def _begin(self) -> None:
        live = self._live
        # People who could not be called, or could not answer since the bot was away, are not absent.
        asked_at = (live.state.row.starts_at or 0) - acts.CALL_MS
        were_asked = live.next_ping_group is None and live.known_since <= asked_at
        await live.change(acts.begin_as_scheduled, self._clock.now_ms(), were_asked=were_asked)

    async def _note_pause(self) -> None:
        await self._live.change(acts.set_paused, True, self._clock.now_ms())

    async def _expire(self) -> None:
        await self._live.change(acts.expire, self._clock.now_ms())

    async def _finish(self) -> None:
        now = self._clock.now_ms()
        if self._live.state.rounds:
            await self._live.change(acts.finish, now)
        else:
            await self._live.change(acts.cancel, "few", now)

    async def _close(self) -> None:
        await self._live.change(acts.cancel, "gone", self._clock.now_ms())
