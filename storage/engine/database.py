"""The interface of an open database, SQLite or PostgreSQL.

A transaction is a plain function of a ``Connection`` (``connection.py``). It runs in another thread, between
``BEGIN`` and ``COMMIT``, so the event loop is never blocked.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from types import TracebackType
from typing import Any, Concatenate, NamedTuple, ParamSpec, Self, TypeAlias, TypeVar

from storage.engine.connection import Connection
from storage.engine.shards import ShardLocks
from storage.errors import StorageClosed, StorageFailed

P = ParamSpec("P")
T = TypeVar("T")

SYNCHRONOUS = ("NORMAL", "FULL")
"""Levels of durability of a commit, explained at each database's ``open``."""

Watch: TypeAlias = Callable[[str, float, StorageFailed | None], None]
"""A callback after each transaction: ``read`` or ``write``, seconds including the wait, and its error if
any."""


Findings: TypeAlias = Callable[[Connection, Iterable[str]], list[str]]
"""A function that checks a database. It takes a connection and the faults found so far, and returns all
faults, one sentence each.
"""


class ConnectionLimits(NamedTuple):
    """The limits on connections: how many the database server allows, and how many one process opens."""

    connections: int
    per_process: int

    @property
    def processes(self) -> int:
        """The number of processes of the bot that can be connected at the same time."""
        return self.connections // self.per_process


class Store(ABC):
    """An open database; ``storage.store.open_store`` opens one."""

    def __init__(self, name: str) -> None:
        self.name = name  # for messages, without a password
        self.watch: Watch | None = None  # called after every transaction
        self.shards: ShardLocks | None = None  # None if the bot is not sharded
        self.is_closed = False

    async def write(
        self, work: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run ``work(connection, ...)`` as one transaction, commit it, and return its result.

        If the transaction conflicts with another one, it runs again. Cancelling the caller does not cancel
        the transaction.

        Raises:
            StorageError: ``work`` raised this error. Nothing was written.
            StorageFailed: the database failed. Nothing was written, except perhaps after ``StorageUnsure``.
        """
        return await self._run_watched("write", work, args, kwargs)

    async def read(
        self, work: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run ``work(connection, ...)`` on a snapshot of the committed data, and return its result.

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
        """Finish queued transactions, close the connections and release the locks.

        From now on, transactions raise ``StorageClosed``.
        """
        self.is_closed = True
        await self._close()

    @abstractmethod
    async def _close(self) -> None:
        """Finish queued transactions, close the connections and release the locks."""

    async def connection_limits(self) -> ConnectionLimits | None:
        """Return the limits on connections; ``None`` for a database without such limits."""
        return None

    @abstractmethod
    async def empty_log(self) -> bool:
        """Remove deleted and overwritten data for good, also from the write-ahead log.

        Return False if another connection is using the log. The caller must then try again later.

        Raises:
            StorageFailed: the log or the database's tables cannot be cleaned up.
        """

    @abstractmethod
    async def check(self, findings: Findings) -> list[str]:
        """Return the faults of the whole database, one sentence each. This takes minutes for a million games.

        ``findings`` looks for faults in the content. It is called with a connection and the faults that the
        database itself reports, and returns all faults.
        """

    @abstractmethod
    async def continue_numbers(self) -> None:
        """Set the next row ids above the highest ids in use. Call it after rows were copied into the
        database.
        """

    @abstractmethod
    async def _run(
        self, kind: str, work: Callable[..., T], args: tuple[Any, ...], kwargs: Mapping[str, Any]
    ) -> T:
        """Run ``work(connection, *args, **kwargs)`` as a transaction of the ``kind`` ``"read"`` or
        ``"write"``.
        """

    async def _run_watched(
        self, kind: str, work: Callable[..., T], args: tuple[Any, ...], kwargs: Mapping[str, Any]
    ) -> T:
        """Run a transaction, and report its duration and failure to the callback ``watch``."""
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


def expect_synchronous(synchronous: str) -> str:
    """Return ``synchronous`` in capitals; raise ``ValueError`` unless it is one of ``SYNCHRONOUS``."""
    if synchronous.upper() not in SYNCHRONOUS:
        raise ValueError(f"synchronous must be one of {', '.join(SYNCHRONOUS)}, not {synchronous!r}")
    return synchronous.upper()
