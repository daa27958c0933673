"""The registry of all tournaments that the bot still works on."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

import structlog

from bot.clock import Clock
from bot.driving.registry import KeptRegistry, TableRegistry
from bot.driving.table import Table
from bot.lists import not_none
from bot.pairing.rounds import METHOD
from bot.randomness import RandomSource
from bot.refused import Refused
from bot.tournaments import acts
from bot.tournaments.live import Tournament
from bot.tournaments.state import TournamentState
from games import GAMES, find_game
from storage import Store
from storage.errors import StorageError, StorageFailed
from storage.rows import Name, SentRow
from storage.serving import Servers
from storage.tournaments import (
    OPEN,
    StoredTournament,
    TournamentRow,
    create_tournament,
    load_open_tournament_ids,
    load_open_tournaments,
    load_tournament,
)

log = structlog.get_logger(__name__)


def table_places(state: TournamentState, tables: TableRegistry) -> dict[str, int]:
    """Return the channel or thread of each running game, by table id."""
    places = {}
    for table in _running_tables(state, tables):
        if table.state.has_begun:
            places[table.id] = table.state.place_id
    return places


def unreadable_tables(state: TournamentState, tables: TableRegistry) -> frozenset[str]:
    """Return the ids of the current round's tables whose games cannot be read."""
    running = _running_tables(state, tables)
    return frozenset([table.id for table in running if table.state.incident is not None])


def _running_tables(state: TournamentState, tables: TableRegistry) -> list[Table]:
    # The tables of the current round that are in memory.
    return not_none(tables.all.get(table.id) for table in state.unfinished)


def has_open_tables(state: TournamentState, tables: TableRegistry) -> bool:
    """Return whether any table of the tournament is still open."""
    paired = not_none(table.state.gathering.paired for table in tables.open())
    return any(place.tournament == state.id for place in paired)


class OpenedTournament(NamedTuple):
    """A new tournament, and the user ids of the subscribers to ping."""

    tournament: Tournament
    subscribers: tuple[int, ...]


def _is_installed(stored: StoredTournament) -> bool:
    # A tournament of a game that is not installed is kept as it is, until a start with the game.
    is_installed = stored.row.game in GAMES.ids
    if not is_installed:
        log.error("the game of a tournament is not installed", id=stored.row.id, game=stored.row.game)
    return is_installed


class Tournaments(KeptRegistry[Tournament, StoredTournament]):
    """All tournaments that the bot still works on, with exactly one object for each."""

    def __init__(self, store: Store, clock: Clock, rng: RandomSource, tables: TableRegistry) -> None:
        super().__init__(store, clock)
        self._rng = rng
        self._tables = tables

    # --- rows and objects -------------------------------------------------------------------------------

    async def _read_open(self, servers: Servers) -> Sequence[StoredTournament]:
        stored_tournaments = await self._store.read(load_open_tournaments, servers)
        return [stored for stored in stored_tournaments if _is_installed(stored)]

    async def _read_open_ids(self) -> Sequence[tuple[str, int]]:
        return await self._store.read(load_open_tournament_ids)

    async def _read(self, kept_id: str) -> StoredTournament | None:
        stored = await self._store.read(load_tournament, kept_id)
        if stored is None or stored.sent_row.settled or not _is_installed(stored):
            return None
        return stored

    def _made(self, stored: StoredTournament, *, is_restored: bool) -> Tournament:
        return Tournament(
            self._store,
            self._clock,
            self._tables,
            TournamentState.of(stored),
            stored.sent_row,
            is_restored=is_restored,
            is_end_shown=stored.is_end_shown,
        )

    # --- opening ----------------------------------------------------------------------------------------

    async def open(self, row: TournamentRow, host: Name) -> OpenedTournament:
        """Open the sign-up of a tournament.

        Raises:
            Refused: another process serves the server now.
            NoRoom: the server or the host has too many open tournaments.
            Banned: the host is banned on this server.
            StorageError: it is unknown whether the tournament was written.
        """
        async with self._doors:
            self._check_served(row.guild_id)
            subscribers: tuple[int, ...] = ()
            stored = StoredTournament(row, (), SentRow(row.id))
            try:
                subscribers = await self._store.write(create_tournament, row, host)
            except StorageFailed as failure:
                stored = await self._stored_after(failure, row.id)
            live = self._made(stored, is_restored=False)
            self._add(live)
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
            id=self._rng.table_id(),
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
            seed=self._rng.seed(),
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
        live = await self.load(tournament_id)
        if live is not None:
            return live
        stored = await self._store.read(load_tournament, tournament_id)
        if stored is None or not self.serves(stored.row.guild_id):
            raise Refused("no-such-tournament")
        ended = self._made(stored, is_restored=True)
        if not (includes_ended and ended.state.is_over):
            raise Refused("tournament-closed")
        return ended

    def keep_corrected(self, live: Tournament) -> None:
        """Keep a tournament that was changed after its end, so that its message shows the change."""
        current = self.all.get(live.id)
        if current is None:
            self._add(live)
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
