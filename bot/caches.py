"""Bounded caches that are cleared when a person's data is deleted, since they may contain names."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Sized
from functools import lru_cache
from threading import Lock
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar
from weakref import WeakSet

if TYPE_CHECKING:
    from functools import _lru_cache_wrapper

T = TypeVar("T")
K = TypeVar("K", bound=Hashable)
V = TypeVar("V", bound=Sized)


class Clearable(Protocol):
    """Protocol of a cache. ``clear`` may be called from any thread."""

    def clear(self) -> None: ...


_functions: list[_lru_cache_wrapper[Any]] = []
_memories: WeakSet[Clearable] = WeakSet()


def cached(size: int, *, of_people: bool = True) -> Callable[[Callable[..., T]], _lru_cache_wrapper[T]]:
    """Return a decorator that caches the ``size`` most recently used results of a pure function.

    Set ``of_people`` if the arguments or results may contain people's names. The cache is then cleared when a
    person's data is deleted.
    """

    def decorate(function: Callable[..., T]) -> _lru_cache_wrapper[T]:
        remembered = lru_cache(maxsize=size)(function)
        if of_people:
            _functions.append(remembered)
        return remembered

    return decorate


def forgotten_with_people(memory: Clearable) -> None:
    """Register a cache, so that it is cleared when a person's data is deleted."""
    _memories.add(memory)


def forget_computed() -> None:
    """Clear all caches that may contain names."""
    for function in _functions:
        function.cache_clear()
    for memory in [*_memories]:
        memory.clear()


class Memory(Generic[K, V]):
    """A thread-safe cache of byte strings with a maximum total length.

    Beyond this length the least recently used values are dropped.
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
        """Return a value and count it as used; ``None`` if it is not cached."""
        with self._lock:
            value = self._values.get(key)
            if value is not None:
                self._values.move_to_end(key)
            return value

    def put(self, key: K, value: V) -> None:
        """Store a value. If the cache gets too large, the least recently used values are dropped."""
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
