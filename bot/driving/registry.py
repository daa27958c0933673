"""The open tables and tournaments in memory: opening, finding and restoring them, and their keepers."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AsyncExitStack, suppress
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

import structlog
from msgspec.structs import replace

from bot.caches import clear_caches_with_names
from bot.clock import Clock
from bot.driving.keeper import Keeper
from bot.driving.kept import Kept
from bot.driving.openings import no_room_error
from bot.driving.quarantine import is_unreadable, needs_deadline, restore_state
from bot.driving.table import Table
from bot.lists import user_ids
from bot.randomness import RandomSource
from bot.refused import Refused
from bot.tables import clocks, endings, planning, reveals
from bot.tables.lobby import is_in_channel, rematch_computer_names
from bot.tables.sealing import SEAL_METHOD
from bot.tables.state import TableState
from games import find_game
from games.core.game import DEFAULT_LEVEL
from games.core.match import ShuffleKey
from storage import Store
from storage.errors import NoRoom, StorageError, StorageFailed
from storage.rows import (
    HERE,
    LOBBY,
    NOBODY,
    PLAYING,
    GatheringRow,
    Name,
    SeatRow,
    StoredTable,
    TableRow,
)
from storage.servers import Act, load_settings
from storage.serving import EVERY_SERVER, NO_SERVER, Servers, load_last_heartbeat, postpone_deadlines
from storage.tables.lifecycle import open_table, save_acts, write_ban
from storage.tables.loading import load_open_table_ids, load_open_tables, load_table
from storage.upkeep import forget_person

log = structlog.get_logger(__name__)


# --- what every registry does -------------------------------------------------------------------------------
# One object for each open table, or for each open tournament, and their background tasks (keepers).
#
# The bot may run as several processes that share its servers. Each process then loads and serves only what is
# played on its servers. A bot of one process serves ``EVERY_SERVER``.

K = TypeVar("K", bound=Kept[Any])
K_contra = TypeVar("K_contra", bound=Kept[Any], contravariant=True)
T = TypeVar("T")


class KeeperMaker(Protocol[K_contra]):
    """Protocol of what makes the background tasks (keepers)."""

    def make_keeper(self, kept: K_contra, /) -> Keeper: ...

    def release(self, kept: K_contra, /) -> None:
        """Free resources after the background task has ended."""


class RunningKeeper(NamedTuple):
    """A background task that is running."""

    keeper: Keeper
    task: asyncio.Task[None]


class KeptRegistry(Generic[K, T]):
    """All tables, or all tournaments, that the bot still works on: exactly one object for each.

    ``K`` is the type of the objects, and ``T`` the type of their stored rows.

    Attributes:
        all: the objects by id.
        keepers: the running background tasks by id.
    """

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self.all: dict[str, K] = {}
        self.keepers: dict[str, RunningKeeper] = {}
        self._maker: KeeperMaker[K] | None = None
        self._is_ending = False
        self._served = NO_SERVER
        """The servers whose objects are loaded."""
        self._kept = NO_SERVER
        """The servers whose objects have keepers."""
        self._unreadable: set[str] = set()
        """Ids that are stored as open, but cannot be loaded. Each is logged once."""
        self._doors = asyncio.Lock()
        """Held while anything is read or written that memory does not know."""

    # --- rows and objects -------------------------------------------------------------------------

    async def _read_open(self, servers: Servers) -> Sequence[T]:
        """Return the rows of all that the bot still works on, on the given servers."""
        raise NotImplementedError

    async def _read_open_ids(self) -> Sequence[tuple[str, int]]:
        """Return the ids of all that the bot still works on, each with the id of its server."""
        raise NotImplementedError

    async def _read(self, kept_id: str) -> T | None:
        """Return the rows of one that the bot still works on; ``None`` if there is none with this id."""
        raise NotImplementedError

    def _made(self, stored: T, *, is_restored: bool) -> K:
        """Return a new object for stored rows."""
        raise NotImplementedError

    async def _restored(self, stored: T) -> K:
        """Return a new object for rows that were read at the start."""
        return self._made(stored, is_restored=True)

    async def _stored_after(self, failure: StorageFailed, kept_id: str) -> T:
        """Return the rows of one that was written although the database's answer was lost.

        Raises:
            StorageFailed: it was not written.
        """
        stored = await self._read(kept_id)
        if stored is None:
            raise failure
        return stored

    # --- loading ----------------------------------------------------------------------------------

    def serves(self, guild_id: int) -> bool:
        """Return whether this process serves a server."""
        return self._served.has(guild_id)

    def _check_served(self, guild_id: int) -> None:
        if not self.serves(guild_id):
            raise Refused("restarting")

    async def restore(self, servers: Servers = EVERY_SERVER) -> None:
        """Load all that the bot still works on, on servers that this process serves from now on."""
        self.drop(servers)  # an earlier attempt may have failed half-way
        async with self._doors:
            for stored in await self._read_open(servers):
                self._add(await self._restored(stored))
        self._served |= servers

    async def load(self, kept_id: str, *, is_new: bool = False) -> K | None:
        """Return an object from memory, or load it; ``None`` if the bot has no work for this id.

        Args:
            is_new: it was just created, so no messages were sent for it.
        """
        if kept_id in self.all:
            return self.all[kept_id]
        async with self._doors:
            if kept_id in self.all:
                stored = None
            else:
                stored = await self._read(kept_id)
            if stored is not None:
                kept = self._made(stored, is_restored=not is_new)
                if self.serves(kept.guild_id) and not kept.is_set_aside:
                    log.info("loaded", id=kept_id)
                    self._add(kept)
            return self.all.get(kept_id)

    async def load_missing(self) -> None:
        """Load what memory does not know, and start the keepers that could not be started.

        It is called again and again, since the answer to a commit may be lost.
        """
        self._keep_all()
        with suppress(StorageError):
            open_ids = await self._read_open_ids()
            # A table that was finished meanwhile may be read again later, after a deletion of data.
            self._unreadable &= {kept_id for kept_id, _ in open_ids}
            for kept_id, guild_id in open_ids:
                is_known = kept_id in self.all or kept_id in self._unreadable
                if not is_known and self.serves(guild_id) and not await self._can_load(kept_id):
                    self._unreadable.add(kept_id)

    async def _can_load(self, kept_id: str) -> bool:
        try:
            return await self.load(kept_id) is not None
        except StorageError:
            raise
        except Exception:  # one that is broken must not end the bot's upkeep
            log.exception("cannot be loaded", id=kept_id)
            return False

    def mark_outdated(self) -> None:
        """Mark all states in memory as outdated, so that they are loaded from the database again."""
        for kept in self.all.values():
            kept.mark_outdated()

    def drop(self, servers: Servers) -> list[K]:
        """Remove what belongs to servers that another process will serve, and return it."""
        self._served -= servers
        self._kept -= servers
        gone = [kept for kept in self.all.values() if servers.has(kept.guild_id)]
        for kept in gone:
            kept.is_dropped = True
            del self.all[kept.id]
            if (running := self.keepers.pop(kept.id, None)) is not None:
                running.task.cancel()
            if self._maker is not None:
                self._maker.release(kept)
        return gone

    # --- keepers ----------------------------------------------------------------------------------

    def keep(self, maker: KeeperMaker[K], servers: Servers = EVERY_SERVER) -> None:
        """Start the keepers of all objects on the given servers, and of those that are added later.

        Args:
            maker: makes the keepers.
        """
        self._maker = maker
        self._kept |= servers
        self._keep_all()

    def _keep_all(self) -> None:
        for kept in list(self.all.values()):
            self._keep(kept)

    def _add(self, kept: K) -> None:
        self.all[kept.id] = kept
        self._keep(kept)

    def _keep(self, kept: K) -> None:
        if (
            not self._kept.has(kept.guild_id)
            or self._maker is None
            or self._is_ending
            or kept.id in self.keepers
        ):
            return
        try:
            keeper = self._maker.make_keeper(kept)
        except Exception:
            log.exception("a table has no keeper", table=kept.id)
            return
        task = asyncio.create_task(keeper.run(), name=f"keeper {kept.id}")
        self.keepers[kept.id] = RunningKeeper(keeper, task)
        task.add_done_callback(lambda task: self._keeper_ended(kept, task))

    def _keeper_ended(self, kept: K, task: asyncio.Task[None]) -> None:
        running = self.keepers.get(kept.id)
        if running is not None and running.task is task:
            del self.keepers[kept.id]
        if not task.cancelled() and not kept.is_dropped:
            assert self._maker is not None
            self._maker.release(kept)
            self._remove(kept)

    def _remove(self, kept: K) -> None:
        """Remove an object that is closed, and whose messages are final."""
        self.all.pop(kept.id, None)

    def retry_now(self, kept: K) -> None:
        """Retry an object's failed steps now, instead of waiting until their pauses end."""
        if (running := self.keepers.get(kept.id)) is not None:
            running.keeper.retry_now()

    def retry_all(self) -> None:
        """Retry the failed steps of all objects now."""
        for running in self.keepers.values():
            running.keeper.retry_now()

    async def close(self) -> None:
        """Stop all keepers, and start no new ones."""
        self._is_ending = True
        tasks = [running.task for running in self.keepers.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


# --- tables -------------------------------------------------------------------------------------------------

KEPT_CLOSED = 30
"""Number of closed tables kept in memory, 100 kB each; older ones are read from the log."""

LOBBY_HOURS = 12  # lifetime of a lobby that nobody starts


class TableRegistry(KeptRegistry[Table, StoredTable]):
    """All open tables of the bot, and the last states of tables that were closed recently.

    Args:
        usual_clock: name of the default time limit for turns.
        reveal_pace: multiplies the pauses after hidden cards are revealed; 0 for no pauses.
    """

    def __init__(
        self, store: Store, clock: Clock, rng: RandomSource, usual_clock: str = "none", reveal_pace: float = 0
    ):
        super().__init__(store, clock)
        self._rng = rng
        self._usual_clock = usual_clock
        self._reveal_pace = reveal_pace
        self.restart_at: int | None = None  # as ``TableState.restart_at``; tables added later show it, too
        self._closed: OrderedDict[str, TableState] = OrderedDict()
        self._forgettings = 0
        """Number of people whose data was deleted. Rows read before it rose may contain a deleted name."""

    # --- rows and objects -------------------------------------------------------------------------

    async def restore(self, servers: Servers = EVERY_SERVER) -> None:
        """Load the open tables on the given servers, and closed ones with outdated messages.

        Deadlines are postponed by the time for which nobody could be served.
        """
        now = self._clock.now_ms()
        alive_at = await self._store.read(load_last_heartbeat, servers)
        away = 0 if alive_at is None else now - alive_at
        await self._store.write(postpone_deadlines, away, now, servers)
        await super().restore(servers)
        log.info("tables restored", tables=len(self.all), away_ms=away)

    async def _read_open(self, servers: Servers) -> Sequence[StoredTable]:
        stored_tables = await self._store.read(load_open_tables, servers)
        return [stored for stored in stored_tables if not is_unreadable(stored)]

    async def _read_open_ids(self) -> Sequence[tuple[str, int]]:
        return await self._store.read(load_open_table_ids)

    async def _read(self, kept_id: str) -> StoredTable | None:
        stored = await self._store.read(load_table, kept_id)
        if stored is not None and stored.table.status in (LOBBY, PLAYING):
            return stored
        return None

    def _made(self, stored: StoredTable, *, is_restored: bool) -> Table:
        state = restore_state(stored).with_restart_at(self.restart_at)
        if stored.moves and (state.is_playing or state.is_over):
            now = self._clock.now_ms()
            elapsed = self._clock.elapsed_ms()
            state = reveals.restore_reveals(state, elapsed, self._reveal_pace, now, stored.moves)
        # Answers to taps write to a lobby's message, too, so the order of the last writes is unknown.
        if state.is_lobby:
            sent_row = replace(stored.sent_row, mark="")
        else:
            sent_row = stored.sent_row
        return Table(
            self._store, self._clock, state, sent_row, reveal_pace=self._reveal_pace, is_restored=is_restored
        )

    async def _restored(self, stored: StoredTable) -> Table:
        table = await super()._restored(stored)
        if needs_deadline(table.state, stored):
            now = self._clock.now_ms()
            state = clocks.with_new_deadline(table.state.with_row(deadline=None), table.state, now)
            await self._store.write(save_acts, state.row, (), state.seq)
            table.state = state.with_row(revision=state.row.revision + 1)
        return table

    def _remove(self, kept: Table) -> None:
        super()._remove(kept)
        if kept.state.has_begun:
            self._cache_closed(kept.state)

    def _cache_closed(self, state: TableState) -> None:
        self._closed[state.id] = state
        while len(self._closed) > KEPT_CLOSED:
            self._closed.popitem(last=False)

    # --- finding ----------------------------------------------------------------------------------

    async def find_state(self, table_id: str) -> TableState:
        """Return the current state of an open or finished table; raise ``Refused`` if there is none."""
        forgettings = -1
        stored: StoredTable | None = None
        while forgettings != self._forgettings:
            forgettings = self._forgettings
            table = self.all.get(table_id)
            if table is not None:
                return table.state
            closed_state = self._closed.get(table_id)
            if closed_state is not None:
                return closed_state
            stored = await self._store.read(load_table, table_id)
        is_open = stored is not None and stored.table.status in (LOBBY, PLAYING)
        if is_open and (table := await self.load(table_id)) is not None:
            return table.state
        if stored is None or stored.table.first is None:
            raise Refused("no-such-table" if stored is None else "lobby-closed")
        state = restore_state(stored)
        if not state.is_closed or state.incident is not None:  # another process has opened it
            raise Refused("no-such-table")
        self._cache_closed(state)
        return state

    async def find(self, table_id: str) -> Table:
        """Return a table that is open or has just closed; raise ``Refused`` if there is no such table."""
        table = self.all.get(table_id)
        if table is None:
            await self.find_state(table_id)
            table = self.all.get(table_id)
        if table is None:
            raise Refused("game-is-over")
        if table.state.incident is not None:
            raise Refused("table-set-aside", incident=table.state.incident)
        return table

    async def lobby(self, table_id: str) -> Table:
        """Return a table that is still a lobby; raise ``Refused`` if it is not."""
        table = self.all.get(table_id) or await self.load(table_id)
        if table is None or not table.state.is_lobby:
            raise Refused("lobby-closed")
        return table

    async def game(self, table_id: str) -> Table:
        """Return the table of a game that has begun; raise ``Refused`` if there is none."""
        table = await self.find(table_id)
        if table.state.is_lobby:
            raise Refused("not-started")
        return table

    def tables_of(self, user_id: int, channel_id: int | None = None) -> list[Table]:
        """Return the open tables at which a person sits.

        The tables are sorted by three criteria: in the given channel, running, the person's turn.
        """

        def order(table: Table) -> tuple[bool, bool, bool]:
            state = table.state
            is_turn = state.seat_of(user_id) in state.acting(human=True)
            return (not is_in_channel(state, channel_id), state.is_lobby, not is_turn)

        return sorted((table for table in self.open() if table.state.seat_of(user_id) is not None), key=order)

    def open(self) -> list[Table]:
        """Return the tables that are open as far as people may know, running games first."""
        running = []
        lobbies = []
        for table in self.all.values():
            state = table.state
            if state.is_closed and state.may_tell():
                continue
            if state.is_lobby:
                lobbies.append(table)
            else:
                running.append(table)
        return running + lobbies

    def may_tell_result(self, table_id: str) -> bool:
        """Return whether people may know a game's result. True for tables that are not in memory."""
        table = self.all.get(table_id)
        if table is None or table.state.row.is_decided:
            return True
        return table.state.is_closed and table.state.may_tell()

    def check_results_public(self, people: Iterable[int], guild_id: int | None = None) -> None:
        """Check that people may know every stored result of these people, and every result of a server.

        Raises:
            Refused: a table shows revealed cards. For people it is refused at every reveal, so that it tells
                nothing about the end of their game.
        """
        theirs = set(people)
        for table in self.all.values():
            state = table.state
            is_theirs = not theirs.isdisjoint(user_ids(state.seats))
            concerns = is_theirs or (state.is_closed and state.row.guild_id == guild_id)
            if concerns and not state.may_tell() and not state.row.is_decided:
                raise Refused("result-not-public")

    def in_channel(self, channel_id: int) -> list[Table]:
        """Return the tables of ``open`` in a channel, including those in its threads."""
        return [table for table in self.open() if is_in_channel(table.state, channel_id)]

    def in_guild(self, guild_id: int | None) -> list[Table]:
        """Return the tables of ``open`` on a server."""
        return [table for table in self.open() if table.guild_id == guild_id]

    # --- opening ----------------------------------------------------------------------------------

    async def open_lobby(
        self,
        *,
        guild_id: int,
        channel_id: int,
        host_id: int,
        host_name: Name,
        join_id: int,
        game_id: str,
        locale: str,
        options: Mapping[str, str] | None = None,
        computers: Sequence[SeatRow] = (),
        after: TableRow | None = None,
        gathering: GatheringRow = HERE,
        host_handle: Name = NOBODY,
    ) -> Table:
        """Open a lobby with its host, and return its table.

        Args:
            join_id: Discord's id of the host's interaction.
            after: for a rematch, the earlier table, whose settings are kept.
            gathering: the place, the start time and the invited people.

        Raises:
            Refused: too many tables are open.
            RematchTaken: the earlier table already has a lobby for its rematch.
            Banned: the host may not open tables on this server.
        """
        game = find_game(game_id)
        now = self._clock.now_ms()
        seed = self._rng.seed()  # drawn, and committed to, before anybody but the host has joined
        row = TableRow(
            id=self._rng.table_id(),
            guild_id=guild_id,
            channel_id=channel_id,
            host_id=host_id,
            game=game_id,
            options=game.rules.all_options(options or {}),
            status=LOBBY,
            locale=locale,
            created_at=now,
            seed=seed,
            commitment=ShuffleKey(seed, "").commitment,
            deadline=None if gathering.starts_at is not None else now + LOBBY_HOURS * 3_600_000,
            clock=(await self._store.read(load_settings, guild_id)).clock or self._usual_clock,
            seal=SEAL_METHOD,
        )
        if after is not None:
            same = {name: getattr(after, name) for name in ("clock", "watching", "hints", "crowd")}
            row = replace(row, rematch_of=after.id, **same)
        seats: tuple[SeatRow, ...] = (SeatRow(0, host_id, host_name, None, join_id, handle=host_handle),)
        for name, computer in zip(rematch_computer_names(computers, game, seed), computers, strict=True):
            seats += (SeatRow(len(seats), None, name, computer.level),)
        async with self._doors:
            self._check_served(guild_id)
            try:
                stored = await self._store.write(open_table, row, seats, gathering)
            except NoRoom as full:
                raise no_room_error(full, row.locale) from None
            except StorageFailed as failure:
                stored = await self._stored_after(failure, row.id)
            table = self._made(stored, is_restored=False)
            self._add(table)
        return table

    # --- forgetting -------------------------------------------------------------------------------

    async def forget(self, user_id: int) -> None:
        """Delete a person's data everywhere. Open tables continue without the person."""
        async with self._doors:
            tables = [table for table in self.all.values() if table.state.mentions(user_id)]
            async with AsyncExitStack() as locks:
                for table in sorted(tables, key=lambda table: table.id):
                    await locks.enter_async_context(table.lock)  # a change under way would write it again
                now = self._clock.now_ms()
                decided = {}
                for table in tables:
                    seat = endings.settled_seat(table.state, user_id)
                    if seat is not None:
                        decided[table.id] = seat
                touched = await forget_person(
                    self._store,
                    user_id,
                    level=DEFAULT_LEVEL,
                    at=now,
                    decided_seats=decided,
                    secret=self._rng.seed(),
                )
                hosted = [table for table in tables if table.state.row.host_id == user_id]
                for table in tables:
                    table.mark_outdated()
                try:
                    for table in tables:
                        await table.reload()
                        if table in hosted and table.state.is_lobby and table.sent_row.call_id is not None:
                            called = (*table.sent_row.called, planning.HOST_FORGOTTEN)
                            await table.update_sent(called=called)
                        decision = endings.resolve_departures(table.state, now)
                        table.state = await table.save_decision(decision, now)
                except StorageError as error:  # the change is stored, and their keepers will read it
                    log.warning("tables are behind", tables=len(tables), why=repr(error))
                finally:  # not earlier: a table that closes meanwhile becomes a cached value with the name
                    self._forget_names()
            for table_id in set(touched) - {table.id for table in tables}:  # joined while we waited
                if (late := self.all.get(table_id)) is not None:
                    late.mark_outdated()

    def reload_after_deletion(self) -> None:
        """Clear cached names and reload open tables, since another process has deleted a person's data."""
        self._forget_names()
        self.mark_outdated()

    def _forget_names(self) -> None:
        self._forgettings += 1
        self._closed.clear()
        clear_caches_with_names()

    # --- order ------------------------------------------------------------------------------------

    async def ban(self, guild_id: int, act: Act) -> None:
        """Ban a person from a server, and remove them from its lobbies. ``act`` is the log entry."""
        for table_id in await self._store.write(write_ban, guild_id, act):
            if (table := await self.load(table_id)) is not None:
                table.mark_outdated()
                with suppress(StorageError):  # the change is stored, and the keeper will read it
                    await table.catch_up()
