"""Locks on shards, by which several processes divide the servers of a bot among themselves.

Discord assigns each server (guild) to a shard by its id (``storage.serving``). A process serves a shard while
it holds the shard's lock.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

COMMANDS = -1
"""The task (see ``ShardLocks.reserve_task``) of registering the commands with Discord."""


EMOJI = -2
"""The task of uploading the application's emoji."""


class ShardOwnership(NamedTuple):
    """The shards of this process and of other processes at one moment."""

    mine: frozenset[int]  # shards held by this process
    # shards whose locks this process has lost; until it calls ``forget_lost``, it cannot write
    lost: frozenset[int]
    free: frozenset[int]  # shards held by no process
    processes: int  # number of processes that serve this bot, including this one
    is_wanted: bool  # another process wants more shards


class ShardLocks:
    """The locks on the shards that one process serves.

    This base class is for a bot of a single process, which can take every shard. Subclasses raise
    ``StorageFailed`` if the database cannot be reached.
    """

    def __init__(self, count: int) -> None:
        self.count = count
        self._mine: set[int] = set()

    async def sync(self, *, wants_more: bool) -> ShardOwnership:
        """Publish whether this process wants more shards, and return who serves which shards."""
        mine = frozenset(self._mine)
        return ShardOwnership(mine, frozenset(), frozenset(range(self.count)) - mine, 1, is_wanted=False)

    async def take(self, number: int) -> bool:
        """Lock a shard for this process if it is free. Return whether this process holds the lock."""
        self._mine.add(number)
        return True

    async def release(self, number: int) -> None:
        """Release the lock of a shard, after all writes that were requested earlier."""
        self._mine.discard(number)

    def forget_lost(self, numbers: Collection[int]) -> None:
        """Forget lost shards. Writes for the other shards of this process are possible again."""

    async def reserve_task(self, task: int) -> bool:
        """Reserve a task that only one process may do at a time. Return whether this succeeded.

        Args:
            task: ``COMMANDS``, ``EMOJI``, or the number of a group of shards that log in together.
        """
        return True

    async def free_task(self, task: int) -> None:
        """End the reservation of a task, so that any process may do it."""
