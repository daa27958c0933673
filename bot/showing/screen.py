"""Who is writing to a message, so that one always knows what it shows."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import TypeVar

T = TypeVar("T")


class Screen:
    """One message on people's screens, which several tasks may write to.

    Edits that overlap may arrive in either order; after those nobody knows what the message shows, and it has
    to be written again.
    """

    def __init__(self) -> None:
        self._writers = 0
        self._is_muddled = False

    @property
    def is_being_written(self) -> bool:
        return self._writers > 0

    async def write(self, work: Awaitable[T], mark: str) -> tuple[T, str]:
        """Let some work write to the message; it counts as being written from this call on.

        Args:
            work: writes to the message; whatever it raises, nobody knows whether it did.
            mark: what the message shows afterwards.

        Returns:
            What the work gave, and the mark; an empty one if another writer may have been the last.
        """
        self._writers += 1
        self._is_muddled = self._is_muddled or self._writers > 1
        try:
            result = await work
            return result, "" if self._is_muddled else mark
        finally:
            self._writers -= 1
            if not self._writers:
                self._is_muddled = False
