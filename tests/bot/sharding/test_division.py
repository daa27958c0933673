"""Tests of the rules by which processes divide the shards among themselves."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.sharding import PATIENCE, ServableShards, ShardsError, next_change, parse, request_limit
from storage.engine.shards import ShardOwnership


@pytest.mark.parametrize(
    ("written", "at_most", "numbers", "most", "is_fixed"),
    [
        ("0-3/16", 0, {0, 1, 2, 3}, 4, True),
        ("0,5-6/16", 2, {0, 5, 6}, 2, True),
        ("7/8", 0, {7}, 1, True),
        (" auto/3 ", 0, {0, 1, 2}, 3, False),
        ("auto/3", 9, {0, 1, 2}, 3, False),
        ("auto/3", 1, {0, 1, 2}, 1, False),
    ],
)
def test_shards_are_written_in_usual_notation(
    written: str, at_most: int, numbers: set[int], most: int, is_fixed: bool
) -> None:
    wanted = parse(written, at_most)
    assert (wanted.numbers, wanted.at_most, wanted.is_fixed) == (numbers, most, is_fixed)


@pytest.mark.parametrize(
    "written", ["", "3", "0-3", "auto", "auto/0", "4/4", "3-1/4", "0-4/4", "-1/4", "0-/4", "1,/4", "x/4"]
)
def test_impossible_shards_are_refused(written: str) -> None:
    with pytest.raises(ShardsError, match="shards"):
        parse(written)


class DividingProcess:
    """A simulated process that takes and releases shards by the rules."""

    def __init__(self, others: list[DividingProcess], wanted: ServableShards) -> None:
        self.mine: set[int] = set()
        self.wanted, self.wants = wanted, False
        self._others, self._free = others, dict.fromkeys(wanted.numbers, 0)
        others.append(self)

    def look(self) -> None:
        """Apply the next change of this process's shards."""
        others = self._others
        free = frozenset(range(self.wanted.count)).difference(*(process.mine for process in others))
        wanted = any(process.wants for process in others if process is not self)
        standing = ShardOwnership(frozenset(self.mine), frozenset(), free, len(others), wanted)
        self._free = {number: self._free.get(number, 0) + 1 for number in free}
        long_free = {number for number, looks in self._free.items() if looks >= PATIENCE}
        todo = next_change(self.wanted, standing, long_free, at_once=1)
        assert set(todo.take) <= free
        self.wants = todo.needs_more
        self.mine |= set(todo.take)
        if todo.release is not None:
            self.mine.remove(todo.release)


LOOKS = 60
"""The number of checks after which the division is stable."""


@given(
    count=st.integers(1, 12),
    most=st.lists(st.integers(1, 12), min_size=1, max_size=5),
    dies=st.integers(0, 4),
    comes=st.integers(1, 12),
)
def test_every_shard_is_served_and_settles(count: int, most: list[int], dies: int, comes: int) -> None:
    """After processes join and leave, all shards are divided evenly, and the division then stays
    unchanged.
    """
    processes: list[DividingProcess] = []
    for at_most in most:
        DividingProcess(processes, parse(f"auto/{count}", at_most))
    for change in ("", "dies", "comes"):
        if change == "dies" and len(processes) > 1:
            del processes[dies % len(processes)]
        if change == "comes":
            DividingProcess(processes, parse(f"auto/{count}", comes))
        for _ in range(LOOKS):
            for process in processes:
                process.look()
        served = [number for process in processes for number in process.mine]
        assert len(served) == len(set(served))
        assert len(served) == min(count, sum(process.wanted.at_most for process in processes))
        assert all(len(process.mine) <= process.wanted.at_most for process in processes)
        fair = -(-count // len(processes))
        if all(process.wanted.at_most >= fair for process in processes):
            assert max(len(process.mine) for process in processes) <= fair
        before = [set(process.mine) for process in processes]
        for _ in range(2 * PATIENCE):
            for process in processes:
                process.look()
        assert before == [process.mine for process in processes]


def test_fixed_shards_are_never_released() -> None:
    """A process that is configured with fixed shards keeps them when another process wants shards."""
    processes: list[DividingProcess] = []
    fixed = DividingProcess(processes, parse("0-2/4"))
    for _ in range(LOOKS):
        fixed.look()
    other = DividingProcess(processes, parse("auto/4"))
    for _ in range(LOOKS):
        fixed.look()
        other.look()
    assert (fixed.mine, other.mine) == ({0, 1, 2}, {3})


@given(
    per_second=st.integers(1, 1000),
    count=st.integers(1, 200),
    parts=st.lists(st.integers(1, 50), max_size=20),
)
def test_shares_of_the_limit_never_exceed_the_whole(per_second: int, count: int, parts: list[int]) -> None:
    """The rate limits of all processes add up to at most Discord's limit for the bot."""
    rest, rate = count, 0.0
    for part in parts:
        mine = min(part, rest)
        rest -= mine
        if mine:
            most, span = request_limit(per_second, mine, count)
            assert most >= 1
            rate += 1000 * most / span
    assert rate <= per_second + 1e-6
