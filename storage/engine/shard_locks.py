"""The shards that one process serves, by PostgreSQL's advisory locks."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection
from typing import Protocol, TypeVar

import psycopg

from storage.engine.advisory import (
    COMMAND_REGISTRATION,
    COUNT,
    LOCKS,
    LOGIN,
    SHARD,
    SHARDS_WANTED,
    Held,
    try_lock,
    unlock,
)
from storage.engine.migrate import APPLICATION_ID
from storage.engine.session import Session
from storage.engine.shards import COMMANDS, Holding, ShardLocks
from storage.errors import StorageFailed, StorageUnavailable

T = TypeVar("T")


class Caller(Protocol):
    """Runs a function with the writing connection, after the work queued before."""

    def __call__(self, work: Callable[[Session], T], /) -> Awaitable[T]: ...


class AdvisoryLocks(ShardLocks):
    """Those of a process that shares a PostgreSQL.

    Args:
        held: the locks of the writing connection.
        call: runs a function with that connection.
    """

    def __init__(self, held: Held, call: Caller) -> None:
        super().__init__(held.count)
        self._held, self._call = held, call

    async def look(self, *, wants: bool) -> Holding:
        """Return who holds which shards, and publish whether this process would take more."""

        def work(session: Session) -> list[tuple[int, bool]]:
            found = session.control(LOCKS).fetchall()
            is_told = (SHARDS_WANTED, True) in found
            if wants and not is_told:
                session.control(f"SELECT pg_advisory_lock_shared({APPLICATION_ID}, {SHARDS_WANTED})")
            elif is_told and not wants:
                session.control(f"SELECT pg_advisory_unlock_shared({APPLICATION_ID}, {SHARDS_WANTED})")
            return found

        found = await self._with(work)
        taken = {key - SHARD for key, _ in found if SHARD <= key < LOGIN}
        return Holding(
            mine=frozenset(self._held.shards),
            lost=frozenset(self._held.lost),
            free=frozenset(range(self.count)) - taken,
            processes=sum(key == COUNT + self.count for key, _ in found),
            is_wanted=(SHARDS_WANTED, False) in found,
        )

    async def take(self, number: int) -> bool:
        """Take a shard's lock if it is free; return whether this process holds it."""
        held = self._held

        def work(session: Session) -> bool:
            if number in held.shards:
                return True
            if number in held.lost or not try_lock(session, SHARD + number):
                return False
            held.shards.add(number)
            return True

        return await self._with(work)

    async def release(self, number: int) -> None:
        """Release a shard's lock, after the writes queued before."""

        def work(session: Session) -> None:
            if number in self._held.shards:
                unlock(session, SHARD + number)
                self._held.shards.discard(number)

        await self._with(work)

    def give_up(self, numbers: Collection[int]) -> None:
        """Acknowledge the loss of shards' locks; from now on this process can write for its others again."""
        self._held.lost.difference_update(numbers)

    async def begin(self, turn: int) -> bool:
        """Take the lock of a turn; return whether it is held."""
        return await self._with(lambda session: try_lock(session, _key(turn)))

    async def end(self, turn: int) -> None:
        """Release the lock of a turn."""
        await self._with(lambda session: unlock(session, _key(turn)))

    async def _with(self, work: Callable[[Session], T]) -> T:
        try:
            return await self._call(work)
        except (psycopg.Error, StorageUnavailable) as error:
            raise StorageFailed(f"cannot ask who serves which shard: {error}") from error


def _key(turn: int) -> int:
    return COMMAND_REGISTRATION if turn == COMMANDS else LOGIN + turn
