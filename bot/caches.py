"""What was computed lately: bounded, and forgotten when a person is, as a name may be in it."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Protocol, TypeVar
from weakref import WeakSet

if TYPE_CHECKING:
    from functools import _lru_cache_wrapper

T = TypeVar("T")


class Clearable(Protocol):
    """Something that can be emptied, for any thread."""

    def clear(self) -> None: ...


C = TypeVar("C", bound=Clearable)

_functions: list[_lru_cache_wrapper[Any]] = []
_memories: WeakSet[Clearable] = WeakSet()


def cached(size: int, *, of_people: bool = True) -> Callable[[Callable[..., T]], _lru_cache_wrapper[T]]:
    """Let a pure function give again what it has given for the calls used last.

    Args:
        size: for so many calls.
        of_people: ``False`` where neither arguments nor results ever hold what people are called.
    """

    def decorate(function: Callable[..., T]) -> _lru_cache_wrapper[T]:
        remembered = lru_cache(maxsize=size)(function)
        if of_people:
            _functions.append(remembered)
        return remembered

    return decorate


def forgotten_with_people(memory: C) -> C:
    """Let something else that keeps what was computed be emptied as well, as long as it is used."""
    _memories.add(memory)
    return memory


def forget_computed() -> None:
    """Forget all that was computed of people, because somebody is to be forgotten."""
    for function in _functions:
        function.cache_clear()
    for memory in [*_memories]:
        memory.clear()
