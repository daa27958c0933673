"""Makes files in a background thread, one file at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from bot.caches import ByteCache
from bot.refused import Refused

MOST_WAITING = 8
"""Limit of files that are being made or queued."""


class Workshop:
    """Makes files in a background thread, one at a time.

    Args:
        max_files: maximum number of files that are being made or waiting.
    """

    def __init__(self, max_files: int = MOST_WAITING) -> None:
        self._max_files = max_files
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="pages")
        """One thread, since several computing threads would delay the event loop."""
        self._kept: ByteCache[str, bytes] = ByteCache()
        self._in_hand: dict[str, asyncio.Future[bytes]] = {}
        self._people: dict[int, str] = {}
        """The file that each person waits for."""
        self._turn = asyncio.Lock()

    @property
    def waiting(self) -> int:
        """Number of files that are being made or waiting."""
        return len(self._in_hand)

    def expect_room(self, key: str, person: int) -> None:
        """Check that a person may request a file.

        Raises:
            Refused: the person already waits for a file, or too many files are waiting.
        """
        if person in self._people:
            raise Refused("page-in-hand")
        if self._kept.get(key) is None and key not in self._in_hand and self.waiting >= self._max_files:
            raise Refused("pages-busy")

    async def file(self, key: str, person: int, make: Callable[[], bytes]) -> bytes:
        """Return the cached file with this key. If there is none, make it.

        Args:
            person: user id of the person who waits for the file.
            make: returns the file's content.

        Raises:
            Refused: the person already waits for a file, or too many files are waiting.
        """
        self.expect_room(key, person)
        if (cached := self._kept.get(key)) is not None:
            return cached
        # The file is made once, even if several people ask for it.
        if key not in self._in_hand:
            self._in_hand[key] = asyncio.create_task(self._make(key, make), name=f"page {key}")
        task = self._in_hand[key]
        # A person waits for one file at a time.
        self._people[person] = key
        try:
            return await asyncio.shield(task)
        finally:
            del self._people[person]
            # Nobody waits for the file now, so it need not be made.
            if key not in self._people.values():
                task.cancel()
                if self._in_hand.get(key) is task:
                    del self._in_hand[key]

    async def _make(self, key: str, make: Callable[[], bytes]) -> bytes:
        async with self._turn:
            data = await asyncio.get_running_loop().run_in_executor(self._thread, make)
        self._kept.put(key, data)
        return data

    def close(self) -> None:
        """Stop making files."""
        for task in self._in_hand.values():
            task.cancel()
        self._thread.shutdown(wait=False, cancel_futures=True)
