"""The interface of an open database, SQLite or PostgreSQL.

A transaction is a plain function of a ``Connection``. It runs in another thread, so it never blocks the event
loop.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from types import TracebackType
from typing import Any, Concatenate, Literal, NamedTuple, ParamSpec, Self, TypeAlias, TypeVar

from storage.engine.connection import Connection
from storage.engine.shards import ShardLocks
from storage.errors import DamagedRow, StorageClosed, StorageFailed

P = ParamSpec("P")
T = TypeVar("T")

SYNCHRONOUS = ("NORMAL", "FULL")
"""Levels of durability of a commit, of which none loses anything if the bot is killed.

``"NORMAL"`` may lose the last few commits in a power cut (SQLite), or those of the last 0.6 s in a crash of
the server (PostgreSQL). ``"FULL"`` waits for the disk at every commit, and loses none.
"""

TransactionKind: TypeAlias = Literal["read", "write"]
Watch: TypeAlias = Callable[[TransactionKind, float, StorageFailed | None], None]
"""A callback after each transaction, with its kind, its duration in seconds, and its error, if any."""


Findings: TypeAlias = Callable[[Connection, Iterable[str]], list[str]]
"""A function that checks a database. It takes a connection and the faults found so far, and returns all
faults, one sentence each.
"""


class ConnectionLimits(NamedTuple):
    """How many connections the database server allows, and how many each process of the bot opens."""

    connections: int
    per_process: int

    @property
    def processes(self) -> int:
        """The maximum number of processes that can be connected at the same time."""
        return self.connections // self.per_process


class Store(ABC):
    """An open database. ``storage.store.open_store`` opens one."""

    def __init__(self, name: str) -> None:
        self.name = name  # for messages, without a password
        self.watch: Watch | None = None  # called after every transaction
        self.shards: ShardLocks | None = None  # None if the bot is not sharded
        self.is_closed = False

    async def write(
        self, work: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run ``work(connection, ...)`` as one transaction, commit it, and return its result.

        After a conflict with another transaction, ``work`` runs again. Cancelling the caller does not stop
        the transaction.

        Raises:
            StorageError: ``work`` raised this error. Nothing was written.
            StorageUnsure: the connection was lost during the commit. The caller must read what was written.
            StorageFailed: the database failed in another way. Nothing was written.
        """
        return await self._run_watched("write", work, args, kwargs)

    async def read(
        self, work: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run ``work(connection, ...)`` on a snapshot of the data, and return its result.

        Raises:
            StorageFailed: the database failed.
        """
        return await self._run_watched("read", work, args, kwargs)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Finish queued transactions, then close the database. Later ones raise ``StorageClosed``."""
        self.is_closed = True
        await self._close()

    @abstractmethod
    async def _close(self) -> None: ...

    async def connection_limits(self) -> ConnectionLimits | None:
        """Return the limits on connections; ``None`` if the database has none."""
        return None

    @abstractmethod
    async def empty_log(self) -> bool:
        """Erase deleted and overwritten data for good, also from the write-ahead log.

        Returns:
            False if another connection is using the log, so that the caller must try again later.

        Raises:
            StorageFailed: the data cannot be erased.
        """

    @abstractmethod
    async def check(self, findings: Findings) -> list[str]:
        """Return the faults of the whole database, one sentence each. This takes minutes for a million games.

        Args:
            findings: adds faults in the content to a list of faults.
        """

    @abstractmethod
    async def continue_numbers(self) -> None:
        """Make new rows get ids above all ids in use. Call this after copying rows."""

    @abstractmethod
    async def _run(
        self, kind: TransactionKind, work: Callable[..., T], args: tuple[Any, ...], kwargs: Mapping[str, Any]
    ) -> T: ...

    async def _run_watched(
        self, kind: TransactionKind, work: Callable[..., T], args: tuple[Any, ...], kwargs: Mapping[str, Any]
    ) -> T:
        if self.is_closed:
            raise StorageClosed
        loop = asyncio.get_running_loop()
        began, failure = loop.time(), None
        try:
            return await self._run(kind, work, args, kwargs)
        except StorageFailed as error:
            failure = error
            raise
        finally:
            if self.watch is not None:
                self.watch(kind, loop.time() - began, failure)


def transaction_error(work: Callable[..., object], error: Exception) -> StorageFailed:
    """Return the error for a failed transaction. Its message names the function ``work`` and the reason."""
    return StorageFailed(f"{getattr(work, '__name__', 'a transaction')} failed: {error}")


def damage_error(work: Callable[..., object], error: Exception) -> DamagedRow:
    """Return the error for a transaction that failed because of a damaged row. The database itself works."""
    return DamagedRow(f"{getattr(work, '__name__', 'a transaction')} met a damaged row: {error}")


def expect_synchronous(synchronous: str) -> str:
    """Return ``synchronous`` in capitals.

    Raises:
        ValueError: the value is not in ``SYNCHRONOUS``.
    """
    if synchronous.upper() not in SYNCHRONOUS:
        raise ValueError(f"synchronous must be one of {', '.join(SYNCHRONOUS)}, not {synchronous!r}")
    return synchronous.upper()
