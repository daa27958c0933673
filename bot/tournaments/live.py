"""An open tournament in memory, and all its changes.

A change takes the lock, is checked, written to the database, and then replaces the state in memory.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, Concatenate, ParamSpec

import msgspec
import structlog

from bot.clock import Clock, Elapsed, Signal, made_at
from bot.driving.registry import TableRegistry
from bot.pairing.rounds import pair, pair_final
from bot.refused import Refused
from bot.tournaments import acts
from bot.tournaments.opening import open_tables
from bot.tournaments.state import TournamentState
from storage import Store
from storage.errors import RevisionConflict, StorageError, StorageFailed
from storage.rows import ShownRow
from storage.servers.order import Act
from storage.tournaments.lifecycle import (
    begin_round,
    save_tournament,
    save_tournament_shown,
)
from storage.tournaments.loading import load_table_ends, load_tournament

log = structlog.get_logger(__name__)

P = ParamSpec("P")

INVITED = "invited"
"""Key of ``ShownRow.posts`` for the newest message that pings invited people."""

SUBSCRIBED, SUMMONED = (1, -1), (0, -1)
"""Values of ``ShownRow.called``: subscribers were pinged at the opening; people who signed up were pinged
shortly before the start.

If many signed up, further messages ping the rest of them: ``(0, -2)`` is the second message, and so on.
"""

PINGED_AT_ONCE = 80
"""Limit of people whom one message pings; Discord notifies no more than a hundred."""


class Tournament:
    """A tournament in memory. The database holds the same state."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        tables: TableRegistry,
        state: TournamentState,
        shown_row: ShownRow,
        *,
        is_restored: bool = False,
        is_end_shown: bool = False,
    ) -> None:
        self._store, self._clock, self._tables = store, clock, tables
        self.state, self.shown_row = state, shown_row
        # After a restart it is unknown which messages were sent.
        # A closed tournament stays in memory until its message shows the end.
        self.is_restored, self.is_end_shown = is_restored, is_end_shown
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

    @property
    def ping_groups(self) -> dict[int, tuple[int, ...]]:
        """The user ids to ping before a scheduled start, by group number. One message pings one group."""
        due_at = (self.state.row.starts_at or 0) - acts.CALL_MS
        people: dict[int, tuple[int, ...]] = {}
        for entrant in self.state.remaining:
            is_asked = made_at(entrant.join_id) < due_at or not entrant.is_here
            if entrant.user_id is not None and is_asked:
                message = (entrant.number - 1) // PINGED_AT_ONCE
                people[message] = (*people.get(message, ()), entrant.user_id)
        return people

    @property
    def next_ping_group(self) -> int | None:
        """The number of the next group in ``ping_groups`` to ping; ``None`` if all have been pinged."""
        called_number = self.shown_row.called
        return next(
            (number for number in sorted(self.ping_groups) if (0, -1 - number) not in called_number), None
        )

    def bind_log(self) -> None:
        """Add the tournament's id to every log line of the current task."""
        structlog.contextvars.bind_contextvars(tournament=self.id)

    def mark_outdated(self) -> None:
        """Mark the state in memory as outdated, so that it is loaded from the database again."""
        self.is_behind = True
        self.changed.set()

    async def reload(self) -> None:
        """Load the tournament from the database again."""
        async with self.lock:
            await self._reload()

    async def _reload(self) -> None:
        self.mark_outdated()
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
        """Change the tournament with a function of ``bot.tournaments.acts``, and return its new state.

        Raises:
            Refused: the change is not possible.
            StorageError: nothing was written.
        """
        return await self._do(lambda: act(self.state, *args, **kwargs), None)

    async def moderate(
        self, act: Act, change: Callable[[TournamentState], TournamentState]
    ) -> TournamentState:
        """Change the tournament, and write an entry to the moderation log in the same commit."""
        return await self._do(lambda: change(self.state), act)

    async def _do(self, change: Callable[[], TournamentState], act: Act | None) -> TournamentState:
        async with self.lock:
            for tries_left in (1, 0):
                await self._expect_current()
                after = change()
                if after is self.state:
                    return after
                try:
                    written = await self._store.write(
                        save_tournament,
                        after.row,
                        after.entrants,
                        act,
                        after.invitations,
                        after.excluded_keys,
                    )
                except RevisionConflict:
                    self.mark_outdated()  # another process, or an answer that was lost
                    if not tries_left:
                        raise Refused("stale-button") from None
                    continue
                except StorageFailed:
                    self.mark_outdated()  # perhaps it was written
                    raise
                self._swap(replace(after, entrants=written.entrants, invitations=written.invitations))
                break
            return self.state

    async def _expect_current(self) -> None:
        if self.is_dropped:
            raise Refused("restarting")
        if self.is_behind:
            await self._reload()

    def _swap(self, after: TournamentState) -> None:
        self.state = after.with_row(revision=after.row.revision + 1)
        self.shown_row = msgspec.structs.replace(self.shown_row, settled=False)
        self.changed.set()

    async def begin_round(self) -> None:
        """Pair the next round, and open its tables.

        Raises:
            Refused: no round is due now.
        """
        # Ids of tables follow from the tournament, so another attempt after a lost answer adds no tables.
        async with self.lock:
            await self._expect_current()
            state, now = self.state, self._clock.now_ms()
            is_early = now < state.next_round_at
            if not state.is_between_rounds or not state.has_round_left or state.row.is_paused or is_early:
                raise Refused("tournament-closed")
            make = pair_final if state.is_final_next else pair
            players = [entrant.number for entrant in state.players]
            pairing = await asyncio.to_thread(make, state.plan, state.played, players)
            tables = open_tables(state, pairing.tables, now)
            after = acts.add_round(state, pairing, tables.paired, now)
            try:
                written = await self._store.write(begin_round, after.row, after.entrants, tables.lobbies)
                if written is not None:  # else a person has been barred meanwhile
                    await self._load_tables(table.id for table in tables.paired)
            except StorageError:
                self.mark_outdated()
                raise
            if written is None:
                await self._reload()
            else:
                self._swap(after)

    async def _load_tables(self, table_ids: Iterable[str], *, is_new: bool = True) -> None:
        # The loading of tables that are not new is logged.
        for table_id in table_ids:
            if table_id not in self._tables.tables:
                await self._tables.load_open(table_id, is_new=is_new)

    async def record_results(self) -> None:
        """Store the results of this round's finished games, as far as people may know them.

        Raises:
            Refused: there is no new result.
        """
        tables = [(table.id, self._tables.tables.get(table.id)) for table in self.state.unfinished]
        ids = [table_id for table_id, table in tables if table is None or table.state.is_result_public]
        ends = await self._store.read(load_table_ends, self.id, ids)
        await self._load_tables((table_id for table_id in ids if table_id not in ends), is_new=False)
        await self.change(acts.record_results, ends)

    # --- what people have been shown --------------------------------------------------------------------

    def note(self, **changes: Any) -> None:
        """Change fields of ``shown_row``, the record of sent messages, in memory. They are stored later."""
        shown_row = msgspec.structs.replace(self.shown_row, **changes)
        here = (shown_row.message_id, shown_row.call_id)
        stale = tuple(message_id for message_id in shown_row.stale if message_id not in here)
        self.shown_row = msgspec.structs.replace(shown_row, stale=stale)
        if self.unsaved_since is None:
            self.unsaved_since = self._clock.elapsed_ms()
        self.changed.set()

    async def show(self, **changes: Any) -> None:
        """Change fields of ``shown_row``, the record of sent messages, and store the record."""
        self.note(**changes)
        await self.remember()

    async def remember(self) -> None:
        """Store ``shown_row``, the record of sent messages."""
        shown_row = self.shown_row
        await self._store.write(save_tournament_shown, shown_row)
        if self.shown_row is shown_row:
            self.unsaved_since = None
        self.changed.set()
