"""A clock that is turned by hand, and wakes whoever waits for a time on the way."""

from __future__ import annotations

import heapq
from itertools import count

from bot.clock import Clock, Signal, breathe
from tests.storage.helpers import NOON

TURNS = 30
"""Turns of the event loop after which whatever does not wait for something has been done."""


class HandClock(Clock):
    """Time that stands still until it is turned, or ``now`` is set, which wakes nobody.

    Attributes:
        took: for how long the others have the loop, in milliseconds, as far as it is told.
    """

    def __init__(self) -> None:
        self.now, self.took = NOON, 0.0
        self._timers: list[tuple[int, int, Signal]] = []
        self._numbers = count()

    def now_ms(self) -> int:
        return self.now

    def elapsed_ms(self) -> int:
        """Tell how long it has been turned; from some other moment on than the time of day counts from."""
        return self.now - NOON

    async def wait(self, signal: Signal, seconds: float | None) -> None:
        """Wait for the signal; the time gives it, too."""
        if seconds is not None:
            at = self.now + round(1000 * seconds)
            heapq.heappush(self._timers, (at, next(self._numbers), signal))
        await signal.wait(None)

    async def breathe(self) -> float:
        """Let others go first; tell what a test wants to be told."""
        await breathe()
        return self.took

    async def turn(self, ms: int) -> None:
        """Let so many milliseconds pass, and all be done that is to be done meanwhile."""
        until = self.now + ms
        await settled()
        while self._timers and self._timers[0][0] <= until:
            at, _, signal = heapq.heappop(self._timers)
            self.now = max(self.now, at)
            signal.set()
            await settled()
        self.now = until


async def settled() -> None:
    for _ in range(TURNS):
        await breathe()
