"""The open tables: opening, finding and restoring them, and the limits on opening."""

from __future__ import annotations

import asyncio
import contextlib
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

import structlog
from msgspec.structs import replace

from bot.caches import clear_caches_with_names
from bot.chance import Chance
from bot.clock import Clock, Elapsed
from bot.driving.aside import is_unreadable, needs_deadline, restore_state
from bot.driving.keeper import Keeper, Keepers
from bot.driving.table import Table
from bot.refused import Refused
from bot.tables import clocks, endings, lobby, reveals
from bot.tables.lobby import is_in_channel, rematch_computer_names
from bot.tables.sealing import SEAL_METHOD
from bot.tables.state import TableState
from games import find_game
from games.core.game import DEFAULT_LEVEL
from games.core.match import ShuffleKey
from games.core.words import Joined, Text, text
from storage import Store
from storage.errors import Booked, NoRoom, OpenPractice, StorageError, StorageFailed
from storage.rows import (
    HERE,
    LOBBY,
    NOBODY,
    PLAYING,
    GatheringRow,
    Name,
    SeatRow,
    ShownRow,
    StoredTable,
    TableRow,
)
from storage.servers import Act, load_settings
from storage.serving import EVERY_SERVER, NO_SERVER, Servers, load_last_heartbeat, postpone_deadlines
from storage.tables.lifecycle import bar_person, open_table, save_acts
from storage.tables.loading import load_open_table_ids, load_open_tables, load_table
from storage.upkeep import forget_person

log = structlog.get_logger(__name__)


# --- bounds -------------------------------------------------------------------------------------------------
# Limits on opening lobbies and tournaments. Those on pinging people are in ``bot.wire.pings``.

PACE_MS = 600_000

MAX_CLOSED = 5
"""Limit of a person's lobbies and tournaments opened within ten minutes and closed without a game."""

MAX_CLOSED_HERE = 15
"""Limit of a channel's lobbies and tournaments opened within ten minutes and closed without a game."""


class _Opening(NamedTuple):
    at: Elapsed
    by: int
    is_closed_unplayed: Callable[[], bool]
    is_in_channel: Callable[[int], bool]


class LobbyLimits:
    """Limits on opening lobbies and tournaments, with those of the last minutes."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._openings: deque[_Opening] = deque()

    def check_recent_closings(self, by: int, channel_id: int) -> None:
        """Raise ``Refused`` if too many recent lobbies or tournaments were closed without a game.

        Args:
            by: the person who wants to open another one.
            channel_id: the channel in which they want to open it.
        """
        now = self._clock.elapsed_ms()
        while self._openings and now - self._openings[0].at >= PACE_MS:
            self._openings.popleft()
        closed = [opening for opening in self._openings if opening.is_closed_unplayed()]
        own = [opening.at for opening in closed if opening.by == by]
        here = [opening.at for opening in closed if opening.is_in_channel(channel_id)]
        for times, most, key in ((own, MAX_CLOSED, "closed"), (here, MAX_CLOSED_HERE, "closed-here")):
            if len(times) >= most:
                again = self._clock.now_ms() + PACE_MS - (now - times[-most])
                raise Refused(f"too-many-{key}", most=most, when=f"<t:{-(-again // 1000)}:R>")

    def count_lobby(self, by: int, table: Table) -> None:
        """Count a lobby that the person ``by`` has opened."""
        self.count_opening(
            by,
            lambda: lobby.is_closed_unplayed(table.state),
            lambda channel_id: is_in_channel(table.state, channel_id),
        )

    def count_opening(
        self, by: int, is_closed_unplayed: Callable[[], bool], is_in_channel: Callable[[int], bool]
    ) -> None:
        """Count a lobby or a tournament that the person ``by`` has opened.

        Args:
            is_closed_unplayed: returns whether it was closed without a game.
            is_in_channel: takes a channel's id, and returns whether it is there.
        """
        self._openings.append(_Opening(self._clock.elapsed_ms(), by, is_closed_unplayed, is_in_channel))


def no_room_error(full: NoRoom) -> Refused:
    """Return the error for a lobby or tournament that cannot be opened. It names the limit."""
    booked = Joined(tuple(map(_named, full.booked)))
    practice = Joined(tuple(map(_linked, full.practice)))
    return Refused(
        f"too-many-{full.limit_name}",
        most=full.maximum,
        own=len(full.booked),
        booked=booked,
        practice=practice,
    )


def _named(booked: Booked) -> Text:
    when, where = f"<t:{booked.starts_at // 1000}:F>", f"<#{booked.channel_id}>"
    return text("appointment-booked", game=Text(f"{booked.game}-name"), when=when, where=where)


def _linked(table: OpenPractice) -> Text:
    address = f"https://discord.com/channels/@me/{table.channel_id}"
    if table.message_id is not None:
        address = f"{address}/{table.message_id}"
    return text("practice-open", game=Text(f"{table.game}-name"), address=address)


async def write_lobby(
    store: Store, row: TableRow, seats: Sequence[SeatRow], gathering: GatheringRow
) -> StoredTable:
    """Write a new lobby to the database, and return it as stored.

    Raises:
        Refused: too many lobbies are open or planned.
        StorageError: the write failed, or it is unknown whether it succeeded.
    """
    try:
        return await store.write(open_table, row, seats, gathering)
    except NoRoom as full:
        raise no_room_error(full) from None
    except StorageFailed:
        # The answer of the database may be lost although the lobby was written.
        stored = await store.read(load_table, row.id)
        if stored is None:
            raise
        return stored


# --- registry -----------------------------------------------------------------------------------------------
# The registry of all open tables of the bot, by id, person and channel.

KEPT_CLOSED = 30
"""Number of closed tables kept in memory, 100 kB each; older ones are read from the log."""

LOBBY_HOURS = 12  # lifetime of a lobby that nobody starts

SEARCH_SECONDS = 50.0  # interval of the searches in the store for open tables that are not in memory


class TableRegistry:
    """All open tables of the bot, and the last states of tables that were closed recently.

    Args:
        usual_clock: name of the default time limit for turns.
        reveal: multiplies the pauses after hidden cards are revealed; 0 for no pauses.
    """

    def __init__(
        self, store: Store, clock: Clock, chance: Chance, usual_clock: str = "none", reveal_pace: float = 0
    ):
        self._store, self._clock, self._chance = store, clock, chance
        self._usual_clock, self._reveal_pace = usual_clock, reveal_pace
        self.tables: dict[str, Table] = {}
        self.restart_at: int | None = None  # as ``TableState.restart_at``; tables added later show it, too
        self._closed: OrderedDict[str, TableState] = OrderedDict()
        self._forgettings = 0
        """Number of people whose data was deleted. Rows read before it rose may contain a deleted name."""
        self.keepers = Keepers[Table](self._keeper_ended)
        self._searching: asyncio.Task[None] | None = None
        self._doors = asyncio.Lock()
        """Held while a table is created, and while a person's data is deleted who might sit down there."""
        self.served = EVERY_SERVER
        self._kept = NO_SERVER  # the servers whose tables have keepers

    def serves(self, guild_id: int) -> bool:
        """Return whether this process serves a server."""
        return self.served.has(guild_id)

    # --- finding ----------------------------------------------------------------------------------

    async def find_state(self, table_id: str) -> TableState:
        """Return the current state of an open or finished table; raise ``Refused`` if there is none."""
        forgettings = -1
        stored: StoredTable | None = None
        while forgettings != self._forgettings:
            forgettings = self._forgettings
            table = self.tables.get(table_id)
            if table is not None:
                return table.state
            closed_state = self._closed.get(table_id)
            if closed_state is not None:
                return closed_state
            stored = await self._store.read(load_table, table_id)
        is_open = stored is not None and stored.table.status in (LOBBY, PLAYING)
        if is_open and (table := await self.load_open(table_id)) is not None:
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
        table = self.tables.get(table_id)
        if table is None:
            await self.find_state(table_id)
            table = self.tables.get(table_id)
        if table is None:
            raise Refused("game-is-over")
        if table.state.incident is not None:
            raise Refused("table-set-aside", incident=table.state.incident)
        return table

    async def lobby(self, table_id: str) -> Table:
        """Return a table that is still a lobby; raise ``Refused`` if it is not."""
        table = self.tables.get(table_id) or await self.load_open(table_id)
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
        tables = [table for table in self.tables.values() if not table.state.is_publicly_closed]
        return sorted(tables, key=lambda table: table.state.is_lobby)

    def check_results_public(self, people: Iterable[int], guild_id: int | None = None) -> None:
        """Check that people may know every stored result of these people, and every result of a server.

        Raises:
            Refused: a table shows revealed cards. For people it is refused at every reveal, so that it tells
                nothing about the end of their game.
        """
        user_ids = {*people}
        for table in self.tables.values():
            state = table.state
            is_theirs = any(seat.user_id in user_ids for seat in state.seats)
            concerns = is_theirs or (state.is_closed and state.row.guild_id == guild_id)
            if concerns and not state.is_outcome_public and not state.row.is_decided:
                raise Refused("result-not-public")

    def in_channel(self, channel_id: int) -> list[Table]:
        """Return the tables of ``open`` in a channel, including those in its threads."""
        return [table for table in self.open() if is_in_channel(table.state, channel_id)]

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
            Barred: the host may not open tables on this server.
        """
        game = find_game(game_id)
        now = self._clock.now_ms()
        seed = self._chance.seed()  # drawn, and committed to, before anybody but the host has joined
        row = TableRow(
            id=self._chance.table_id(),
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
            if not self.serves(guild_id):
                raise Refused("restarting")
            stored = await write_lobby(self._store, row, seats, gathering)
            state = TableState.of(stored)
            table = Table(self._store, self._clock, state, ShownRow(row.id), reveal_pace=self._reveal_pace)
            self._add(table)
        return table

    # --- forgetting -------------------------------------------------------------------------------

    async def forget(self, user_id: int) -> None:
        """Delete a person's data everywhere. Open tables continue without the person."""
        async with self._doors:
            tables = [table for table in self.tables.values() if table.state.mentions(user_id)]
            async with contextlib.AsyncExitStack() as locks:
                for table in sorted(tables, key=lambda table: table.id):
                    await locks.enter_async_context(table.lock)  # a change under way would write it again
                now = self._clock.now_ms()
                settled = ((table.id, endings.settled_seat(table.state, user_id)) for table in tables)
                decided = {table_id: seat for table_id, seat in settled if seat is not None}
                touched = await forget_person(
                    self._store,
                    user_id,
                    level=DEFAULT_LEVEL,
                    at=now,
                    decided_seats=decided,
                    secret=self._chance.seed(),
                )
                for table in tables:
                    table.mark_outdated()
                try:
                    for table in tables:
                        await table.reload()
                        table.state = await table.decide_locked(endings.resolve_departures)
                except StorageError as error:  # it is written; their keepers will read it
                    log.warning("tables are behind", tables=len(tables), why=repr(error))
                finally:  # not earlier: a table that closes meanwhile becomes a cached value with the name
                    self._forgettings += 1
                    self._closed.clear()
                clear_caches_with_names()
            for table_id in set(touched) - {table.id for table in tables}:  # joined while we waited
                if (late := self.tables.get(table_id)) is not None:
                    late.mark_outdated()

    # --- order ------------------------------------------------------------------------------------

    async def bar(self, guild_id: int, act: Act) -> None:
        """Ban a person from a server, and remove them from its lobbies. ``act`` is the log entry."""
        for table_id in await self._store.write(bar_person, guild_id, act):
            if (table := await self.load_open(table_id)) is not None:
                table.mark_outdated()
                with contextlib.suppress(StorageError):  # it is written; the keeper will read it
                    async with table.lock:
                        await table.reload()

    # --- keeping ----------------------------------------------------------------------------------

    async def restore(self, served: Servers = EVERY_SERVER) -> None:
        """Load the open tables of some servers, and their closed tables with outdated messages."""
        now = self._clock.now_ms()
        alive_at = await self._store.read(load_last_heartbeat, served)
        away = 0 if alive_at is None else now - alive_at
        await self._store.write(postpone_deadlines, away, now, served)
        stored_tables = await self._store.read(load_open_tables, served)
        for stored in [row for row in stored_tables if not is_unreadable(row)]:
            table = self._live_table(restore_state(stored), stored)
            if needs_deadline(table.state, stored):
                now = self._clock.now_ms()
                state = clocks.with_new_deadline(table.state.with_row(deadline=None), table.state, now)
                await self._store.write(save_acts, state.row, (), state.seq)
                table.state = state.with_row(revision=state.row.revision + 1)
            self._add(table)
        self.served |= served
        log.info("tables restored", tables=len(stored_tables), away_ms=away)

    def _live_table(self, state: TableState, stored: StoredTable, *, is_restored: bool = True) -> Table:
        if stored.moves and (state.is_playing or state.is_over):
            now, elapsed = self._clock.now_ms(), self._clock.elapsed_ms()
            state = reveals.restore_reveals(state, elapsed, self._reveal_pace, now, stored.moves)
        # Answers to taps write to a lobby's message, too, so the order of the last writes is unknown.
        shown_row = replace(stored.shown_row, mark="") if state.is_lobby else stored.shown_row
        return Table(
            self._store, self._clock, state, shown_row, reveal_pace=self._reveal_pace, is_restored=is_restored
        )

    async def load_open(self, table_id: str, *, is_new: bool = False) -> Table | None:
        """Return an open table, loaded if it is not in memory; ``None`` if no open table has this id.

        Args:
            is_new: the table was just created, so no warning is logged.
        """
        async with self._doors:
            stored = None if table_id in self.tables else await self._store.read(load_table, table_id)
            if stored is not None and stored.table.status in (LOBBY, PLAYING):
                state = restore_state(stored)
                if not state.is_closed and self.serves(state.row.guild_id):
                    if not is_new:
                        log.warning("a table was found that memory did not know", table=table_id)
                    self._add(self._live_table(state, stored, is_restored=not is_new))
            return self.tables.get(table_id)

    async def _search(self) -> None:
        while True:
            await self._clock.sleep(SEARCH_SECONDS)
            self._keep_all()
            try:
                for table_id, guild_id in await self._store.read(load_open_table_ids):
                    if table_id not in self.tables and self.serves(guild_id):
                        await self.load_open(table_id)
            except StorageError as error:  # ``bot.database`` logs it
                log.debug("unknown whether all open tables are known", why=str(error))

    def keep(
        self,
        make_keeper: Callable[[Table], Keeper],
        release: Callable[[Table], None],
        served: Servers = EVERY_SERVER,
    ) -> None:
        """Start the background task of every open table, and of every table that opens later.

        Args:
            make_keeper: returns a new background task for a table.
            release: frees resources when a task has ended.
            served: only tables on these servers.
        """
        self.keepers.begin(make_keeper, release)
        if self._searching is None and not self.keepers.is_closed:
            self._searching = asyncio.create_task(self._search(), name="search")
        self._kept |= served
        self._keep_all()

    def drop(self, servers: Servers) -> list[Table]:
        """Remove the tables of servers that this process serves no longer, and return them."""
        self.served -= servers
        self._kept -= servers
        gone = [table for table in self.tables.values() if servers.has(table.state.row.guild_id)]
        for table in gone:
            table.is_dropped = True
            del self.tables[table.id]
            self.keepers.stop(table)
        return gone

    def reload_after_deletion(self) -> None:
        """Clear cached names and reload open tables, since another process has deleted a person's data."""
        self._forgettings += 1
        self._closed.clear()
        clear_caches_with_names()
        for table in self.tables.values():
            table.mark_outdated()

    def _add(self, table: Table) -> None:
        self.tables[table.id] = table
        table.state = table.state.with_restart_at(self.restart_at)
        self._keep(table)

    def _keep_all(self) -> None:
        for table in list(self.tables.values()):
            self._keep(table)

    def _keep(self, table: Table) -> None:
        if self._kept.has(table.state.row.guild_id):
            self.keepers.keep(table)

    def _keeper_ended(self, table: Table) -> None:
        self.tables.pop(table.id, None)
        if table.state.has_begun:
            self._cache_closed(table.state)

    def _cache_closed(self, state: TableState) -> None:
        self._closed[state.id] = state
        while len(self._closed) > KEPT_CLOSED:
            self._closed.popitem(last=False)

    async def close(self) -> None:
        """Stop the background tasks of all tables."""
        if self._searching is not None:
            self._searching.cancel()
            await asyncio.gather(self._searching, return_exceptions=True)
        await self.keepers.close()
