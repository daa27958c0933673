"""Shards: who serves which servers, where several processes share a database.

Discord divides a bot's servers (guilds) over shards by their ids. A process serves a shard while it holds its
lock. The locks belong to the writing connection: a process that has lost one cannot write, so no process
writes for a shard that another one serves.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import NamedTuple

FIRST_BIT = 22
"""Discord chooses a server's shard by its id from this bit on."""

COMMANDS = -1
"""The turn for registering the commands with Discord."""


@dataclass(frozen=True)
class Shard:
    """A shard: its number, from 0, and how many there are."""

    number: int
    count: int

    def has(self, guild_id: int) -> bool:
        """Tell whether a server is on this shard.

        >>> Shard(1, 4).has(5 << 22)
        True
        """
        return (guild_id >> FIRST_BIT) % self.count == self.number

    @property
    def condition(self) -> str:
        """``has`` as an SQL condition on ``guild_id``."""
        return f"(guild_id >> {FIRST_BIT}) % {self.count:d} = {self.number:d}"

    def __str__(self) -> str:
        return f"{self.number}/{self.count}"


WHOLE = Shard(0, 1)
"""The one shard of a bot that is not divided."""


class Holding(NamedTuple):
    """A snapshot of which process holds which shards.

    Attributes:
        mine: shards that this process holds.
        lost: shards whose locks it has lost; it cannot write until it acknowledges that (``give_up``).
        free: shards that nobody holds.
        processes: the number of processes that serve this bot, with this one.
        is_wanted: another process would take more shards than there are free.
    """

    mine: frozenset[int]
    lost: frozenset[int]
    free: frozenset[int]
    processes: int
    is_wanted: bool


class ShardLocks:
    """The locks of one process, or ``StorageFailed``; as it stands of one alone, for which all are free."""

    def __init__(self, count: int) -> None:
        self.count = count
        self._mine: set[int] = set()

    async def look(self, *, wants: bool) -> Holding:
        """Return who holds which shards, and publish whether this process would take more."""
        mine = frozenset(self._mine)
        return Holding(mine, frozenset(), frozenset(range(self.count)) - mine, 1, is_wanted=False)

    async def take(self, number: int) -> bool:
        """Take a shard's lock if it is free; return whether this process holds it."""
        self._mine.add(number)
        return True

    async def release(self, number: int) -> None:
        """Release a shard's lock, after the writes queued before."""
        self._mine.discard(number)

    def give_up(self, numbers: Collection[int]) -> None:
        """Acknowledge the loss of shards' locks; from now on this process can write for its others again."""

    async def begin(self, turn: int) -> bool:
        """Take a turn, ``COMMANDS`` or a bucket of logins, that one has at a time; say whether it is ours."""
        return True

    async def end(self, turn: int) -> None:
        """Release a turn."""
