"""How the bot is divided over processes: which shards one wants, and what it takes or lets go next."""

from __future__ import annotations

import re
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import NamedTuple

from storage.engine.shards import Holding

MOST_SHARDS = 1 << 20
PATIENCE = 3
"""A shard that was free at this number of readings may be taken by a process that already has its share."""

_WRITTEN = re.compile(r"(?P<which>auto|[0-9]+(-[0-9]+)?(,[0-9]+(-[0-9]+)?)*)/(?P<count>[0-9]{1,7})")


class ShardsError(ValueError):
    """Shards that cannot be; the message says why."""


@dataclass(frozen=True)
class Wanted:
    """The shards that a process is to serve.

    Attributes:
        count: into how many the bot is divided.
        numbers: those that it may take.
        at_most: how many of them it takes at most.
        is_fixed: it takes all of them; otherwise processes share alike.
    """

    count: int
    numbers: frozenset[int]
    at_most: int
    is_fixed: bool

    @property
    def processes(self) -> int:
        """How many processes there are at least, with one more to take over or to replace another."""
        return -(-self.count // self.at_most) + 1

    def fair(self, processes: int) -> int:
        """Tell how many it serves while so many processes share."""
        return self.at_most if self.is_fixed else min(self.at_most, -(-self.count // processes))


def parse(written: str, at_most: int = 0) -> Wanted:
    """Read which shards a process is to serve.

    Args:
        written: ``0-3/16`` or ``0,5/16``: these of 16; ``auto/16``: whichever are free.
        at_most: how many; 0 for as many as there are.

    Raises:
        ShardsError: that cannot be.

    >>> sorted(parse("0-2,5/16").numbers)
    [0, 1, 2, 5]
    >>> parse("auto/16", 4).fair(2)
    4
    """
    found = _WRITTEN.fullmatch(written.strip())
    if found is None:
        raise ShardsError(f"shards must be written as 0-3/16 or as auto/16, not {written!r}")
    count = int(found["count"])
    if not 1 <= count <= MOST_SHARDS:
        raise ShardsError(f"there can be 1 to {MOST_SHARDS} shards, not {count}")
    if found["which"] == "auto":
        return Wanted(count, frozenset(range(count)), min(at_most or count, count), is_fixed=False)
    numbers: set[int] = set()
    for part in found["which"].split(","):
        first, _, last = part.partition("-")
        if int(last or first) >= count or int(first) > int(last or first):
            raise ShardsError(f"shards of {count} are numbered from 0 to {count - 1}, in order, not {part}")
        numbers.update(range(int(first), int(last or first) + 1))
    return Wanted(count, frozenset(numbers), min(at_most or len(numbers), len(numbers)), is_fixed=True)


class Step(NamedTuple):
    """What to do after a look.

    Attributes:
        take: shards to try, in this order.
        release: one that another process is to have.
        wants: this process would take more than it can.
    """

    take: tuple[int, ...] = ()
    release: int | None = None
    wants: bool = False


def step(wanted: Wanted, held: Holding, long_free: AbstractSet[int], at_once: int) -> Step:
    """Choose what to take, so many ``at_once``, or to let go; ``long_free`` were so at ``PATIENCE`` looks."""
    mine, fair = len(held.mine), wanted.fair(held.processes)
    free = sorted(held.free & wanted.numbers)
    if mine < fair:
        take = tuple(free[: min(fair - mine, at_once)])
        return Step(take, wants=not take)
    if left := sorted(long_free & held.free & wanted.numbers):
        return Step(tuple(left[: min(wanted.at_most - mine, at_once)]))
    if held.is_wanted and mine > fair and not held.free:
        return Step(release=max(held.mine))
    return Step()


def share(per_second: int, mine: int, count: int) -> tuple[int, int]:
    """Divide Discord's allowance as the shards are divided, so that nobody has to ask anybody.

    Args:
        per_second: requests a second of all processes together.
        mine: how many shards are served here; none has the share of one, for what precedes serving.
        count: how many shards there are.

    Returns:
        How many requests in how many milliseconds; a share of less than one a second takes longer.

    >>> share(48, 4, 16), share(48, 1, 96)
    ((12, 1000), (1, 2000))
    """
    mine = max(mine, 1)
    most = per_second * mine // count
    return (most, 1000) if most else (1, 1000 * -(-count // (per_second * mine)))
