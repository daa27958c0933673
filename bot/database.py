"""How the bot opens its database, and the log of the database's outages."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import TypeVar

import structlog

from bot import metrics
from bot.clock import Clock, Elapsed
from bot.config import Config
from games.trophies import COUNTING
from storage import Store, open_store
from storage.errors import StorageError, StorageFailed

log = structlog.get_logger(__name__)


# --- outage -------------------------------------------------------------------------------------------------
# Logs one line when the database fails, and one line when it works again.
#
# All code that uses the database reports success or failure to this module, and does not log failures itself.

T = TypeVar("T")

CALM_MS = 10_000
"""Time without a failure after which the database counts as working.

Small writes may succeed on a full disk.
"""
LEAST_MS = 60_000
"""Shortest time between two log lines about a loss."""
REMINDER_MS = 600_000
"""Time after which a continuing loss is logged again."""


class Outage:
    """Logs an outage of the database: one line at its start and one at its end."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._failing: set[str] = set()
        self._began: Elapsed | None = None
        self._last: Elapsed | None = None
        self._failures = 0
        self._is_logged = False
        self._logged_at: Elapsed | None = None

    def watch(self, kind: str, seconds: float, failure: StorageFailed | None) -> None:
        """Record a database transaction in the metrics, and whether it failed.

        Args:
            kind: ``read`` or ``write``.
        """
        metrics.TRANSACTIONS[kind].observe(seconds)
        if failure is None:
            self.note_success(kind)
        else:
            metrics.DATABASE_FAILURES.labels(kind).inc()
            self.note_failure(kind, failure)

    async def during(self, kind: str, work: Awaitable[T]) -> T:
        """Await a database operation, and record whether it failed.

        Args:
            kind: the kind of operation, such as ``read``.
        """
        try:
            result = await work
        except StorageError as error:
            self.note_failure(kind, error)
            raise
        self.note_success(kind)
        return result

    def note_failure(self, kind: str, error: StorageError) -> None:
        """Record that a database operation has failed. The first failure begins an outage."""
        self._last = now = self._clock.elapsed_ms()
        self._failing.add(kind)
        # The first failure after a calm time begins an outage.
        if self._began is None:
            self._began = now
            self._failures = 0
            self._is_logged = False
        self._failures += 1
        # The first line comes soon, further ones are reminders.
        pause = REMINDER_MS if self._is_logged else LEAST_MS
        if self._logged_at is None or now - self._logged_at >= pause:
            self._is_logged = True
            self._logged_at = now
            log.warning(
                "the database fails",
                why=str(error),
                failures=self._failures,
                seconds=round((now - self._began) / 1000),
            )

    def note_success(self, kind: str) -> None:
        """Record that a database operation has succeeded. An outage ends after some time without failures."""
        if self._last is None:
            return
        self._failing.discard(kind)
        if not self._failing and self._clock.elapsed_ms() - self._last >= CALM_MS:
            self.end()

    def end(self) -> None:
        """Log the end of the outage, if there is one."""
        if self._began is not None and self._is_logged:
            seconds = round((self._clock.elapsed_ms() - self._began) / 1000)
            log.warning("the database works again", failures=self._failures, seconds=seconds)
        self._began = self._last = None
        self._failing.clear()


# --- database -----------------------------------------------------------------------------------------------
# Opens the bot's database.


async def open_database(config: Config, *, exclusive: bool = False) -> Store:
    """Open the configured database. If the rules of trophies have changed, count all trophies again.

    Args:
        exclusive: keep other processes from using the database; fail if another uses it.

    Raises:
        StorageUnavailable: the database cannot be opened; the message has the reason.
    """
    return await open_store(
        config.database,
        synchronous=config.synchronous,
        exclusive=exclusive,
        counting=COUNTING,
    )
