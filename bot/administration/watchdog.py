"""Ends the process if its event loop is stuck, so that the host restarts it."""

from __future__ import annotations

import asyncio
import faulthandler
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from bot.clock import Clock

STUCK_SECONDS = 60.0
"""Seconds without a turn of the event loop after which it counts as stuck. A tenth of a second would already
be a bug.
"""

TURNS = 10
"""Number of times that the loop resets the timer within ``STUCK_SECONDS``."""


@contextmanager
def watched_loop() -> Iterator[None]:
    """Context manager that prints all stacks and ends the process if the event loop gets stuck."""
    # sys.stderr may be something else by now, without a file that C could write to.
    assert sys.__stderr__ is not None
    stderr, seconds, clock = sys.__stderr__, STUCK_SECONDS, Clock()

    async def wind_up() -> None:
        while True:
            # Each call replaces the last timer, a thread in C that fires even if Python code holds its lock.
            faulthandler.dump_traceback_later(seconds, exit=True, file=stderr)
            await clock.sleep(seconds / TURNS)

    winding = asyncio.create_task(wind_up(), name="watchdog")
    try:
        yield
    finally:
        winding.cancel()
        faulthandler.cancel_dump_traceback_later()
