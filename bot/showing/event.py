"""An appointment as an event of its server, where the bot may make one: made once, begun and ended with it.

Discord knows no name by which a second request would make nothing new, so the server's events are looked
through before one is made in each life of the bot, and after an answer that got lost: ours names its table.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator

import structlog

from bot.clock import Elapsed
from bot.driving.keeper import Lane, Step
from bot.driving.table import Table
from bot.pages.lobby import event_about, tag_of
from bot.tables import appointments
from bot.wire.errors import Refusal, Unanswered
from bot.wire.events import (
    ACTIVE,
    COMPLETED,
    delete_event,
    events_of,
    make_event,
    turn_event,
)
from bot.wire.limits import Rank, Route
from bot.wire.transport import Transport

log = structlog.get_logger(__name__)

NONE = 0
"""What ``ShownRow.event_id`` is where no event can be made, or there is none any more."""


class GuildEvent:
    """The event of one table.

    Args:
        table: the table.
        transport: asks Discord.
    """

    def __init__(self, table: Table, transport: Transport) -> None:
        self._table, self._transport = table, transport
        self._has_looked = self._has_begun = False

    def steps(self, now: Elapsed) -> Iterator[Step]:
        """Find what is due; as ``bot.driving.keeper.Look``."""
        act = self._due()
        if act is not None:
            lane = Lane(Rank.TIDYING, Route.EVENT, self._table.state.row.guild_id)
            yield Step("event", now, act, lane)

    def _due(self) -> Callable[[], Awaitable[None]] | None:
        state, shown = self._table.state, self._table.shown
        if appointments.awaits(state) is not None:
            if shown.event_id is not None or shown.message_id is None:
                return None
            return self._make if self._has_looked else self._look
        if not shown.event_id or state.incident is not None:
            return None
        if state.is_closed:
            return self._end
        return None if self._has_begun else self._begin

    async def _look(self) -> None:
        """Find out whether an earlier request, or an earlier life, has made it."""
        guild_id = self._table.state.row.guild_id
        try:
            events = await events_of(self._transport, guild_id)
        except Refusal as refusal:
            await self._is_none(refusal)
            return
        tag = tag_of(self._table.id)
        ours = [one for one in events if self._transport.is_by_us(one.creator_id)]
        known = next((int(one.id) for one in ours if tag in (one.description or "")), None)
        self._has_looked = True
        await self._table.show(event_id=known)

    async def _make(self) -> None:
        state, row = self._table.state, self._table.state.row
        about = event_about(state.snapshot, row.guild_id, row.channel_id, row.locale)
        try:
            event_id = await make_event(self._transport, row.guild_id, about)
        except Refusal as refusal:
            await self._is_none(refusal)
        except Unanswered:
            self._has_looked = False
            raise
        else:
            await self._table.show(event_id=event_id)

    async def _begin(self) -> None:
        """Let it begin, unless it has by itself."""
        guild_id, event_id = self._table.state.row.guild_id, self._table.shown.event_id
        assert event_id is not None
        try:
            await turn_event(self._transport, guild_id, event_id, ACTIVE)
        except Refusal as refusal:
            if refusal.is_missing:
                await self._is_none(refusal)
        self._has_begun = True

    async def _end(self) -> None:
        """Let it be over after a game; without one it never was."""
        state, event_id = self._table.state, self._table.shown.event_id
        assert event_id is not None
        guild_id = state.row.guild_id
        try:
            if state.has_begun:
                await turn_event(self._transport, guild_id, event_id, COMPLETED)
            else:
                await delete_event(self._transport, guild_id, event_id)
        except Refusal as refusal:
            await self._is_none(refusal)
        else:
            await self._table.show(event_id=NONE)

    async def _is_none(self, refusal: Refusal) -> None:
        """Do without: we may not, or somebody has taken it away."""
        log.info("no event", table=self._table.id, why=str(refusal))
        await self._table.show(event_id=NONE)
