"""Decides which of a bot's shards a process takes and releases."""

from __future__ import annotations

import re
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import NamedTuple

from storage.engine.shards import ShardOwnership

MOST_SHARDS = 1 << 20
PATIENCE = 3
"""Number of readings for which a shard must be free before a process takes more than its share."""

_WRITTEN = re.compile(r"(?P<which>auto|[0-9]+(-[0-9]+)?(,[0-9]+(-[0-9]+)?)*)/(?P<count>[0-9]{1,7})")


class ShardsError(ValueError):
    """Raised if the setting of shards is impossible; the message has the reason."""


@dataclass(frozen=True)
class ServableShards:
    """The shards that a process may serve.

    Attributes:
        count: number of shards of the whole bot.
        numbers: the shards that the process may serve.
        at_most: maximum number of shards of the process.
        is_fixed: the process serves all of ``numbers``; otherwise all processes share them evenly.
    """

    count: int
    numbers: frozenset[int]
    at_most: int
    is_fixed: bool

    @property
    def processes(self) -> int:
        """Number of processes that can serve all shards, with one in reserve."""
        return -(-self.count // self.at_most) + 1

    def fair_count(self, processes: int) -> int:
        """Return the number of shards for each process if this many processes are running."""
        return self.at_most if self.is_fixed else min(self.at_most, -(-self.count // processes))


def parse(text: str, at_most: int = 0) -> ServableShards:
    """Return the shards that a process may serve, from the text of a setting.

    Args:
        at_most: limit of the number of shards; 0 for no limit.

    Raises:
        ShardsError: the setting is impossible.

    >>> sorted(parse("0-2,5/16").numbers)
    [0, 1, 2, 5]
    >>> parse("auto/16", 4).fair_count(processes=2)
    4
    """
    match = _WRITTEN.fullmatch(text.strip())
    if match is None:
        # The sentence is shown to the person who has written the setting.
        raise ShardsError(f"shards must be written as 0-3/16 or as auto/16, not {text!r}")
    count = int(match["count"])
    if not 1 <= count <= MOST_SHARDS:
        raise ShardsError(f"there can be 1 to {MOST_SHARDS} shards, not {count}")
    # Any shards, divided evenly among the processes.
    if match["which"] == "auto":
        return ServableShards(count, frozenset(range(count)), min(at_most or count, count), is_fixed=False)
    numbers: set[int] = set()
    # Fixed shards, written as numbers and ranges.
    for part in match["which"].split(","):
        first, _, last = part.partition("-")
        if int(last or first) >= count or int(first) > int(last or first):
            raise ShardsError(f"shards of {count} are numbered from 0 to {count - 1}, in order, not {part}")
        numbers.update(range(int(first), int(last or first) + 1))
    return ServableShards(
        count, frozenset(numbers), min(at_most or len(numbers), len(numbers)), is_fixed=True
    )


class ShardChange(NamedTuple):
    """The shards that a process should take or release now.

    Attributes:
        take: shards to take, in this order.
        release: a shard to release for another process.
        needs_more: the process has too few shards, but no shard is free.
    """

    take: tuple[int, ...] = ()
    release: int | None = None
    needs_more: bool = False


def next_change(
    wanted: ServableShards, holding: ShardOwnership, long_free: AbstractSet[int], at_once: int
) -> ShardChange:
    """Return which shards a process should take or release now.

    Args:
        wanted: the shards that this process may serve.
        holding: the shards that each process holds.
        long_free: shards that no process has served for a long time.
        at_once: maximum number of shards to take now.
    """
    mine, fair = len(holding.mine), wanted.fair_count(holding.processes)
    free = sorted(holding.free & wanted.numbers)
    if mine < fair:
        take = tuple(free[: min(fair - mine, at_once)])
        return ShardChange(take, needs_more=not take)
    if reserve := sorted(long_free & holding.free & wanted.numbers):
        return ShardChange(tuple(reserve[: min(wanted.at_most - mine, at_once)]))
    if holding.is_wanted and mine > fair and not holding.free:
        return ShardChange(release=max(holding.mine))
    return ShardChange()


class RequestLimit(NamedTuple):
    """A rate limit: a maximum number of requests per period."""

    max_requests: int
    period_ms: int


def request_limit(per_second: int, mine: int, count: int) -> RequestLimit:
    """Return the rate limit of a process that serves some of the bot's shards.

    Args:
        per_second: requests per second of the whole bot.
        mine: number of shards that the process serves.
        count: number of shards of the whole bot.

    >>> request_limit(48, mine=4, count=16)
    RequestLimit(max_requests=12, period_ms=1000)
    >>> request_limit(48, mine=1, count=96)
    RequestLimit(max_requests=1, period_ms=2000)
    """
    mine = max(mine, 1)  # a process sends requests before it serves any shard, too
    most = per_second * mine // count
    if most:
        return RequestLimit(most, 1000)
    return RequestLimit(1, 1000 * -(-count // (per_second * mine)))
