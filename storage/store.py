"""Opens a database, SQLite or PostgreSQL, depending on its name."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from storage import upkeep
from storage.engine.database import Store, is_postgres_address
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
    shards: int | None = None,
    must_exist: bool = False,
    counting: TrophyCounter | None = None,
) -> Store:
    """Open or create a database, SQLite or PostgreSQL, and upgrade its schema.

    Args:
        where: a path (SQLite) or a ``postgresql://`` address.
        synchronous: a value of ``SYNCHRONOUS``.
        exclusive: keep other processes from using the database; fail if another uses it.
        read_only: open an existing database and never write to it. All other options are then ignored.
        shards: the number of shards (parts of the bot's servers); ``None`` for a bot without shards.
        must_exist: raise ``NotOurs`` if the database is empty.
        counting: counts all trophies again if their definitions have changed.

    Raises:
        StorageUnavailable: the database cannot be opened; ``StorageAway`` if a later try may succeed.
        ValueError: ``synchronous`` is unknown.
    """
    if read_only:
        store = await open_to_read(where)
    else:
        store = await open_copy_target(
            where, synchronous=synchronous, exclusive=exclusive, shards=shards, must_exist=must_exist
        )
    # Reading only checks that the database is complete; otherwise what a migration asked for is done, too.
    try:
        await (store.read(upkeep.expect_whole) if read_only else store.write(upkeep.finish_upgrade, counting))
    except BaseException as error:
        await store.close()
        if isinstance(error, StorageError):
            kind = StorageUnavailable if isinstance(error, NotWhole) else StorageAway
            raise kind(f"cannot open the database {store.name}: {error}") from error
        raise
    return store


async def open_copy_target(
    where: str | Path,
    *,
    synchronous: str = "NORMAL",
    exclusive: bool = False,
    shards: int | None = None,
    must_exist: bool = False,
) -> Store:
    """Open or create a database that may be an unfinished copy of another one.

    The arguments are those of ``open_store``.
    """
    if is_postgres_address(where):
        kind = _postgres()
        return await kind.open(
            str(where), synchronous=synchronous, exclusive=exclusive, shards=shards, must_exist=must_exist
        )
    store = await SqliteStore.open(
        where, synchronous=synchronous, exclusive=exclusive or bool(shards), must_exist=must_exist
    )
    store.shards = ShardLocks(shards) if shards else None
    return store


async def open_to_read(where: str | Path, *, exclusive: bool = False) -> Store:
    """Open a database for reading only.

    Args:
        where: a path (SQLite) or a ``postgresql://`` address.
        exclusive: also take the lock that keeps bots from opening the database.

    Raises:
        StorageUnavailable: the database does not have the current schema.
    """
    kind = _postgres() if is_postgres_address(where) else SqliteStore
    return await kind.open_to_read(str(where), exclusive=exclusive)


def _postgres() -> type[PostgresStore]:
    try:
        from storage.postgres.store import PostgresStore
    except ImportError as error:  # the driver itself, or libpq
        raise StorageUnavailable(
            f"PostgreSQL needs a driver, pip install 'tefuda[postgres]': {error}"
        ) from error
    return PostgresStore
