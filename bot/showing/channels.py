"""Messages in channels: sending, editing, deleting, finding again; and what else is said there."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, contextmanager
from typing import Any, Final

import discord

from bot.clock import Clock
from bot.interactions.components import table_ids
from bot.interactions.replies import mentioning
from bot.pace.pacer import Pacer, Rank, Way

OLD_MESSAGE_MS = 55 * 60_000
"""Messages older than an hour can hardly be edited, so a table is posted anew before."""

TOO_OLD = 30046
"""Discord's code for too many edits of a message older than an hour."""

ARCHIVED = 50083
"""Discord's code for an edit in a thread that is archived; whatever is sent there opens it again."""

THREAD_EXISTS = 160004
"""Discord's code for a second thread from one message; a message's thread has the message's id."""

KEPT_MINUTES: Final = 10080
"""A week: a thread stays in the list for so long after the last message: a turn may take days."""

UNKNOWN_CHANNEL = 10003
"""Discord's code for a channel or a thread that does not exist any more."""

LOOK_BACK = 50
"""How many messages of a channel are looked through for one of ours that got lost."""


class Channels:
    """Writes the bot's messages into channels, by ids alone.

    Args:
        client: a Discord client.
        clock: the one clock.
        pacer: says when.
    """

    def __init__(self, client: discord.Client, clock: Clock, pacer: Pacer) -> None:
        self._client, self._clock, self._pacer = client, clock, pacer
        self._latest: dict[int, int] = {}
        self._gone: set[int] = set()

    # --- what is there no more --------------------------------------------------------------------

    def lose(self, channel_id: int) -> None:
        """Remember that a channel or a thread is gone; nothing is asked of Discord there any more."""
        self._gone.add(channel_id)

    def is_gone(self, guild_id: int, channel_id: int) -> bool:
        """Tell whether a channel is gone, or the bot is not in its server any more."""
        return channel_id in self._gone or self._client.get_guild(guild_id) is None

    @contextmanager
    def asking(self, channel_id: int) -> Iterator[None]:
        """Learn from Discord's answer that a channel is gone."""
        try:
            yield
        except discord.NotFound as error:
            if error.code == UNKNOWN_CHANNEL:
                self.lose(channel_id)
            raise

    # --- what else happens there ------------------------------------------------------------------

    def heard(self, message: discord.Message) -> None:
        """Remember the newest message of a channel that is not ours, to know whether a table is buried."""
        if message.author != self._client.user:
            self._latest[message.channel.id] = message.id

    def is_buried(self, channel_id: int, message_id: int) -> bool:
        """Tell whether others have talked since a message of ours."""
        return self._latest.get(channel_id, 0) > message_id

    def is_old(self, message_id: int) -> bool:
        """Tell whether a message is so old that it can hardly be edited any more."""
        posted = discord.utils.snowflake_time(message_id).timestamp() * 1000
        return self._clock.now_ms() - posted > OLD_MESSAGE_MS

    # --- writing ----------------------------------------------------------------------------------

    def turn(self, rank: Rank, way: Way, channel_id: int) -> AbstractAsyncContextManager[None]:
        """Wait for a turn to ask something of Discord in a channel, and have it within."""
        return self._pacer.turn(rank, way, channel_id)

    async def send(
        self,
        channel_id: int,
        view: discord.ui.LayoutView,
        files: Sequence[discord.File] = (),
        *,
        nonce: str,
        mentions: Iterable[int] = (),
    ) -> discord.Message:
        """Send a message.

        Args:
            channel_id: where.
            view, files: what.
            nonce: Discord makes one message only of what comes with the same nonce within minutes.
            mentions: ids of the people who are notified.
        """
        with self.asking(channel_id):
            return await self._client.get_partial_messageable(channel_id).send(
                view=view,
                files=list(files),
                nonce=hashlib.blake2s(nonce.encode(), digest_size=12).hexdigest(),
                allowed_mentions=mentioning(mentions),
            )

    async def edit(
        self, channel_id: int, message_id: int, view: discord.ui.LayoutView, attachments: Sequence[Any] = ()
    ) -> discord.Message | None:
        """Edit a message in place; ``None`` when it is not there any more, or too old."""
        try:
            with self.asking(channel_id):
                return await self._message(channel_id, message_id).edit(
                    view=view, attachments=list(attachments), allowed_mentions=mentioning()
                )
        except discord.NotFound:
            return None
        except discord.HTTPException as error:
            if error.code in (TOO_OLD, ARCHIVED):
                return None
            raise

    async def delete(self, channel_id: int, message_id: int) -> bool:
        """Delete a message; tell whether it was there, and in reach."""
        try:
            with self.asking(channel_id):
                await self._message(channel_id, message_id).delete()
        except (discord.NotFound, discord.Forbidden):
            return False
        except discord.HTTPException as error:
            if error.code == ARCHIVED:
                return False
            raise
        return True

    async def open_thread(self, channel_id: int, message_id: int | None, name: str) -> int:
        """Open a public thread, from a message if it is still there; return its id.

        To try again, not knowing whether it was done, gives the same thread of the same message.

        Raises:
            discord.HTTPException, aiohttp.ClientError, OSError: Discord refused, or its answer got lost.
        """
        http = self._client.http
        if message_id is not None:
            try:
                made = await http.start_thread_with_message(
                    channel_id, message_id, name=name, auto_archive_duration=KEPT_MINUTES
                )
                return int(made["id"])
            except discord.NotFound:
                pass  # the message is gone, not the channel: that would be refused below, too
            except discord.HTTPException as error:
                if error.code == THREAD_EXISTS:
                    return message_id
                raise
        made = await http.start_thread_without_message(
            channel_id,
            name=name,
            auto_archive_duration=KEPT_MINUTES,
            type=discord.ChannelType.public_thread.value,
        )
        return int(made["id"])

    async def find(self, channel_id: int, table_id: str) -> dict[int, str]:
        """Find our own newest messages of a channel that have buttons of a table: ids, and what they say."""
        channel = self._client.get_partial_messageable(channel_id)
        found = {}
        with self.asking(channel_id):
            async for message in channel.history(limit=LOOK_BACK):
                parts = [*_parts(message.components)]
                if message.author == self._client.user and table_id in table_ids(parts):
                    found[message.id] = "\n".join([str(part.get("content", "")) for part in parts])
        return found

    def _message(self, channel_id: int, message_id: int) -> discord.PartialMessage:
        return self._client.get_partial_messageable(channel_id).get_partial_message(message_id)


def _parts(components: Iterable[Any]) -> Iterator[dict[str, Any]]:
    """Walk through a message's components, nested ones too."""
    waiting = [component.to_dict() for component in components]
    while waiting:
        part = waiting.pop()
        yield part
        waiting += part.get("components", ())
