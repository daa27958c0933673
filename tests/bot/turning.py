"""A manual clock that wakes waiting tasks when their time comes."""

from __future__ import annotations

import heapq
from itertools import count

from bot.clock import Clock, Signal, yield_to_loop
from tests.storage.helpers import NOON

TURNS = 30
"""Turns of the event loop after which every task waits."""


class HandClock(Clock):
    """A clock that changes only when a test sets ``now``. Setting it wakes no task.

    Attributes:
        took: milliseconds that other tasks take, as ``yield_to_loop`` reports them.
    """

    def __init__(self) -> None:
        self.now, self.took = NOON, 0.0
        self._timers: list[tuple[int, int, Signal]] = []
        self._numbers = count()

    def now_ms(self) -> int:
        return self.now

    def elapsed_ms(self) -> int:
        """Return the milliseconds turned so far, counted from another origin than the time of day."""
        return self.now - NOON

    async def wait(self, signal: Signal, seconds: float | None) -> None:
        """Wait for the signal, which is also set when the time is over."""
        if seconds is not None:
            at = self.now + round(1000 * seconds)
            heapq.heappush(self._timers, (at, next(self._numbers), signal))
        await signal.wait(None)

    async def yield_to_loop(self) -> float:
        """Run other tasks; return the milliseconds that they take, as set by the test."""
        await yield_to_loop()
        return self.took

    async def turn(self, ms: int) -> None:
        """Turn the clock by ``ms`` milliseconds, and run all tasks that become due."""
        until = self.now + ms
        await settled()
        while self._timers and self._timers[0][0] <= until:
            at, _, signal = heapq.heappop(self._timers)
            self.now = max(self.now, at)
            Signal.set(signal)  # the end of a time does not say what has changed
            await settled()
        self.now = until


async def settled() -> None:
    for _ in range(TURNS):
        await yield_to_loop()
