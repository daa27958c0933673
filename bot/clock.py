"""The one clock of the house; everything that waits or asks the time does it here."""

from __future__ import annotations

import asyncio
import time


class Clock:
    """Real time. Tests and the demo may put another clock in its place."""

    def now_ms(self) -> int:
        """Tell the time in Unix milliseconds."""
        return time.time_ns() // 1_000_000

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        await asyncio.sleep(seconds)
