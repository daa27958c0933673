"""What is left of a table in its channel: its notice, what is tidied up, the end where a place is gone."""

from __future__ import annotations

from contextlib import suppress

import discord
import structlog

from bot.pace.pacer import Rank, Way
from bot.showing.channels import Channels
from bot.showing.messages import Public
from bot.tables import lobby
from bot.tables.keeper import Duty
from bot.tables.table import Table

log = structlog.get_logger(__name__)


class Notice(Public):
    """The lobby's message becomes a notice when the game has started; it names only who may be named.

    It stays in the channel when the table moves into a thread, and tells there how it ended.
    """

    _errand = (Rank.MESSAGE, Way.EDIT)

    @property
    def _channel_id(self) -> int:
        return self._table.state.row.channel_id

    def due_at(self, now: int) -> int | None:
        shown = self._table.shown
        if shown.notice_id is None or shown.notice_mark == self._table.state.notice_mark:
            return None
        return None if self._post.screen.is_being_written else now

    async def act(self) -> None:
        state, notice_id = self._table.state, self._table.shown.notice_id
        assert notice_id is not None
        page = self._views.notice(state.snapshot, state.row.locale)
        is_there = True
        with suppress(discord.Forbidden):  # then it stays, and its buttons say that the lobby is closed
            edited = await self._channels.edit(self._channel_id, notice_id, page.view)
            is_there = edited is not None
        self._table.note(notice_id=notice_id if is_there else None, notice_mark=state.notice_mark)


class Tidying(Public):
    """Messages that are not needed any more are deleted."""

    _errand = (Rank.TIDYING, Way.DELETE)

    @property
    def _is_free(self) -> bool:
        stale = self._table.shown.stale
        return bool(stale) and self._post.is_free(stale[0])

    def due_at(self, now: int) -> int | None:
        return now if self._table.shown.stale else None

    async def act(self) -> None:
        table = self._table
        message_id = table.shown.stale[0]
        was_there = await self._post.delete(self._channels, self._channel_id, message_id)
        if not was_there and table.state.gathering.thread_id is not None:  # it may be from before the thread
            await self._channels.delete(table.state.row.channel_id, message_id)
        table.note(stale=tuple(other for other in table.shown.stale if other != message_id))


class Closing(Duty):
    """A table whose channel, thread or server is gone is closed: nobody could be called to it any more.

    Args:
        table: the table.
        channels: know what is gone.
    """

    def __init__(self, table: Table, channels: Channels) -> None:
        super().__init__()
        self._table, self._channels = table, channels

    @property
    def is_place_gone(self) -> bool:
        row = self._table.state.row
        return self._channels.is_gone(row.guild_id, row.channel_id)

    def due_at(self, now: int) -> int | None:
        return now if self.is_place_gone and not self._table.state.is_closed else None

    async def act(self) -> None:
        if self._table.state.is_lobby:
            await self._table.change(lobby.closed)
        else:
            await self._table.abandon()
        log.info("a table was closed", table=self._table.id, why="its channel or server is gone")
