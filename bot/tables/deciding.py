"""What people decide at a table while a game goes on: to leave, to pause, to end it, who sits where."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable

from bot.clock import Clock
from bot.refused import Refused
from bot.tables import seating, votes
from bot.tables.news import is_person
from bot.tables.state import TableState
from games.core.game import LEVELS
from storage.rows import CANCELLED, PLAYING
from storage.store import Store


class Deciding(ABC):
    """The part of ``Table`` that people's decisions go through, on the one path of every change."""

    state: TableState
    missed: dict[int, int]
    _store: Store
    _clock: Clock

    @property
    @abstractmethod
    def id(self) -> str: ...

    @abstractmethod
    async def _do(self, once: Callable[[], Awaitable[TableState]], tries: int = 2) -> TableState:
        """Do something under the lock and swap memory when it is written."""

    async def resign(self, seat: int, decision: int | None = None) -> TableState:
        """Give a person's seat to a computer player; a game that no person plays any more is closed with it.

        Args:
            seat: whose seat.
            decision: the decision that was not made in time; ``None`` for somebody who leaves.

        Raises:
            Refused: nobody plays there any more, the decision was made, or the game is over.
        """

        async def once() -> TableState:
            state = self.state
            if not state.is_playing:
                raise Refused("game-is-over")
            if not is_person(state.seats[seat]):
                raise Refused("already-left")
            if decision is not None and (seat, decision) not in state.pending():
                raise Refused("stale-button")
            now = self._clock.now_ms()
            is_closed = await self._store.leave_seat(self.id, seat, LEVELS[0], now)
            after = seating.left(state, seat, LEVELS[0])
            if is_closed:
                return after.ended(CANCELLED, now)
            return after.with_row(revision=state.row.revision + 1)

        return await self._do(once)

    async def abandon(self) -> TableState:
        """Close a running game without a result."""

        async def once() -> TableState:
            if not self.state.is_playing:
                return self.state
            now = self._clock.now_ms()
            await self._store.cancel_table(self.id, now, PLAYING)
            return self.state.ended(CANCELLED, now)

        return await self._do(once)

    async def vote(self, seat: int, act: str) -> TableState:
        """Let a person be for an act (``bot.tables.votes``), or no more; it is done when enough are.

        Raises:
            Refused: nobody plays there any more, or the act cannot be done.
            StorageError: nothing was written, nothing has changed.
        """

        async def once() -> TableState:
            now = self._clock.now_ms()
            after = votes.voted(self.state, seat, act, now)
            return await self._carried(after, now)

        return await self._do(once)

    async def carry_out(self) -> TableState:
        """Do what enough people are for by now."""

        async def once() -> TableState:
            return await self._carried(self.state, self._clock.now_ms())

        return await self._do(once)

    async def _carried(self, after: TableState, now: int) -> TableState:
        """Write the votes, and with them what enough people are for."""
        act = votes.carried(after, now)
        after = after if act is None else votes.without(after, act)
        if act == votes.END:
            await self._store.cancel_table(self.id, now, PLAYING)
            return after.ended(CANCELLED, now)
        seat = None if act is None else votes.seat_of(act)
        if seat is not None:
            is_closed = await self._store.offer_seat(after.row, seat, LEVELS[0], now)
            after = seating.offered(after, seat, LEVELS[0]).with_row(revision=after.row.revision + 1)
            return after.ended(CANCELLED, now) if is_closed else after
        after = votes.paused(after, now) if act == votes.PAUSE else after
        after = votes.resumed(after, now) if act == votes.RESUME else after
        await self._store.save_acts(after.row)
        return after.with_row(revision=after.row.revision + 1)

    async def take_seat(self, seat: int, user_id: int, name: str) -> TableState:
        """Seat somebody where a seat is offered; they see its hand from then on.

        Raises:
            Refused: the seat is not offered (any more), or that person sits or sat at this table.
            StorageError: nothing was written, nothing has changed.
        """

        async def once() -> TableState:
            state = self.state
            seating.check_taking(state, seat, user_id)
            await self._store.take_seat(state.row, seat, user_id, name, self._clock.now_ms())
            return seating.taken(state, seat, user_id, name).with_row(revision=state.row.revision + 1)

        after = await self._do(once)
        self.missed.pop(seat, None)
        return after
