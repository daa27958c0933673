"""The house: every open lobby and table, computer players, clocks, and the way back after a restart."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Iterable, Mapping
from typing import Any, TypeAlias

import msgspec
import structlog

from bot.clock import Clock
from bot.refused import Refused
from bot.tables.computers import Computers
from bot.tables.lobby import Lobby
from bot.tables.table import MISSED_TURNS, Table
from games import find_game
from games.core.game import LEVELS
from games.core.shuffle import ShuffleKey, drawn_first
from storage.rows import SeatRow, StoredTable, TableRow
from storage.store import Store

log = structlog.get_logger(__name__)

KEPT_FINISHED = 200
"""Finished tables kept in memory; older ones are read from the log when somebody asks."""

LOBBY_HOURS = 12
"""A lobby that nobody starts is closed after so long."""

RETRY_SECONDS = 5.0

Place: TypeAlias = Lobby | Table


class House:
    """Keeper of all tables of one bot.

    Args:
        store: where everything is kept.
        clock: the one clock.
        computers: who thinks for computer players.
        pause: longest pause in seconds before a computer player moves.
        turn_seconds: time for a turn where a server sets none.
        on_change: told of every place that has to be shown anew.
    """

    def __init__(
        self,
        store: Store,
        clock: Clock,
        computers: Computers,
        *,
        pause: float,
        turn_seconds: int,
        on_change: Callable[[Place], None],
    ) -> None:
        self.store, self.clock, self.computers = store, clock, computers
        self._pause, self._turn_seconds = pause, turn_seconds
        self._on_change = on_change
        self.lobbies: dict[str, Lobby] = {}
        self.tables: dict[str, Table] = {}
        self._finished: OrderedDict[str, Table] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()
        self._thinking: set[str] = set()
        self._timers: dict[str, tuple[int, asyncio.Task[None]]] = {}

    # --- finding ----------------------------------------------------------------------------------

    async def find(self, table_id: str) -> Place:
        """Find a lobby or table, a finished one too.

        Raises:
            Refused: there is none, or it was closed before it began.
        """
        place = self.lobbies.get(table_id) or self.tables.get(table_id) or self._finished.get(table_id)
        if place is not None:
            return place
        stored = await self.store.load_table(table_id)
        if stored is None or stored.table.first is None:
            raise Refused("no-such-table")
        table = self._make_table(stored)
        self._keep_finished(table)
        return table

    async def lobby(self, table_id: str) -> Lobby:
        """Find an open lobby; refuse with the reason otherwise."""
        place = await self.find(table_id)
        if not isinstance(place, Lobby):
            raise Refused("lobby-closed")
        return place

    async def table(self, table_id: str) -> Table:
        """Find a table, running or finished; refuse with the reason otherwise."""
        place = await self.find(table_id)
        if not isinstance(place, Table):
            raise Refused("not-started")
        return place

    def places_of(self, user_id: int, channel_id: int | None = None) -> list[Place]:
        """List where somebody sits, those in this channel first and those waiting for them first of all."""
        places = [place for place in self._open() if place.seat_of(user_id) is not None]

        def order(place: Place) -> tuple[bool, bool, bool]:
            seat = place.seat_of(user_id) if isinstance(place, Table) else None
            is_turn = isinstance(place, Table) and seat is not None and seat in place.acting(human=True)
            return (place.row.channel_id != channel_id, isinstance(place, Lobby), not is_turn)

        return sorted(places, key=order)

    def in_channel(self, channel_id: int) -> list[Place]:
        """List what is open in a channel, tables first."""
        return [place for place in self._open() if place.row.channel_id == channel_id]

    def _open(self) -> list[Place]:
        return [*self.tables.values(), *self.lobbies.values()]

    # --- lobbies ----------------------------------------------------------------------------------

    async def open_lobby(
        self,
        *,
        guild_id: int,
        channel_id: int,
        host_id: int,
        host_name: str,
        join_id: int,
        game_id: str,
        locale: str,
        options: Mapping[str, str] | None = None,
        rematch_of: str | None = None,
    ) -> Lobby:
        """Open a lobby with its host seated."""
        game = find_game(game_id)
        defaults = {name: values[0] for name, values in game.rules.options.items()}
        now = self.clock.now_ms()
        seed = secrets.token_bytes(32)  # drawn, and committed to, before anybody but the host has joined
        row = TableRow(
            id=_new_id(),
            guild_id=guild_id,
            channel_id=channel_id,
            message_id=None,
            host_id=host_id,
            game=game_id,
            options={**defaults, **(options or {})},
            status="lobby",
            locale=locale,
            created_at=now,
            seed=seed,
            commitment=ShuffleKey(seed, "").commitment,
            deadline=now + LOBBY_HOURS * 3_600_000,
            rematch_of=rematch_of,
        )
        host = SeatRow(seat=0, user_id=host_id, name=host_name, level=None, join_id=join_id)
        await self.store.create_table(row, (host,))
        lobby = Lobby(self.store, row, game, (host,))
        self.lobbies[lobby.id] = lobby
        self._start_timer(lobby)
        return lobby

    async def close_lobby(self, lobby: Lobby) -> None:
        """Close a lobby that will not start."""
        async with lobby.lock:
            await self.store.cancel_table(lobby.id, self.clock.now_ms())
            lobby.row = msgspec.structs.replace(lobby.row, status="cancelled")
            self.lobbies.pop(lobby.id, None)
            self._stop_timer(lobby.id)
        self._on_change(lobby)

    async def start(self, lobby: Lobby, by: int) -> Table:
        """Turn a lobby into a running game, dealt.

        Raises:
            Refused: not the host, or something is missing.
        """
        settings = await self.store.guild_settings(lobby.row.guild_id)
        async with lobby.lock:
            lobby.only_host(by)
            obstacle = lobby.obstacle()
            if obstacle is not None:
                raise Refused(obstacle.key, **obstacle.args)
            seats = lobby.seats
            seed, commitment = lobby.row.seed, lobby.row.commitment
            assert seed is not None
            assert commitment is not None
            joins = tuple(str(seat.join_id) for seat in seats)
            first = drawn_first(ShuffleKey(seed, lobby.id, joins), len(seats))
            now = self.clock.now_ms()
            await self.store.start_table(
                lobby.id,
                seats=seats,
                options=lobby.row.options,
                first=first,
                seed=seed,
                commitment=commitment,
                started_at=now,
            )
            lobby.row = msgspec.structs.replace(
                lobby.row,
                status="playing",
                first=first,
                started_at=now,
                deadline=None,
            )
            self.lobbies.pop(lobby.id, None)
            self._stop_timer(lobby.id)
            seconds = self._turn_seconds if settings.turn_seconds is None else settings.turn_seconds
            await self.store.set_message(lobby.id, None)  # the lobby's message becomes a notice
            row = msgspec.structs.replace(lobby.row, message_id=None)
            table = self._make_table(StoredTable(row, seats, ()), seconds)
            self.tables[table.id] = table
        await table.deal()
        return table

    # --- forgetting -------------------------------------------------------------------------------

    async def forget(self, user_id: int) -> None:
        """Remove a person's name and id everywhere; their open tables go on without them."""
        open_places: list[Place] = [*self.lobbies.values(), *self.tables.values()]
        places = [place for place in open_places if _names(place, user_id)]
        async with contextlib.AsyncExitStack() as locks:
            for place in places:  # a change under way would write the name again
                await locks.enter_async_context(place.lock)
            now = self.clock.now_ms()
            touched = await self.store.forget_person(user_id, level=LEVELS[0], at=now)
            self._finished.clear()
            await self.reload(touched)

    async def reload(self, table_ids: Iterable[str]) -> None:
        """Take over what the store has changed at open tables whose locks are held, and show them."""
        for table_id in table_ids:
            lobby, table = self.lobbies.get(table_id), self.tables.get(table_id)
            if lobby is not None:
                await lobby.reload()
                if lobby.row.status != "lobby":
                    self.lobbies.pop(table_id)
                    self._stop_timer(table_id)
                self._on_change(lobby)
            elif table is not None:
                await table.reload()
                self._table_changed(table)

    # --- after a restart --------------------------------------------------------------------------

    async def restore(self) -> None:
        """Bring back every open lobby and running game; show each, and go on where it stood."""
        for stored in await self.store.open_tables():
            try:
                await self._restore(stored)
            except Exception:  # one broken table must not keep the others from coming back
                log.exception("a table cannot be restored", table=stored.table.id)

    async def _restore(self, stored: StoredTable) -> None:
        row = stored.table
        if row.status == "lobby":
            lobby = Lobby(self.store, row, find_game(row.game), stored.seats)
            self.lobbies[row.id] = lobby
            self._start_timer(lobby)
            return
        settings = await self.store.guild_settings(row.guild_id)
        seconds = self._turn_seconds if settings.turn_seconds is None else settings.turn_seconds
        table = self._make_table(stored, seconds)
        self.tables[table.id] = table
        await table.deal()

    async def close(self) -> None:
        """Stop all work; everything that matters is in the store."""
        tasks = [*self._tasks, *(task for _, task in self._timers.values())]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self.computers.close()

    # --- what goes on by itself -------------------------------------------------------------------

    def _make_table(self, stored: StoredTable, turn_seconds: int = 0) -> Table:
        game = find_game(stored.table.game)
        return Table(self.store, self.clock, stored, game, self._table_changed, turn_seconds)

    def _table_changed(self, table: Table) -> None:
        if table.is_closed:
            self.tables.pop(table.id, None)
            self._keep_finished(table)
            self._stop_timer(table.id)
        else:
            self._start_timer(table)
            if table.acting(human=False) and table.id not in self._thinking:
                self._thinking.add(table.id)
                self.spawn(self._play_computers(table))
        self._on_change(table)

    def _keep_finished(self, table: Table) -> None:
        self._finished[table.id] = table
        while len(self._finished) > KEPT_FINISHED:
            self._finished.popitem(last=False)

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Let something run by itself; its failure is logged."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("background work failed", exc_info=task.exception())

    async def _play_computers(self, table: Table) -> None:
        """Make the moves of computer players until a person is to act."""
        try:
            while seats := table.acting(human=False):
                await self._computer_move(table, seats[0], self._human_pause())
        finally:
            self._thinking.discard(table.id)

    async def _computer_move(self, table: Table, seat: int, pause: float) -> None:
        token = table.token(seat)
        if pause:
            await self.clock.sleep(pause)
        try:
            await self._advised_move(table, seat, token)
        except Refused:
            return  # the position moved on while this seat was thinking
        except Exception:
            log.exception("a computer player could not move; trying again", table=table.id)
            await self.clock.sleep(RETRY_SECONDS)

    async def _advised_move(self, table: Table, seat: int, token: int) -> None:
        if table.is_closed or table.token(seat) != token or not table.legal(seat):
            return
        level = table.seats[seat].level or LEVELS[0]
        move = await self.computers.advise(
            table.game.id, table.view(seat), table.legal(seat), level, secrets.randbits(64)
        )
        await table.play(seat, move, token)

    def _human_pause(self) -> float:
        """Choose a human-like moment: never quite the same, up to the configured pause."""
        return self._pause * (0.5 + secrets.randbelow(501) / 1000)

    # --- clocks -----------------------------------------------------------------------------------

    def _start_timer(self, place: Place) -> None:
        deadline = place.row.deadline
        running = self._timers.get(place.id)
        if running is not None and running[0] == deadline:
            return
        self._stop_timer(place.id)
        if deadline is not None:
            self._timers[place.id] = (deadline, asyncio.create_task(self._wait_for(place, deadline)))

    def _stop_timer(self, place_id: str) -> None:
        running = self._timers.pop(place_id, None)
        if running is not None and running[1] is not asyncio.current_task():
            running[1].cancel()

    async def _wait_for(self, place: Place, deadline: int) -> None:
        await self.clock.sleep(max(0.0, (deadline - self.clock.now_ms()) / 1000))
        self._timers.pop(place.id, None)
        try:
            if isinstance(place, Lobby):
                await self.close_lobby(place)
            elif place.row.deadline == deadline:
                await self._time_is_up(place)
        except Refused:
            return  # somebody was quicker than the clock
        except Exception:
            log.exception("a deadline could not be kept", table=place.id)

    async def _time_is_up(self, table: Table) -> None:
        """Move for those who let their time run out; who does so again and again loses the seat."""
        for seat in table.acting(human=True):
            missed = table.missed.get(seat, 0) + 1
            if missed >= MISSED_TURNS:
                await table.replace(seat, LEVELS[0])
                continue
            await self._advised_move(table, seat, table.token(seat))
            table.missed[seat] = missed


def _names(place: Place, user_id: int) -> bool:
    """Tell whether somebody is host at a place, or sits or sat there."""
    return place.row.host_id == user_id or any(seat.user_id == user_id for seat in place.seats)


def _new_id() -> str:
    """Draw a table id: short, unguessable enough, and safe in a custom id."""
    alphabet = "abcdefghjkmnpqrstuvwxyz23456789"
    return "".join(secrets.choice(alphabet) for _ in range(8))
