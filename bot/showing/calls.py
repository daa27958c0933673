"""The call of who is to act, a duty: once for each decision, and not while they are looking anyway."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bot.clock import Clock
from bot.pace.pacer import Rank, Way
from bot.refused import Refused
from bot.showing.channels import Channels
from bot.showing.messages import Post, Public, TableMessage
from bot.showing.pages import Page
from bot.showing.views import Reminder, Views
from bot.tables.clocks import Reminded, next_reminder
from bot.tables.news import is_person
from bot.tables.state import TableState
from bot.tables.table import Table

Decisions = tuple[tuple[int, int], ...]
"""Pairs of a seat and the number of a decision."""


class Call(Public):
    """Whoever is to act is called, once for each decision; a call goes when nobody it called is waited for.

    Who is looking at an open panel is told by that, and called only if they have not decided some time later.
    When half of the time is over, and when extra time begins, the call says so: where it stands, if it is the
    last thing in the channel, else at the bottom. Who has left is not named by a call that stands for others.

    Args:
        message: the duty that shows the table, which goes first unless it cannot.
        clock: the one clock.
        time_to_call: says when the person at a seat who is to act is to be called, in Unix milliseconds.
    """

    def __init__(
        self,
        table: Table,
        channels: Channels,
        views: Views,
        post: Post,
        message: TableMessage,
        clock: Clock,
        time_to_call: Callable[[int], int],
    ) -> None:
        super().__init__(table, channels, views, post)
        self._message, self._clock, self._time_to_call = message, clock, time_to_call

    def due_at(self, now: int) -> int | None:
        state, shown, post = self._table.state, self._table.shown, self._post
        if state.is_lobby:
            return None
        is_shown = shown.mark == state.mark or self._message.is_failing
        next_call = min((self._time_to_call(seat) for seat, _ in self._uncalled()), default=None)
        if next_call is not None and next_call <= now:
            return now if is_shown and post.is_certain else None
        waited, called = set(state.open_decisions()), set(shown.called)
        if shown.call_id is not None and (not waited & called or self._names_somebody_gone()):
            return now if is_shown or state.is_closed else None
        times = [next_call, self._reminder_at() if post.is_certain else None]
        return min((at for at in times if at is not None), default=None)

    def _reminder_at(self) -> int | None:
        """Say when people are to be reminded; who was not called has nothing to be reminded of yet."""
        shown = self._table.shown
        reminder = next_reminder(self._table.state, shown.reminded)
        if reminder is None or not any(one[:2] in shown.called for one in reminder[1]):
            return None
        return reminder[0]

    def _uncalled(self) -> Decisions:
        """List the decisions that people have to make now and have not been called for."""
        called = self._table.shown.called
        return tuple(one for one in self._table.state.pending() if one not in called)

    def _new(self) -> Decisions:
        """List those of them for which their people are to be called now."""
        now = self._clock.now_ms()
        return tuple(one for one in self._uncalled() if self._time_to_call(one[0]) <= now)

    def _named(self, new: Decisions) -> Decisions:
        """List the decisions for which people are, or will have been, called and are still waited for."""
        called = self._table.shown.called
        return tuple(one for one in self._table.state.open_decisions() if one in called or one in new)

    @property
    def _errand(self) -> tuple[Rank, Way]:
        if self._new():
            return Rank.CALL, Way.SEND
        if self._named(()) and not self._names_somebody_gone():
            return Rank.CALL, Way.SEND if self._is_buried(self._table.shown.call_id) else Way.EDIT
        return Rank.TIDYING, Way.EDIT

    @property
    def _is_free(self) -> bool:
        call_id = self._table.shown.call_id
        return self._post.is_free(None if self._new() or self._is_buried(call_id) else call_id)

    def _is_buried(self, call_id: int | None) -> bool:
        return call_id is None or self._channels.is_buried(self._channel_id, call_id)

    def _names_somebody_gone(self) -> bool:
        seats = self._table.state.seats
        return any(not is_person(seats[seat]) for seat, _ in self._table.shown.called)

    async def act(self) -> None:
        table, post, state = self._table, self._post, self._table.state
        new = self._new()
        named, before = self._named(new), table.shown.call_id
        if named and not new:
            if self._names_somebody_gone() and before is not None:
                await self._rename(state, named, before)
            else:
                await self._remind(state, named)
            return
        call_id: int | None = None
        if not new and before is None:
            raise Refused("stale-button")
        if new:
            page = self._page(state, named, self._reminded(named))
            people = tuple(state.seats[seat].user_id or 0 for seat, _ in new)
            call_id = (await post.send(self._channels, page, f"call:{new}:{self.failures}", people)).id
        old, stale = table.shown.call_id, table.shown.stale
        stale, reminded = stale if old is None else (*stale, old), self._reminded(named)
        await post.show(call_id=call_id, called=named, stale=stale, reminded=reminded)

    async def _remind(self, state: TableState, pending: Decisions) -> None:
        """Say in the call how much time there is; an edit notifies nobody, a new call everybody it names."""
        table, post = self._table, self._post
        reminder = next_reminder(state, table.shown.reminded)
        if reminder is None:
            raise Refused("stale-button")
        reminded, call_id = (*self._reminded(pending), *reminder[1]), table.shown.call_id
        page = self._page(state, pending, reminded)
        is_edited = False
        if call_id is not None and not self._is_buried(call_id):
            is_edited = await post.edit(self._channels, call_id, page.view) is not None
        if is_edited:
            await post.show(reminded=reminded)
            return
        people = tuple(state.seats[seat].user_id or 0 for seat, _ in pending)
        message = await post.send(self._channels, page, f"remind:{reminded}:{self.failures}", people)
        old, stale = table.shown.call_id, table.shown.stale
        stale = stale if old is None else (*stale, old)
        await post.show(call_id=message.id, reminded=reminded, stale=stale)

    def _reminded(self, pending: Decisions) -> tuple[Reminded, ...]:
        """List what those were reminded of who are still waited for."""
        return tuple(one for one in self._table.shown.reminded if one[:2] in pending)

    def _page(self, state: TableState, pending: Decisions, reminded: Sequence[Reminded]) -> Page:
        what, until = max((one[2] for one in reminded), default=0), state.row.deadline
        reminder = Reminder(what, until) if what and until is not None else None
        return self._views.call(state.snapshot, [seat for seat, _ in pending], state.row.locale, reminder)

    async def _rename(self, state: TableState, pending: Decisions, call_id: int) -> None:
        """Name in a call those alone who are waited for; an edit notifies nobody."""
        reminded = self._reminded(pending)
        page = self._page(state, pending, reminded)
        edited = await self._post.edit(self._channels, call_id, page.view)
        call = None if edited is None else call_id
        await self._post.show(call_id=call, called=pending, reminded=reminded)
