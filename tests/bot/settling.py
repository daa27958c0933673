"""Replaces simcord's polling by waiting for the event loop, and SQLite's threads by calls.

simcord waits until the bot is at rest. It checks all tasks of the bot, and if one is busy, it waits for a
fixed time and checks again. The answer to a tap takes several such waits, which are longer than the work.
With this module, the next check follows as soon as no task can run. For this, a call of SQLite is made by
the event loop, too. It takes less time than its way to a thread and back. While tasks can run, the loop
rarely asks the system for other events, since nearly always there are none.
"""

from __future__ import annotations

import asyncio
import selectors
import sqlite3
from collections.abc import Callable, Collection, Generator
from functools import partial
from types import SimpleNamespace
from typing import Any, TypeVar

import aiosqlite
import pytest
import simcord

from bot.clock import yield_to_loop

T = TypeVar("T")

TURNS = 1000
"""Turns of the event loop after which simcord checks the tasks, and its time limit, even if one can run."""


TURNS_WITHOUT_EVENTS = 50
"""Turns of the event loop with tasks that can run, after which it asks the system for events."""


class NoThread:
    """The thread of a connection that has none."""

    def join(self) -> None:
        """Return at once."""


class DirectConnection:
    """The part of ``aiosqlite.Connection`` that the bot uses, without a thread.

    A call is made at once. The caller has its result after other tasks have run, as from a thread.
    """

    def __init__(self, connect: Callable[[], sqlite3.Connection]) -> None:
        self._connect = connect
        self._connection: sqlite3.Connection | None = None
        self._thread = NoThread()

    def __await__(self) -> Generator[Any, None, DirectConnection]:
        self._connection = self._connect()
        yield from yield_to_loop().__await__()
        return self

    @property
    def _conn(self) -> sqlite3.Connection:
        assert self._connection is not None, "the connection is closed"
        return self._connection

    async def _execute(self, work: Callable[..., T], *args: Any) -> T:
        if self._connection is None:
            raise ValueError("Connection closed")
        try:
            return work(*args)
        finally:
            await yield_to_loop()

    async def close(self) -> None:
        """Close the connection; nothing happens if it is closed."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None
        await yield_to_loop()


def connect_directly(database: str, **how: Any) -> DirectConnection:
    """Return a connection without a thread, in place of ``aiosqlite.connect``."""
    return DirectConnection(partial(sqlite3.connect, database, **how))


async def wait_while_busy(
    tasks: Collection[Any], *, timeout: float, return_when: str = asyncio.ALL_COMPLETED
) -> Any:
    """Wait for a turn of the event loop in which no task can run, in place of ``asyncio.wait``."""
    loop: Any = asyncio.get_running_loop()
    # Other work, such as a thread or PostgreSQL, is waited for as before.
    if return_when == asyncio.ALL_COMPLETED or not loop._ready:
        return await asyncio.wait(tasks, timeout=timeout, return_when=return_when)
    for _ in range(TURNS):
        if not loop._ready:
            break
        await yield_to_loop()
    return None


def select_rarely(select: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap a selector's ``select``, so that it is asked without waiting only once in many turns."""
    turns = 0

    def selected(selector: Any, timeout: float | None = None) -> Any:
        nonlocal turns
        turns += 1
        if timeout == 0 and turns % TURNS_WITHOUT_EVENTS:
            return []
        return select(selector, timeout)

    return selected


def settle_without_polling(patch: pytest.MonkeyPatch) -> None:
    """Replace the fixed waits between two of simcord's checks, and the threads of SQLite."""
    usual = selectors.DefaultSelector
    patch.setattr(usual, "select", select_rarely(usual.select))
    patch.setattr(aiosqlite, "connect", connect_directly)
    patch.setattr(simcord.env, "asyncio", SimpleNamespace(**{**vars(asyncio), "wait": wait_while_busy}))
