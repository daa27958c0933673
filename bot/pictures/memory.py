"""What was used last, bounded by the sum of its bytes."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable, Sized
from threading import Lock
from typing import Generic, TypeVar

from bot.caches import forgotten_with_people

K = TypeVar("K", bound=Hashable)
V = TypeVar("V", bound=Sized)


class Memory(Generic[K, V]):
    """The values used last, for any thread.

    Args:
        limit: how many bytes of values may be kept.
    """

    def __init__(self, limit: int = 16_000_000) -> None:
        self.limit = limit
        self.size = 0
        self._values: OrderedDict[K, V] = OrderedDict()
        self._lock = Lock()
        forgotten_with_people(self)

    def __len__(self) -> int:
        return len(self._values)

    def get(self, key: K) -> V | None:
        """Find a value and count it as used."""
        with self._lock:
            value = self._values.get(key)
            if value is not None:
                self._values.move_to_end(key)
            return value

    def put(self, key: K, value: V) -> None:
        """Keep a value; those not used for longest go when there are too many bytes."""
        if len(value) > self.limit:
            return
        with self._lock:
            former = self._values.pop(key, None)
            self.size += len(value) - (0 if former is None else len(former))
            self._values[key] = value
            while self.size > self.limit:
                _, gone = self._values.popitem(last=False)
                self.size -= len(gone)

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._values.clear()
            self.size = 0
