"""Facts about channels and threads: the newest message of others, and whether the channel is gone."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable

from bot.clock import Clock, Elapsed, made_at

OLD_MESSAGE_MS = 55 * 60_000
"""Messages older than an hour can hardly be edited, so a table is posted anew before."""

GONE_MS = 10 * 60_000
"""A channel that Discord called unknown is tried again after this time, as after an outage."""

MOST_GONE = 10_000
"""Size of the cache of channels that are gone; a request to a forgotten one fails again and is remembered."""


class Places:
    """What is known of the channels where tables stand.

    Args:
        clock: the one clock.
        is_in_guild: tells whether the bot is in a server.
    """

    def __init__(self, clock: Clock, is_in_guild: Callable[[int], bool]) -> None:
        self._clock, self._is_in_guild = clock, is_in_guild
        self._watched: Counter[int] = Counter()
        self._latest: dict[int, int] = {}
        self._gone: OrderedDict[int, Elapsed] = OrderedDict()

    def watch(self, channel_id: int) -> None:
        """Listen, from now on, for who talks in a channel: a table stands there."""
        self._watched[channel_id] += 1

    def unwatch(self, channel_id: int) -> None:
        """Listen no more, for one table of several."""
        self._watched[channel_id] -= 1
        if self._watched[channel_id] <= 0:
            del self._watched[channel_id]
            self._latest.pop(channel_id, None)

    def heard(self, channel_id: int, message_id: int) -> None:
        """Remember the newest message of a channel that is not ours, to know whether a table is buried."""
        if channel_id in self._watched:
            self._latest[channel_id] = message_id

    def is_buried(self, channel_id: int, message_id: int) -> bool:
        """Tell whether others have talked since a message of ours."""
        return self._latest.get(channel_id, 0) > message_id

    def is_old(self, message_id: int) -> bool:
        """Tell whether a message is so old that it can hardly be edited any more."""
        return self._clock.now_ms() - made_at(message_id) > OLD_MESSAGE_MS

    def lose(self, channel_id: int) -> None:
        """Remember for a while that a channel or a thread is gone; nothing is asked of Discord there."""
        self._gone[channel_id] = self._clock.elapsed_ms() + GONE_MS
        self._gone.move_to_end(channel_id)
        if len(self._gone) > MOST_GONE:
            self._gone.popitem(last=False)

    def find(self, channel_id: int) -> bool:
        """Note a sign of life of a channel; return whether it was taken to be gone."""
        return self._gone.pop(channel_id, None) is not None

    def is_gone(self, guild_id: int, channel_id: int) -> bool:
        """Tell whether a channel is gone, or the bot is not in its server any more."""
        until = self._gone.get(channel_id)
        if until is not None and self._clock.elapsed_ms() >= until:
            del self._gone[channel_id]
            until = None
        return until is not None or not self._is_in_guild(guild_id)
