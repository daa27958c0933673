"""The clock of the bot; all code that waits or needs the time uses it."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, NamedTuple, overload

DISCORD_EPOCH_MS = 1_420_070_400_000
"""Start of the timestamps in Discord's ids, Unix milliseconds."""


def snowflake_time_ms(discord_id: int) -> int:
    """Return when Discord assigned an id, in Unix milliseconds.

    >>> snowflake_time_ms(1) == DISCORD_EPOCH_MS
    True
    """
    return (discord_id >> 22) + DISCORD_EPOCH_MS


async def yield_to_loop() -> None:
    """Yield to other tasks once, during long work."""
    await asyncio.sleep(0)


class Signal:
    """An event for one waiting task. Unlike ``asyncio.Event``, waiting clears it."""

    def __init__(self) -> None:
        self._is_set = False
        self._waiter: asyncio.Future[None] | None = None

    def set(self) -> None:
        """End the present wait. If no task is waiting, the next wait ends at once."""
        self._is_set = True
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    async def wait(self, seconds: float | None) -> None:
        """Wait until the signal is set, then clear it.

        Args:
            seconds: the longest wait; ``None`` for no limit.
        """
        # A signal that is already set ends the wait at once.
        if not self._is_set:
            loop = asyncio.get_running_loop()
            waiter = self._waiter = loop.create_future()
            if seconds is None:
                timer = None
            else:
                timer = loop.call_later(seconds, _wake, waiter)
            try:
                await waiter
            finally:
                self._waiter = None
                if timer is not None:
                    timer.cancel()
        self._is_set = False


def _wake(waiter: asyncio.Future[None]) -> None:
    if not waiter.done():
        waiter.set_result(None)


if TYPE_CHECKING:

    class Elapsed:
        """Milliseconds on a monotonic clock. At run time a value is an ``int``."""

        def __init__(self, ms: int) -> None: ...
        def __add__(self, ms: int) -> Elapsed: ...
        @overload
        def __sub__(self, other: Elapsed) -> int: ...
        @overload
        def __sub__(self, other: int) -> Elapsed: ...
        def __sub__(self, other: Elapsed | int) -> int | Elapsed: ...
        def __lt__(self, other: Elapsed) -> bool: ...
        def __le__(self, other: Elapsed) -> bool: ...
        def __gt__(self, other: Elapsed) -> bool: ...
        def __ge__(self, other: Elapsed) -> bool: ...

else:
    Elapsed = int


class Downtime(NamedTuple):
    """A time during which the bot could not serve anybody.

    Attributes:
        ended_at: Unix milliseconds.
        ended_elapsed: the same moment on the monotonic clock.
    """

    duration_ms: int
    ended_at: int
    ended_elapsed: Elapsed


class Clock:
    """The time of this machine. Tests and the demo use other clocks."""

    def now_ms(self) -> int:
        """Return the time of day in Unix milliseconds."""
        return time.time_ns() // 1_000_000

    def elapsed_ms(self) -> Elapsed:
        """Return the milliseconds of a monotonic clock, to measure durations."""
        return Elapsed(time.monotonic_ns() // 1_000_000)

    async def sleep(self, seconds: float) -> None:
        """Wait for some seconds."""
        await asyncio.sleep(seconds)

    async def yield_to_loop(self) -> float:
        """Yield to other tasks once, and return how many milliseconds they took."""
        began = time.perf_counter()
        await yield_to_loop()
        return 1000 * (time.perf_counter() - began)

    async def wait(self, signal: Signal, seconds: float | None) -> None:
        """Wait until a signal is set.

        Args:
            seconds: the longest wait; ``None`` for no limit.
        """
        await signal.wait(seconds)
