"""Shards: parts of the bot's servers, which several processes can divide among themselves.

Discord assigns each server (guild) to a shard by its id. A process serves a shard while it holds the shard's
lock. A process that loses a lock cannot write, so two processes never write for the same shard.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import NamedTuple

FIRST_BIT = 22
"""The lowest bit of a server's id from which Discord computes its shard."""

COMMANDS = -1
"""The task (see ``ShardLocks.reserve_task``) of registering the commands with Discord."""


@dataclass(frozen=True)
class Shard:
    """One of the ``count`` equal parts into which Discord divides a bot's servers."""

    number: int  # from 0
    count: int

    def has(self, guild_id: int) -> bool:
        """True if a server belongs to this shard.

        >>> Shard(1, 4).has(5 << 22)
        True
        """
        return (guild_id >> FIRST_BIT) % self.count == self.number

    @property
    def condition(self) -> str:
        """The SQL condition on ``guild_id`` that selects the servers of this shard."""
        return f"(guild_id >> {FIRST_BIT}) % {self.count:d} = {self.number:d}"

    def __str__(self) -> str:
        return f"{self.number}/{self.count}"


WHOLE = Shard(0, 1)
"""The only shard of an unsharded bot."""


class ShardOwnership(NamedTuple):
    """The state of all shards at one moment, as one process sees it."""

    mine: frozenset[int]  # shards held by this process
    # shards whose locks this process has lost; until it calls ``forget_lost``, it cannot write
    lost: frozenset[int]
    free: frozenset[int]  # shards held by no process
    processes: int  # number of processes that serve this bot, including this one
    is_wanted: bool  # another process wants more shards


class ShardLocks:
    """The locks on the shards (parts of the bot's servers) that one process serves.

    This base class is for a bot of a single process, which can take every shard. The methods of subclasses
    raise ``StorageFailed`` if the database cannot be reached.
    """

    def __init__(self, count: int) -> None:
        self.count = count
        self._mine: set[int] = set()

    async def sync(self, *, wants_more: bool) -> ShardOwnership:
        """Return the state of all shards, as this process sees it.

        ``wants_more`` tells other processes whether this process wants more shards.
        """
        mine = frozenset(self._mine)
        return ShardOwnership(mine, frozenset(), frozenset(range(self.count)) - mine, 1, is_wanted=False)

    async def take(self, number: int) -> bool:
        """Lock a shard for this process if it is free. Return True if the process now holds the lock."""
        self._mine.add(number)
        return True

    async def release(self, number: int) -> None:
        """Release the lock of a shard once all writes that were requested earlier are done."""
        self._mine.discard(number)

    def forget_lost(self, numbers: Collection[int]) -> None:
        """Forget these lost shards, so that the process can write for its other shards again."""

    async def reserve_task(self, task: int) -> bool:
        """Try to reserve a task that only one process may do at a time. Return True on success.

        ``turn`` is ``COMMANDS``, or the number of a group of shards that log in together.
        """
        return True

    async def free_task(self, task: int) -> None:
        """Release a task that ``begin`` has reserved, so that any process may reserve the task."""
