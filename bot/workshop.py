"""Files that take a second or two to make: one at a time beside the event loop, and each once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from bot.caches import Memory
from bot.refused import Refused

MOST_WAITING = 8
"""Limit of files that are being made or wait for it."""


class Workshop:
    """Makes files for people, in a thread of its own.

    Args:
        most: how many different files may be in hand at a time.
    """

    def __init__(self, most: int = MOST_WAITING) -> None:
        self._most = most
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="pages")
        """One thread: several that compute would hold the event loop up."""
        self._kept: Memory[str, bytes] = Memory()
        self._in_hand: dict[str, asyncio.Future[bytes]] = {}
        self._people: dict[int, str] = {}
        """Who waits for which file."""
        self._turn = asyncio.Lock()

    @property
    def waiting(self) -> int:
        """Number of files that are being made or wait for it."""
        return len(self._in_hand)

    def expect_room(self, key: str, person: int) -> None:
        """Refuse a person who waits for a file already, and a file for which there is no room now."""
        if person in self._people:
            raise Refused("page-in-hand")
        if self._kept.get(key) is None and key not in self._in_hand and self.waiting >= self._most:
            raise Refused("pages-busy")

    async def made(self, key: str, person: int, make: Callable[[], bytes]) -> bytes:
        """Return the file that a key names, made now unless it is kept or in hand already.

        It leaves the line when nobody waits for it any more.

        Raises:
            Refused: as ``expect_room``.
        """
        self.expect_room(key, person)
        if (kept := self._kept.get(key)) is not None:
            return kept
        if key not in self._in_hand:
            self._in_hand[key] = asyncio.create_task(self._make(key, make), name=f"page {key}")
        task = self._in_hand[key]
        self._people[person] = key
        try:
            return await asyncio.shield(task)
        finally:
            del self._people[person]
            if key not in self._people.values():
                task.cancel()
                if self._in_hand.get(key) is task:
                    del self._in_hand[key]

    async def _make(self, key: str, make: Callable[[], bytes]) -> bytes:
        async with self._turn:
            made = await asyncio.get_running_loop().run_in_executor(self._thread, make)
        self._kept.put(key, made)
        return made

    def close(self) -> None:
        """Make nothing any more."""
        for task in self._in_hand.values():
            task.cancel()
        self._thread.shutdown(wait=False, cancel_futures=True)
