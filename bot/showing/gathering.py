"""Duties at a table's coming together: its own thread, and the call to those who are invited."""

from __future__ import annotations

import discord

from bot.pace.pacer import Rank, Way
from bot.showing.messages import Public
from bot.tables import invitations
from storage.rows import BARRED, THREAD

OUR_FAULT = range(400, 500)
"""Statuses by which Discord says that asking again is of no use; 429 only for the moment."""

TOO_MANY = 429


class OwnThread(Public):
    """A game that is to be played in a thread of its own has one; where it cannot be, the channel will do."""

    _errand = (Rank.MESSAGE, Way.SEND)

    @property
    def _channel_id(self) -> int:
        return self._table.state.row.channel_id

    def due_at(self, now: int) -> int | None:
        return now if invitations.awaits_thread(self._table.state) else None

    async def act(self) -> None:
        table, state = self._table, self._table.state
        name = self._views.thread_name(state.snapshot, state.row.locale)
        try:
            thread_id = await self._channels.open_thread(self._channel_id, table.shown.notice_id, name)
        except discord.HTTPException as error:
            if error.status not in OUR_FAULT or error.status == TOO_MANY:
                raise
            await table.move_to(BARRED)
        else:
            await table.move_to(THREAD, thread_id)


class Invitation(Public):
    """Whoever was invited to an open lobby is called there, once; the call goes when all have answered."""

    def due_at(self, now: int) -> int | None:
        state, shown, post = self._table.state, self._table.shown, self._post
        if not state.is_lobby:
            return None  # then it goes with the other calls
        if invitations.untold(state):
            is_there = shown.message_id is not None and not post.is_sending
            return now if is_there and post.is_certain else None
        return now if shown.call_id is not None and not invitations.unanswered(state) else None

    @property
    def _errand(self) -> tuple[Rank, Way]:
        if invitations.untold(self._table.state):
            return Rank.CALL, Way.SEND
        return Rank.TIDYING, Way.EDIT

    async def act(self) -> None:
        table, post = self._table, self._post
        state, people = table.state, invitations.untold(table.state)
        old, call_id = table.shown.call_id, None
        if people:
            page = self._views.invitation(state.snapshot, people, state.row.locale)
            call_id = (await post.send(self._channels, page, f"invitation:{people}", people)).id
        stale = table.shown.stale if old is None else (*table.shown.stale, old)
        await post.show(call_id=call_id, stale=stale)
        if people:
            await table.change(invitations.told, people)
