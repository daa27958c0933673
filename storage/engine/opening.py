"""Opens SQLite or PostgreSQL, by the name of the database."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from storage.engine.database import Store
from storage.engine.names import is_address
from storage.engine.shards import AllShards
from storage.engine.sqlite import SqliteStore
from storage.errors import StorageUnavailable

if TYPE_CHECKING:
    from storage.engine.postgres import PostgresStore


async def open_database(
    where: str | Path, *, synchronous: str = "NORMAL", exclusive: bool = False, shards: int | None = None
) -> Store:
    """Open or create the database that a path or an address names; see its ``open``.

    Args:
        shards: into how many shards the bot is divided, if it is. An SQLite file has one process, which
            serves all of them.
    """
    if is_address(where):
        kind = _postgres()
        return await kind.open(str(where), synchronous=synchronous, exclusive=exclusive, shards=shards)
    database = await SqliteStore.open(where, synchronous=synchronous, exclusive=exclusive or bool(shards))
    database.shards = AllShards(shards) if shards else None
    return database


async def open_to_read(where: str | Path, *, exclusive: bool = False) -> Store:
    """Open a database that is there and of this code's schema; neither change it nor hold it up.

    Args:
        where: a path or an address.
        exclusive: refuse a database that a bot has opened, and keep bots from opening it.

    Raises:
        StorageUnavailable: one sentence why not; ``SchemaTooOld`` and ``SchemaTooNew`` among them.
    """
    kind = _postgres() if is_address(where) else SqliteStore
    return await kind.open_to_read(str(where), exclusive=exclusive)


def _postgres() -> type[PostgresStore]:
    try:
        from storage.engine.postgres import PostgresStore
    except ImportError as error:  # the driver, or the library that it is made of
        raise StorageUnavailable(
            f"PostgreSQL needs a driver, pip install 'tefuda[postgres]': {error}"
        ) from error
    return PostgresStore
