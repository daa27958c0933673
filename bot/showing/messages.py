"""A table's public messages, each a duty: its own, the call of who is to act, the search for a lost one."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import AbstractAsyncContextManager, contextmanager
from typing import Any

import discord
import structlog

from bot.clock import Signal
from bot.interactions.replies import UNREACHABLE
from bot.pace.pacer import Rank, Way
from bot.refused import Refused
from bot.showing.channels import Channels
from bot.showing.pages import Page
from bot.showing.screen import Screen
from bot.showing.views import Reminder, Views
from bot.tables.clocks import Reminded, next_reminder
from bot.tables.invitations import awaits_thread
from bot.tables.keeper import Duty
from bot.tables.news import is_person
from bot.tables.state import TableState
from bot.tables.table import Table
from storage.errors import StorageError
from storage.rows import CHANNEL

Decisions = tuple[tuple[int, int], ...]
"""Pairs of a seat and the number of a decision."""

log = structlog.get_logger(__name__)

GIVE_UP_SEARCH = 3
"""After so many failures to look for a lost message, the table goes on as if there was none."""


class Post:
    """How a table stands in its channel, beyond what is stored.

    Attributes:
        screen: who is writing to the table's message.
        is_certain: no message of ours can stand in the channel that we do not know of.
        wants_bottom: somebody asked for the table at the bottom of the talk.
        is_homeless: the channel is gone, or shut for us, and nobody will play there: nothing can be shown.
    """

    def __init__(self, table: Table) -> None:
        self._table = table
        self._watchers: set[Signal] = set()
        self.screen = Screen(self._tell)
        self.is_certain = not table.is_restored or (not table.shown.sending and self._is_all_done)
        self.wants_bottom = False
        self.is_homeless = False
        self._sending = 0

    @property
    def is_sending(self) -> bool:
        return self._sending > 0

    @property
    def is_busy(self) -> bool:
        """Tell whether somebody is writing, or looks for what may have got lost."""
        return self.screen.is_being_written or self.is_sending or not self.is_certain

    @contextmanager
    def watched(self) -> Iterator[Signal]:
        """Be told, as long as the context lasts, whenever something was written, sent or found."""
        moved = Signal()
        self._watchers.add(moved)
        try:
            yield moved
        finally:
            self._watchers.discard(moved)

    def _tell(self) -> None:
        for moved in self._watchers:
            moved.set()

    @property
    def _is_all_done(self) -> bool:
        """Tell whether nothing had to be sent, by all that is known."""
        shown, state = self._table.shown, self._table.state
        is_current = shown.message_id is not None and shown.mark == state.mark
        return is_current and set(state.pending()) <= set(shown.called)

    async def send(
        self, channels: Channels, page: Page, key: str, mentions: tuple[int, ...] = ()
    ) -> discord.Message:
        """Send a message of the table; whether it arrives is known at the end, or looked up later.

        Raises:
            discord.HTTPException, aiohttp.ClientError, OSError: Discord refused, or its answer got lost.
            StorageError: it was not tried.
        """
        table = self._table
        self._sending += 1
        try:
            if self._is_all_done:  # else a restart sees what was left to do, and looks whether it was done
                await table.show(sending=True)
            channel_id, files, nonce = table.state.place_id, await page.files(), f"{table.id}:{key}"
            return await channels.send(channel_id, page.view, files, nonce=nonce, mentions=mentions)
        except discord.Forbidden:
            raise  # a plain no
        except discord.NotFound:
            await leave_thread(table)
            raise
        except UNREACHABLE:
            self.is_certain = False
            raise
        finally:
            self._sending -= 1
            self._tell()

    def note(self, **changes: Any) -> None:
        """Note what was sent, shown or given up."""
        self._table.note(sending=self.is_sending or not self.is_certain, **changes)
        self._tell()

    async def show(self, **changes: Any) -> None:
        """Note it, and write it."""
        self.note(**changes)
        await self._table.remember()


async def leave_thread(table: Table) -> None:
    """Play on in the channel if the table's own thread is gone."""
    if table.state.gathering.thread_id is not None:
        await table.move_to(CHANNEL)


class Public(Duty):
    """A duty at a table's channel.

    Args:
        table: the table.
        channels: where messages are written.
        views: how they look.
        post: how the table stands in its channel.
    """

    expected = (StorageError, *UNREACHABLE)

    def __init__(self, table: Table, channels: Channels, views: Views, post: Post) -> None:
        super().__init__()
        self._table, self._channels, self._views, self._post = table, channels, views, post

    def turn(self) -> AbstractAsyncContextManager[None]:
        return self._channels.turn(*self._errand, self._channel_id)

    @property
    @abstractmethod
    def _errand(self) -> tuple[Rank, Way]:
        """Say how urgent the next step is, and how Discord counts it."""

    @property
    def _channel_id(self) -> int:
        return self._table.state.place_id

    @property
    def is_failing(self) -> bool:
        return self.failures > 0


class SearchLost(Public):
    """Find the message of ours that was sent when the bot, or the line, broke down; take it, or delete it."""

    _errand = (Rank.MESSAGE, Way.READ)

    def due_at(self, now: int) -> int | None:
        return None if self._post.is_certain or self._post.is_sending else now

    async def act(self) -> None:
        table, post = self._table, self._post
        found = await self._found()
        shown = table.shown
        known = {shown.message_id, shown.notice_id, shown.call_id, *shown.stale}
        lost = sorted(message_id for message_id in found if message_id not in known)
        post.is_certain = True
        if lost and shown.message_id is None:
            await post.show(message_id=lost.pop(), mark="", stale=(*shown.stale, *lost))
        else:
            await post.show(stale=(*shown.stale, *lost))

    async def _found(self) -> list[int]:
        try:
            return await self._channels.find(self._channel_id, self._table.id)
        except UNREACHABLE:
            if self.failures < GIVE_UP_SEARCH:
                raise
            return []


class TableMessage(Public):
    """The table's message shows the table as it is."""

    def due_at(self, now: int) -> int | None:
        state, shown, post = self._table.state, self._table.shown, self._post
        if post.screen.is_being_written or post.is_homeless or awaits_thread(state):
            return None
        if shown.message_id is None:
            was_never_seen = state.is_closed and not state.has_begun
            return None if was_never_seen or not post.is_certain else now
        if shown.mark == state.mark and not post.wants_bottom:
            return None
        return now

    @property
    def _errand(self) -> tuple[Rank, Way]:
        message_id = self._table.shown.message_id
        if message_id is None or self._is_to_move(message_id):
            return Rank.MESSAGE, Way.SEND
        return Rank.PICTURE if self._table.state.has_begun else Rank.MESSAGE, Way.EDIT

    async def act(self) -> None:
        state, message_id = self._table.state, self._table.shown.message_id
        try:
            if message_id is None or self._is_to_move(message_id):
                await self._send(state)
            else:
                await self._edit(message_id, state)
        except (discord.Forbidden, discord.NotFound):
            self._post.is_homeless = state.is_closed and self._table.state.place_id == state.place_id
            raise

    def _is_to_move(self, message_id: int) -> bool:
        if self._post.wants_bottom or self._channels.is_old(message_id):
            return True
        state, shown = self._table.state, self._table.shown
        if state.is_over and state.hold is None and shown.mark != state.mark:
            return True  # a result is a message of its own
        calls_somebody = set(state.pending()) - set(shown.called)
        is_worth_it = calls_somebody or state.is_over or state.hold is not None
        return bool(is_worth_it) and self._channels.is_buried(self._channel_id, message_id)

    def _page(self, state: TableState) -> Page:
        return self._views.public(state.snapshot, state.row.locale)

    async def _edit(self, message_id: int, state: TableState) -> None:
        async def deliver(view: discord.ui.LayoutView, attachments: Sequence[Any]) -> discord.Message | None:
            return await self._channels.edit(self._channel_id, message_id, view, attachments)

        try:
            message, known = await self._post.screen.write(lambda: self._page(state), state.mark, deliver)
        except UNREACHABLE:
            if self._table.shown.mark:  # it may have arrived, and the table be again as it was before
                self._table.note(mark="")
            raise
        if message is not None:
            self._table.note(mark=known)
        else:  # the next look posts it anew
            stale = (*self._table.shown.stale, message_id)
            self._table.note(message_id=None, mark="", stale=stale)

    async def _send(self, state: TableState) -> None:
        post, before = self._post, self._table.shown.message_id
        # What an earlier life has sent is looked for, and may be deleted by now: the name is this life's own.
        key = f"table:{self._table.known_since}:{state.mark}:{before}:{self.failures}"
        message = await post.send(self._channels, self._page(state), key)
        post.wants_bottom = False
        post.screen.turn_to(message.id)
        old, stale = self._table.shown.message_id, self._table.shown.stale
        stale = stale if old is None else (*stale, old)
        await post.show(message_id=message.id, mark=state.mark, stale=stale)


class Call(Public):
    """Whoever is to act is called, once for each decision; a call goes when nobody it called is waited for.

    When half of the time is over, and when extra time begins, the call says so: where it stands, if it is the
    last thing in the channel, else at the bottom. Who has left is not named by a call that stands for others.

    Args:
        message: the duty that shows the table, which goes first unless it cannot.
    """

    def __init__(
        self, table: Table, channels: Channels, views: Views, post: Post, message: TableMessage
    ) -> None:
        super().__init__(table, channels, views, post)
        self._message = message

    def due_at(self, now: int) -> int | None:
        shown, post = self._table.shown, self._post
        if self._table.state.is_lobby:
            return None
        waited, called = set(self._table.state.open_decisions()), set(shown.called)
        if waited - called and not self._table.state.stands_still:
            is_shown = shown.mark == self._table.state.mark
            return now if post.is_certain and (is_shown or self._message.is_failing) else None
        if shown.call_id is not None and (not waited & called or self._names_somebody_gone()):
            return now
        reminder = next_reminder(self._table.state, shown.reminded)
        return reminder[0] if reminder is not None and post.is_certain else None

    @property
    def _errand(self) -> tuple[Rank, Way]:
        shown, pending = self._table.shown, set(self._table.state.pending())
        if pending - set(shown.called):
            return Rank.CALL, Way.SEND
        if pending and not self._names_somebody_gone():
            return Rank.CALL, Way.SEND if self._is_buried(shown.call_id) else Way.EDIT
        return Rank.TIDYING, Way.EDIT

    def _is_buried(self, call_id: int | None) -> bool:
        return call_id is None or self._channels.is_buried(self._channel_id, call_id)

    def _names_somebody_gone(self) -> bool:
        seats = self._table.state.seats
        return any(not is_person(seats[seat]) for seat, _ in self._table.shown.called)

    async def act(self) -> None:
        table, post = self._table, self._post
        state = table.state
        waited, called = state.open_decisions(), table.shown.called
        pending = waited if not state.stands_still else tuple(one for one in waited if one in called)
        new = [one for one in pending if one not in called]
        if pending and not new and self._names_somebody_gone() and table.shown.call_id is not None:
            await self._rename(state, pending, table.shown.call_id)
            return
        if pending and not new:
            await self._remind(state, pending)
            return
        call_id: int | None = None
        if new:
            seats = [seat for seat, _ in new]
            page = self._views.call(state.snapshot, seats, state.row.locale, None)
            people = tuple(state.seats[seat].user_id or 0 for seat in seats)
            call_id = (await post.send(self._channels, page, f"call:{new}:{self.failures}", people)).id
        old, stale = table.shown.call_id, table.shown.stale
        stale, reminded = stale if old is None else (*stale, old), self._reminded(pending)
        await post.show(call_id=call_id, called=pending, stale=stale, reminded=reminded)

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
            is_edited = await self._channels.edit(self._channel_id, call_id, page.view) is not None
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
        edited = await self._channels.edit(self._channel_id, call_id, page.view)
        call = None if edited is None else call_id
        await self._post.show(call_id=call, called=pending, reminded=reminded)
