"""A PostgreSQL database and the threads that use it: one that writes, a few that read.

Transactions are serializable, and are retried after a conflict or a lost connection. If the connection is
lost during a commit, the server is asked whether the commit succeeded.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Collection
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import nullcontext
from functools import partial
from typing import Any, TypeVar

import psycopg
from psycopg import errors

from storage.engine.database import (
    Connection,
    ConnectionLimits,
    Findings,
    Store,
    Transaction,
    expect_synchronous,
    is_damage,
    name_without_password,
)
from storage.engine.migrate import APPLICATION_ID
from storage.engine.shards import COMMANDS, EMOJI, ShardLocks, ShardOwnership
from storage.errors import NotOurs, StorageFailed, StorageUnavailable, StorageUnsure
from storage.postgres.copying import MIGRATING, check_ours, expect_schema, migrate
from storage.postgres.session import (
    BUSY_MS,
    COMMAND_REGISTRATION,
    COUNT,
    EMOJI_UPLOAD,
    LOCKS,
    LOGIN,
    SHARD,
    SHARDS_WANTED,
    Access,
    CommitUnknown,
    HeldLocks,
    Session,
    commit_status,
    connect,
    error_line,
    opening_error,
    transaction,
    try_lock,
    unlock,
)

T = TypeVar("T")

READERS = 2
"""Number of reading connections, so that one slow query does not block all others."""
TRIES = 20
SHORTEST_PAUSE = 0.001
LONGEST_PAUSE = 0.05
"""Limit of attempts at a transaction that conflicts with others, and the shortest and longest pause between
them, in seconds. Each pause is twice the last, so that the other transaction can finish."""
ASKS = 20
ASK_AGAIN_SECONDS = 0.25
"""Number and interval of the queries whether a commit took place."""
VACUUM_SECONDS = 60.0
"""Limit of the vacuum after a person's data was deleted, while the bot runs."""
UPGRADE_WAIT_MS = 60_000
"""Limit of the wait for another process that upgrades the database."""
CONFLICTS = (errors.SerializationFailure, errors.DeadlockDetected, errors.UniqueViolation)
"""Errors after which a transaction is retried. The last one occurs if two transactions insert the same
key."""


class PostgresStore(Store):
    """An open PostgreSQL database; ``open`` returns one."""

    product = "PostgreSQL"

    def __init__(self, writing: Access) -> None:
        super().__init__(name_without_password(writing.address))
        self._address = writing.address
        self._writer = _ConnectionPool(writing, 1)
        self._reader = _ConnectionPool(Access(writing.address, is_reader=True), READERS)

    @classmethod
    async def open(
        cls,
        address: str,
        *,
        synchronous: str = "NORMAL",
        exclusive: bool = False,
        shards: int | None = None,
        must_exist: bool = False,
    ) -> PostgresStore:
        """Open a database of a PostgreSQL server and upgrade its schema.

        Args:
            address: ``postgresql://user@host/name``; libpq fills in missing parts (``~/.pgpass``).
            synchronous: a value of ``SYNCHRONOUS``.
            exclusive: keep other processes from using the database; fail if another uses it.
            shards: the number of shards (parts of the bot's servers); ``None`` for a bot without shards.
            must_exist: raise ``NotOurs`` if the database is empty.

        Raises:
            StorageUnavailable: the database cannot be opened; ``StorageAway`` if a later try may succeed.
            ValueError: ``synchronous`` is unknown.
        """
        is_durable = expect_synchronous(synchronous) == "FULL"
        held = HeldLocks(shards) if shards else None
        database = cls(
            Access(address, is_durable=is_durable, is_exclusive=exclusive and not shards, shard_locks=held)
        )
        await database._begin_with(partial(_upgrade, must_exist=must_exist))
        return database

    @classmethod
    async def open_to_read(cls, address: str, *, exclusive: bool = False) -> PostgresStore:
        """Open a database for reading only.

        Args:
            exclusive: also take the lock that keeps bots from opening the database.

        Raises:
            StorageUnavailable: the database does not have the current schema.
        """
        database = cls(Access(address, is_reader=True, is_exclusive=exclusive))
        await database._begin_with(lambda session: transaction(session, expect_schema))
        return database

    def shard_locks(self) -> ShardLocks:
        """Return the locks on the shards of this process. The database was opened with their number."""
        held = self._writer.access.shard_locks
        assert held is not None
        return AdvisoryLocks(held, self._writer)

    async def _begin_with(self, work: Callable[[Session], None]) -> None:
        try:
            await self._writer.call(work)
        except BaseException as error:
            await self.close()
            if isinstance(error, psycopg.Error):
                raise opening_error(self.name, error) from error
            if isinstance(error, NotOurs):
                raise NotOurs(f"cannot open the database {self.name}: {error}") from error
            raise

    async def _close(self) -> None:
        await asyncio.gather(self._reader.close(), self._writer.close())

    async def connection_limits(self) -> ConnectionLimits | None:
        return ConnectionLimits(await self.read(_connection_limit), 1 + READERS)

    async def empty_log(self) -> bool:
        # PostgreSQL keeps deleted and overwritten rows in the tables until a vacuum, not in a log.
        try:
            await self._reader.call(_vacuum)
        except psycopg.Error as error:
            raise StorageFailed(f"cannot clean up the database: {error_line(error)}") from error
        return True

    async def check(self, findings: Findings) -> list[str]:
        pool = _ConnectionPool(Access(self._address), 1)
        try:
            return await pool.call(lambda session: _run_check(session, findings))
        except psycopg.Error as error:
            raise StorageFailed(f"cannot read the database: {error_line(error)}") from error
        finally:
            await pool.close()

    async def continue_numbers(self) -> None:
        await self.write(_continue_numbers)

    async def _run(self, transaction: Transaction[T]) -> T:
        if transaction.kind == "write":
            pool = self._writer
        else:
            pool = self._reader
        try:
            return await pool.run(transaction)
        except psycopg.Error as error:
            if is_damage(error):
                raise transaction.damage(error_line(error)) from error
            raise transaction.failure(error_line(error)) from error
        except CommitUnknown as error:
            raise StorageUnsure(f"{transaction.failure(error)}, so it may be done or not") from error
        except StorageUnavailable as error:  # of a new connection
            raise transaction.failure(error) from error


class _ConnectionPool:
    """Threads with one connection each, which is opened when it is first used."""

    def __init__(self, access: Access, threads: int) -> None:
        self.access = access
        self._threads = ThreadPoolExecutor(threads, "tefuda-postgres")
        self._mine = threading.local()
        self._sessions: list[Session] = []
        self._connect_failures = 0

    async def run(self, requested: Transaction[T]) -> T:
        return await self._in_thread(self._transaction, requested, self._connect_failures, self._losses)

    async def call(self, work: Callable[[Session], T]) -> T:
        return await self._in_thread(lambda failures: work(self._session(failures)), self._connect_failures)

    async def close(self) -> None:
        await asyncio.to_thread(self._threads.shutdown)
        for session in self._sessions:
            await asyncio.to_thread(session.close)

    async def _in_thread(self, work: Callable[..., T], *args: Any) -> T:
        # The shield lets the work finish although its caller is cancelled.
        doing: Future[T] = self._threads.submit(work, *args)
        awaited = asyncio.wrap_future(doing)
        awaited.add_done_callback(lambda done: done.cancelled() or done.exception())
        return await asyncio.shield(awaited)

    @property
    def _losses(self) -> int:
        if self.access.shard_locks is None:
            return 0
        return self.access.shard_locks.losses

    def _transaction(self, requested: Transaction[T], failures_at_request: int, losses_at_request: int) -> T:
        tries = TRIES
        is_lost_before = False
        pause = SHORTEST_PAUSE
        while True:
            session = self._session(failures_at_request)
            if self.access.shard_locks is not None:
                self.access.shard_locks.check_nothing_lost(losses_at_request)
            try:
                with session.without_time_limits() if requested.is_lengthy else nullcontext():
                    return transaction(session, requested)
            except CONFLICTS:
                tries -= 1
                if not tries:
                    raise
                _rest(pause)
                pause = min(2 * pause, LONGEST_PAUSE)
            except CommitUnknown as unanswered:
                # Running it again after a successful commit would write everything twice.
                if self._is_committed(unanswered):
                    result: T = unanswered.result
                    return result
                if is_lost_before:
                    raise psycopg.OperationalError(str(unanswered)) from unanswered
                is_lost_before = True
            except psycopg.Error:
                if is_lost_before or not session.is_lost:
                    raise
                is_lost_before = True

    def _is_committed(self, unanswered: CommitUnknown) -> bool:
        # If the server does not tell, the error is raised again.
        for _ in range(ASKS):
            try:
                status = commit_status(self._session(self._connect_failures), unanswered.transaction_id)
            except (psycopg.Error, StorageUnavailable):
                status = None
            if status in ("committed", "aborted"):
                return status == "committed"
            _rest(ASK_AGAIN_SECONDS)
        raise unanswered

    def _session(self, failures_at_request: int) -> Session:
        session: Session | None = getattr(self._mine, "session", None)
        if session is not None and not session.is_lost:
            return session
        # A request that waited while a connection failed fails, too, instead of waiting again.
        if self._connect_failures != failures_at_request:
            raise psycopg.OperationalError("the server could not be reached just now")
        try:
            session = connect(self.access)
        except Exception:
            self._connect_failures += 1
            raise
        self._sessions = [known for known in self._sessions if not known.is_lost]
        self._sessions.append(session)
        self._mine.session = session
        return session


def _rest(seconds: float) -> None:
    threading.Event().wait(seconds)


def _upgrade(session: Session, *, must_exist: bool) -> None:
    # One process at a time. The lock comes before the transaction, whose snapshot would otherwise miss what
    # the process before has done.
    with session.without_time_limits():
        session.control(f"SET lock_timeout = {UPGRADE_WAIT_MS}")
        session.control(f"SELECT pg_advisory_lock({APPLICATION_ID}, {MIGRATING})")
        session.control(f"SET lock_timeout = {BUSY_MS}")
        try:
            if must_exist:
                transaction(session, check_ours)
            transaction(session, migrate)
        finally:
            session.control(f"SELECT pg_advisory_unlock({APPLICATION_ID}, {MIGRATING})")


def _connection_limit(conn: Connection) -> int:
    def setting(name: str) -> int:
        return int(conn.execute("SELECT CAST(current_setting(?) AS BIGINT)", (name,)).fetchone()[0])

    return setting("max_connections") - setting("superuser_reserved_connections")


def _vacuum(session: Session) -> None:
    with session.without_time_limits(VACUUM_SECONDS):
        session.control("VACUUM (SKIP_LOCKED) person")


def _continue_numbers(conn: Connection) -> None:
    for table in ("person", "result"):
        last = f"SELECT coalesce(max(id), 0) + 1 FROM {table}"
        conn.execute(f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), ({last}), false)")


def _run_check(session: Session, findings: Findings) -> list[str]:
    # One snapshot, apart from the writers; the temporary tables vanish with the rollback.
    with session.without_time_limits():
        session.control("BEGIN ISOLATION LEVEL REPEATABLE READ")
        try:
            return findings(session, ())
        finally:
            session.roll_back()


class AdvisoryLocks(ShardLocks):
    """The shard locks of one of several processes that share a PostgreSQL database."""

    def __init__(self, held: HeldLocks, pool: _ConnectionPool) -> None:
        super().__init__(held.count)
        self._held = held
        self._pool = pool

    async def sync(self, *, wants_more: bool) -> ShardOwnership:
        def work(session: Session) -> list[tuple[int, bool]]:
            locks = session.control(LOCKS).fetchall()
            # A shared lock that any process can see says that this one wants more shards.
            is_published = (SHARDS_WANTED, True) in locks
            if wants_more and not is_published:
                session.control(f"SELECT pg_advisory_lock_shared({APPLICATION_ID}, {SHARDS_WANTED})")
            elif is_published and not wants_more:
                session.control(f"SELECT pg_advisory_unlock_shared({APPLICATION_ID}, {SHARDS_WANTED})")
            return locks

        locks = await self._with(work)
        taken = {key - SHARD for key, _ in locks if SHARD <= key < LOGIN}
        return ShardOwnership(
            mine=frozenset(self._held.shards),
            lost=frozenset(self._held.lost),
            free=frozenset(range(self.count)) - taken,
            processes=sum(key == COUNT + self.count for key, _ in locks),
            is_wanted=(SHARDS_WANTED, False) in locks,
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

    def forget_lost(self, numbers: Collection[int]) -> None:
        self._held.lost.difference_update(numbers)

    async def reserve_task(self, task: int) -> bool:
        return await self._with(lambda session: try_lock(session, _key(task)))

    async def free_task(self, task: int) -> None:
        await self._with(lambda session: unlock(session, _key(task)))

    async def _with(self, work: Callable[[Session], T]) -> T:
        try:
            return await self._pool.call(work)
        except (psycopg.Error, StorageUnavailable) as error:
            raise StorageFailed(f"cannot ask who serves which shard: {error}") from error


def _key(task: int) -> int:
    return {COMMANDS: COMMAND_REGISTRATION, EMOJI: EMOJI_UPLOAD}.get(task, LOGIN + task)
