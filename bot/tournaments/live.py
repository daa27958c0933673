"""An open tournament: the path of its changes, its tables, and its steps."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import replace
from enum import Enum, auto
from typing import NamedTuple, TypeAlias

import msgspec
import structlog

from bot.clock import Clock, Elapsed, snowflake_time_ms
from bot.driving.keeper import PublicMessages
from bot.driving.kept import Kept
from bot.driving.registry import LOBBY_HOURS, TableRegistry
from bot.driving.steps import Step
from bot.language import Localizer, skeleton
from bot.pairing.rounds import pair, pair_final
from bot.randomness import TABLE_ID_LETTERS
from bot.refused import Refused
from bot.tables.lobby import new_computer_names
from bot.tables.sealing import SEAL_METHOD
from bot.tournaments import acts
from bot.tournaments.state import FEWEST, TournamentState
from games.core.game import DEFAULT_LEVEL
from games.core.match import ShuffleKey
from storage import Store
from storage.errors import StorageFailed
from storage.rows import LOBBY, NOBODY, THREAD, GatheringRow, Paired, SeatRow, SentRow, TableRow
from storage.servers import Act, load_settings
from storage.tournaments import (
    PairedTable,
    begin_round,
    load_table_ends,
    load_tournament,
    save_tournament,
    save_tournament_shown,
)

log = structlog.get_logger(__name__)


# --- opening ------------------------------------------------------------------------------------------------
# Makes the tables of a round. Their ids, secrets and seats all follow from the tournament.

NewTable: TypeAlias = tuple[TableRow, tuple[SeatRow, ...], GatheringRow]


class RoundTables(NamedTuple):
    """The tables of a round, with their lobbies' database rows in the same order."""

    paired: tuple[PairedTable, ...]
    lobbies: list[NewTable]


def table_secret(tournament_seed: bytes, tournament_id: str, round_number: int, table_number: int) -> bytes:
    """Return the seed of a table's shuffles, computed from the tournament's seed (docs/PAIRING.md)."""
    lines = ("tefuda table 1", tournament_seed.hex(), tournament_id, str(round_number), str(table_number))
    return hashlib.sha256("\n".join(lines).encode()).digest()


def table_id(tournament_seed: bytes, tournament_id: str, round_number: int, table_number: int) -> str:
    """Return the id of a tournament's table. Equal arguments give equal ids."""
    lines = ("tefuda table id 1", tournament_seed.hex(), tournament_id, str(round_number), str(table_number))
    digest = hashlib.sha256("\n".join(lines).encode()).digest()
    return "".join(TABLE_ID_LETTERS[byte % len(TABLE_ID_LETTERS)] for byte in digest[:8])


def open_tables(state: TournamentState, pairing: Sequence[Sequence[int]], now: int) -> RoundTables:
    """Return the tables of the next round.

    Args:
        pairing: entry numbers of each table's players, in the order of seats; 0 for a computer player.
        now: Unix milliseconds.
    """
    row = state.row
    number = len(state.rounds) + 1
    paired = []
    lobbies = []
    for place, players in enumerate(pairing, 1):
        # Secret and id follow from the tournament, so a second attempt makes the same tables.
        seed = table_secret(row.seed, row.id, number, place)
        ident = table_id(row.seed, row.id, number, place)
        seats = _seats(state, players, seed)
        # The lobby starts by itself once its message is posted.
        table = TableRow(
            id=ident,
            guild_id=row.guild_id,
            channel_id=row.channel_id,
            host_id=next(seat.user_id for seat in seats if seat.user_id is not None),
            game=row.game,
            options=state.game.rules.all_options(row.options),
            status=LOBBY,
            locale=row.locale,
            created_at=now,
            seed=seed,
            commitment=ShuffleKey(seed, "").commitment,
            deadline=now + LOBBY_HOURS * 3_600_000,
            clock=row.clock,
            seal=SEAL_METHOD,
            hints=False,
        )
        paired.append(PairedTable(ident, tuple(players)))
        place_in_round = Paired(row.id, number, place, is_final=state.is_final_next)
        lobbies.append((table, seats, GatheringRow(THREAD, paired=place_in_round)))
    return RoundTables(tuple(paired), lobbies)


def _seats(state: TournamentState, players: Sequence[int], seed: bytes) -> tuple[SeatRow, ...]:
    level = state.row.level or DEFAULT_LEVEL
    people = {skeleton(state.entrant(number).name) for number in players if number}
    # Computer players get names that no person at the table has.
    listed = Localizer(state.row.locale).computer_names
    listed += [str(number) for number in range(1, 1 + len(players))]
    free = iter(
        [name for name in new_computer_names(state.game, listed, seed) if skeleton(name) not in people]
    )
    seats = []
    for seat, number in enumerate(players):
        entrant = state.entrant(number) if number else None
        if entrant is None:
            seats.append(SeatRow(seat, None, next(free, NOBODY), level))
        else:
            seats.append(
                SeatRow(seat, entrant.user_id, entrant.name, None, entrant.join_id, handle=entrant.handle)
            )
    return tuple(seats)


# --- live ---------------------------------------------------------------------------------------------------
# An open tournament in memory, and all its changes.

INVITED = "invited"
"""Key of ``SentRow.posts`` for the newest message that pings invited people."""

SUBSCRIBED = (1, -1)
SUMMONED = (0, -1)
"""Values of ``SentRow.called``: subscribers were pinged at the opening; people who signed up were pinged
shortly before the start.

If many signed up, further messages ping the rest of them: ``(0, -2)`` is the second message, and so on.
"""

PINGED_AT_ONCE = 80
"""Limit of people whom one message pings; Discord notifies no more than a hundred."""


class Tournament(Kept[TournamentState]):
    """A tournament in memory.

    Attributes:
        is_end_shown: its message already shows the end. A closed tournament stays in memory until then.
        notified: the people whom the pings before the start have notified.
    """

    def __init__(
        self,
        store: Store,
        clock: Clock,
        tables: TableRegistry,
        state: TournamentState,
        sent_row: SentRow,
        *,
        is_restored: bool = False,
        is_end_shown: bool = False,
    ) -> None:
        super().__init__(store, clock, state, sent_row, is_restored=is_restored)
        self._tables = tables
        self.is_end_shown = is_end_shown
        self.notified: frozenset[int] = frozenset()

    @property
    def is_closed_unplayed(self) -> bool:
        return self.state.is_closed_unplayed

    def bind_log(self) -> None:
        """Add the tournament's id to every log line of the current task."""
        structlog.contextvars.bind_contextvars(tournament=self.id)

    @property
    def ping_groups(self) -> dict[int, tuple[int, ...]]:
        """The user ids to ping before a scheduled start, by group number. One message pings one group."""
        due_at = (self.state.row.starts_at or 0) - acts.PING_MS
        people: dict[int, tuple[int, ...]] = {}
        for entrant in self.state.remaining:
            is_asked = snowflake_time_ms(entrant.join_id) < due_at or not entrant.is_here
            if entrant.user_id is not None and is_asked:
                message = (entrant.number - 1) // PINGED_AT_ONCE
                people[message] = (*people.get(message, ()), entrant.user_id)
        return people

    @property
    def next_ping_group(self) -> int | None:
        """The number of the next group in ``ping_groups`` to ping; ``None`` if all have been pinged."""
        pinged_number = self.sent_row.called
        return next(
            (number for number in sorted(self.ping_groups) if (0, -1 - number) not in pinged_number), None
        )

    async def pinged_people(self) -> frozenset[int] | None:
        """Return whom the pings before the start have asked to come; ``None`` for everybody.

        A ping asks those whom it notifies. On a server that pings nobody, the message itself asks everybody.
        """
        settings = await self._store.read(load_settings, self.state.row.guild_id)
        return self.notified if settings.pings else None

    # --- changes ----------------------------------------------------------------------------------------

    async def _change(
        self, change: Callable[[], Awaitable[TournamentState]], tries: int = 2
    ) -> TournamentState:
        try:
            return await super()._change(change, tries)
        except StorageFailed:
            # Perhaps it was written. Nothing is known in memory alone, so it is simply read again.
            self.mark_outdated()
            raise

    async def _write(self, after: TournamentState, log_entry: Act | None = None) -> TournamentState:
        if after is self.state:
            return after
        # Stored invitations that cannot be read stay as they are while others do not change.
        is_same = after.invitations == self.state.invitations
        written = await self._store.write(
            save_tournament,
            after.row,
            after.entrants,
            log_entry,
            None if is_same else after.invitations,
            after.excluded_keys,
        )
        after = replace(after, entrants=written.entrants, invitations=written.invitations)
        return self._written(after)

    def _written(self, after: TournamentState) -> TournamentState:
        # The commit has unsettled the messages and raised the revision.
        self.sent_row = msgspec.structs.replace(self.sent_row, settled=False)
        return after.with_row(revision=after.row.revision + 1)

    async def _read(self) -> TournamentState:
        stored = await self._store.read(load_tournament, self.id)
        assert stored is not None
        return TournamentState.of(stored)

    async def _write_sent_row(self, sent_row: SentRow) -> None:
        await self._store.write(save_tournament_shown, sent_row)

    async def begin_round(self) -> None:
        """Pair the next round, and open its tables.

        Raises:
            Refused: no round is due now.
        """
        await self._change(self._begin_round)

    async def _begin_round(self) -> TournamentState:
        # Ids of tables follow from the tournament, so another attempt after a lost answer adds no tables.
        state = self.state
        now = self._clock.now_ms()
        is_early = now < state.next_round_at
        if not state.is_between_rounds or not state.has_round_left or state.row.is_paused or is_early:
            raise Refused("tournament-closed")
        make = pair_final if state.is_final_next else pair
        players = [entrant.number for entrant in state.players]
        pairing = await asyncio.to_thread(make, state.plan, state.played, players)
        tables = open_tables(state, pairing.tables, now)
        after = acts.add_round(state, pairing, tables.paired, now)
        written = await self._store.write(begin_round, after.row, after.entrants, tables.lobbies)
        if written is None:  # a person has been banned meanwhile
            return await self._read()
        for table in tables.paired:
            await self._tables.load(table.id, is_new=True)
        return self._written(after)

    async def record_results(self) -> None:
        """Store the results of this round's finished games, as far as people may know them.

        Raises:
            Refused: there is no new result.
        """
        ids = [table.id for table in self.state.unfinished if self._tables.may_tell_result(table.id)]
        ends = await self._store.read(load_table_ends, self.id, ids)
        for table_id in ids:
            if table_id not in ends:
                await self._tables.load(table_id)
        await self.change(acts.record_results, ends)


# --- steps --------------------------------------------------------------------------------------------------
# The automatic steps of a tournament, such as its start and its rounds.

LOOK_AGAIN_MS = 2000
"""Interval of the checks whether tables of the round have ended."""

HOST_MS = 3_600_000
"""Interval of the checks whether the host is still a member of the server. Each new round is a check, too."""


class TournamentStepKind(Enum):
    """Kinds of automatic steps of a tournament."""

    CLOSE = auto()  # the channel or the server is gone
    BEGIN = auto()  # the set time has come
    PAUSED = auto()  # store when the pause began; older versions did not
    EXPIRE = auto()  # nobody has started the tournament for two months, or resumed it for a month
    RESULTS = auto()  # a table of the round is no longer played, or not in memory
    ROUND = auto()  # all tables of the round are over, and in a league a week has passed
    FINISH = auto()  # all rounds are played, or too few people are left for another one
    HOST = auto()  # Discord is to be asked whether the host is still on the server
    LOOK = auto()  # tables are still played: look again later


class TournamentInputs(NamedTuple):
    """Facts on which a tournament's next steps depend, in addition to its state."""

    is_place_gone: bool = False  # the channel or server no longer exists
    ended: frozenset[str] = frozenset()  # ids of the round's tables that have ended or are not in memory
    host_check_at: Elapsed | None = None  # when to ask Discord whether the host is still on the server


class DueTournamentStep(NamedTuple):
    """An automatic step, and the time at which it is due."""

    kind: TournamentStepKind
    at: Elapsed


def next_steps(
    state: TournamentState, inputs: TournamentInputs, wall_ms: int, now: Elapsed
) -> Iterator[DueTournamentStep]:
    """Yield the next automatic steps of a tournament.

    Args:
        wall_ms: the present time in Unix milliseconds.
        now: the present time on the monotonic clock.
    """
    if state.is_closed:
        return
    if inputs.is_place_gone:
        yield DueTournamentStep(TournamentStepKind.CLOSE, now)
        return
    # Discord tells nobody that a host has left, so it is asked.
    if inputs.host_check_at is not None and state.row.host_id is not None:
        yield DueTournamentStep(TournamentStepKind.HOST, inputs.host_check_at)
    # A sign-up starts at its time, or ends after some weeks.
    if state.is_open and state.row.starts_at is not None:
        yield DueTournamentStep(TournamentStepKind.BEGIN, now + max(0, state.row.starts_at - wall_ms))
    elif state.is_open:
        yield _expiry(state, wall_ms, now)
    if state.is_open:
        return
    # A round is played: results are noted as tables end.
    if state.unfinished:
        if inputs.ended:
            yield DueTournamentStep(TournamentStepKind.RESULTS, now)
        yield DueTournamentStep(TournamentStepKind.LOOK, now + LOOK_AGAIN_MS)
        return
    # Between rounds: the next one, or the end. People who are away may come back until the next one is due.
    if not state.has_round_left:
        yield DueTournamentStep(TournamentStepKind.FINISH, now)
    elif state.row.is_paused:
        yield _expiry(state, wall_ms, now)
    else:
        if len(state.players) >= FEWEST:
            what = TournamentStepKind.ROUND
        else:
            what = TournamentStepKind.FINISH
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
        messages: PublicMessages,
        has_left: Callable[[int, int], Awaitable[bool]],  # takes a server id and a user id
    ) -> None:
        self._live = live
        self._clock = clock
        self._tables = tables
        self._messages = messages
        self._has_left = has_left
        # Number of rounds at the last check for the host, and when to check again without another round.
        self._host_rounds = -1 if live.is_restored else 0
        self._host_due = clock.elapsed_ms() + HOST_MS
        self._acts: dict[TournamentStepKind, Callable[[], Awaitable[object]]] = {
            TournamentStepKind.CLOSE: self._close,
            TournamentStepKind.BEGIN: self._begin,
            TournamentStepKind.PAUSED: self._note_pause,
            TournamentStepKind.EXPIRE: self._expire,
            TournamentStepKind.RESULTS: live.record_results,
            TournamentStepKind.ROUND: live.begin_round,
            TournamentStepKind.FINISH: self._finish,
            TournamentStepKind.HOST: self._look_for_host,
        }

    def steps(self, now: Elapsed) -> Iterator[Step]:
        """Yield the next steps of the tournament."""
        state = self._live.state
        if self._live.is_outdated:
            return
        inputs = self._inputs(state)
        for what, at in next_steps(state, inputs, self._clock.now_ms(), now):
            if what is TournamentStepKind.LOOK:
                yield Step("look", at, self._look_again)  # never due before the next look
            else:
                yield Step(what.name.lower(), at, self._acts[what])

    def _inputs(self, state: TournamentState) -> TournamentInputs:
        ids = [table.id for table in state.unfinished]
        ended = frozenset(table_id for table_id in ids if self._tables.may_tell_result(table_id))
        now = self._clock.elapsed_ms()
        if self._host_rounds == len(state.rounds):
            host_due = self._host_due
        else:
            host_due = now
        return TournamentInputs(self._messages.is_place_gone, ended, host_due)

    async def _look_again(self) -> None:
        pass  # the background task computes the next steps after every step

    async def _look_for_host(self) -> None:
        state = self._live.state
        host = state.row.host_id
        if host is not None and await self._has_left(state.row.guild_id, host):
            # Managers act for a tournament without a host. Perhaps another host was chosen meanwhile.
            await self._live.change(lambda at: at.with_row(host_id=None) if at.row.host_id == host else at)
        self._host_rounds = len(state.rounds)
        self._host_due = self._clock.elapsed_ms() + HOST_MS

    async def _begin(self) -> None:
        live = self._live
        # People who could not be pinged, or could not answer since the bot was away, are not absent.
        asked_at = (live.state.row.starts_at or 0) - acts.PING_MS
        were_pinged = live.next_ping_group is None and live.known_since <= asked_at
        if were_pinged:
            pinged_ids = await live.pinged_people()
        else:
            pinged_ids = frozenset()
        await live.change(acts.begin_as_scheduled, self._clock.now_ms(), pinged_ids)

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
