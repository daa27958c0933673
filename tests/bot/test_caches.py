"""Tests of caches: of values for a limited time, and of those that were used lately."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bot.caches import BriefCache, RecentCache, clear_caches_with_names
from bot.clock import Clock, Elapsed


class SetClock(Clock):
    """A clock that shows what a test sets."""

    elapsed = 0

    def elapsed_ms(self) -> Elapsed:
        return Elapsed(self.elapsed)


def test_value_is_returned_until_it_is_too_old() -> None:
    clock = SetClock()
    cache: BriefCache[str, int] = BriefCache(clock, 1000)
    assert cache.get("a") is None
    cache.put("a", 1)
    clock.elapsed = 999
    assert cache.get("a") == 1
    clock.elapsed = 1000
    assert cache.get("a") is None
    cache.put("a", 2)
    assert cache.get("a") == 2


def test_oldest_value_is_dropped_from_full_cache() -> None:
    cache: BriefCache[str, int] = BriefCache(SetClock(), 1000, limit=2)
    for number, key in enumerate("abac"):
        cache.put(key, number)
    assert [cache.get(key) for key in "abc"] == [2, None, 3]


def test_values_are_dropped_when_data_are_deleted() -> None:
    cache: BriefCache[str, int] = BriefCache(SetClock(), 1000)
    cache.put("a", 1)
    clear_caches_with_names()
    assert cache.get("a") is None


# --- recently used values -----------------------------------------------------------------------------------


@given(st.lists(st.integers(0, 12), max_size=60))
def test_cached_value_is_always_that_of_its_key(keys: list[int]) -> None:
    """A key has its own value after any other uses, and the cache never exceeds its limit."""
    cache = RecentCache(6)
    for key in keys:
        assert cache.get_or_make(key, lambda key=key: f"value {key}") == f"value {key}"  # type: ignore[misc]
        assert len(cache) <= 6


def test_value_in_use_is_not_made_again() -> None:
    """A value that is used stays in the cache, however many others are made."""
    cache = RecentCache(6)
    made = list[int]()

    def make(number: int) -> int:
        made.append(number)
        return number

    for number in range(100):
        cache.get_or_make(number, lambda number=number: make(number))  # type: ignore[misc]
        assert cache.get_or_make(0, lambda: make(0)) == 0
    assert made == list(range(100))


def test_recent_values_are_dropped_when_data_are_deleted() -> None:
    cache = RecentCache(6)
    assert cache.get_or_make("a", lambda: 1) == 1
    clear_caches_with_names()
    assert cache.get_or_make("a", lambda: 2) == 2
