from __future__ import annotations

from msgspec.structs import replace

from storage import Store
from storage.scores.history import load_history
from storage.tables.loading import load_table
from storage.upkeep.maintenance import finished_tables
from tests.storage.helpers import finish, finished, load_result, outcome, playing


async def test_a_history_is_read_page_by_page(store: Store) -> None:
    """Newest first, and a page begins behind the last game of the page before."""
    for number in range(5):
        await finished(store, f"t{number}", (10, 11), (1, 2), guild_id=1 + number % 2)
    await finished(store, "other", (12, 11), (1, 2))
    await playing(store, "running", 10, 11)
    first = await store.read(load_history, 10, limit=2)
    second = await store.read(load_history, 10, limit=2, before=first[-1].number)
    third = await store.read(load_history, 10, limit=2, before=second[-1].number)
    assert [game.table_id for game in (*first, *second, *third)] == ["t4", "t3", "t2", "t1", "t0"]
    assert [game.table_id for game in await store.read(load_history, 10, guild_id=2)] == ["t3", "t1"]
    assert await store.read(load_history, 99) == []
    assert first[0] == await store.read(load_result, "t4")


async def test_all_finished_games(store: Store) -> None:
    """Every finished game comes once, oldest first, with its table and moves."""
    names = [f"t{number}" for number in range(7)]
    for name in names:
        await playing(store, name, 10, 11, moves=3)
    await playing(store, "running", 10, 11)
    for name in reversed(names):
        await finish(store, name, outcome(1, 2))
    found = [pair async for pair in finished_tables(store)]
    assert [game.table_id for game, _ in found] == names[::-1]
    tables = [await store.read(load_table, name) for name in names[::-1]]
    assert [stored for _, stored in found] == [
        replace(table, ratings=(), places=()) for table in tables if table
    ]
    assert all(len(stored.moves) == 3 for _, stored in found)
