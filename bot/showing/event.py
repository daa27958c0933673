"""Scheduled Discord events that announce planned lobbies."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator

import structlog

from bot.clock import Elapsed
from bot.driving.keeper import Lane, Step
from bot.driving.table import Table
from bot.pages.lobby import event_details, event_tag
from bot.tables import appointments
from bot.wire.errors import NoAnswer, RequestRejected
from bot.wire.events import (
    ACTIVE,
    COMPLETED,
    create_event,
    delete_event,
    load_events,
    set_event_status,
)
from bot.wire.limits import Priority, Route
from bot.wire.transport import Transport

log = structlog.get_logger(__name__)

NONE = 0
"""Value of ``ShownRow.event_id`` for a table without an event: Discord refused it, or it was deleted."""


class GuildEvent:
    """The scheduled Discord event of one table."""

    def __init__(self, table: Table, transport: Transport) -> None:
        self._table, self._transport = table, transport
        self._has_searched = self._has_begun = False

    def steps(self, now: Elapsed) -> Iterator[Step]:
        """Yield the automatic step that the event needs now, if any."""
        act = self._next_act()
        if act is not None:
            lane = Lane(Priority.TIDYING, Route.EVENT, self._table.state.row.guild_id)
            yield Step("event", now, act, lane)

    def _next_act(self) -> Callable[[], Awaitable[None]] | None:
        state, shown_row = self._table.state, self._table.shown_row
        if appointments.opening_time(state) is not None:
            if shown_row.event_id is not None or shown_row.message_id is None:
                return None
            return self._create if self._has_searched else self._search
        if not shown_row.event_id or state.incident is not None:
            return None
        if state.is_publicly_closed:
            return self._end
        return None if self._has_begun else self._begin

    async def _search(self) -> None:
        # An event may exist from before a restart, and must not be created twice.
        guild_id = self._table.state.row.guild_id
        try:
            events = await load_events(self._transport, guild_id)
        except RequestRejected as refusal:
            await self._give_up(refusal)
            return
        # The description of an event names its table, since Discord has no nonce for events.
        tag = event_tag(self._table.id)
        ours = [event for event in events if self._transport.is_by_us(event.creator_id)]
        event_id = next((int(event.id) for event in ours if tag in (event.description or "")), None)
        self._has_searched = True
        await self._table.show(event_id=event_id)

    async def _create(self) -> None:
        state, row = self._table.state, self._table.state.row
        about = event_details(state.snapshot, row.guild_id, row.channel_id, row.locale)
        try:
            event_id = await create_event(self._transport, row.guild_id, about)
        except RequestRejected as refusal:
            await self._give_up(refusal)
        # The event may exist, so the server is searched before another attempt.
        except NoAnswer:
            self._has_searched = False
            raise
        else:
            await self._table.show(event_id=event_id)

    async def _begin(self) -> None:
        # Discord may have started the event by itself.
        guild_id, event_id = self._table.state.row.guild_id, self._table.shown_row.event_id
        assert event_id is not None
        try:
            await set_event_status(self._transport, guild_id, event_id, ACTIVE)
        except RequestRejected as refusal:
            if refusal.is_missing:
                await self._give_up(refusal)
        self._has_begun = True

    async def _end(self) -> None:
        state, event_id = self._table.state, self._table.shown_row.event_id
        assert event_id is not None
        guild_id = state.row.guild_id
        try:
            # A game that was played completes its event.
            if state.has_begun:
                await set_event_status(self._transport, guild_id, event_id, COMPLETED)
            else:
                await delete_event(self._transport, guild_id, event_id)
        except RequestRejected as refusal:
            await self._give_up(refusal)
        else:
            await self._table.show(event_id=NONE)

    async def _give_up(self, refusal: RequestRejected) -> None:
        log.info("no event", table=self._table.id, why=str(refusal))
        await self._table.show(event_id=NONE)
