"""The keepers of all open tables: one task each, until its table has nothing left to do."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import structlog

from bot.driving.keeper import Keeper
from bot.driving.table import Table

log = structlog.get_logger(__name__)


class Keepers:
    """Who keeps which table.

    Args:
        is_done: is told of a table that its keeper has let go, as there is nothing left to do.
    """

    def __init__(self, is_done: Callable[[Table], None]) -> None:
        self._is_done = is_done
        self._make: Callable[[Table], Keeper] | None = None
        self._release: Callable[[Table], None] = lambda table: None
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def begin(self, make: Callable[[Table], Keeper], release: Callable[[Table], None]) -> None:
        """Keep tables from now on, when Discord can be reached."""
        self._make, self._release = make, release

    def keep(self, table: Table) -> None:
        """Give a table its keeper, unless it has one; one that cannot be made costs the others nothing."""
        if self._make is None or table.id in self._tasks:
            return
        try:
            keeper = self._make(table)
        except Exception:
            log.exception("a table has no keeper", table=table.id)
            return
        task = self._tasks[table.id] = asyncio.create_task(keeper.run(), name=f"keeper {table.id}")
        task.add_done_callback(lambda task: self._ended(table, task))

    def stop(self, table: Table) -> None:
        """Keep a table no longer, from this moment on."""
        if (task := self._tasks.pop(table.id, None)) is not None:
            task.cancel()
        self._release(table)

    def _ended(self, table: Table, task: asyncio.Task[None]) -> None:
        if self._tasks.get(table.id) is task:
            del self._tasks[table.id]
        if task.cancelled() or table.is_dropped:
            return
        self._release(table)
        self._is_done(table)

    async def close(self) -> None:
        """Stop all of them."""
        tasks = [*self._tasks.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
