"""What was computed lately: bounded, and forgotten when a person is, as a name may be in it."""

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
    """Something that can be emptied, for any thread."""

    def clear(self) -> None: ...


_functions: list[_lru_cache_wrapper[Any]] = []
_memories: WeakSet[Clearable] = WeakSet()


def cached(size: int, *, of_people: bool = True) -> Callable[[Callable[..., T]], _lru_cache_wrapper[T]]:
    """Let a pure function give again what it has given for the ``size`` calls used last.

    It is not ``of_people`` where neither arguments nor results ever hold what people are called.
    """

    def decorate(function: Callable[..., T]) -> _lru_cache_wrapper[T]:
        remembered = lru_cache(maxsize=size)(function)
        if of_people:
            _functions.append(remembered)
        return remembered

    return decorate


def forgotten_with_people(memory: Clearable) -> None:
    """Let something else that keeps what was computed be emptied as well, as long as it is used."""
    _memories.add(memory)


def forget_computed() -> None:
    """Forget all that was computed of people, because somebody is to be forgotten."""
    for function in _functions:
        function.cache_clear()
    for memory in [*_memories]:
        memory.clear()


class Memory(Generic[K, V]):
    """The values used last, for any thread, bounded by the sum of their bytes."""

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
