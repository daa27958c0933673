"""The door to everything that is kept."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Callable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Concatenate, ParamSpec, TypeVar

from storage.engine import opening
from storage.engine.connection import Connection
from storage.engine.database import Database, Watch
from storage.engine.shards import ShardLocks
from storage.errors import StorageError, StorageFailed, StorageUnavailable
from storage.rows import FinishedGame, StoredTable
from storage.scores import history
from storage.tables import loading
from storage.upkeep import maintenance, privacy

P = ParamSpec("P")
T = TypeVar("T")


class Store:
    """An open database. Acts and questions are functions of a ``Connection``, each one transaction.

    ::

        async with await Store.open("tefuda.db") as store:
            await store.write(create_table, table, seats)
    """

    def __init__(self, database: Database) -> None:
        self._db = database

    @classmethod
    async def open(
        cls,
        path: str | Path,
        *,
        synchronous: str = "NORMAL",
        exclusive: bool = False,
        read_only: bool = False,
        shards: int | None = None,
    ) -> Store:
        """Open or create the database; arguments and errors as for ``Database.open``.

        Args:
            read_only: open an existing database as ``Database.open_to_read`` does, without upgrading it;
                acts that write raise ``StorageFailed``. The other arguments mean nothing then.
            shards: into how many shards the bot is divided, if it is; see ``opening.open_database``.
        """
        if read_only:
            database = await opening.open_to_read(path)
        else:
            database = await opening.open_database(
                path, synchronous=synchronous, exclusive=exclusive, shards=shards
            )
        try:
            if read_only:
                await database.read(maintenance.expect_whole)
            else:
                await database.write(maintenance.catch_up)
        except BaseException as error:
            await database.close()
            if isinstance(error, StorageError):
                raise StorageUnavailable(f"cannot open the database {database.name}: {error}") from error
            raise
        return cls(database)

    def watch(self, watch: Watch | None) -> None:
        """Let somebody be told of every transaction from now on."""
        self._db.watch = watch

    @property
    def shards(self) -> ShardLocks | None:
        """The locks of the shards that are served, if the bot is divided into any."""
        return self._db.shards

    async def close(self) -> None:
        """Finish queued transactions and close the database."""
        await self._db.close()

    async def __aenter__(self) -> Store:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def write(
        self, act: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Do one act, such as ``storage.tables.lifecycle.append_moves``, as one transaction.

        It is committed when this returns. A caller who is cancelled while waiting doesn't stop it: it is
        committed or rolled back as a whole.

        Raises:
            StorageError: raised by the act itself, or ``StorageFailed`` for an error of the database;
                nothing is written then, unless the error says that nobody knows (``StorageUnsure``).
        """
        return await self._db.write(act, *args, **kwargs)

    async def read(
        self, question: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Ask one question of one unchanging state of the database, the last one committed.

        Raises:
            StorageFailed: the database cannot be read.
        """
        return await self._db.read(question, *args, **kwargs)

    async def forget_person(
        self,
        user_id: int,
        *,
        level: str = "normal",
        at: int | None = None,
        done: Mapping[str, int] | None = None,
    ) -> tuple[str, ...]:
        """Remove a person's name and user id everywhere; their games stay as those of a former player.

        At running tables a computer player of the given level takes the seat; what becomes of the game then
        is for those to say who know the rules. In lobbies the seat is freed and the seats behind it move up;
        a host is succeeded by the next person, and a lobby without people is closed. Votes, subscriptions
        and invitations end. All of it is one commit.

        Old pages of the write-ahead log may hold the name until ``empty_log`` succeeds, which is tried once.

        Args:
            at: the time, for the seats left and the lobbies closed.
            done: by table a seat of theirs that is not left, since its place is settled.

        Returns:
            Ids of the open tables that changed: whoever holds them in memory must load them again.
        """
        touched = await self.write(privacy.forget, user_id, level, at, done or {})
        with contextlib.suppress(StorageFailed):  # the person is forgotten all the same
            await self.empty_log()
        return touched

    async def empty_log(self) -> bool:
        """Move what the write-ahead log holds into the database and empty it, unless that had to wait.

        It holds nobody up and waits for nobody; call it again later when it returns ``False``.

        Returns:
            ``True`` when the log is empty.

        Raises:
            StorageFailed: why not.
        """
        return await self._db.empty_log()

    async def backup(self, path: str | Path) -> None:
        """Write a consistent copy into a file while moves go on; it replaces the file when it is complete.

        Raises:
            StorageFailed: why not.
        """
        await self._db.backup(path)

    async def check(self) -> list[str]:
        """Verify file, foreign keys, results, ratings and boards; return one sentence per finding.

        Whether the moves replay to the result is for those to check who know the rules; see
        ``finished_tables``. It reads everything: seconds for thousands of games, minutes for a million.
        """
        return await self._db.check(maintenance.findings)

    async def finished_tables(self) -> AsyncIterator[tuple[FinishedGame, StoredTable]]:
        """Yield every finished game with its table and moves, oldest first, a few at a time."""
        number = 0
        while batch := await self._db.read(_finished_after, number):
            for pair in batch:
                yield pair
            number = batch[-1][0].number


def _finished_after(conn: Connection, number: int) -> list[tuple[FinishedGame, StoredTable]]:
    games = history.load_after(conn, number, limit=100)
    if not games:
        return []
    stored = loading.load_finished(conn, games[0].number, games[-1].number)
    return [(game, stored[game.table_id]) for game in games]
