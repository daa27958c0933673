"""Writes a new lobby: where there is no room for one more, and where the answer of the database got lost."""

from __future__ import annotations

from collections.abc import Sequence

from bot.driving.bounds import without_room
from storage import Store
from storage.errors import NoRoom, StorageFailed
from storage.rows import GatheringRow, SeatRow, StoredTable, TableRow
from storage.tables.loading import load_table
from storage.tables.room import open_table


async def write_lobby(
    store: Store, row: TableRow, seats: Sequence[SeatRow], asked: GatheringRow
) -> StoredTable:
    """Write a new lobby; after an unclear failure look up whether it was written.

    Raises:
        Refused: there is no room for one more.
        StorageError: as ``open_table``.
    """
    try:
        return await store.write(open_table, row, seats, asked)
    except NoRoom as full:
        raise without_room(full) from None
    except StorageFailed:
        stored = await store.read(load_table, row.id)
        if stored is None:
            raise
        return stored
