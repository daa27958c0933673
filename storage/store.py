"""Opens everything that is kept, as one value: a database that is whole and up to date."""

from __future__ import annotations

from pathlib import Path

from storage.engine import opening
from storage.engine.database import Store
from storage.errors import StorageError, StorageUnavailable
from storage.upkeep import maintenance


async def open_store(
    where: str | Path,
    *,
    synchronous: str = "NORMAL",
    exclusive: bool = False,
    read_only: bool = False,
    shards: int | None = None,
) -> Store:
    """Open or create the database.

    ::

        async with await open_store("tefuda.db") as store:
            await store.write(create_table, table, seats)

    Args:
        where: a path or an address.
        synchronous: as for ``SqliteStore.open`` and ``PostgresStore.open``.
        exclusive: take the exclusive-use lock, and fail before any change if another process has it.
        read_only: open a database that is there, without upgrading it; acts that write raise
            ``StorageFailed``. The other arguments mean nothing then.
        shards: into how many shards the bot is divided, if it is; see ``opening.open_database``.

    Raises:
        StorageUnavailable: one sentence why not.
        ValueError: no such ``synchronous``.
    """
    if read_only:
        store = await opening.open_to_read(where)
    else:
        store = await opening.open_database(
            where, synchronous=synchronous, exclusive=exclusive, shards=shards
        )
    try:
        if read_only:
            await store.read(maintenance.expect_whole)
        else:
            await store.write(maintenance.catch_up)
    except BaseException as error:
        await store.close()
        if isinstance(error, StorageError):
            raise StorageUnavailable(f"cannot open the database {store.name}: {error}") from error
        raise
    return store
