"""What people decide at a table while a game goes on: to leave, to pause, to end it, who sits where.

Besides, what becomes of those who do not decide in time, of those who come back, and of their evening.
"""

from __future__ import annotations

import asyncio
import functools
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from dataclasses import replace
from typing import Any, Concatenate, NamedTuple, ParamSpec, TypeVar

from bot.clock import Clock, Signal
from bot.driving import evenings
from bot.refused import Refused
from bot.tables import appointments, clocks, ending, guessing, seating, votes
from bot.tables.absence import paused_until
from bot.tables.news import closing, is_person
from bot.tables.state import TableState
from games.core.game import DEFAULT_LEVEL
from storage import Store
from storage.rows import AGREED, CANCELLED, CLOSED, ENDED, Outcome
from storage.servers.order import Act
from storage.servers.settings import load_settings
from storage.tables.acts import keep_appointment, save_acts, save_guess
from storage.tables.evenings import end_evening
from storage.tables.lifecycle import cancel_table, save_absence, save_lobby
from storage.tables.loading import load_evening


class Promise(NamedTuple):
    """A move that a person was told, at that elapsed time, would be played as soon as it can be written."""

    move: str
    decision: int
    at: int


T = TypeVar("T", bound="PeoplesActs")
P = ParamSpec("P")


def changes(
    act: Callable[Concatenate[T, P], Awaitable[TableState]],
) -> Callable[Concatenate[T, P], Coroutine[Any, Any, TableState]]:
    """Let a method write one change of its table and return it, under the lock, as ``_do`` says."""

    @functools.wraps(act)
    async def changed(table: T, /, *args: P.args, **kwargs: P.kwargs) -> TableState:
        return await table._do(lambda: act(table, *args, **kwargs))

    return changed


class PeoplesActs(ABC):
    """The part of ``Table`` that people's decisions go through, on the one path of every change."""

    state: TableState
    _store: Store
    _clock: Clock
    is_behind: bool
    is_dropped = False
    promises: dict[int, Promise]
    changed: Signal

    @property
    @abstractmethod
    def id(self) -> str: ...

    @abstractmethod
    async def _do(self, once: Callable[[], Awaitable[TableState]], tries: int = 2) -> TableState:
        """Do something under the lock and swap memory when it is written."""

    @abstractmethod
    async def play(self, seat: int, move: str, decision: int | None = None) -> TableState: ...

    @abstractmethod
    def begin_anew(self) -> None:
        """Let the lobby have a new message, and nobody be called."""

    @abstractmethod
    async def reload(self) -> None:
        """Take over what the store holds."""

    async def _expect_here(self) -> None:
        """Refuse when another process has the table by now, or soon; take over what is newer."""
        if self.is_dropped:
            raise Refused("restarting")
        if self.is_behind:
            await self.reload()

    @changes
    async def resign(self, seat: int) -> TableState:
        """Give a person's seat to a computer player, and draw what follows from it (``bot.tables.ending``).

        Args:
            seat: whose seat.

        Raises:
            Refused: nobody plays there any more, the game is over, or that person's place is settled.
        """
        state = self.state
        if not state.is_playing:
            raise Refused("game-is-over")
        if not is_person(state.seats[seat]):
            raise Refused("already-left")
        if seat in state.snapshot.gone:
            raise Refused("nothing-to-leave")
        now = self._clock.now_ms()
        return await self._save(now, *ending.settle(seating.left(state, seat, DEFAULT_LEVEL), now))

    async def _save_lobby(self, after: TableState, act: Act | None = None) -> TableState:
        """Write what a lobby is now, also that it is closed."""
        row = after.row
        if row.status == CANCELLED:
            now = self._clock.now_ms()
            await self._store.write(cancel_table, row.id, now, act)
            return after.ended(CANCELLED, now)
        await self._store.write(save_lobby, row, after.seats, after.gathering, act)
        return after.with_row(revision=row.revision + 1)

    async def keep_order(self, act: Act, change: Callable[[TableState], TableState]) -> TableState:
        """Carry out an act of the lobby that keeps order; who did it is remembered in the same commit.

        Raises:
            Refused: the act cannot be done.
            StorageError: nothing was written, nothing has changed.
        """
        return await self._do(lambda: self._save_lobby(change(self.state), act))

    @changes
    async def abandon(self, why: str = CLOSED, act: Act | None = None) -> TableState:
        """Close a running game before its end; who has a place keeps it.

        Args:
            why: as in ``Verdict``.
            act: who closes it for the server, which is remembered in the same commit; whoever plays there
                counts as having left first.
        """
        if not self.state.is_playing:
            return self.state
        now, state = self._clock.now_ms(), self.state
        if act is None:
            return await self._save(now, *ending.closed(state, why, now))
        after, outcome = ending.closed(seating.without_keeper(state, act.by_id, DEFAULT_LEVEL), why, now)
        return await self._save(now, replace(after, news=(*after.news, closing(act.by))), outcome, act)

    @changes
    async def settle(self) -> TableState:
        """Draw what follows from who is left at the table, where that was not done at once."""
        return await self.settled()

    async def settled(self) -> TableState:
        """Return the table after what follows from who is left; the caller holds the lock."""
        now = self._clock.now_ms()
        if not ending.is_unsettled(self.state):
            return self.state
        return await self._save(now, *ending.settle(self.state, now))

    async def _save(
        self, now: int, after: TableState, outcome: Outcome | None = None, act: Act | None = None
    ) -> TableState:
        """Write what people have decided, or what follows from it."""
        before, after = self.state, votes.tidied(after)
        revision = before.row.revision
        changed = [row for row, old in zip(after.seats, before.seats, strict=True) if row != old]
        row = after.with_row(revision=revision).row
        made = await self._store.write(save_acts, row, changed, after.seq, now, outcome, act)
        after = after.with_row(revision=revision + 1)
        return after if outcome is None else replace(after, **made._asdict())

    async def guess(self, user_id: int, name: str, seq: int, is_lie: bool) -> TableState:
        """Take what somebody who watches thinks of a claim.

        Raises:
            Refused: they may not guess, or everybody knows by now.
            StorageError: nothing was written, nothing has changed.
        """
        return await self._do(
            lambda: self._noted_guess(guessing.guessed(self.state, user_id, name, seq, is_lie))
        )

    async def note_onlooker(self, user_id: int, name: str) -> None:
        """Write that somebody is about to see all hands, and guesses no more in this game."""
        if guessing.notes_onlooker(self.state, user_id):
            await self._do(lambda: self._noted_guess(guessing.saw_all(self.state, user_id, name)))

    async def _noted_guess(self, after: TableState) -> TableState:
        row = after.row
        await self._store.write(save_guess, row.id, row.guild_id, after.seq, after.crowd.guesses[-1])
        return after

    # --- promises ---------------------------------------------------------------------------------------

    def promise(self, seat: int, move: str, decision: int) -> None:
        """Take a person's move that could not be written; it is tried again until its decision is gone."""
        self.promises[seat] = Promise(move, decision, self._clock.elapsed_ms())
        self.changed.set()

    def withdraw(self, seat: int) -> None:
        """Forget a promised move: its person does something else."""
        self.promises.pop(seat, None)

    async def keep_promise(self) -> None:
        """Play a promised move; one that is refused by now is kept no longer.

        Raises:
            StorageError: it cannot be written yet.
        """
        for seat, promise in list(self.promises.items()):
            with suppress(Refused):
                await self.play(seat, promise.move, promise.decision)
            self.withdraw(seat)

    # --- time ---------------------------------------------------------------------------------------

    @changes
    async def run_out(self) -> TableState:
        """Let time run out for those who have not decided in time; whoever was quicker than the clock has."""
        now, state = self._clock.now_ms(), self.state
        if state.row.deadline is None or now < state.row.deadline or not state.pending():
            return state
        return await self._note_absence(clocks.run_out(state, now))

    @changes
    async def come_back(self, seat: int) -> TableState:
        """Give a person who was away the seat back.

        Raises:
            Refused: the game is over, or nobody is away there.
        """
        return await self._note_absence(clocks.back(self.state, seat, self._clock.now_ms()))

    @changes
    async def stand_still(self) -> TableState:
        """Set when a table is closed at which everybody is away."""
        if not self.state.is_deserted or self.state.row.deserted_until is not None:
            return self.state
        return await self._note_absence(clocks.deserted(self.state, self._clock.now_ms()))

    async def _note_absence(self, after: TableState) -> TableState:
        changed = [row for row, old in zip(after.seats, self.state.seats, strict=True) if row != old]
        await self._store.write(save_absence, after.row, changed, after.seq)
        return after.with_row(revision=after.row.revision + 1)

    # --- what is decided together -------------------------------------------------------------------

    @changes
    async def vote(self, seat: int, act: str) -> TableState:
        """Let a person be for an act (``bot.tables.votes``), or no more; it is done when enough are.

        Raises:
            Refused: nobody plays there any more, or the act cannot be done.
            StorageError: nothing was written, nothing has changed.
        """
        now = self._clock.now_ms()
        after = votes.voted(self.state, seat, act)
        return await self._carried(after, now)

    @changes
    async def carry_out(self) -> TableState:
        """Do what enough people are for by now, and forget what cannot be done any more."""
        return await self._carried(self.state, self._clock.now_ms())

    async def _carried(self, after: TableState, now: int) -> TableState:
        """Write the votes, and with them what enough people are for."""
        after = votes.tidied(after)
        act = votes.carried(after)
        if act is None:
            return await self._save(now, after)
        by, seat = after.voters(act), votes.seat_of(act)
        if act == votes.END:
            why = AGREED if votes.takes_all(after, act) else ENDED
            return await self._save(now, *ending.closed(after, why, now, by))
        after = votes.without(after, act)
        if act == votes.WATCH:
            after = seating.told(after.with_row(leavers_watch=True), "log-watch")
        elif seat is None:
            after = (votes.paused if act == votes.PAUSE else votes.resumed)(after, now)
        elif act.startswith("cover:"):
            after = clocks.clocked(self.state, after.with_seat(seat, away=True), now)
        else:
            after = seating.offered(after, seat, DEFAULT_LEVEL)
            return await self._save(now, *ending.settle(after, now))
        return await self._save(now, after)

    @changes
    async def end_pause(self) -> TableState:
        """Let the game go on when a pause has lasted as long as it may."""
        now, state = self._clock.now_ms(), self.state
        until = paused_until(state.row)
        if not state.is_paused or until is None or now < until:
            return state
        if state.row.is_decided:  # nobody has played on for fun
            return await self._save(now, *ending.closed(state, ENDED, now))
        return await self._save(now, seating.told(votes.resumed(state, now), "log-pause-over"))

    @changes
    async def take_seat(self, seat: int, user_id: int, name: str) -> TableState:
        """Seat somebody where a seat is offered; they see its hand from then on.

        Raises:
            Refused: the seat is not offered (any more), or that person sits or sat at this table.
            StorageError: nothing was written, nothing has changed.
        """
        state = self.state
        seating.check_taking(state, seat, user_id)
        now = self._clock.now_ms()
        after = clocks.clocked(state, seating.taken(state, seat, user_id, name), now)
        return await self._save(now, after)

    async def end_evening(self) -> TableState:
        """Let the evening be over with this table, and look through its games; return the table after it.

        Raises:
            Refused: somebody has gone on.
            StorageError: not now; the keeper tries again.
        """
        evening = await self._store.write(end_evening, self.id, self._clock.now_ms())
        if evening is None:
            raise Refused("game-is-over")
        stored = await self._store.read(load_evening, evening.id)
        story = await asyncio.to_thread(evenings.told_of, evening, stored)

        async def once() -> TableState:
            return replace(self.state, evening=evening, story=story)

        return await self._do(once)

    async def keep_appointment(self, next_id: str, seed: bytes) -> TableState:
        """Open a lobby whose time has come, or close it where too few come; return the table after it.

        The one of the next week is written with it, and found by the registry.

        Args:
            next_id, seed: of that.

        Raises:
            Refused: it is no such lobby (any more), or it is too early.
            StorageError: nothing was written, nothing has changed.
        """
        settings = await self._store.read(load_settings, self.state.row.guild_id)

        async def once() -> TableState:
            state, now = self.state, self._clock.now_ms()
            after = appointments.opened(state, now)
            zone = appointments.zone_of(settings.time_zone, state.row.locale)
            following = appointments.following(state, next_id, seed, zone, now)
            await self._store.write(keep_appointment, after.row, after.seats, after.gathering, following, now)
            if after.row.status == CANCELLED:
                return after.ended(CANCELLED, now)
            return after.with_row(revision=after.row.revision + 1)

        after = await self._do(once)
        self.begin_anew()
        return after
