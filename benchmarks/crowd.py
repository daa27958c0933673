"""How people tap in a measurement: at a pace, and perhaps again before they were answered."""

from __future__ import annotations

import asyncio
import random
import time
from contextlib import suppress

from tests.wire.players import Player

LONG = 5.0
"""Seconds without anything to tap after which an impatient person opens a new panel."""


class Pace:
    """Lets so many through in a second, at random moments; all of them at a rate of 0."""

    def __init__(self, rate: float, seed: int) -> None:
        self._rate, self._rng = rate, random.Random(seed)
        self._next = 0.0

    async def take(self) -> None:
        """Wait for one's turn."""
        if not self._rate:
            return
        now = time.monotonic()
        self._next = max(self._next, now) + self._rng.expovariate(self._rate)
        await asyncio.sleep(self._next - now)


async def play_impatiently(player: Player, pace: Pace) -> None:
    """Tap whatever there is to tap, and again, answered or not, until the game is over.

    Args:
        player: one person at one table.
        pace: of the taps of all people together.
    """
    channel = player.channel
    taps: set[asyncio.Task[None]] = set()
    try:
        while not player.is_over:
            with suppress(AssertionError):
                await channel.bell.until(lambda: player.has_choice or player.is_over, LONG)
            await pace.take()
            tap = asyncio.create_task(_tap(player))
            taps.add(tap)
            tap.add_done_callback(taps.discard)
    finally:
        for tap in taps:
            tap.cancel()


async def _tap(player: Player) -> None:
    if player.has_choice:
        await player.step()
    elif not player.is_over:
        await player.open_panel()
