"""A table in memory that handles one change at a time.

A change is written to the database first, and then replaces the state in memory.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any, NamedTuple

import msgspec
import structlog

from bot import metrics
from bot.clock import Clock, Elapsed, Signal
from bot.driving.aside import restore_state
from bot.refused import Refused
from bot.tables import moments
from bot.tables.lobby import HOST_GONE_MS, awaits_host
from bot.tables.news import NewsItem
from bot.tables.state import TableState
from games.core.rules import is_to_act
from games.core.words import Seat, Text
from storage import Store
from storage.errors import NobodySits, RevisionConflict, SequenceConflict, WrongStatus
from storage.rows import ShownRow
from storage.tables.loading import load_table
from storage.tables.shown import save_message, save_shown

log = structlog.get_logger(__name__)

# Another process has written, or the answer to an earlier commit was lost.
OVERTAKEN = (RevisionConflict, SequenceConflict, WrongStatus, NobodySits)
"""Errors that mean that the database is newer than memory."""


class UnsavedMove(NamedTuple):
    """A person's move that could not be written to the database yet."""

    user_id: int
    move: str  # its notation
    decision: int  # number of the person's decision
    at: Elapsed  # when the person tapped


class LiveTable:
    """An open table in memory. The database holds the same state.

    Args:
        shown_row: record of the messages that were sent for this table.
        reveal: multiplies the pauses after hidden cards are revealed; 0 for no pauses.
        is_restored: the table was loaded when the bot started.
    """

    def __init__(
        self,
        store: Store,
        clock: Clock,
        state: TableState,
        shown_row: ShownRow,
        *,
        reveal_pace: float = 0,
        is_restored: bool = False,
    ) -> None:
        # What the table is, and what people have been shown of it.
        self._store, self._clock = store, clock
        self.state = state
        self.shown_row = shown_row
        self.is_restored = is_restored
        self.known_since = self.serving_since = clock.now_ms()
        self._reveal_pace = reveal_pace
        # How changes are serialized, and how the keeper is woken.
        self.lock = asyncio.Lock()
        self.changed = Signal()
        # Since when something is not saved or not shown; the table's message may be unknown at the start.
        self.unsaved_since: Elapsed | None = None
        self.unshown_since: Elapsed | None = clock.elapsed_ms()
        self.is_outdated = self.is_dropped = False
        # When the host of a lobby last tapped there. What the bot could not see counts against no host.
        self.host_seen_at = clock.elapsed_ms()
        self._unsaved_moves: dict[int, UnsavedMove] = {}

    def __repr__(self) -> str:
        return f"<Table {self.state!r}>"

    @property
    def id(self) -> str:
        return self.state.row.id

    @property
    def is_published(self) -> bool:
        """True if the table's Discord message is known to show the current state."""
        return self.shown_row.message_id is not None and self.shown_row.mark == self.state.fingerprint

    @property
    def unsaved_moves(self) -> tuple[UnsavedMove, ...]:
        """The moves that could not be written yet, and whose players are still on turn."""
        return tuple(unsaved for unsaved in self._unsaved_moves.values() if self._is_due(unsaved))

    def _is_due(self, unsaved: UnsavedMove) -> bool:
        state = self.state
        seat = state.seat_of(unsaved.user_id) if state.is_playing else None
        if seat is None or not is_to_act(state.to_act, seat):
            return False
        return state.decisions[seat] == unsaved.decision

    def bind_log(self) -> None:
        """Add the table's id and its number of moves to every log line of the current task."""
        structlog.contextvars.bind_contextvars(table=self.id, seq=self.state.seq)

    async def announce(self, restart_at: int | None) -> None:
        """Show at the table when the bot will restart, in Unix milliseconds; ``None`` for no restart."""
        async with self.lock:
            before, self.state = self.state, self.state.with_restart_at(restart_at)
            self._moved_on(before)

    # --- the host of a lobby ------------------------------------------------------------------------

    def note_tap(self, user_id: int) -> None:
        """Note that a person has tapped at this table. A host who taps at their lobby is not gone."""
        before = self.state
        if before.is_lobby and user_id == before.row.host_id:
            self._note_host()
            self._moved_on(before)

    def _note_host(self) -> None:
        self.host_seen_at = self._clock.elapsed_ms()
        self.state = self.state.with_host_gone(False)

    @property
    def host_check_at(self) -> Elapsed | None:
        """When to check again whether the lobby's host is gone; ``None`` if that is not due."""
        if not awaits_host(self.state):
            return None
        if not self.state.is_host_gone:
            return self.host_seen_at + HOST_GONE_MS
        # A change that was being written when the host came back has kept the older fact.
        is_back = self._clock.elapsed_ms() < self.host_seen_at + HOST_GONE_MS
        return self.host_seen_at if is_back else None

    async def check_host(self) -> None:
        """Note in the table's state whether its host is gone."""
        async with self.lock:
            is_gone = self._clock.elapsed_ms() >= self.host_seen_at + HOST_GONE_MS
            before, self.state = self.state, self.state.with_host_gone(is_gone)
            self._moved_on(before)

    # --- keeping up ---------------------------------------------------------------------------------

    def mark_outdated(self) -> None:
        """Mark the table as outdated, so that it is loaded again from the database."""
        self.is_outdated = True
        self.changed.set()

    def resume_service(self) -> None:
        """Serve the table again after an interruption. An open table is marked as outdated."""
        self.serving_since = self._clock.now_ms()
        self.host_seen_at = self._clock.elapsed_ms()
        if self.state.is_closed:
            self.changed.set()
        else:
            self.mark_outdated()

    async def reload(self) -> None:
        """Load the table from the database again. The caller holds the table's lock.

        Raises:
            StorageError: the database cannot be read now.
        """
        self.mark_outdated()
        stored = await self._store.read(load_table, self.id)
        assert stored is not None
        before = self.state
        after = restore_state(stored).with_restart_at(before.restart_at).with_server_name(before.server)
        after = after.with_host_gone(before.is_host_gone)
        if after.seq == before.seq:
            hold = before.reveal_pause if after.is_playing or after.is_over else None
            after = replace(after, reveal_pause=hold, reveals=before.reveals)
        else:
            now, elapsed = self._clock.now_ms(), self._clock.elapsed_ms()
            after = moments.restore_reveals(after, elapsed, self._reveal_pace, now, stored.moves)
        pairs = zip(after.seats, before.seats, strict=False)
        gone = [row.seat for row, then in pairs if row.has_left and not then.has_left]
        news = tuple(
            NewsItem(texts=(Text("log-replaced", {"seat": Seat(seat)}),), players=after.seats)
            for seat in gone
        )
        self.state = replace(after, news=(*after.news, *news))
        if after.has_begun is not before.has_begun:  # the messages change with the phase
            self.shown_row, self.unsaved_since = stored.shown_row, None
        self.is_outdated = False
        self.changed.set()

    async def _change(self, change: Callable[[], Awaitable[TableState]], tries: int = 2) -> TableState:
        """Carry out a change under the table's lock, and return the changed table.

        Args:
            change: writes the change to the database, and returns the changed table.
            tries: how often ``change`` is called if other processes have changed the table meanwhile.
        """
        async with self.lock:
            # The table may belong to another process now, or memory must first catch up with the database.
            if self.is_dropped:
                raise Refused("restarting")
            if self.is_outdated:
                await self.reload()
            if self.state.is_damaged:
                raise Refused("table-set-aside", incident=self.state.incident or "")
            before = self.state
            # After a faster write elsewhere, the change is tried on the state that it left.
            for tries_left in reversed(range(tries)):
                try:
                    self.state = await change()
                    break
                except OVERTAKEN as error:
                    log.info("overtaken", table=self.id, seq=self.state.seq, why=str(error))
                    await self.reload()
                    if not tries_left:
                        raise Refused("stale-button") from None
            self._moved_on(before)
            return self.state

    def _moved_on(self, before: TableState) -> None:
        is_opened = before.gathering.starts_at is not None and self.state.gathering.starts_at is None
        if self.state.row.host_id != before.row.host_id or is_opened:
            self._note_host()
        state = self.state
        if before.is_playing and state.is_closed:
            metrics.GAMES.labels(state.row.game, state.row.status).inc()
        if self.unshown_since is None and not self.is_published:
            self.unshown_since = self._clock.elapsed_ms()
        self.changed.set()

    def forget_lobby_messages(self) -> None:
        """Forget the lobby's message and pings, so that new ones are sent."""
        old = (
            (self.shown_row.message_id,)
            if self.shown_row.message_id is not None and self.state.is_lobby
            else ()
        )
        if old:
            self.note(message_id=None, mark="", called=(), stale=(*self.shown_row.stale, *old))

    # --- the record of sent messages ------------------------------------------------------------------

    def note(self, **changes: Any) -> None:
        """Change fields of ``ShownRow``, the record of sent messages. They are saved a little later."""
        shown_row = msgspec.structs.replace(self.shown_row, **changes)
        stale = tuple([message_id for message_id in shown_row.stale if message_id not in shown_row.ids])
        self.shown_row = msgspec.structs.replace(shown_row, stale=stale)
        now = self._clock.elapsed_ms()
        if self.unsaved_since is None:
            self.unsaved_since = now
        if "mark" in changes:
            self.unshown_since = None if self.is_published else now
        self.changed.set()

    async def show(self, **changes: Any) -> None:
        """Change fields of ``ShownRow``, the record of sent messages, and save the record.

        Raises:
            StorageError: the record is changed in memory only, and will be saved later.
        """
        self.note(**changes)
        await self.remember()

    async def remember(self) -> None:
        """Write ``ShownRow``, the record of sent messages, to the database."""
        shown_row = self.shown_row
        save = save_message if self.state.is_damaged else save_shown
        await self._store.write(
            save, msgspec.structs.replace(shown_row, mark="") if self.state.faults else shown_row
        )
        if self.shown_row is shown_row:
            self.unsaved_since = None
        self.changed.set()  # the keeper may be waiting for this change
