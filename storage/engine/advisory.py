"""PostgreSQL's advisory locks, by which processes divide a bot's shards among themselves.

All of them belong to the writing connection. After a reconnect it takes its locks again; a lock that another
process has taken meanwhile is *lost*, and writes that were requested before the loss fail.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import psycopg
from psycopg import errors

from storage.engine.migrate import APPLICATION_ID
from storage.engine.shards import COMMANDS, Holding, ShardLocks
from storage.errors import StorageFailed, StorageUnavailable

if TYPE_CHECKING:
    from storage.engine.session import Session

T = TypeVar("T")

EXCLUSIVE_USE = 0
"""Key of the exclusive-use lock; processes that divide a bot hold it shared."""
SHARD_COUNT_CHECK = 2
"""Key of the exclusive lock for comparing the number of shards with that of other processes."""
COMMAND_REGISTRATION = 3
"""Key of the exclusive lock for registering the commands with Discord."""
SHARDS_WANTED = 4
"""Key of a lock that all processes share that would take more shards."""
COUNT, SHARD, LOGIN = 0x1000000, 0x2000000, 0x3000000
"""Bases of keys (with ``APPLICATION_ID`` as class): plus the number of shards (held shared), plus a shard's
number, plus a login bucket's number."""

LOCKS = f"""
    SELECT CAST(objid AS BIGINT), pid = pg_backend_pid() FROM pg_locks
    WHERE locktype = 'advisory' AND classid = {APPLICATION_ID} AND objsubid = 2 AND granted
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""


class Held:
    """The locks that the writing connection holds, and those that were lost with the one before it.

    Attributes:
        count: the number of shards of the bot.
        shards: numbers of the shards whose locks are held.
        lost: numbers of those that were lost, until the loss is acknowledged (``give_up``).
        losses: the number of losses so far.
    """

    def __init__(self, count: int) -> None:
        self.count = count
        self.shards: set[int] = set()
        self.lost: set[int] = set()
        self.losses = 0

    def take_again(self, conn: psycopg.Connection[Any], name: str) -> None:
        """Take the locks again on a new connection, or ``StorageUnavailable``; the name is for messages."""
        try:
            conn.execute(f"SELECT pg_advisory_lock_shared({APPLICATION_ID}, {EXCLUSIVE_USE})")
            conn.execute(f"SELECT pg_advisory_lock({APPLICATION_ID}, {SHARD_COUNT_CHECK})")
        except errors.LockNotAvailable as error:
            raise StorageUnavailable(f"cannot open the database {name}: another Tefuda uses it") from error
        conn.execute(f"SELECT pg_advisory_lock_shared({APPLICATION_ID}, {COUNT + self.count})")
        others = {key - COUNT for key, _ in conn.execute(LOCKS) if COUNT < key < SHARD} - {self.count}
        conn.execute(f"SELECT pg_advisory_unlock({APPLICATION_ID}, {SHARD_COUNT_CHECK})")
        if others:
            raise StorageUnavailable(
                f"cannot open the database {name}: another Tefuda divides the bot into {min(others)} shards,"
                f" this one into {self.count}; stop all of them before the number is changed"
            )
        missing = [number for number in sorted(self.shards) if not try_lock(conn, SHARD + number)]
        if missing:  # the server may be about to notice that we were cut off
            try:
                conn.execute(f"SELECT pg_advisory_lock({APPLICATION_ID}, {SHARD + missing[0]})")
                missing = [number for number in missing[1:] if not try_lock(conn, SHARD + number)]
            except errors.LockNotAvailable:
                pass
        if missing:
            self.shards.difference_update(missing)
            self.lost.update(missing)
            self.losses += 1

    def expect_nothing_lost(self, losses: int) -> None:
        """Refuse, by ``psycopg.OperationalError``, a write asked for before a loss was acknowledged."""
        if self.lost or self.losses != losses:
            raise psycopg.OperationalError("another process serves some of our shards by now")


class _Runs(Protocol):
    def execute(self, sql: str, /) -> psycopg.Cursor[Any]: ...


def try_lock(conn: _Runs, key: int) -> bool:
    """Take an exclusive lock unless it is held elsewhere; return whether it was taken."""
    row = conn.execute(f"SELECT pg_try_advisory_lock({APPLICATION_ID}, {key})").fetchone()
    return row is not None and bool(row[0])


def unlock(conn: _Runs, key: int) -> None:
    """Release an exclusive lock."""
    conn.execute(f"SELECT pg_advisory_unlock({APPLICATION_ID}, {key})")


class Caller(Protocol):
    """Runs a function with the writing connection, after the work queued before."""

    def __call__(self, work: Callable[[Session], T], /) -> Awaitable[T]: ...


class AdvisoryLocks(ShardLocks):
    """Those of a process that shares a PostgreSQL."""

    def __init__(self, held: Held, call: Caller) -> None:
        super().__init__(held.count)
        self._held, self._call = held, call

    async def look(self, *, wants: bool) -> Holding:
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
        def work(session: Session) -> None:
            if number in self._held.shards:
                unlock(session, SHARD + number)
                self._held.shards.discard(number)

        await self._with(work)

    def give_up(self, numbers: Collection[int]) -> None:
        self._held.lost.difference_update(numbers)

    async def begin(self, turn: int) -> bool:
        return await self._with(lambda session: try_lock(session, _key(turn)))

    async def end(self, turn: int) -> None:
        await self._with(lambda session: unlock(session, _key(turn)))

    async def _with(self, work: Callable[[Session], T]) -> T:
        try:
            return await self._call(work)
        except (psycopg.Error, StorageUnavailable) as error:
            raise StorageFailed(f"cannot ask who serves which shard: {error}") from error


def _key(turn: int) -> int:
    return COMMAND_REGISTRATION if turn == COMMANDS else LOGIN + turn
