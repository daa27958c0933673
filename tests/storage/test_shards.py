"""Tests of PostgreSQL's schema and locks, and of shards divided among several processes."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storage import Store, open_store
from storage.engine.database import get_meta, set_meta
from storage.engine.migrate import migrations
from storage.engine.shards import COMMANDS
from storage.errors import NotOurs, SchemaTooNew, SchemaTooOld, StorageFailed, StorageUnavailable
from storage.postgres.copying import KEYS
from storage.postgres.store import READERS
from storage.serving import Servers, begin_serving, end_serving, save_heartbeat
from storage.store import ShardedStore, open_sharded_store
from storage.tables.loading import load_open_tables
from tests import postgres
from tests.storage.helpers import execute_all, rows

pytestmark = pytest.mark.postgresql

TYPES = {"INTEGER": "bigint", "TEXT": "text", "REAL": "double precision", "BLOB": "bytea"}
"""PostgreSQL's names of SQLite's types."""


async def test_process_without_lock_cannot_write(where: str) -> None:
    """A process loses the lock with its connection, and only the new holder of the lock can write."""
    async with await open_store(where, exclusive=True) as first:
        postgres.cut_all()
        async with await open_store(where, exclusive=True) as second:
            with pytest.raises(StorageFailed, match="another Tefuda uses it"):
                await first.write(set_meta, "a", "b")
            await second.write(set_meta, "a", "c")
        assert await first.read(get_meta, "a") == "c"
        await first.write(set_meta, "a", "d")


@pytest.mark.parametrize(("synchronous", "setting"), [("NORMAL", "off"), ("FULL", "on"), ("full", "on")])
async def test_commit_is_as_durable_as_configured(where: str, synchronous: str, setting: str) -> None:
    """NORMAL does not wait for the disk and FULL does, as on SQLite."""
    async with await open_store(where, synchronous=synchronous) as store:
        query = "SELECT current_setting('synchronous_commit'), current_setting('transaction_isolation')"
        values = await store.write(lambda conn: conn.execute(query).fetchone())
        assert values == (setting, "serializable")


async def test_new_database_can_be_opened_simultaneously() -> None:
    where = postgres.fresh_database("tefuda_new")
    stores = await asyncio.gather(*(open_store(where) for _ in range(3)))
    for store in stores:
        assert await store.read(load_open_tables) == []
        await store.close()


async def test_newer_and_older_schemas_are_refused() -> None:
    """The error names both versions, as with SQLite; a foreign database is refused, too."""
    where = postgres.fresh_database("tefuda_versions")
    for how in ({"read_only": True}, {"must_exist": True}):
        with pytest.raises(NotOurs, match="it is empty"):
            await open_store(where, **how)
    async with await open_store(where, must_exist=False):
        pass
    execute_all(where, "UPDATE schema_version SET version = 1")
    with pytest.raises(SchemaTooOld, match="version 1"):
        await open_store(where, read_only=True)
    execute_all(where, "UPDATE schema_version SET version = 999")
    for read_only in (False, True):
        with pytest.raises(SchemaTooNew, match=f"version 999.*only up to {migrations()[-1].version}"):
            await open_store(where, read_only=read_only)
    execute_all(where, "DROP TABLE schema_version")
    with pytest.raises(StorageUnavailable, match="not made by Tefuda"):
        await open_store(where)


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("postgresql://tefuda:hidden@127.0.0.1:1/x", "Connection refused"),
        ("postgresql://tefuda:hidden@/nowhere?host={folder}", 'database "nowhere" does not exist'),
        ("postgresql://tefuda:hidden%zz@/nowhere", "its address cannot be read"),
    ],
)
async def test_refused_address_gives_reason_without_password(address: str, reason: str) -> None:
    folder = postgres.address_of("x").partition("?host=")[2]
    with pytest.raises(StorageUnavailable, match=reason) as caught:
        await open_store(address.format(folder=folder))
    assert "hidden" not in str(caught.value)
    assert "\n" not in str(caught.value)


async def test_database_with_other_encoding_is_refused() -> None:
    where = postgres.fresh_database("latin", "ENCODING 'LATIN1' TEMPLATE template0")
    with pytest.raises(StorageUnavailable, match="its encoding is LATIN1, not UTF8"):
        await open_store(where)


async def test_process_uses_at_most_declared_connections(where: str) -> None:
    readers = threading.Barrier(READERS)
    async with await open_store(where, exclusive=True) as store:
        # All readers are busy at once, so that each has a connection.
        await asyncio.gather(*[store.read(lambda conn: readers.wait(60)) for _ in range(READERS)])
        work = [
            request
            for _ in range(50)
            for request in (store.read(get_meta, "a"), store.write(set_meta, "a", "b"))
        ]
        await asyncio.gather(*work)
        mine = "application_name = 'tefuda' AND datname = current_database()"
        ((taken,),) = rows(where, f"SELECT count(*) FROM pg_stat_activity WHERE {mine}")
        room = await store.connection_limits()
    assert room is not None
    assert (room.per_process, room.processes) == (taken, room.connections // taken)
    assert room.connections == 200 - 3


async def test_both_databases_have_the_same_tables(where: str, tmp_path: Path) -> None:
    """Both databases have the same columns, keys and indexes, with other type names."""
    file = tmp_path / "tefuda.db"
    async with await open_store(file):
        pass
    tables = rows(file, "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
    ours = {
        (table, name, TYPES[kind], must)
        for (table,) in tables
        for _, name, kind, must, *_ in rows(file, f"PRAGMA table_info({table})")
    }
    theirs = set(
        rows(
            where,
            """
            SELECT table_name, column_name, data_type, CASE is_nullable WHEN 'NO' THEN 1 ELSE 0 END
            FROM information_schema.columns
            WHERE table_schema = 'public' AND table_name <> 'schema_version'
            """,
        )
    )
    # A column INTEGER PRIMARY KEY is never null in SQLite, though its schema does not say so.
    rowids = {("person", "id"), ("result", "id"), ("guild_settings", "guild_id"), ("period", "start")}
    rowids |= {("daily_streak", "person"), ("daily_posted", "guild_id"), ("blocked_server", "guild_id")}
    ours = {(*column[:3], 1 if column[:2] in rowids else column[3]) for column in ours}
    assert ours == theirs
    named = rows(file, "SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL")
    assert set(named) < set(rows(where, "SELECT indexname FROM pg_indexes WHERE schemaname = 'public'"))
    assert {name for (name,) in tables} == KEYS.keys()


COUNT = 4


@asynccontextmanager
async def opened(where: str, count: int = COUNT) -> AsyncIterator[ShardedStore]:
    """Open a database as one of several processes."""
    sharded = await open_sharded_store(where, count)
    async with sharded.store:
        yield sharded


async def take_shards(process: ShardedStore, numbers: Sequence[int] = range(COUNT)) -> list[int]:
    """Try to take shards; return those that were taken."""
    return [number for number in numbers if await process.locks.take(number)]


@given(guild=st.integers(0, 2**63 - 1), count=st.integers(1, 1000))
def test_server_is_on_exactly_one_shard(guild: int, count: int) -> None:
    """The shard follows from the timestamp bits of the server's id, as Discord defines it."""
    assert [n for n in range(count) if Servers.of_group(n, count).has(guild)] == [(guild >> 22) % count]


async def test_shard_is_held_by_one_process(where: str) -> None:
    """A process takes only free shards, keeps them until it gives them up, and sees which are free."""
    async with (
        opened(where) as first,
        opened(where) as second,
    ):
        assert await take_shards(first, (0, 1)) == [0, 1]
        assert await take_shards(first, (0,)) == [0]
        assert await take_shards(second, (1, 2)) == [2]
        await first.locks.release(1)
        await first.locks.release(3)  # was never held
        assert await take_shards(second, (0, 1)) == [1]
        seen = await first.locks.sync(wants_more=False)
        assert (seen.mine, seen.free, seen.lost, seen.processes) == ({0}, {3}, frozenset(), 2)
        seen = await second.locks.sync(wants_more=False)
        assert (seen.mine, seen.free) == ({1, 2}, {3})


async def test_shards_are_free_after_process_is_gone(where: str) -> None:
    """A shard is free at once when its process closes or loses its connection."""
    async with opened(where) as store:
        async with opened(where) as two:
            assert await take_shards(two) == [0, 1, 2, 3]
            assert await take_shards(store) == []
        assert await take_shards(store) == [0, 1, 2, 3]
        postgres.cut_all()
        async with opened(where) as three:
            assert await take_shards(three) == [0, 1, 2, 3]


async def test_process_that_lost_shard_cannot_write(where: str) -> None:
    """All pending writes fail, and so do later ones until the process gives the shard up.

    The process cannot take the shard back from the one that has it now.
    """
    async with opened(where) as store:
        await take_shards(store, (0, 1))
        postgres.cut_all()
        async with opened(where) as two:
            await take_shards(two, (1,))
            requests = [store.store.write(set_meta, "a", str(number)) for number in range(3)]
            results = await asyncio.gather(*requests, return_exceptions=True)
            assert {type(result) for result in results} == {StorageFailed}
            seen = await store.locks.sync(wants_more=False)
            assert (seen.mine, seen.lost) == ({0}, {1})
            assert not await store.locks.take(1)
            with pytest.raises(StorageFailed, match="another process"):
                await store.store.write(set_meta, "a", "b")
            store.locks.forget_lost(seen.lost)
            await store.store.write(set_meta, "a", "b")
            assert await two.store.read(get_meta, "a") == "b"


async def test_disconnected_process_retakes_its_shards(where: str) -> None:
    """A disconnected process takes its shards again before it writes, unless another process has them."""
    async with (
        opened(where) as first,
        opened(where) as second,
    ):
        assert await take_shards(first, (0, 1)) == [0, 1]
        postgres.cut_all()
        await first.store.write(set_meta, "a", "b")
        seen = await first.locks.sync(wants_more=False)
        assert (seen.mine, seen.lost) == ({0, 1}, frozenset())
        await second.store.write(set_meta, "c", "d")
        assert await take_shards(second) == [2, 3]


async def test_request_for_shards_is_visible_to_other_processes(where: str) -> None:
    async with opened(where) as store:
        async with opened(where) as two:
            for wants in (True, True, False, True):
                await two.locks.sync(wants_more=wants)
                assert (await store.locks.sync(wants_more=False)).is_wanted is wants
                assert not (await two.locks.sync(wants_more=wants)).is_wanted
        assert not (await store.locks.sync(wants_more=False)).is_wanted


async def test_only_one_process_logs_in_per_bucket(where: str) -> None:
    """The registration of the commands is reserved in the same way as a bucket."""
    async with (
        opened(where) as first,
        opened(where) as second,
    ):
        for bucket in (0, COMMANDS):
            assert await first.locks.reserve_task(bucket)
            assert not await second.locks.reserve_task(bucket)
            assert await second.locks.reserve_task(1)
            await first.locks.free_task(bucket)
            assert await second.locks.reserve_task(bucket)
            await second.locks.free_task(1)


async def test_all_processes_must_use_same_number_of_shards(where: str) -> None:
    """With different numbers of shards, two processes could serve one server."""
    async with opened(where):
        with pytest.raises(StorageUnavailable, match="into 4 shards, this one into 5"):
            await open_sharded_store(where, 5)
    async with opened(where, 5):
        pass


async def test_exclusive_and_sharded_processes_exclude_each_other(where: str) -> None:
    async with opened(where):
        with pytest.raises(StorageUnavailable, match="another Tefuda uses it"):
            await open_store(where, exclusive=True)
    async with await open_store(where, exclusive=True):
        with pytest.raises(StorageUnavailable, match="another Tefuda uses it"):
            await open_sharded_store(where, COUNT)


async def test_taking_shard_returns_its_last_state(store: Store) -> None:
    """``begin_serving`` returns true for a new or released shard, and false if its process was lost."""
    mine = Servers.of_group(1, 4)
    other = Servers.of_group(2, 4)
    assert await store.write(begin_serving, mine)
    await store.write(save_heartbeat, 1, mine | other)
    assert not await store.write(begin_serving, mine)
    await store.write(end_serving, mine)
    assert not await store.write(begin_serving, other)
    assert await store.write(begin_serving, mine)
    assert not await store.write(begin_serving, mine)
