"""Showing: the one message of each place in its channel, calls to the player on turn, and open panels.

Edits are coalesced: the first shows at once, further ones at most one a second and channel, always the newest
state. Nothing here waits for anything but the clock, and a failing Discord never holds up a game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeAlias

import discord
import msgspec
import structlog

from bot.panels import Panels
from bot.tables.house import Place
from bot.tables.lobby import Lobby
from bot.tables.table import Table
from bot.ui import palette
from bot.ui.components import button, page, rows, say
from bot.ui.lobby import lobby_view
from bot.ui.table import table_view, table_words
from bot.words import Words

if TYPE_CHECKING:
    from bot.client import Tefuda

log = structlog.get_logger(__name__)

EDIT_SECONDS = 1.05
"""Discord allows 5 edits in 5 seconds for a channel."""

OLD_MESSAGE_MS = 55 * 60_000
"""Messages older than an hour can hardly be edited (30046), so a table is posted anew before."""

RETRIES = 3
RETRY_SECONDS = 2.0

Channel: TypeAlias = discord.TextChannel | discord.Thread | discord.VoiceChannel | discord.StageChannel


class Front:
    """Keeps what the channels show in step with the house.

    Args:
        client: the bot.
    """

    def __init__(self, client: Tefuda) -> None:
        self._client = client
        self.panels = Panels(client.clock)
        self._dirty: dict[str, Place] = {}
        self._showing: set[str] = set()
        self._next_edit: dict[int, int] = {}
        self._latest: dict[int, int] = {}
        self._acting: dict[str, frozenset[int]] = {}
        self._called: dict[str, frozenset[int]] = {}
        self._to_call: dict[str, set[int]] = {}
        self._to_bottom: set[str] = set()

    # --- what others report -----------------------------------------------------------------------

    def heard(self, message: discord.Message) -> None:
        """Remember the newest message of a channel that is not ours, to know whether a table is buried."""
        if message.author != self._client.user:
            self._latest[message.channel.id] = message.id

    def changed(self, place: Place) -> None:
        """Show a place anew, soon; called after each commit."""
        if isinstance(place, Table):
            self._note_turn(place)
        self._dirty[place.id] = place
        if place.id not in self._showing:
            self._showing.add(place.id)
            self._client.house.spawn(self._show(place.id))

    def to_bottom(self, table: Table) -> None:
        """Post a table anew at the bottom of its channel."""
        self._to_bottom.add(table.id)
        self.changed(table)

    def knows(self, table_id: str) -> bool:
        """Tell whether a table was shown since this bot started."""
        return table_id in self._acting

    def restored(self, table: Table) -> None:
        """Do not call again those who were called before a restart."""
        if table.row.ping_message_id is not None:
            self._acting[table.id] = self._called[table.id] = frozenset(table.acting(human=True))

    def _note_turn(self, table: Table) -> None:
        acting = frozenset(table.acting(human=True))
        before = self._acting.get(table.id, frozenset())
        calls = self._to_call.setdefault(table.id, set())
        calls |= acting - before
        calls &= acting
        self._acting[table.id] = acting

    # --- showing ----------------------------------------------------------------------------------

    async def _show(self, place_id: str) -> None:
        try:
            while (place := self._dirty.pop(place_id, None)) is not None:
                if isinstance(place, Table):
                    await self.panels.refresh(place)
                await self._wait_for_turn(place.row.channel_id)
                place = self._dirty.pop(place_id, place)
                await self._show_with_retries(place)
                if isinstance(place, Table):
                    await self.panels.refresh(place)
        finally:
            self._showing.discard(place_id)

    async def _wait_for_turn(self, channel_id: int) -> None:
        """Keep edits of one channel a second apart; the first of a while goes at once."""
        now = self._client.clock.now_ms()
        at = max(now, self._next_edit.get(channel_id, 0))
        self._next_edit[channel_id] = at + int(EDIT_SECONDS * 1000)
        if at > now:
            await self._client.clock.sleep((at - now) / 1000)

    async def _show_with_retries(self, place: Place) -> None:
        for attempt in range(1, RETRIES + 1):
            try:
                await self._show_once(place)
                return
            except discord.Forbidden:
                log.warning("no permission to show a table", table=place.id, channel=place.row.channel_id)
                return
            except (discord.DiscordServerError, OSError):
                log.warning("Discord failed while showing a table", table=place.id, attempt=attempt)
                await self._client.clock.sleep(RETRY_SECONDS * attempt)
            except Exception:
                log.exception("a table could not be shown", table=place.id)
                return

    async def _show_once(self, place: Place) -> None:
        channel = await self._channel(place.row.channel_id)
        if channel is None:
            return
        if isinstance(place, Lobby):
            if place.row.message_id is not None:
                view = lobby_view(place, Words(place.row.locale))
                await self._edit(channel, place.row.message_id, view, ())
            return
        view, files = await table_view(place, place.row.locale)
        message_id = place.row.message_id
        if message_id is None or self._is_buried(place, message_id):
            await self._post(channel, place, view, files)
        elif not await self._edit(channel, message_id, view, files):
            view, files = await table_view(place, place.row.locale)
            await self._post(channel, place, view, files)
        await self._call(channel, place)

    def _is_buried(self, table: Table, message_id: int) -> bool:
        if table.id in self._to_bottom:
            return True
        posted = discord.utils.snowflake_time(message_id).timestamp() * 1000
        if self._client.clock.now_ms() - posted > OLD_MESSAGE_MS:
            return True
        buried = self._latest.get(table.row.channel_id, 0) > message_id
        return buried and bool(self._to_call.get(table.id) or table.is_over)

    async def _post(
        self, channel: Channel, table: Table, view: discord.ui.LayoutView, files: Sequence[discord.File]
    ) -> None:
        old = table.row.message_id
        message = await channel.send(
            view=view, files=list(files), allowed_mentions=discord.AllowedMentions.none()
        )
        self._to_bottom.discard(table.id)
        table.row = msgspec.structs.replace(table.row, message_id=message.id)
        await self._client.store.set_message(table.id, message.id)
        if old is not None:
            await self._delete(channel, old)

    async def _edit(
        self,
        channel: Channel,
        message_id: int,
        view: discord.ui.LayoutView,
        files: Sequence[discord.File],
    ) -> bool:
        """Edit a message in place; ``False`` when it is not there any more or too old."""
        try:
            message = channel.get_partial_message(message_id)
            await message.edit(
                view=view, attachments=list(files), allowed_mentions=discord.AllowedMentions.none()
            )
        except discord.NotFound:
            return False
        except discord.HTTPException as error:
            if error.code == 30046:
                return False
            raise
        return True

    async def _delete(self, channel: Channel, message_id: int) -> None:
        try:
            await channel.get_partial_message(message_id).delete()
        except discord.HTTPException:
            log.debug("an old message could not be deleted", channel=channel.id)

    async def _channel(self, channel_id: int) -> Channel | None:
        channel = self._client.get_channel(channel_id)
        if channel is None:
            try:
                channel = await self._client.fetch_channel(channel_id)
            except (discord.NotFound, discord.Forbidden):
                log.warning("a table's channel is gone", channel=channel_id)
                return None
        return channel if isinstance(channel, Channel) else None

    # --- calling the player on turn -----------------------------------------------------------------

    async def _call(self, channel: Channel, table: Table) -> None:
        """Ping whoever is newly to act, once; a ping goes away with the next, or when its turn is over."""
        calls = sorted(self._to_call.pop(table.id, set()))
        old = table.row.ping_message_id
        is_waited_for = bool(
            self._called.get(table.id, frozenset()) & self._acting.get(table.id, frozenset())
        )
        if not calls and (old is None or is_waited_for):
            return
        self._called[table.id] = frozenset(calls)
        new: int | None = None
        if calls:
            new = await self._send_call(channel, table, calls)
        table.row = msgspec.structs.replace(table.row, ping_message_id=new)
        await self._client.store.set_ping(table.id, new)
        if old is not None:
            await self._delete(channel, old)
        if table.is_closed:
            self._acting.pop(table.id, None)
            self._called.pop(table.id, None)

    async def _send_call(self, channel: Channel, table: Table, seats: Sequence[int]) -> int:
        words = table_words(table, table.row.locale)
        users = [discord.Object(table.seats[seat].user_id or 0) for seat in seats]
        mentions = words.join([f"<@{user.id}>" for user in users])
        text = words("ping", people=mentions, game=words(f"{table.game.id}-name"))
        hand = button("hand", table.id, words("button-hand"), style="primary", emoji="🎴")
        message = await channel.send(
            view=page(say(text), *rows([hand]), accent=palette.YOUR_TURN),
            allowed_mentions=discord.AllowedMentions(everyone=False, roles=False, users=users),
        )
        return message.id
