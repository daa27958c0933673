"""A live tournament (``Tournament``), and the registry of all of them (``Tournaments``)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import Any, Concatenate, ParamSpec

import msgspec
import structlog

from bot.chance import Chance
from bot.clock import Clock, Elapsed, Signal
from bot.driving.keeper import Keeper, Keepers
from bot.driving.registry import Registry
from bot.pairing.groups import METHOD
from bot.pairing.points import as_of
from bot.pairing.rounds import pair, pair_final
from bot.refused import Refused
from bot.tournaments import acts
from bot.tournaments.opening import tables_of
from bot.tournaments.state import TournamentState
from games import find_game
from storage import Store
from storage.engine.shards import Shard
from storage.errors import RevisionConflict, StorageError, StorageFailed
from storage.fields import Name
from storage.rows import ShownRow
from storage.servers.order import Act
from storage.tournaments.lifecycle import (
    begin_round,
    create_tournament,
    save_tournament,
    save_tournament_shown,
)
from storage.tournaments.loading import load_open_tournaments, load_table_ends, load_tournament
from storage.tournaments.rows import OPEN, OUT, StoredTournament, TournamentRow

log = structlog.get_logger(__name__)

P = ParamSpec("P")

SUBSCRIBED, SUMMONED = (1, -1), (0, -1)
"""Values of ``ShownRow.called``: subscribers were called at the opening, people shortly before the start.

Where many signed up, further messages call the rest of them: ``(0, -2)`` is the second one, and so on.
"""


class Tournament:
    """An open tournament in memory, equal to what the database holds, or a closed one whose end is not shown
    yet.

    Args:
        tables: the registry of open tables.
        is_restored: it was read from the database, so it is unknown which requests were under way.

    Attributes:
        is_dropped: another process serves it, or will soon.
    """

    def __init__(
        self,
        store: Store,
        clock: Clock,
        tables: Registry,
        state: TournamentState,
        shown: ShownRow,
        *,
        is_restored: bool = False,
    ) -> None:
        self._store, self._clock, self._tables = store, clock, tables
        self.state, self.shown = state, shown
        self.is_restored = is_restored
        self.known_since = clock.now_ms()
        self.lock = asyncio.Lock()
        self.changed = Signal()
        self.unsaved_since: Elapsed | None = None
        self.is_behind = self.is_dropped = False

    def __repr__(self) -> str:
        return f"<Live {self.state!r}>"

    @property
    def id(self) -> str:
        return self.state.id

    def bind_log(self) -> None:
        """Add the tournament's id to every log line of the current task."""
        structlog.contextvars.bind_contextvars(tournament=self.id)

    def fall_behind(self) -> None:
        """Mark the tournament as older than the database; a step will load it again."""
        self.is_behind = True
        self.changed.set()

    async def catch_up(self) -> None:
        """Load the tournament from the database again."""
        async with self.lock:
            await self._reload()

    async def _reload(self) -> None:
        self.fall_behind()
        stored = await self._store.read(load_tournament, self.id)
        assert stored is not None
        self.state, self.is_behind = TournamentState.of(stored), False
        self.changed.set()

    # --- the one path of a change -----------------------------------------------------------------------

    async def change(
        self,
        act: Callable[Concatenate[TournamentState, P], TournamentState],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> TournamentState:
        """Carry out an act (``bot.tournaments.acts``); return the tournament after it.

        Raises:
            Refused: the act is not possible.
            StorageError: nothing was written.
        """
        return await self._do(lambda: act(self.state, *args, **kwargs), None)

    async def keep_order(
        self, act: Act, change: Callable[[TournamentState], TournamentState]
    ) -> TournamentState:
        """Carry out a change for a moderator, with the log entry ``act`` in the same commit."""
        return await self._do(lambda: change(self.state), act)

    async def _do(self, once: Callable[[], TournamentState], act: Act | None) -> TournamentState:
        async with self.lock:
            for tries_left in (1, 0):
                await self._expect_current()
                after = once()
                if after is self.state:
                    return after
                try:
                    written = await self._store.write(save_tournament, after.row, after.entrants, act)
                except RevisionConflict:
                    self.fall_behind()  # another process, or an answer that was lost
                    if not tries_left:
                        raise Refused("stale-button") from None
                    continue
                except StorageFailed:
                    self.fall_behind()  # perhaps it was written
                    raise
                self._swap(TournamentState(after.row, written))
                break
            return self.state

    async def _expect_current(self) -> None:
        if self.is_dropped:
            raise Refused("restarting")
        if self.is_behind:
            await self._reload()

    def _swap(self, after: TournamentState) -> None:
        self.state = after.with_row(revision=after.row.revision + 1)
        self.shown = msgspec.structs.replace(self.shown, settled=False)
        self.changed.set()

    async def begin_round(self) -> None:
        """Pair the next round, and write it with the lobbies of its tables in one commit.

        Ids and secrets of the tables follow from the tournament's seed. So if the answer of the database was
        lost, a second attempt is refused by the database and changes nothing.

        Raises:
            Refused: no round is to begin now.
        """
        async with self.lock:
            await self._expect_current()
            state, now = self.state, self._clock.now_ms()
            is_early = now < state.next_round_at
            if not state.is_between_rounds or not state.has_round_left or state.row.is_paused or is_early:
                raise Refused("tournament-closed")
            make = pair_final if state.is_final_next else pair
            players = [entrant.number for entrant in state.players]
            rounds = as_of(state.all_played, len(state.rounds) + 1)
            pairing = await asyncio.to_thread(make, state.plan, rounds, players)
            paired, opened = tables_of(state, pairing.tables, now)
            after = acts.next_round(state, pairing, paired, now)
            try:
                written = await self._store.write(begin_round, after.row, after.entrants, opened)
                if written is not None:  # else a person has been barred meanwhile
                    await self._take_in(table.id for table in paired)
            except StorageError:
                self.fall_behind()
                raise
            if written is None:
                await self._reload()
            else:
                self._swap(after)

    async def _take_in(self, table_ids: Iterable[str], *, is_new: bool = True) -> None:
        """Add open tables to the registry of tables."""
        for table_id in table_ids:
            if table_id not in self._tables.tables:
                await self._tables.take_in(table_id, is_new=is_new)

    async def note_results(self) -> None:
        """Write the results of tables of this round that have ended. Load the other ones if they are not in
        memory.

        Raises:
            Refused: there is no new result.
        """
        ids = [table.id for table in self.state.unfinished]
        ends = await self._store.read(load_table_ends, self.id, ids)
        await self._take_in((table_id for table_id in ids if table_id not in ends), is_new=False)
        await self.change(acts.note_results, ends)

    # --- what people have been shown --------------------------------------------------------------------

    def note(self, **changes: Any) -> None:
        """Change fields of ``ShownRow``, the record of sent messages. It is written to the database soon."""
        shown = msgspec.structs.replace(self.shown, **changes)
        here = (shown.message_id, shown.call_id)
        stale = tuple(message_id for message_id in shown.stale if message_id not in here)
        self.shown = msgspec.structs.replace(shown, stale=stale)
        if self.unsaved_since is None:
            self.unsaved_since = self._clock.elapsed_ms()
        self.changed.set()

    async def show(self, **changes: Any) -> None:
        """Change fields of ``ShownRow``, the record of sent messages, and write it to the database."""
        self.note(**changes)
        await self.remember()

    async def remember(self) -> None:
        """Write ``ShownRow``, the record of sent messages, to the database."""
        shown = self.shown
        await self._store.write(save_tournament_shown, shown)
        if self.shown is shown:
            self.unsaved_since = None
        self.changed.set()


def places_of(state: TournamentState, tables: Registry) -> dict[str, int]:
    """Return by table id the channel or thread of each table of a tournament that is being played."""
    known = {table.id: tables.tables.get(table.id) for table in state.unfinished}
    return {
        ident: table.state.place_id
        for ident, table in known.items()
        if table is not None and table.state.has_begun
    }


class Tournaments:
    """All tournaments that are not over, and those whose end has not been shown yet; one object for each."""

    def __init__(self, store: Store, clock: Clock, chance: Chance, tables: Registry) -> None:
        self._store, self._clock, self._chance, self._tables = store, clock, chance, tables
        self.all: dict[str, Tournament] = {}
        self.keepers = Keepers[Tournament](self._done)
        self._kept: set[Shard | None] = set()

    def _done(self, tournament: Tournament) -> None:
        self.all.pop(tournament.id, None)

    async def restore(self, shard: Shard | None = None) -> None:
        """Load all tournaments that are not over, and those whose end has not been shown yet."""
        for stored in await self._store.read(load_open_tournaments, shard):
            self._add(stored, is_restored=True)

    def _add(self, stored: StoredTournament, *, is_restored: bool) -> Tournament:
        live = self._made(stored, is_restored=is_restored)
        self._keep(live)
        return live

    def _made(self, stored: StoredTournament, *, is_restored: bool) -> Tournament:
        state = TournamentState.of(stored)
        return Tournament(
            self._store, self._clock, self._tables, state, stored.shown, is_restored=is_restored
        )

    def _keep(self, live: Tournament) -> None:
        """Add a tournament to the registry; it must be the only object with its id."""
        self.all[live.id] = live
        if self._is_kept(live):
            self.keepers.keep(live)

    async def open(self, row: TournamentRow, host: Name) -> tuple[Tournament, tuple[int, ...]]:
        """Open the sign-up of a tournament. Return it, and the user ids of subscribers to ping.

        Raises:
            NoRoom, Barred: as ``create_tournament``.
        """
        if not self._tables.serves(row.guild_id):
            raise Refused("restarting")
        subscribers = await self._store.write(create_tournament, row, host)
        stored = StoredTournament(row, (), ShownRow(row.id))
        return self._add(stored, is_restored=False), subscribers

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
        """Return the row of a new tournament with the usual settings. ``zone`` is the server's time zone, if
        chosen.
        """
        rules = find_game(game).rules
        options = {name: values[0] for name, values in rules.options.items()}
        return TournamentRow(
            id=self._chance.table_id(),
            guild_id=guild_id,
            channel_id=channel_id,
            host_id=host_id,
            game=game,
            options=options,
            locale=locale,
            clock=clock if clock != "none" else "evening",
            wanted=find_game(game).table_size,
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

    async def find(self, tournament_id: str, *, even_over: bool = False) -> Tournament:
        """Return a tournament that is not over; with ``even_over`` also one that was played to its end.

        One that is over is not in the registry. Change it by ``correct`` only.

        Raises:
            Refused: there is none.
        """
        live = self.all.get(tournament_id)
        if live is None:
            stored = await self._store.read(load_tournament, tournament_id)
            if stored is None or not self._tables.serves(stored.row.guild_id):
                raise Refused("no-such-tournament")
            state = TournamentState.of(stored)
            if state.is_closed and not (even_over and state.is_over):
                raise Refused("tournament-closed")
            live = self.all.get(tournament_id) or self._made(stored, is_restored=True)
            if not state.is_closed:
                self._keep(live)
        return live

    async def correct(
        self, live: Tournament, act: Act, change: Callable[[TournamentState], TournamentState]
    ) -> None:
        """Carry out a change for a moderator, also after the end of the tournament, and update its message.

        Args:
            live: the tournament, from ``find``.
            act: the entry for the moderation log.
            change: carries it out.
        """
        await live.keep_order(act, change)
        known = self.all.get(live.id)
        if known is None:
            self._keep(live)
        elif known is not live:
            known.fall_behind()

    async def look_up(self, tournament_id: str) -> TournamentState:
        """Return the state of a tournament of any status; raise ``Refused`` if there is none."""
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

    async def bar(self, guild_id: int, user_id: int) -> None:
        """Remove a banned person from the server's open tournaments."""
        for live in self.on(guild_id):
            entrant = live.state.entrant_of(user_id)
            if entrant is not None and entrant.status != OUT:
                with suppress(Refused, StorageError):  # every write of a tournament checks bars again
                    await live.change(acts.leave, user_id)

    # --- keeping ----------------------------------------------------------------------------------------

    def keep(
        self,
        make: Callable[[Tournament], Keeper],
        release: Callable[[Tournament], None],
        shard: Shard | None = None,
    ) -> None:
        """Start the background task (keeper) of every tournament, or of those of a shard; ``release`` frees
        what it used.
        """
        self.keepers.begin(make, release)
        self._kept.add(shard)
        for tournament in list(self.all.values()):
            if self._is_kept(tournament):
                self.keepers.keep(tournament)

    def _is_kept(self, tournament: Tournament) -> bool:
        return any(shard is None or shard.has(tournament.state.row.guild_id) for shard in self._kept)

    def drop(self, shard: Shard) -> Sequence[Tournament]:
        """Remove the tournaments of a shard from memory and return them, since another process will serve
        them.
        """
        self._kept.discard(shard)
        gone = [tournament for tournament in self.all.values() if shard.has(tournament.state.row.guild_id)]
        for tournament in gone:
            tournament.is_dropped = True
            del self.all[tournament.id]
            self.keepers.stop(tournament)
        return gone

    def hurry(self) -> None:
        """Wake the background tasks (keepers) of all tournaments, since a channel, a role or the connection
        has changed.
        """
        for tournament in self.all.values():
            self.keepers.hurry(tournament)

    def fall_behind(self) -> None:
        """Load all tournaments again from the database, after a person's data was deleted there."""
        for tournament in self.all.values():
            tournament.fall_behind()
