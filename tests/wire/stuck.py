"""Run the bot as ``tests.wire.runner`` does, and block its event loop at SIGUSR1.

    python -m tests.wire.stuck URL ... --way asleep

``asleep`` and ``busy`` block for ever; ``busy`` also keeps the interpreter's lock. ``slow`` is work that
takes longer than the loop may be stuck, in pieces that do not.
"""

from __future__ import annotations

import asyncio
import re
import signal
import sys
import threading
from collections.abc import Callable

from bot.administration import running
from tests.wire import runner

SECONDS = 4.0
"""The longest time that the loop may be blocked in these tests."""


def sleep_for_ever() -> None:
    threading.Event().wait(3600)


def compute_for_ever() -> None:
    """Run endless C code, which keeps the interpreter's lock."""
    re.match(r"(a|a)*b", "a" * 60)


def work_slowly(blocks: int = 12) -> None:
    """Block the loop repeatedly, each time for less than the allowed time."""
    threading.Event().wait(SECONDS / 8)
    if blocks:
        asyncio.get_running_loop().call_soon(work_slowly, blocks - 1)
    else:
        print('{"event": "slow work is done", "level": "info"}', flush=True)


WAYS: dict[str, Callable[[], None]] = {
    "asleep": sleep_for_ever,
    "busy": compute_for_ever,
    "slow": work_slowly,
}


def main() -> None:
    at = sys.argv.index("--way")
    act = WAYS[sys.argv[at + 1]]
    del sys.argv[at : at + 2]
    running.STUCK_SECONDS = SECONDS
    signal.signal(signal.SIGUSR1, lambda *_: act())
    runner.main()


if __name__ == "__main__":
    main()
