"""Replaces simcord's polling by waiting for the event loop and the databases.

simcord waits until the bot is at rest. It checks all tasks of the bot, and if one is busy, it waits for a
fixed time and checks again. The answer to a tap takes several such waits, which are longer than the work.
With this module, the next check follows as soon as no task can run and all database calls are answered.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from types import SimpleNamespace
from typing import Any

import aiosqlite
import pytest
import simcord

from bot.clock import yield_to_loop

TURNS = 1000
"""Turns of the event loop after which simcord checks the tasks, and its time limit, even if one can run."""


class DatabaseCalls:
    """Counts unanswered calls of SQLite connections, and signals each answer."""

    def __init__(self) -> None:
        self.unanswered = 0
        self._signals: set[asyncio.Future[None]] = set()

    def counted(self, execute: Any) -> Any:
        """Return ``aiosqlite.Connection._execute`` with its calls counted."""

        async def execute_counted(connection: Any, *args: Any, **kwargs: Any) -> Any:
            self.unanswered += 1
            try:
                return await execute(connection, *args, **kwargs)
            finally:
                self.unanswered -= 1
                for signal in self._signals:
                    if not signal.done():
                        signal.set_result(None)

        return execute_counted

    async def wait_for_answer(self, timeout: float) -> None:
        """Wait for the next answer, for at most ``timeout`` seconds."""
        signal = asyncio.get_running_loop().create_future()
        self._signals.add(signal)
        try:
            await asyncio.wait((signal,), timeout=timeout)
        finally:
            self._signals.discard(signal)


def settle_without_polling(patch: pytest.MonkeyPatch) -> None:
    """Replace the fixed waits between two of simcord's checks."""
    calls = DatabaseCalls()

    async def wait(
        tasks: Collection[Any], *, timeout: float, return_when: str = asyncio.ALL_COMPLETED
    ) -> Any:
        loop: Any = asyncio.get_running_loop()
        # Other work, such as a thread or PostgreSQL, is waited for as before.
        if return_when == asyncio.ALL_COMPLETED or not (loop._ready or calls.unanswered):
            return await asyncio.wait(tasks, timeout=timeout, return_when=return_when)
        for _ in range(TURNS):
            if loop._ready:
                await yield_to_loop()
            elif calls.unanswered:
                await calls.wait_for_answer(timeout)
            else:
                break
        return None

    patch.setattr(aiosqlite.Connection, "_execute", calls.counted(aiosqlite.Connection._execute))
    patch.setattr(simcord.env, "asyncio", SimpleNamespace(**{**vars(asyncio), "wait": wait}))
