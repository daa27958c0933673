"""Opens the bot's database. Storage knows no games, so it is given what the games define, such as
trophies.
"""

from __future__ import annotations

from bot.config import Config
from games.trophies import COUNTING
from storage import Store, open_store


async def open_database(config: Config, *, exclusive: bool = False, shards: int | None = None) -> Store:
    """Open the database that the settings name. If the definitions of trophies have changed, trophies are
    counted again.

    Args:
        config: the settings.
        exclusive, shards: as for ``storage.open_store``.

    Raises:
        StorageUnavailable: the reason in one sentence.
    """
    return await open_store(
        config.database,
        synchronous=config.synchronous,
        exclusive=exclusive,
        shards=shards,
        counting=COUNTING,
    )
