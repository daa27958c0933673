"""A process whose event loop is stuck ends itself, so that whatever started it starts it again.

systemd, ``restart: unless-stopped`` and Kubernetes all start a process again that has ended; none of them has
to find out that it is stuck. The timer is a thread in C, so it also fires while the loop is stuck in code
that never releases the interpreter's lock.
"""

from __future__ import annotations

import asyncio
import faulthandler
import sys
from collections.abc import Iterator
from contextlib import contextmanager

STUCK_SECONDS = 60.0
"""A loop that does not come round for this time is stuck: a tenth of a second is a bug already."""

TURNS = 4
"""Number of turns of the loop, evenly spaced, before the timer would fire."""


@contextmanager
def watched_loop() -> Iterator[None]:
    """End the process with code 1 if the running loop gets stuck, with each thread's stack in the log."""
    # sys.stderr may be something else by now, without a file that C could write to.
    assert sys.__stderr__ is not None
    stderr, seconds = sys.__stderr__, STUCK_SECONDS

    loop = asyncio.get_running_loop()
    handle: asyncio.TimerHandle

    def wind_up() -> None:
        nonlocal handle
        # Each call replaces the timer of the one before.
        faulthandler.dump_traceback_later(seconds, exit=True, file=stderr)
        handle = loop.call_later(seconds / TURNS, wind_up)

    wind_up()
    try:
        yield
    finally:
        handle.cancel()
        faulthandler.cancel_dump_traceback_later()
