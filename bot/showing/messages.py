"""A table's public messages, each a duty: its own, and the search for a lost one."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import AbstractAsyncContextManager, contextmanager, nullcontext
from typing import Any

import discord
import structlog

from bot.clock import Clock, Signal
from bot.interactions.replies import UNREACHABLE
from bot.interactions.tokens import Token
from bot.pace.allowance import Allowance
from bot.pace.pacer import Rank, Way
from bot.showing.channels import Channels
from bot.showing.followups import FollowUps, Voice
from bot.showing.pages import Page
from bot.showing.screen import Screen
from bot.showing.views import Views
from bot.tables.invitations import awaits_thread
from bot.tables.keeper import Duty
from bot.tables.state import TableState
from bot.tables.table import Table
from storage.errors import StorageError
from storage.rows import CHANNEL

log = structlog.get_logger(__name__)

FOLLOW_UPS = (5, 10_000)
"""Messages by the token of an interaction, in milliseconds: Discord takes thirty a minute into a channel."""

RENEWAL_MS = 3 * 60_000
"""A message whose token lives no longer may be sent anew by a newer one."""

QUICK_MS = 60_000
"""Plays come quickly if the table's message is changed again within this time."""

AGAIN_MS = 1000
"""A request that took no longer was not tried again: the library rests for a second first."""


class Post:
    """How a table stands in its channel, beyond what is stored.

    Args:
        table: the table.
        clock: the one clock.

    Attributes:
        screen: who is writing to the table's message.
        is_certain: no message of ours can stand in the channel that we do not know of.
        wants_bottom: somebody asked for the table at the bottom of the talk.
        is_homeless: the channel is gone, or shut for us, and nobody will play there: nothing can be shown.
    """

    def __init__(self, table: Table, clock: Clock) -> None:
        self._table, self._clock = table, clock
        self._watchers: set[Signal] = set()
        self.screen = Screen(self._tell)
        self.is_certain = not table.is_restored or (not table.shown.sending and self._is_all_done)
        self.wants_bottom = False
        self.is_homeless = False
        self._follow_ups = FollowUps()
        self._follow_up_sends = Allowance(*FOLLOW_UPS)
        self._edited_at = 0
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

    # --- by the token of an interaction ---------------------------------------------------------------

    def follow_up(self, token: Token, message_id: int | None = None) -> None:
        """Say what is said from now on by the token of an interaction, as long as it lives.

        Args:
            token: of an interaction that was answered; one of another channel changes nothing.
            message_id: the message that was the answer, if it is the table's.
        """
        if token.channel_id == self._table.state.place_id:
            self._follow_ups.take(token, () if message_id is None else (message_id,))

    def _free(self, message_id: int | None) -> Voice | None:
        """Find who can send a message here, or change one, without the bot's token."""
        now = self._clock.now_ms()
        if message_id is not None:
            return self._follow_ups.author(message_id, now)
        return (
            None
            if self._follow_up_sends.wait(now)
            else self._follow_ups.speaker(self._table.state.place_id, now)
        )

    def is_free(self, message_id: int | None = None) -> bool:
        """Tell whether a message can be sent here, or one be changed, without the bot's token."""
        return self._free(message_id) is not None

    def edit_at(self, message_id: int | None) -> int:
        """Say from when on a message may be edited by the token of an interaction; 0 is at once."""
        if message_id is None or not self.is_free(message_id):
            return 0
        return self._edited_at + Way.EDIT.interval  # so often as the pacer lets others go

    def is_to_be_renewed(self, message_id: int) -> bool:
        """Tell whether a message is better sent anew than edited.

        Where plays come quickly each would need the bot's token as soon as that of the message is dead. So
        before that, or as soon as there is another one, the message is sent anew, and what stood is deleted.
        """
        now = self._clock.now_ms()
        author = self._follow_ups.author(message_id, now)
        if now - self._edited_at > QUICK_MS or (author is not None and author.until - now >= RENEWAL_MS):
            return False
        speaker = self._free(None)
        return speaker is not None and speaker.until - now >= RENEWAL_MS

    @contextmanager
    def _by_token(self, channels: Channels) -> Iterator[None]:
        """Go back to the bot's token if anything goes wrong with that of an interaction."""
        try:
            with channels.asking(self._table.state.place_id):
                yield
        except UNREACHABLE:
            self._follow_ups.shut(self._clock.now_ms())
            raise

    # --- writing ----------------------------------------------------------------------------------------

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
            if (free := self._free(None)) is not None:
                began = self._clock.now_ms()
                self._follow_up_sends.take(began)
                try:
                    with self._by_token(channels):
                        message = await free.send(page.view, files, mentions)
                finally:
                    self._follow_up_sends.give_back(self._clock.now_ms())
                # Without a nonce a second try of the library, which rests before it, may have said it twice.
                self.is_certain = self.is_certain and self._clock.now_ms() - began < AGAIN_MS
                return message
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

    async def edit(
        self,
        channels: Channels,
        message_id: int,
        view: discord.ui.LayoutView,
        attachments: Sequence[Any] = (),
    ) -> discord.Message | None:
        """Edit a message of the table in place; ``None`` when it is not there any more, or too old."""
        self._edited_at = self._clock.now_ms()
        if (free := self._free(message_id)) is None:
            return await channels.edit(self._table.state.place_id, message_id, view, attachments)
        with self._by_token(channels):
            return await free.edit(message_id, view, attachments)

    async def delete(self, channels: Channels, channel_id: int, message_id: int) -> bool:
        """Delete a message of the table; tell whether it was there, and in reach."""
        if (free := self._free(message_id)) is None:
            return await channels.delete(channel_id, message_id)
        with self._by_token(channels):
            return await free.delete(message_id)

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
        return nullcontext() if self._is_free else self._channels.turn(*self._errand, self._channel_id)

    @property
    def _is_free(self) -> bool:
        """Tell whether the next step does without the bot's token, and so needs no turn."""
        return False

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
        return max(now, post.edit_at(self._target))

    @property
    def _target(self) -> int | None:
        """The message to be edited; ``None`` if one is to be sent."""
        message_id = self._table.shown.message_id
        return None if message_id is None or self._is_to_move(message_id) else message_id

    @property
    def _is_free(self) -> bool:
        return self._post.is_free(self._target)

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
        if is_worth_it and self._channels.is_buried(self._channel_id, message_id):
            return True
        return state.is_playing and self._post.is_to_be_renewed(message_id)

    def _page(self, state: TableState) -> Page:
        return self._views.public(state.snapshot, state.row.locale)

    async def _edit(self, message_id: int, state: TableState) -> None:
        async def deliver(view: discord.ui.LayoutView, attachments: Sequence[Any]) -> discord.Message | None:
            return await self._post.edit(self._channels, message_id, view, attachments)

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
