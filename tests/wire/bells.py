"""Waiting: for something to be so, without looking at a clock all the time; for an end."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

T = TypeVar("T")

PATIENCE = 120.0
"""Seconds after which something is held to be stuck, on however slow a machine."""


class Patience:
    """How long everybody waits; a measurement of an overloaded bot may need more of it."""

    seconds = PATIENCE


class Bell:
    """Rings whenever something has changed; whoever waits for a condition looks again."""

    def __init__(self) -> None:
        self._waiting: list[asyncio.Future[None]] = []

    def ring(self) -> None:
        """Let everybody look again."""
        waiting, self._waiting = self._waiting, []
        for future in waiting:
            if not future.done():
                future.set_result(None)

    async def until(
        self, look: Callable[[], T | None], seconds: float | None = None, why: str | Callable[[], str] = ""
    ) -> T:
        """Wait until a look finds something, and return it.

        Args:
            look: gives what is waited for, or nothing.
            seconds: for how long at most, if not as long as everybody.
            why: what is waited for, in words; asked for only when it does not come.

        Raises:
            AssertionError: that took too long.
        """
        found = look()
        if found:
            return found
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(seconds or Patience.seconds):
                while not found:
                    future = loop.create_future()
                    self._waiting.append(future)
                    await future
                    found = look()
        except TimeoutError:
            what = why() if callable(why) else why
            raise AssertionError(f"in vain waited for: {what or look}") from None
        return found


async def ended(tasks: Sequence[asyncio.Task[Any]]) -> None:
    """End what is going on."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
