"""A live table: one object from its lobby to its result, and the one path of every change.

lock -> check -> write -> swap -> wake the keeper. A table handles one change at a time; what is written and
what is in memory change together or not at all. Whatever has to be done afterwards is found out by the keeper
from what is, so nothing has to be told to anybody.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any, Concatenate, ParamSpec

import msgspec
import structlog

from bot import metrics
from bot.clock import Clock, Signal
from bot.driving.acts import PeoplesActs, Promise, changes
from bot.driving.aside import revived
from bot.refused import Refused
from bot.tables import clocks, lobby, moments, seating
from bot.tables.absence import is_away, is_present
from bot.tables.news import Told, is_person
from bot.tables.reading import not_your_turn, rows_of
from bot.tables.state import TableState
from games.core.moves import Move
from games.core.rules import CHANCE, is_to_act
from games.core.seats import at_seat
from games.core.words import Seat, Text
from storage import Store
from storage.errors import NobodySits, RevisionConflict, SequenceConflict, WrongStatus
from storage.rows import OVER, STAND_IN, SeatRow, ShownRow
from storage.tables.lifecycle import append_moves, start_table
from storage.tables.loading import load_table
from storage.tables.shown import move_table, save_shown

log = structlog.get_logger(__name__)

P = ParamSpec("P")


OVERTAKEN = (RevisionConflict, SequenceConflict, WrongStatus, NobodySits)
"""The store is ahead of us: another process, or a commit of our own whose caller was cut off, was quicker."""


class Table(PeoplesActs):
    """An open table, or one that was just closed and of which people have not been shown everything yet.

    Args:
        store: where it is kept.
        clock: the one clock.
        state: the table as it stands.
        shown: what people have been shown of it.
        reveal: factor of the time that a moment of truth stands; 0 for none.
        is_restored: it was read from the store; what was going on when it was written, nobody knows.

    ``known_since`` is when this object was made, in Unix milliseconds: another time in each life of the bot.
    """

    def __init__(
        self,
        store: Store,
        clock: Clock,
        state: TableState,
        shown: ShownRow,
        *,
        reveal: float = 0,
        is_restored: bool = False,
    ) -> None:
        self._store, self._clock = store, clock
        self.state = state
        self.shown = shown
        self.is_restored = is_restored
        self.known_since = clock.now_ms()
        self._reveal = reveal
        self.lock = asyncio.Lock()
        self.changed = Signal()
        self.unsaved_since: int | None = None
        self.unshown_since: int | None = clock.elapsed_ms()
        self.is_behind = False
        self.promises: dict[int, Promise] = {}

    def __repr__(self) -> str:
        return f"<Table {self.state!r}>"

    @property
    def id(self) -> str:
        return self.state.row.id

    @property
    def is_published(self) -> bool:
        """Tell whether the table's message is known to show the table as it is now."""
        return self.shown.message_id is not None and self.shown.mark == self.state.mark

    def bind_log(self) -> None:
        """Let every line of the log that this task writes from now on carry table and number of moves."""
        structlog.contextvars.bind_contextvars(table=self.id, seq=self.state.seq)

    # --- before the game ----------------------------------------------------------------------------

    async def change(
        self, act: Callable[Concatenate[TableState, P], TableState], *args: P.args, **kwargs: P.kwargs
    ) -> TableState:
        """Carry out an act of the lobby (``bot.tables.lobby``); return the table after it.

        Raises:
            Refused: the act cannot be done.
            StorageError: nothing was written, nothing has changed.
        """
        return await self._do(lambda: self._save_lobby(act(self.state, *args, **kwargs)))

    @changes
    async def start(self, by: int) -> TableState:
        """Start the game: seats, options, who is first and the first deal become true together.

        Whoever knows the secret of the shuffles could choose joins that deal well. So no card is dealt before
        the lobby's message shows the seal of exactly these (docs/FAIRNESS.md).

        Raises:
            Refused: not the host, something is missing, or the lobby's message does not show this table yet.
            StorageError: nothing was written; the lobby is as before.
        """
        now = self._clock.now_ms()
        after = lobby.started(self.state, by, now)
        if not self.is_published:
            raise Refused("lobby-not-published")
        after = after.with_row(deadline=clocks.deadline_of(self.state, after, now))
        before = self.shown
        # The lobby's message becomes a notice, and the table gets a message of its own.
        calls = () if before.call_id is None else (before.call_id,)
        shown = ShownRow(
            self.id,
            notice_id=before.message_id,
            notice_mark=before.mark,
            stale=(*before.stale, *calls),
            event_id=before.event_id,
        )
        rows = rows_of(after.match, 0, now)
        evening = await self._store.write(start_table, after.row, after.seats, rows, shown)
        self.shown = shown
        return replace(after, evening=evening).with_row(revision=after.row.revision + 1)

    @changes
    async def move_to(self, venue: str, thread_id: int | None = None) -> TableState:
        """Play on in another place: what stands in a thread that is left counts as gone.

        Args:
            venue: where, as in ``GatheringRow``.
            thread_id: the thread.

        Raises:
            StorageError: nothing was written, nothing has changed.
        """
        before = self.shown
        gathering = msgspec.structs.replace(self.state.gathering, venue=venue, thread_id=thread_id)
        shown = before
        if self.state.gathering.thread_id is not None:
            shown = ShownRow(
                self.id, notice_id=before.notice_id, notice_mark=before.notice_mark, event_id=before.event_id
            )
        await self._store.write(move_table, gathering, shown)
        self.shown = shown
        return replace(self.state, gathering=gathering)

    # --- the one path of a play ---------------------------------------------------------------------

    async def play(
        self,
        seat: int,
        move: str | Move,
        decision: int | None = None,
        note: Text | None = None,
        made_by: str | None = None,
        *,
        is_computer: bool = False,
    ) -> TableState:
        """Check a move, log it with what chance does next, commit; return the table after it.

        What it brings to light is seen first: then chance, or whoever is next, waits for a while. With it a
        person who was away is back.

        Args:
            seat: who plays.
            move: notation or a move.
            decision: number of the decision that a button was made for; ``None`` for a typed move.
            note: what the seat's panel says of it until its next move.
            made_by: as in ``MoveRow``; ``None`` for whoever plays the seat.
            is_computer: it is a computer player's, who plays for nobody who is there by now.

        Raises:
            Refused: not this seat's turn, a stale button, an illegal move, or no stand-in is needed now.
            StorageError: nothing was written, nothing has changed.
        """

        async def once() -> TableState:
            self._check_turn(seat, decision)
            row = self.state.seats[seat]
            if (is_computer and is_present(row)) or (made_by == STAND_IN and not is_away(row)):
                raise Refused("stale-button")
            after = self.state.played(seat, move, made_by)
            back = clocks.returned(row) if made_by is None and is_away(row) else None
            return await self._append(after if note is None else after.noted(seat, note), made_by, back)

        after = await self._do(once, tries=1)
        is_own = made_by is None and is_person(after.seats[seat])
        metrics.PLAYS.labels(after.row.game, "person" if is_own else "computer").inc()
        return after

    async def deal(self) -> TableState:
        """Let chance act where it is to act."""
        return await self._do(lambda: self._with_chance(self.state), tries=1)

    async def go_on(self, seat: int, seq: int) -> TableState:
        """Note that a person has seen enough of a moment of truth; return the table after it."""
        return await self._do(lambda: self._with_chance(moments.gone_on(self.state, seat, seq)))

    async def turn(self, act: Callable[[TableState], TableState]) -> TableState:
        """Change what stands before people for a while, of which nothing is written."""
        return await self._do(lambda: self._with_chance(act(self.state)))

    @changes
    async def tell(self, seat: int, decision: int, note: Text) -> TableState:
        """Tell somebody something in their own panel, until their next move; return the table after it.

        Raises:
            Refused: the decision that it is about is gone.
        """
        state = self.state
        if not is_to_act(state.to_act, seat) or state.decisions[seat] != decision:
            raise Refused("stale-button")
        return state.noted(seat, note)

    async def _with_chance(self, after: TableState) -> TableState:
        """Let chance act at once where it is next, so that nobody is shown what lies between."""
        is_chance = after.is_playing and not after.stands_still and after.to_act == CHANCE
        return await self._append(after.dealt_once()) if is_chance else after

    def _run_on(self, after: TableState) -> TableState:
        """Let chance act, up to the next moment of truth."""
        now = self._clock.elapsed_ms()
        # Where people play no more, nobody is there to look for long.
        reveal = 0 if seating.is_left_to_computers(self.state) else self._reveal
        after = moments.held(after, now, reveal)
        while after.hold is None and after.to_act == CHANCE:
            after = moments.held(after.dealt_once(), now, reveal)
        return after

    async def _append(
        self, after: TableState, made_by: str | None = None, back: SeatRow | None = None
    ) -> TableState:
        now = self._clock.now_ms()
        if back is not None:
            seats, revision = at_seat(after.seats, back.seat, back), after.row.revision + 1
            after = replace(after, seats=seats).with_row(deserted_until=None, revision=revision)
        after = self._run_on(after)
        deadline = clocks.deadline_of(self.state, after, now)
        outcome = None if after.row.is_decided else after.outcome(now)
        rows = rows_of(after.match, self.state.seq, now, made_by)
        closed_at = now if after.is_over else None
        made = await self._store.write(append_moves, self.id, rows, deadline, outcome, back, closed_at)
        if not after.is_over:
            return after.with_row(deadline=deadline)
        after = after.with_row(votes={}).ended(OVER, now)
        return replace(after, **made._asdict())

    def _check_turn(self, seat: int, decision: int | None) -> None:
        state = self.state
        if not state.is_playing:
            raise Refused("game-is-over" if state.is_closed else "not-started")
        if state.is_paused:
            raise Refused("table-paused")
        if not is_to_act(state.to_act, seat):
            raise not_your_turn(state.to_act) if decision is None else Refused("already-played")
        if decision is not None and decision != state.decisions[seat]:
            raise Refused("stale-button")

    # --- keeping up ---------------------------------------------------------------------------------

    def fall_behind(self) -> None:
        """Note that the store holds something newer: until it is taken over, a step is due."""
        self.is_behind = True
        self.changed.set()

    async def reload(self) -> None:
        """Take over what the store holds; the caller holds the lock.

        Raises:
            StorageError: not now; the keeper sees to it.
        """
        self.fall_behind()
        stored = await self._store.read(load_table, self.id)
        assert stored is not None
        before = self.state
        after = revived(stored)
        if after.seq == before.seq:
            hold = before.hold if after.is_playing or after.is_over else None
            after = replace(after, hold=hold, truth=before.truth)
        else:
            now, elapsed = self._clock.now_ms(), self._clock.elapsed_ms()
            after = moments.restored(after, elapsed, self._reveal, now, stored.moves)
        gone = [row.seat for row in after.seats if row.left and _was_there(before, row.seat)]
        told = tuple(Told(said=(Text("log-replaced", {"seat": Seat(seat)}),)) for seat in gone)
        self.state = replace(after, news=(*after.news, *told))
        if after.has_begun is not before.has_begun:  # what is shown became true with it
            self.shown, self.unsaved_since = stored.shown, None
        self.is_behind = False
        self.changed.set()

    async def _do(self, once: Callable[[], Awaitable[TableState]], tries: int = 2) -> TableState:
        """Do something under the lock and swap memory when it is written.

        What is overtaken by another process is looked at again: a play that was overtaken was meant for a
        position that is gone, everything else is tried again on the table as it is now.
        """
        async with self.lock:
            await self._expect_here()
            before = self.state
            for left in reversed(range(tries)):
                try:
                    self.state = await once()
                    break
                except OVERTAKEN as error:
                    log.info("overtaken", table=self.id, seq=self.state.seq, why=str(error))
                    await self.reload()
                    if not left:
                        raise Refused("stale-button") from None
            self._moved_on(before)
            return self.state

    def _moved_on(self, before: TableState) -> None:
        state = self.state
        if before.is_playing and state.is_closed:
            metrics.GAMES.labels(state.row.game, state.row.status).inc()
        if self.unshown_since is None and not self.is_published:
            self.unshown_since = self._clock.elapsed_ms()
        self.changed.set()

    def begin_anew(self) -> None:
        """Let the lobby have a new message, and nobody be called."""
        old = (self.shown.message_id,) if self.shown.message_id is not None and self.state.is_lobby else ()
        if old:
            self.note(message_id=None, mark="", called=(), stale=(*self.shown.stale, *old))

    # --- what people have been shown ------------------------------------------------------------------

    def note(self, **changes: Any) -> None:
        """Note what people have been shown, in fields of ``ShownRow``; the keeper writes it soon."""
        shown = msgspec.structs.replace(self.shown, **changes)
        here = (shown.message_id, shown.call_id, shown.notice_id)
        self.shown = msgspec.structs.replace(
            shown, stale=tuple([one for one in shown.stale if one not in here])
        )
        now = self._clock.elapsed_ms()
        if self.unsaved_since is None:
            self.unsaved_since = now
        if "mark" in changes:
            self.unshown_since = None if self.is_published else now
        self.changed.set()

    async def show(self, **changes: Any) -> None:
        """Note what people have been shown, and write it.

        Raises:
            StorageError: it is noted, but not written yet; the keeper tries again.
        """
        self.note(**changes)
        await self.remember()

    async def remember(self) -> None:
        """Write what people have been shown; what could not be said may be mended after a restart."""
        shown = self.shown
        await self._store.write(
            save_shown, msgspec.structs.replace(shown, mark="") if self.state.faults else shown
        )
        if self.shown is shown:
            self.unsaved_since = None
        self.changed.set()  # the keeper may be waiting for nothing else than this


def _was_there(before: TableState, seat: int) -> bool:
    return seat < len(before.seats) and not before.seats[seat].left
