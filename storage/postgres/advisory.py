"""The locks by which several processes of the bot divide its shards among themselves.

They are advisory locks of the connection that writes, and are taken again after a reconnect. A lock that
another process has taken in the meantime is *lost*.
"""

from __future__ import annotations

from typing import Any, Protocol

import psycopg
from psycopg import errors

from storage.engine.migrate import APPLICATION_ID
from storage.errors import StorageInUse

EXCLUSIVE_USE = 0
"""Key of the exclusive-use lock; the processes of a sharded bot hold it shared."""
SHARD_COUNT_CHECK = 2
"""Key of the exclusive lock for comparing the number of shards with that of other processes."""
COMMAND_REGISTRATION = 3
"""Key of the exclusive lock for registering the commands with Discord."""
SHARDS_WANTED = 4
"""Key of a shared lock, held by every process that wants more shards."""
COUNT, SHARD, LOGIN = 0x1000000, 0x2000000, 0x3000000
"""Bases of lock keys, to which a number is added: the number of all shards (held shared), a shard's number,
or the number of a login bucket. The class of all keys is ``APPLICATION_ID``."""

LOCKS = f"""
    SELECT CAST(objid AS BIGINT), pid = pg_backend_pid() FROM pg_locks
    WHERE locktype = 'advisory' AND classid = {APPLICATION_ID} AND objsubid = 2 AND granted
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""
"""SQL: the keys of all granted advisory locks of this bot, and whether this connection holds each."""


HOLDS = f"""
    SELECT 1 FROM pg_locks
    WHERE locktype = 'advisory' AND classid = {APPLICATION_ID} AND objid = {EXCLUSIVE_USE} AND objsubid = 2
        AND granted AND pid = pg_backend_pid()
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""
"""SQL: a row if this connection holds the exclusive-use lock, alone or shared."""


class HeldLocks:
    """The shard locks of one process.

    Attributes:
        count: number of the bot's shards.
        shards: numbers of the locked shards.
        lost: numbers of shards that another process has locked meanwhile.
        losses: how often locks were lost so far.
    """

    def __init__(self, count: int) -> None:
        self.count = count
        self.shards: set[int] = set()
        self.lost: set[int] = set()  # until ``forget_lost`` is called
        self.losses = 0

    def retake(self, conn: psycopg.Connection[Any], name: str) -> None:
        """Take all locks again on a new connection after the old connection broke.

        Args:
            name: the database's name in error messages.

        Raises:
            StorageInUse: another process has exclusive use, or uses another number of shards.
        """
        try:
            conn.execute(f"SELECT pg_advisory_lock_shared({APPLICATION_ID}, {EXCLUSIVE_USE})")
            conn.execute(f"SELECT pg_advisory_lock({APPLICATION_ID}, {SHARD_COUNT_CHECK})")
        except errors.LockNotAvailable as error:
            raise StorageInUse(f"cannot open the database {name}: another Tefuda uses it") from error
        # Each process holds a shared lock for its number of shards, so that another number is noticed.
        conn.execute(f"SELECT pg_advisory_lock_shared({APPLICATION_ID}, {COUNT + self.count})")
        others = {key - COUNT for key, _ in conn.execute(LOCKS) if COUNT < key < SHARD} - {self.count}
        conn.execute(f"SELECT pg_advisory_unlock({APPLICATION_ID}, {SHARD_COUNT_CHECK})")
        if others:
            raise StorageInUse(
                f"cannot open the database {name}: another Tefuda divides the bot into {min(others)} shards,"
                f" this one into {self.count}; stop all of them before the number is changed"
            )
        # Take the old shard locks again. Another process may have taken some meanwhile.
        missing = [number for number in sorted(self.shards) if not try_lock(conn, SHARD + number)]
        if missing:  # the server may not have noticed yet that our old connection is gone
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
        """Raise ``psycopg.OperationalError`` if a shard lock was lost since a write was requested.

        Args:
            losses: the value of ``self.losses`` at the time of the request.
        """
        if self.lost or self.losses != losses:
            raise psycopg.OperationalError("another process serves some of our shards by now")


class _Runs(Protocol):
    def execute(self, sql: str, /) -> psycopg.Cursor[Any]: ...


def try_lock(conn: _Runs, key: int) -> bool:
    """Take an exclusive advisory lock if it is free. Return whether it was taken."""
    row = conn.execute(f"SELECT pg_try_advisory_lock({APPLICATION_ID}, {key})").fetchone()
    return row is not None and bool(row[0])


def unlock(conn: _Runs, key: int) -> None:
    """Release an exclusive advisory lock."""
    conn.execute(f"SELECT pg_advisory_unlock({APPLICATION_ID}, {key})")
