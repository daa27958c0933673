"""PostgreSQL's advisory locks, by which processes divide a bot's shards among themselves.

All of them are of the connection that writes. A connection that is made anew takes again what the one before
has held; what another process has taken meanwhile is *lost*, and nothing that was asked for before that is
written any more.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import psycopg
from psycopg import errors

from storage.errors import StorageFailed, StorageUnavailable
from storage.migrate import APPLICATION_ID
from storage.shards import Standing

if TYPE_CHECKING:
    from storage.session import Session

T = TypeVar("T")

ALONE = 0
"""Of who has opened a database for itself alone; those who divide it share this lock."""
COUNTING = 2
"""Of who looks whether all divide the bot into as many shards."""
TELLING = 3
"""Of who tells Discord the commands."""
WANTING = 4
"""Shared by all who would take more shards."""
COUNT, SHARD, LOGIN = 0x1000000, 0x2000000, 0x3000000
"""Keys, with ``APPLICATION_ID``, are these and a number: of all shards (shared), of one, of a bucket."""

_LOCKS = f"""
    SELECT CAST(objid AS BIGINT), pid = pg_backend_pid() FROM pg_locks
    WHERE locktype = 'advisory' AND classid = {APPLICATION_ID} AND objsubid = 2 AND granted
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""


class Held:
    """What the connection that writes holds, and what the one before it has lost.

    Attributes:
        count: into how many shards the bot is divided.
        shards: those that are held.
        lost: those that were, until somebody has said that they are served no longer.
        losses: how often something was lost.
    """

    def __init__(self, count: int) -> None:
        self.count = count
        self.shards: set[int] = set()
        self.lost: set[int] = set()
        self.losses = 0

    def take_again(self, conn: psycopg.Connection[Any], name: str) -> None:
        """Take on a new connection what is to be held.

        Args:
            conn: the connection.
            name: of the database, for people.

        Raises:
            StorageUnavailable: somebody has the database alone, or divides the bot differently.
        """
        try:
            conn.execute(f"SELECT pg_advisory_lock_shared({APPLICATION_ID}, {ALONE})")
            conn.execute(f"SELECT pg_advisory_lock({APPLICATION_ID}, {COUNTING})")
        except errors.LockNotAvailable as error:
            raise StorageUnavailable(f"cannot open the database {name}: another Tefuda uses it") from error
        conn.execute(f"SELECT pg_advisory_lock_shared({APPLICATION_ID}, {COUNT + self.count})")
        others = {key - COUNT for key, _ in conn.execute(_LOCKS) if COUNT < key < SHARD} - {self.count}
        conn.execute(f"SELECT pg_advisory_unlock({APPLICATION_ID}, {COUNTING})")
        if others:
            raise StorageUnavailable(
                f"cannot open the database {name}: another Tefuda divides the bot into {min(others)} shards,"
                f" this one into {self.count}; stop all of them before the number is changed"
            )
        missing = [number for number in sorted(self.shards) if not _try(conn, SHARD + number)]
        if missing:  # the server may be about to notice that we were cut off
            try:
                conn.execute(f"SELECT pg_advisory_lock({APPLICATION_ID}, {SHARD + missing[0]})")
                missing = [number for number in missing[1:] if not _try(conn, SHARD + number)]
            except errors.LockNotAvailable:
                pass
        if missing:
            self.shards.difference_update(missing)
            self.lost.update(missing)
            self.losses += 1

    def expect_nothing_lost(self, losses: int) -> None:
        """Refuse to write what was asked for before a loss, or before somebody has taken note of it.

        Raises:
            psycopg.OperationalError: so it is.
        """
        if self.lost or self.losses != losses:
            raise psycopg.OperationalError("another process serves some of our shards by now")


class Caller(Protocol):
    """Runs something with the connection that writes, after what was asked for before."""

    def __call__(self, work: Callable[[Session], T], /) -> Awaitable[T]: ...


class AdvisoryLocks:
    """The ``ShardLocks`` of a process that shares a PostgreSQL.

    Args:
        held: what the connection holds.
        call: runs something with it.
    """

    def __init__(self, held: Held, call: Caller) -> None:
        self.count = held.count
        self._held, self._call = held, call
        self._is_wanting = False

    async def look(self, *, wants: bool) -> Standing:
        """See who holds what, and let others see whether this process would take more."""

        def work(session: Session) -> list[tuple[int, bool]]:
            found = session.control(_LOCKS).fetchall()
            is_told = (WANTING, True) in found
            if wants and not is_told:
                session.control(f"SELECT pg_advisory_lock_shared({APPLICATION_ID}, {WANTING})")
            elif is_told and not wants:
                session.control(f"SELECT pg_advisory_unlock_shared({APPLICATION_ID}, {WANTING})")
            return found

        found = await self._with(work)
        taken = {key - SHARD for key, _ in found if SHARD <= key < LOGIN}
        return Standing(
            mine=frozenset(self._held.shards),
            lost=frozenset(self._held.lost),
            free=frozenset(range(self.count)) - taken,
            processes=sum(key == COUNT + self.count for key, _ in found),
            is_wanted=(WANTING, False) in found,
        )

    async def take(self, number: int) -> bool:
        """Take a shard if it is free; say whether it is ours."""
        held = self._held

        def work(session: Session) -> bool:
            if number in held.shards:
                return True
            if number in held.lost or not _try(session, SHARD + number):
                return False
            held.shards.add(number)
            return True

        return await self._with(work)

    async def let_go(self, number: int) -> None:
        """Let another process have a shard; what was begun before is written before."""

        def work(session: Session) -> None:
            if number in self._held.shards:
                _unlock(session, SHARD + number)
                self._held.shards.discard(number)

        await self._with(work)

    def give_up(self, numbers: Collection[int]) -> None:
        """Say that lost shards are served no longer; from now on others can be written for again."""
        self._held.lost.difference_update(numbers)

    async def begin_login(self, bucket: int) -> bool:
        """Take the right to log in on a bucket; say whether we have it."""
        return await self._with(lambda session: _try(session, LOGIN + bucket))

    async def end_login(self, bucket: int) -> None:
        """Let others log in on a bucket."""
        await self._with(lambda session: _unlock(session, LOGIN + bucket))

    async def begin_telling(self) -> bool:
        """Take the right to tell Discord the commands; say whether we have it."""
        return await self._with(lambda session: _try(session, TELLING))

    async def end_telling(self) -> None:
        """Let others tell Discord the commands."""
        await self._with(lambda session: _unlock(session, TELLING))

    async def _with(self, work: Callable[[Session], T]) -> T:
        try:
            return await self._call(work)
        except (psycopg.Error, StorageUnavailable) as error:
            raise StorageFailed(f"cannot ask who serves which shard: {error}") from error


class _Runs(Protocol):
    def execute(self, sql: str, /) -> psycopg.Cursor[Any]: ...


def _try(conn: _Runs, key: int) -> bool:
    row = conn.execute(f"SELECT pg_try_advisory_lock({APPLICATION_ID}, {key})").fetchone()
    return row is not None and bool(row[0])


def _unlock(conn: _Runs, key: int) -> None:
    conn.execute(f"SELECT pg_advisory_unlock({APPLICATION_ID}, {key})")
