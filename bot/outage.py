"""The loss and the return of the database, a line each in the log, whatever fails meanwhile and how often.

Every transaction and every other question to the database reports here how it ended, so nobody else logs that
the database fails.
"""

from __future__ import annotations

from collections.abc import Awaitable
from typing import TypeVar

import structlog

from bot import metrics
from bot.clock import Clock, Elapsed
from storage.errors import StorageError, StorageFailed

log = structlog.get_logger(__name__)

T = TypeVar("T")

CALM_MS = 10_000
"""Time without a failure after which the database works again: on a full disk small writes still succeed."""
LEAST_MS = 60_000
"""Shortest time between two lines about a loss."""
REMINDER_MS = 600_000
"""Time after which a loss that goes on is logged again."""


class Outage:
    """Logs one outage of the database as one."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._failing: set[str] = set()
        self._began: Elapsed | None = None
        self._last: Elapsed | None = None
        self._failures = 0
        self._is_logged = False
        self._logged_at: Elapsed | None = None

    def watch(self, kind: str, seconds: float, failure: StorageFailed | None) -> None:
        """Count a transaction and report how it ended; ``storage.engine.database.Watch``."""
        metrics.transaction(kind, seconds, failure)
        if failure is None:
            self.succeeded(kind)
        else:
            self.failed(kind, failure)

    async def during(self, kind: str, work: Awaitable[T]) -> T:
        """Do work and report how it ended."""
        try:
            result = await work
        except StorageError as error:
            self.failed(kind, error)
            raise
        self.succeeded(kind)
        return result

    def failed(self, kind: str, error: StorageError) -> None:
        """Report a failure of some kind of work (``read``, ``write`` ...)."""
        self._last = now = self._clock.elapsed_ms()
        self._failing.add(kind)
        if self._began is None:
            self._began, self._failures, self._is_logged = now, 0, False
        self._failures += 1
        pause = REMINDER_MS if self._is_logged else LEAST_MS
        if self._logged_at is None or now - self._logged_at >= pause:
            self._is_logged, self._logged_at = True, now
            log.warning(
                "the database fails",
                why=str(error),
                failures=self._failures,
                seconds=round((now - self._began) / 1000),
            )

    def succeeded(self, kind: str) -> None:
        """Report a success; the outage is over when every kind that failed has succeeded since."""
        if self._last is None:
            return
        self._failing.discard(kind)
        if not self._failing and self._clock.elapsed_ms() - self._last >= CALM_MS:
            self.end()

    def end(self) -> None:
        """End the outage, if there is one."""
        if self._began is not None and self._is_logged:
            seconds = round((self._clock.elapsed_ms() - self._began) / 1000)
            log.warning("the database works again", failures=self._failures, seconds=seconds)
        self._began = self._last = None
        self._failing.clear()
