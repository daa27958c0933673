"""What people have asked for and is being done: a bot that is told to stop finishes it first."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager


class Work:
    """The pieces of work in hand.

    Attributes:
        is_ending: nothing new is to be begun.
    """

    def __init__(self) -> None:
        self.is_ending = False
        self._in_hand: set[asyncio.Task[object]] = set()

    @contextmanager
    def piece(self) -> Iterator[None]:
        """Count what the task of the moment does within as in hand."""
        task = asyncio.current_task()
        assert task is not None
        self._in_hand.add(task)
        try:
            yield
        finally:
            self._in_hand.discard(task)

    async def finish(self, seconds: float) -> int:
        """Begin nothing new, and wait for what is in hand.

        Args:
            seconds: for how long at most.

        Returns:
            How many pieces are not done even so.
        """
        self.is_ending = True
        if not self._in_hand:
            return 0
        _, left = await asyncio.wait(self._in_hand, timeout=seconds)
        return len(left)
