"""Wait for conditions without polling."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

T = TypeVar("T")


PATIENCE = 120.0
"""Seconds after which a wait fails as stuck; measurements of an overloaded bot may need more."""


class Bell:
    """An event that wakes all waiting tasks at each change, to check their conditions."""

    def __init__(self) -> None:
        self._waiting: list[asyncio.Future[None]] = []

    def ring(self) -> None:
        waiting, self._waiting = self._waiting, []
        for future in waiting:
            if not future.done():
                future.set_result(None)

    async def until(
        self, look: Callable[[], T | None], seconds: float | None = None, why: str | Callable[[], str] = ""
    ) -> T:
        """Wait until ``look`` returns something true and return it; ``why`` explains a timeout."""
        try:
            async with asyncio.timeout(seconds or PATIENCE):
                while not (result := look()):
                    self._waiting.append(asyncio.get_running_loop().create_future())
                    await self._waiting[-1]
        except TimeoutError:
            what = why() if callable(why) else why
            raise AssertionError(f"in vain waited for: {what or look}") from None
        return result


async def end_tasks(tasks: Sequence[asyncio.Task[Any]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
