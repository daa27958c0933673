"""Facts about channels and threads: whether they exist, and the newest message that others posted there."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable

from bot.clock import Clock, Elapsed, snowflake_time_ms
from bot.wire.errors import UNKNOWN_CHANNEL, RequestRejected

OLD_MESSAGE_MS = 55 * 60_000
"""Age from which a message is posted again, since Discord limits edits of messages older than an hour."""

GONE_MS = 10 * 60_000
"""How long nothing is sent to a channel after Discord said that the channel is unknown."""

MAX_GONE = 10_000
"""Size of each cache: of channels that no longer exist, that refuse messages, and that the bot has read."""

REFUSED_MS = 10 * 60_000
"""How long a channel counts as closed to the bot after Discord has refused a message there."""

READABLE_MS = 60_000
"""How long a private thread counts as readable after the bot has read it."""


class ChannelTracker:
    """What is known about the channels and threads of tables.

    Args:
        is_in_guild: takes a server id; returns whether the bot is on this server.
    """

    def __init__(self, clock: Clock, is_in_guild: Callable[[int], bool]) -> None:
        self._clock = clock
        self._is_in_guild = is_in_guild
        # By channel id: the number of calls of ``watch``, the newest message of others, and the time until
        # which nothing is sent to a deleted channel.
        self._watched: Counter[int] = Counter()
        self._latest: dict[int, int] = {}
        self._gone: OrderedDict[int, Elapsed] = OrderedDict()
        self._refused: OrderedDict[int, Elapsed] = OrderedDict()
        self._readable: OrderedDict[int, Elapsed] = OrderedDict()

    def watch(self, channel_id: int) -> None:
        """Watch a channel for new messages. Each call must be undone by ``unwatch``."""
        self._watched[channel_id] += 1

    def unwatch(self, channel_id: int) -> None:
        """Undo one call of ``watch`` for a channel."""
        self._watched[channel_id] -= 1
        if self._watched[channel_id] <= 0:
            del self._watched[channel_id]
            self._latest.pop(channel_id, None)

    def record_message(self, channel_id: int, message_id: int) -> None:
        """Note a message of another author, if its channel is watched."""
        if channel_id in self._watched:
            self._latest[channel_id] = message_id

    def has_newer_messages(self, channel_id: int, message_id: int) -> bool:
        """Return whether others have posted in a channel after the bot's message."""
        return self._latest.get(channel_id, 0) > message_id

    def is_old(self, message_id: int) -> bool:
        """Return whether a message is too old to be edited freely, and should be posted again."""
        return self._clock.now_ms() - snowflake_time_ms(message_id) > OLD_MESSAGE_MS

    def mark_deleted(self, channel_id: int) -> None:
        """Note that a channel no longer exists. Nothing is sent there for a while."""
        self._remember(self._gone, channel_id, GONE_MS)

    def mark_existing(self, channel_id: int) -> bool:
        """Note that a channel exists. Return whether the channel had been noted as deleted."""
        return self._gone.pop(channel_id, None) is not None

    # --- where the bot may write ------------------------------------------------------------------------

    def note_sent(self, channel_id: int) -> None:
        """Note that Discord accepted a message of the bot in a channel."""
        self._refused.pop(channel_id, None)

    def note_refused(self, channel_id: int, refusal: RequestRejected) -> None:
        """Note that Discord refused a message of the bot in a channel, or that there is no such channel."""
        if refusal.code == UNKNOWN_CHANNEL:
            self.mark_deleted(channel_id)
        if not refusal.is_forbidden:
            return
        self._remember(self._refused, channel_id, REFUSED_MS)
        self._readable.pop(channel_id, None)

    def note_opened(self, channel_ids: Iterable[int]) -> None:
        """Note that the bot may be allowed to write in channels where it was not."""
        for channel_id in channel_ids:
            self._refused.pop(channel_id, None)

    def is_refused(self, channel_id: int) -> bool:
        """Return whether the last message that the bot tried to send to a channel was refused."""
        until = self._refused.get(channel_id)
        return until is not None and self._clock.elapsed_ms() < until

    def note_readable(self, thread_id: int) -> None:
        """Note that the bot has read a private thread, so it is a member."""
        self._remember(self._readable, thread_id, READABLE_MS)

    def is_readable(self, thread_id: int) -> bool:
        """Return whether the bot has read a private thread lately."""
        until = self._readable.get(thread_id)
        return until is not None and self._clock.elapsed_ms() < until

    def _remember(self, cache: OrderedDict[int, Elapsed], channel_id: int, duration_ms: int) -> None:
        cache[channel_id] = self._clock.elapsed_ms() + duration_ms
        cache.move_to_end(channel_id)
        if len(cache) > MAX_GONE:
            cache.popitem(last=False)

    # --- where there is a channel -----------------------------------------------------------------------

    def is_gone(self, guild_id: int, channel_id: int) -> bool:
        """Return whether the channel was recently found to be deleted, or the bot has left the server."""
        until = self._gone.get(channel_id)
        if until is not None and self._clock.elapsed_ms() >= until:
            del self._gone[channel_id]
            until = None
        return until is not None or not self._is_in_guild(guild_id)
