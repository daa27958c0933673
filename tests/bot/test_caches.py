"""Tests of caches whose values are returned for a limited time."""

from __future__ import annotations

from bot.caches import BriefCache, clear_caches_with_names
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
