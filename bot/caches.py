"""Bounded caches that are cleared when names in them may have changed.

That is when a person's data is deleted, and when the ids of the bot's commands become known.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Sized
from functools import lru_cache
from threading import Lock
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar
from weakref import WeakSet

from bot.clock import Clock, Elapsed

if TYPE_CHECKING:
    from functools import _lru_cache_wrapper

T = TypeVar("T")
H = TypeVar("H", bound=Hashable)
K = TypeVar("K", bound=Hashable)
V = TypeVar("V", bound=Sized)


class Clearable(Protocol):
    """Protocol of a cache that any thread may clear."""

    def clear(self) -> None: ...


_functions: list[_lru_cache_wrapper[Any]] = []
_memories: WeakSet[Clearable] = WeakSet()


def cached(size: int, *, of_people: bool = True) -> Callable[[Callable[..., T]], _lru_cache_wrapper[T]]:
    """Return a decorator like ``functools.lru_cache``.

    Args:
        size: maximum number of cached results.
        of_people: results may contain people's names or the bot's commands, so the cache is cleared when a
            person's data is deleted and when the commands' ids become known.
    """

    def decorate(function: Callable[..., T]) -> _lru_cache_wrapper[T]:
        remembered = lru_cache(maxsize=size)(function)
        if of_people:
            _functions.append(remembered)
        return remembered

    return decorate


def clear_on_deletion(memory: Clearable) -> None:
    """Register a cache to be cleared whenever a person's data is deleted."""
    _memories.add(memory)


def clear_caches_with_names() -> None:
    """Clear all caches that may contain people's names or the bot's commands."""
    for function in _functions:
        function.cache_clear()
    for memory in [*_memories]:
        memory.clear()


class RecentCache:
    """A cache that drops values that were not used lately, many at a time.

    The cache has a newer and an older half. A value that is used moves to the newer half. Once that is full,
    it becomes the older half, and what the older half still had is dropped. This takes less time per use than
    an order of all values.

    Args:
        limit: maximum number of cached values.
    """

    def __init__(self, limit: int) -> None:
        self._half = limit // 2
        self._newer: dict[Hashable, Any] = {}
        self._older: dict[Hashable, Any] = {}
        clear_on_deletion(self)

    def __len__(self) -> int:
        return len(self._newer) + len(self._older)

    def __contains__(self, key: Hashable) -> bool:
        return key in self._newer or key in self._older

    def get_or_make(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return the cached value of a key. If there is none, call ``make`` and cache the result."""
        # The cache itself stands for no value.
        value: T = self._newer.get(key, self)
        if value is not self:
            return value
        if self._older:
            value = self._older.pop(key, self)
        if value is self:
            value = make()
        if len(self._newer) >= self._half:
            self._older = self._newer
            self._newer = {}
        self._newer[key] = value
        return value

    def clear(self) -> None:
        """Drop all values."""
        self._newer = {}
        self._older = {}


class ByteCache(Generic[K, V]):
    """A thread-safe cache that drops the least recently used values.

    Args:
        limit: maximum total length of the cached values in bytes.
    """

    def __init__(self, limit: int = 16_000_000) -> None:
        self.limit = limit
        self.size = 0
        self._values: OrderedDict[K, V] = OrderedDict()
        self._lock = Lock()
        clear_on_deletion(self)

    def __len__(self) -> int:
        return len(self._values)

    def get(self, key: K) -> V | None:
        """Return a cached value; ``None`` if there is none."""
        with self._lock:
            value = self._values.get(key)
            if value is not None:
                self._values.move_to_end(key)
            return value

    def put(self, key: K, value: V) -> None:
        """Cache a value. A value longer than the limit is not cached."""
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
        """Drop all values."""
        with self._lock:
            self._values.clear()
            self.size = 0


class BriefCache(Generic[H, T]):
    """A cache that returns a value for a limited time only.

    Args:
        keep_ms: how long a value is returned.
        limit: maximum number of cached values.
    """

    def __init__(self, clock: Clock, keep_ms: int, limit: int = 20) -> None:
        self._clock = clock
        self._keep_ms = keep_ms
        self._limit = limit
        self._values: OrderedDict[H, tuple[Elapsed, T]] = OrderedDict()
        clear_on_deletion(self)

    def get(self, key: H) -> T | None:
        """Return a cached value; ``None`` if there is none, or if it is too old."""
        put_at, value = self._values.get(key, (None, None))
        if put_at is None or self._clock.elapsed_ms() - put_at >= self._keep_ms:
            return None
        return value

    def put(self, key: H, value: T) -> None:
        """Cache a value. The oldest value is dropped if there are too many."""
        self._values.pop(key, None)
        self._values[key] = (self._clock.elapsed_ms(), value)
        if len(self._values) > self._limit:
            self._values.popitem(last=False)

    def clear(self) -> None:
        """Drop all values."""
        self._values.clear()
