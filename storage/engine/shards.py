"""Shards: who serves which servers, where several processes share a database.

Discord divides a bot's servers (guilds) over shards by their ids. A process serves a shard while it holds its
lock. The locks lie on the connection that writes: who has lost one cannot write, and so nobody writes for a
shard that another process serves.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import NamedTuple, Protocol

FIRST_BIT = 22
"""Discord chooses a server's shard by its id from this bit on."""


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


class Holding(NamedTuple):
    """A snapshot of which process holds which shards.

    Attributes:
        mine: shards that this process holds.
        lost: shards that it held and does not hold any more; nothing is written until it has said so.
        free: shards that nobody holds.
        processes: how many serve this bot, this one among them.
        is_wanted: another process would take more shards than there are free.
    """

    mine: frozenset[int]
    lost: frozenset[int]
    free: frozenset[int]
    processes: int
    is_wanted: bool


class ShardLocks(Protocol):
    """The locks of one process; every method may raise ``StorageFailed``.

    Attributes:
        count: into how many shards the bot is divided.
    """

    count: int

    async def look(self, *, wants: bool) -> Holding:
        """See who holds what, and let others see whether this process would take more."""

    async def take(self, number: int) -> bool:
        """Take a shard if it is free; say whether it is ours."""

    async def release(self, number: int) -> None:
        """Let another process have a shard; what was begun before is written before."""

    def give_up(self, numbers: Collection[int]) -> None:
        """Say that lost shards are served no longer; from now on others can be written for again."""

    async def begin_login(self, bucket: int) -> bool:
        """Take the right to log in on a bucket (Discord's ``max_concurrency``); say whether we have it."""

    async def end_login(self, bucket: int) -> None:
        """Let others log in on a bucket."""

    async def begin_telling(self) -> bool:
        """Take the right to tell Discord the commands; say whether we have it."""

    async def end_telling(self) -> None:
        """Let others tell Discord the commands."""


class AllShards:
    """The locks of a process that has the database for itself, and so every shard that it likes."""

    def __init__(self, count: int) -> None:
        self.count = count
        self._mine: set[int] = set()

    async def look(self, *, wants: bool) -> Holding:
        """See that nobody else is there."""
        mine = frozenset(self._mine)
        return Holding(mine, frozenset(), frozenset(range(self.count)) - mine, 1, is_wanted=False)

    async def take(self, number: int) -> bool:
        """Take a shard."""
        self._mine.add(number)
        return True

    async def release(self, number: int) -> None:
        """Let a shard go."""
        self._mine.discard(number)

    def give_up(self, numbers: Collection[int]) -> None:
        """Do nothing: none is lost."""

    async def begin_login(self, bucket: int) -> bool:
        """Be the only one who logs in."""
        return True

    async def end_login(self, bucket: int) -> None:
        """Do nothing."""

    async def begin_telling(self) -> bool:
        """Be the only one who tells Discord the commands."""
        return True

    async def end_telling(self) -> None:
        """Do nothing."""
