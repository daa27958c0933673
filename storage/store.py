"""Opens a database, an SQLite file or one of PostgreSQL, depending on its name."""

from __future__ import annotations

from collections.abc import Awaitable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from storage import upkeep
from storage.engine.database import Store, is_server_address
from storage.engine.shards import ShardLocks
from storage.engine.sqlite import SqliteStore
from storage.errors import NotWhole, StorageAway, StorageError, StorageUnavailable
from storage.rows import TrophyCounter

if TYPE_CHECKING:
    from storage.postgres.store import PostgresStore


async def open_store(
    where: str | Path,
    *,
    synchronous: str = "NORMAL",
    exclusive: bool = False,
    read_only: bool = False,
    must_exist: bool = False,
    counting: TrophyCounter | None = None,
) -> Store:
    """Open or create a database and upgrade its schema.

    Args:
        where: the path of an SQLite file, or the address of a database server.
        synchronous: a value of ``SYNCHRONOUS``.
        exclusive: keep other processes from using the database; fail if another uses it.
        read_only: open an existing database and never write to it. All other options are then ignored.
        must_exist: raise ``NotOurs`` if the database is empty.
        counting: counts all trophies again if their definitions have changed.

    Raises:
        StorageUnavailable: the database cannot be opened; ``StorageAway`` if a later try may succeed.
        ValueError: ``synchronous`` is unknown.
    """
    if read_only:
        store = await open_to_read(where)
        await _finish_opening(store, store.read(upkeep.expect_whole))
    else:
        store = await open_copy_target(
            where, synchronous=synchronous, exclusive=exclusive, must_exist=must_exist
        )
        await _finish_opening(store, store.write(upkeep.finish_upgrade, counting))
    return store


async def _finish_opening(store: Store, last_step: Awaitable[object]) -> None:
    try:
        await last_step
    except BaseException as error:
        await store.close()
        if isinstance(error, StorageError):
            if isinstance(error, NotWhole):
                kind = StorageUnavailable
            else:
                kind = StorageAway
            raise kind(f"cannot open the database {store.name}: {error}") from error
        raise


class ShardedStore(NamedTuple):
    """The database of a bot that several processes share, and the locks by which they do."""

    store: Store
    locks: ShardLocks


async def open_sharded_store(
    where: str | Path, count: int, *, synchronous: str = "NORMAL", counting: TrophyCounter | None = None
) -> ShardedStore:
    """Open the database of a bot whose servers are divided into ``count`` shards.

    The other arguments and the errors are those of ``open_store``. An SQLite file has one process.
    """
    if is_server_address(where):
        server = await _server_kind().open(str(where), synchronous=synchronous, shards=count)
        opened = ShardedStore(server, server.shard_locks())
    else:
        file = await SqliteStore.open(where, synchronous=synchronous, exclusive=True)
        opened = ShardedStore(file, ShardLocks(count))
    await _finish_opening(opened.store, opened.store.write(upkeep.finish_upgrade, counting))
    return opened


async def open_copy_target(
    where: str | Path, *, synchronous: str = "NORMAL", exclusive: bool = False, must_exist: bool = False
) -> Store:
    """Open or create a database that may be an unfinished copy of another one.

    The arguments are those of ``open_store``.
    """
    kind = _server_kind() if is_server_address(where) else SqliteStore
    return await kind.open(str(where), synchronous=synchronous, exclusive=exclusive, must_exist=must_exist)


async def open_to_read(where: str | Path, *, exclusive: bool = False) -> Store:
    """Open a database for reading only.

    Args:
        where: the path of an SQLite file, or the address of a database server.
        exclusive: also take the lock that keeps bots from opening the database.

    Raises:
        StorageUnavailable: the database does not have the current schema.
    """
    kind = _server_kind() if is_server_address(where) else SqliteStore
    return await kind.open_to_read(str(where), exclusive=exclusive)


def _server_kind() -> type[PostgresStore]:
    try:
        from storage.postgres.store import PostgresStore
    except ImportError as error:  # the driver itself, or libpq
        raise StorageUnavailable(
            f"PostgreSQL needs a driver, pip install 'tefuda[postgres]': {error}"
        ) from error
    return PostgresStore
