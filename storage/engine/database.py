"""An open database, whichever it is.

A transaction is one plain function of a ``Connection`` (``connection.py``), run off the event loop
between ``BEGIN`` and ``COMMIT``: one hop to a thread and back however many statements it makes.
``storage.engine.sqlite`` and ``storage.postgres.store`` say where it runs.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from types import TracebackType
from typing import Any, Concatenate, NamedTuple, ParamSpec, Self, TypeAlias, TypeVar

from storage.engine.connection import Connection
from storage.engine.shards import ShardLocks
from storage.errors import StorageFailed

P = ParamSpec("P")
T = TypeVar("T")

SYNCHRONOUS = ("NORMAL", "FULL")
"""Levels of durability of a commit, explained at each database's ``open``."""

Watch: TypeAlias = Callable[[str, float, StorageFailed | None], None]
"""A callback after each transaction: ``read`` or ``write``; seconds with its wait; the database's error."""


Findings: TypeAlias = Callable[[Connection, Iterable[str]], list[str]]
"""A check of a database: takes the faults found before, returns all of them, one sentence each."""


class Room(NamedTuple):
    """How many connections the server lets in, and how many a process of the bot takes at most."""

    connections: int
    per_process: int

    @property
    def processes(self) -> int:
        """How many processes find room."""
        return self.connections // self.per_process


class Store(ABC):
    """An open database; ``storage.store.open_store`` opens one.

    Attributes:
        name: its name for messages, without a password.
        watch: called after every transaction.
        shards: the locks of the shards that are served, if the bot is divided into any.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.watch: Watch | None = None
        self.shards: ShardLocks | None = None

    async def write(
        self, work: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run ``work(connection, ...)``, such as ``append_moves``, as one transaction, then committed.

        A caller who is cancelled while waiting doesn't stop it: it is committed or rolled back as a whole.
        It is retried after a conflict with another transaction; only the last attempt counts.

        Raises:
            StorageError: raised by ``work`` itself, or ``StorageFailed`` for an error of the database;
                nothing is written then, unless the error says that nobody knows (``StorageUnsure``).
        """
        return await self._watched("write", work, args, kwargs)

    async def read(
        self, work: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run ``work(connection, ...)`` on a snapshot, as last committed, or raise ``StorageFailed``."""
        return await self._watched("read", work, args, kwargs)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    @abstractmethod
    async def close(self) -> None:
        """Finish queued transactions, close the connections and release the locks."""

    async def room(self) -> Room | None:
        """Return how many connections there may be; ``None`` where nobody counts them."""
        return None

    @abstractmethod
    async def empty_log(self) -> bool:
        """Purge what was overwritten or deleted; say whether that is done, or has to be tried again later.

        It holds nobody up and waits for nobody; ``StorageFailed`` says why not.
        """

    @abstractmethod
    async def check(self, findings: Findings) -> list[str]:
        """Check the database: run ``findings`` on one snapshot and return the faults, a sentence each.

        It reads everything: seconds for thousands of games, minutes for a million.
        """

    @abstractmethod
    async def continue_numbers(self) -> None:
        """Set the counters of people and results behind the highest numbers in use."""

    @abstractmethod
    async def _run(
        self, kind: str, work: Callable[..., T], args: tuple[Any, ...], kwargs: Mapping[str, Any]
    ) -> T:
        """Run a transaction of a kind, ``read`` or ``write``."""

    async def _watched(
        self, kind: str, work: Callable[..., T], args: tuple[Any, ...], kwargs: Mapping[str, Any]
    ) -> T:
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


def failed(work: Callable[..., object], error: Exception) -> StorageFailed:
    """Make the error of an act that failed, with the reason."""
    return StorageFailed(f"{getattr(work, '__name__', 'a transaction')} failed: {error}")


def expect_synchronous(synchronous: str) -> str:
    """Return a level of durability in capitals; ``ValueError`` if there is no such one."""
    if synchronous.upper() not in SYNCHRONOUS:
        raise ValueError(f"synchronous must be one of {', '.join(SYNCHRONOUS)}, not {synchronous!r}")
    return synchronous.upper()
