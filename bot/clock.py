"""The one clock of the bot; everything that waits or asks the time does it here."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

DISCORD_EPOCH_MS = 1_420_070_400_000
"""When Discord's ids begin to count, Unix milliseconds."""


def made_at(discord_id: int) -> int:
    """Return when Discord gave an id, Unix milliseconds: by its own clock, which no host sets.

    >>> made_at(1) == DISCORD_EPOCH_MS
    True
    """
    return (discord_id >> 22) + DISCORD_EPOCH_MS


async def breathe() -> None:
    """Let others have the event loop for a moment, in the middle of long work."""
    await asyncio.sleep(0)


class Signal:
    """Something has changed, look again; ringing it twice before anybody looks is ringing it once."""

    def __init__(self) -> None:
        self._is_set = False
        self._waiter: asyncio.Future[None] | None = None

    def set(self) -> None:
        """Wake whoever waits, or let the next one who would wait go on at once."""
        self._is_set = True
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    async def wait(self, seconds: float | None) -> None:
        """Wait until the signal is set, or for so many seconds; then it is no longer set."""
        if not self._is_set:
            loop = asyncio.get_running_loop()
            waiter = self._waiter = loop.create_future()
            timer = None if seconds is None else loop.call_later(seconds, _wake, waiter)
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
        """A moment of elapsed time, in milliseconds since a moment that nobody knows.

        To the type checker it is no number: it can be compared with its like alone, and the difference of two
        is a number of milliseconds. So it never meets the time of day, which is a plain number. At run time
        it is one, too, and costs nothing.
        """

        def __init__(self, ms: int) -> None: ...
        def __add__(self, ms: int) -> Elapsed: ...
        def __sub__(self, other: Elapsed) -> int: ...
        def __lt__(self, other: Elapsed) -> bool: ...
        def __le__(self, other: Elapsed) -> bool: ...
        def __gt__(self, other: Elapsed) -> bool: ...
        def __ge__(self, other: Elapsed) -> bool: ...

else:
    Elapsed = int


class Clock:
    """Real time. Tests and the demo may put another clock in its place."""

    def now_ms(self) -> int:
        """Return the time of day, Unix milliseconds: for records, and for deadlines that people are told."""
        return time.time_ns() // 1_000_000

    def elapsed_ms(self) -> Elapsed:
        """Return the elapsed time: for all that waits or is limited."""
        return Elapsed(time.monotonic_ns() // 1_000_000)

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        await asyncio.sleep(seconds)

    async def breathe(self) -> float:
        """Let all others have the event loop once; tell for how many milliseconds they had it."""
        began = time.perf_counter()
        await breathe()
        return 1000 * (time.perf_counter() - began)

    async def wait(self, signal: Signal, seconds: float | None) -> None:
        """Wait for a signal, for so many seconds at most; ``None`` is for as long as it takes."""
        await signal.wait(seconds)
