"""Opens the bot's database."""

from __future__ import annotations

from bot.config import Config
from games.trophies import COUNTING
from storage import Store, open_store


async def open_database(config: Config, *, exclusive: bool = False, shards: int | None = None) -> Store:
    """Open the configured database. If the rules of trophies have changed, count all trophies again.

    Args:
        exclusive, shards: arguments of ``storage.open_store``.

    Raises:
        StorageUnavailable: the database cannot be opened; the message has the reason.
    """
    return await open_store(
        config.database,
        synchronous=config.synchronous,
        exclusive=exclusive,
        shards=shards,
        counting=COUNTING,
    )
