"""The registry of all tournaments that the bot still works on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import NamedTuple

from bot.chance import Chance
from bot.clock import Clock
from bot.driving.keeper import Keeper, Keepers
from bot.driving.registry import TableRegistry
from bot.pairing.rounds import METHOD
from bot.refused import Refused
from bot.tournaments import acts
from bot.tournaments.live import Tournament
from bot.tournaments.state import TournamentState
from games import find_game
from storage import Store
from storage.errors import StorageError, StorageFailed
from storage.rows import Name, ShownRow
from storage.servers import Act
from storage.serving import EVERY_SERVER, NO_SERVER, Servers
from storage.tournaments import (
    OPEN,
    StoredTournament,
    TournamentRow,
    create_tournament,
    load_open_tournament_ids,
    load_open_tournaments,
    load_tournament,
)


def table_places(state: TournamentState, tables: TableRegistry) -> dict[str, int]:
    """Return the channel or thread of each running game, by table id."""
    tables_by_id = {table.id: tables.tables.get(table.id) for table in state.unfinished}
    return {
        ident: table.state.place_id
        for ident, table in tables_by_id.items()
        if table is not None and table.state.has_begun
    }


def unreadable_tables(state: TournamentState, tables: TableRegistry) -> frozenset[str]:
    """Return the ids of the current round's tables whose games cannot be read."""
    tables_by_id = {table.id: tables.tables.get(table.id) for table in state.unfinished}
    return frozenset(
        ident
        for ident, table in tables_by_id.items()
        if table is not None and table.state.incident is not None
    )


def has_open_tables(state: TournamentState, tables: TableRegistry) -> bool:
    """Return whether any table of the tournament is still open."""
    places = [table.state.gathering.paired for table in tables.open()]
    return any(place is not None and place.tournament == state.id for place in places)


class OpenedTournament(NamedTuple):
    """A new tournament, and the user ids of the subscribers to ping."""

    tournament: Tournament
    subscribers: tuple[int, ...]


class Tournaments:
    """All tournaments that the bot still works on, with exactly one object for each."""

    def __init__(self, store: Store, clock: Clock, chance: Chance, tables: TableRegistry) -> None:
        self._store, self._clock, self._chance, self._tables = store, clock, chance, tables
        self.all: dict[str, Tournament] = {}
        self.keepers = Keepers[Tournament](self._done)
        self._kept = NO_SERVER  # the servers whose tournaments have keepers
        self._damaged: set[str] = set()  # ids of tournaments that cannot be read
        self._doors = asyncio.Lock()  # held while tournaments are read or written that memory does not know

    def _done(self, tournament: Tournament) -> None:
        self.all.pop(tournament.id, None)

    async def restore(self, served: Servers = EVERY_SERVER) -> None:
        """Load all tournaments of some servers that the bot still works on."""
        async with self._doors:
            for stored in await self._store.read(load_open_tournaments, served):
                if stored.row.id not in self.all:
                    self._add(stored, is_restored=True)

    def _add(self, stored: StoredTournament, *, is_restored: bool) -> Tournament:
        live = self._made(stored, is_restored=is_restored)
        self._register(live)
        return live

    def _made(self, stored: StoredTournament, *, is_restored: bool) -> Tournament:
        state = TournamentState.of(stored)
        return Tournament(
            self._store,
            self._clock,
            self._tables,
            state,
            stored.shown_row,
            is_restored=is_restored,
            is_end_shown=stored.is_end_shown,
        )

    def _register(self, live: Tournament) -> None:
        # No other object for the same tournament may exist.
        self.all[live.id] = live
        if self._is_kept(live):
            self.keepers.keep(live)

    async def open(self, row: TournamentRow, host: Name) -> OpenedTournament:
        """Open the sign-up of a tournament.

        Raises:
            NoRoom: the server or the host has too many open tournaments.
            Barred: the host is banned on this server.
            StorageError: it is unknown whether the tournament was written.
        """
        if not self._tables.serves(row.guild_id):
            raise Refused("restarting")
        async with self._doors:
            try:
                subscribers = await self._store.write(create_tournament, row, host)
            except StorageFailed:
                # The answer of the database may be lost although the tournament was written.
                stored = await self._store.read(load_tournament, row.id)
                if stored is None:
                    raise
                return OpenedTournament(self._add(stored, is_restored=False), ())
            live = self._add(StoredTournament(row, (), ShownRow(row.id)), is_restored=False)
            return OpenedTournament(live, subscribers)

    def new_row(
        self,
        *,
        guild_id: int,
        channel_id: int,
        host_id: int,
        game: str,
        locale: str,
        clock: str,
        zone: str,
        starts_at: int | None = None,
    ) -> TournamentRow:
        """Return the database row of a new tournament with the usual settings.

        Args:
            zone: IANA name of the server's time zone; ``""`` if it has chosen none.
            starts_at: the scheduled start in Unix milliseconds; ``None`` if the host starts it.
        """
        rules = find_game(game).rules
        # Rounds follow from the number of people, and computer players leave nobody without a table.
        return TournamentRow(
            id=self._chance.table_id(),
            guild_id=guild_id,
            channel_id=channel_id,
            host_id=host_id,
            game=game,
            options=rules.all_options({}),
            locale=locale,
            clock=clock if clock != "none" else "evening",
            usual_size=find_game(game).table_size,
            level="normal",
            most_rounds=None,
            has_final=False,
            most=24,
            starts_at=starts_at,
            status=OPEN,
            is_paused=False,
            seed=self._chance.seed(),
            reason="",
            rounds=(),
            created_at=self._clock.now_ms(),
            zone=zone,
            method=METHOD,
        )

    async def find(self, tournament_id: str, *, includes_ended: bool = False) -> Tournament:
        """Return a tournament from memory, or load it.

        Args:
            includes_ended: also load a tournament that was played to its end.

        Raises:
            Refused: there is no such tournament, or it is closed.
        """
        live = self.all.get(tournament_id)
        if live is None:
            stored = await self._store.read(load_tournament, tournament_id)
            if stored is None or not self._tables.serves(stored.row.guild_id):
                raise Refused("no-such-tournament")
            state = TournamentState.of(stored)
            if state.is_closed and not (includes_ended and state.is_over):
                raise Refused("tournament-closed")
            live = self.all.get(tournament_id) or self._made(stored, is_restored=True)
            if not state.is_closed:
                self._register(live)
        return live

    async def correct(
        self, live: Tournament, act: Act, change: Callable[[TournamentState], TournamentState]
    ) -> None:
        """Apply a moderator's change to a tournament, even after its end.

        Args:
            act: the entry for the moderation log.
            change: returns the new state for the present one.
        """
        await live.moderate(act, change)
        current = self.all.get(live.id)
        if current is None:
            self._register(live)
        elif current is not live:
            current.mark_outdated()

    async def look_up(self, tournament_id: str) -> TournamentState:
        """Return the state of a tournament, whether open or closed.

        Raises:
            Refused: there is no such tournament.
        """
        if (live := self.all.get(tournament_id)) is not None:
            return live.state
        stored = await self._store.read(load_tournament, tournament_id)
        if stored is None:
            raise Refused("no-such-tournament")
        return TournamentState.of(stored)

    def on(self, guild_id: int) -> list[Tournament]:
        """Return the open tournaments of a server, the newest first."""
        here = [tournament for tournament in self.all.values() if tournament.state.row.guild_id == guild_id]
        alive = [tournament for tournament in here if not tournament.state.is_closed]
        return sorted(alive, key=lambda tournament: tournament.state.row.created_at, reverse=True)

    async def remove_banned(self, guild_id: int, user_id: int) -> None:
        """Remove a banned person from the server's open tournaments."""
        for live in self.on(guild_id):
            with suppress(Refused, StorageError):  # every write of a tournament checks bars again
                await live.change(acts.without_banned, user_id)

    # --- keeping ----------------------------------------------------------------------------------------

    def keep(
        self,
        make: Callable[[Tournament], Keeper],
        release: Callable[[Tournament], None],
        served: Servers = EVERY_SERVER,
    ) -> None:
        """Start the background task (keeper) of each tournament.

        Args:
            make: returns a new task for a tournament.
            release: frees a tournament's resources when its task has ended.
            served: only tournaments on these servers.
        """
        self.keepers.begin(make, release)
        self._kept |= served
        for tournament in list(self.all.values()):
            if self._is_kept(tournament):
                self.keepers.keep(tournament)

    def _is_kept(self, tournament: Tournament) -> bool:
        return self._kept.has(tournament.state.row.guild_id)

    def drop(self, servers: Servers) -> Sequence[Tournament]:
        """Remove the tournaments of servers that another process will serve, and return them."""
        self._kept -= servers
        gone = [tournament for tournament in self.all.values() if servers.has(tournament.state.row.guild_id)]
        for tournament in gone:
            tournament.is_dropped = True
            del self.all[tournament.id]
            self.keepers.stop(tournament)
        return gone

    def retry_now(self) -> None:
        """Retry the failed steps of all tournaments now, instead of waiting until their pauses end."""
        for tournament in self.all.values():
            self.keepers.retry_now(tournament)

    def mark_outdated(self) -> None:
        """Mark the states in memory as outdated, so that they are loaded from the database again."""
        for tournament in self.all.values():
            tournament.mark_outdated()

    async def load_missing(self) -> None:
        """Load the open tournaments that are not in memory."""
        # Either the answer to a commit was lost, or the message of a finished tournament names a person whose
        # data was deleted.
        with suppress(StorageError):  # it is called again
            async with self._doors:
                for tournament_id, guild_id in await self._store.read(load_open_tournament_ids):
                    is_known = tournament_id in self.all or tournament_id in self._damaged
                    if is_known or not self._tables.serves(guild_id):
                        continue
                    stored = await self._store.read(load_tournament, tournament_id)
                    if stored is None:
                        self._damaged.add(tournament_id)  # it is logged once
                    elif tournament_id not in self.all:  # ``find`` was not faster
                        self._add(stored, is_restored=True)
