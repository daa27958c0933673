"""Who serves which shards of a bot that several processes divide."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storage import StorageFailed, StorageUnavailable, Store, open_store
from storage.engine.shards import COMMANDS, Shard, ShardLocks
from storage.engine.writing import get_meta, set_meta
from storage.tables.absence import beat, wake
from storage.tables.lifecycle import append_moves
from storage.tables.loading import load_open_tables
from storage.upkeep.privacy import count_forgettings, forget_person
from tests import postgres
from tests.storage.helpers import NOON, cancel, playing

COUNT = 4


def locks(store: Store) -> ShardLocks:
    """The locks of a store that was opened with shards."""
    assert store.shards is not None
    return store.shards


async def taken(store: Store, numbers: Sequence[int] = range(COUNT)) -> list[int]:
    """Try to take shards; tell which are ours."""
    return [number for number in numbers if await locks(store).take(number)]


@given(guild=st.integers(0, 2**63 - 1), count=st.integers(1, 1000))
def test_a_server_is_on_exactly_one_shard(guild: int, count: int) -> None:
    """As Discord says: by the bits of its id that tell when it was founded."""
    assert [n for n in range(count) if Shard(n, count).has(guild)] == [(guild >> 22) % count]


# --- on PostgreSQL ------------------------------------------------------------------------------------


@pytest.mark.postgresql
async def test_a_shard_is_held_by_one(where: str) -> None:
    """What one has taken another cannot, until it was let go; both see what is free."""
    async with await open_store(where, shards=COUNT) as one, await open_store(where, shards=COUNT) as two:
        assert await taken(one, (0, 1)) == [0, 1]
        assert await taken(one, (0,)) == [0]
        assert await taken(two, (1, 2)) == [2]
        await locks(one).release(1)
        await locks(one).release(3)  # was never held
        assert await taken(two, (0, 1)) == [1]
        seen = await locks(one).look(wants=False)
        assert (seen.mine, seen.free, seen.lost, seen.processes) == ({0}, {3}, frozenset(), 2)
        seen = await locks(two).look(wants=False)
        assert (seen.mine, seen.free) == ({1, 2}, {3})


@pytest.mark.postgresql
async def test_shards_are_free_when_their_process_is_gone(where: str) -> None:
    """At once when it closes, or when the server ends its connection."""
    async with await open_store(where, shards=COUNT) as one:
        async with await open_store(where, shards=COUNT) as two:
            assert await taken(two) == [0, 1, 2, 3]
            assert await taken(one) == []
        assert await taken(one) == [0, 1, 2, 3]
        postgres.cut_all()
        async with await open_store(where, shards=COUNT) as three:
            assert await taken(three) == [0, 1, 2, 3]


@pytest.mark.postgresql
async def test_who_has_lost_a_shard_writes_nothing_until_it_knows(where: str) -> None:
    """Neither what was asked for before nor anything after, until it says that it serves it no longer."""
    async with await open_store(where, shards=COUNT) as one:
        assert await taken(one, (0, 1)) == [0, 1]
        postgres.cut_all()
        async with await open_store(where, shards=COUNT) as two:
            assert await taken(two, (1,)) == [1]
            asked = [one.write(set_meta, "a", str(number)) for number in range(3)]
            results = await asyncio.gather(*asked, return_exceptions=True)
            assert {type(result) for result in results} == {StorageFailed}
            seen = await locks(one).look(wants=False)
            assert (seen.mine, seen.lost) == ({0}, {1})
            assert not await locks(one).take(1)
            with pytest.raises(StorageFailed, match="another process"):
                await one.write(set_meta, "a", "b")
            locks(one).give_up(seen.lost)
            await one.write(set_meta, "a", "b")
            assert await two.read(get_meta, "a") == "b"


@pytest.mark.postgresql
async def test_who_was_only_cut_off_goes_on(where: str) -> None:
    """What nobody has taken meanwhile is taken again with the next connection, before anything is written."""
    async with await open_store(where, shards=COUNT) as one, await open_store(where, shards=COUNT) as two:
        assert await taken(one, (0, 1)) == [0, 1]
        postgres.cut_all()
        await one.write(set_meta, "a", "b")
        seen = await locks(one).look(wants=False)
        assert (seen.mine, seen.lost) == ({0, 1}, frozenset())
        await two.write(set_meta, "c", "d")
        assert await taken(two) == [2, 3]


@pytest.mark.postgresql
async def test_who_wants_more_is_seen_by_the_others(where: str) -> None:
    """As long as it does, and lives."""
    async with await open_store(where, shards=COUNT) as one:
        async with await open_store(where, shards=COUNT) as two:
            for wants in (True, True, False, True):
                await locks(two).look(wants=wants)
                assert (await locks(one).look(wants=False)).is_wanted is wants
                assert not (await locks(two).look(wants=wants)).is_wanted
        assert not (await locks(one).look(wants=False)).is_wanted


@pytest.mark.postgresql
async def test_one_at_a_time_logs_in_on_a_bucket(where: str) -> None:
    """So does one at a time tell Discord the commands."""
    async with await open_store(where, shards=COUNT) as one, await open_store(where, shards=COUNT) as two:
        assert await locks(one).begin(0)
        assert not await locks(two).begin(0)
        assert await locks(two).begin(1)
        await locks(one).end(0)
        assert await locks(two).begin(0)
        assert await locks(one).begin(COMMANDS)
        assert not await locks(two).begin(COMMANDS)
        await locks(one).end(COMMANDS)
        assert await locks(two).begin(COMMANDS)


@pytest.mark.postgresql
async def test_all_divide_the_bot_alike(where: str) -> None:
    """Or a server would be on one shard for one process and on another for the other."""
    async with await open_store(where, shards=COUNT):
        with pytest.raises(StorageUnavailable, match="into 4 shards, this one into 5"):
            await open_store(where, shards=5)
    async with await open_store(where, shards=5):
        pass


@pytest.mark.postgresql
async def test_nobody_is_alone_beside_processes_with_shards(where: str) -> None:
    """Who must have the database alone is refused; and the other way round."""
    async with await open_store(where, shards=COUNT):
        with pytest.raises(StorageUnavailable, match="another Tefuda uses it"):
            await open_store(where, exclusive=True)
    async with await open_store(where, exclusive=True):
        with pytest.raises(StorageUnavailable, match="another Tefuda uses it"):
            await open_store(where, shards=COUNT)


# --- on SQLite ----------------------------------------------------------------------------------------


@pytest.mark.sqlite
async def test_one_process_serves_all_shards_of_a_file(where: str) -> None:
    """It has the file for itself."""
    async with await open_store(where, shards=COUNT) as store:
        assert await taken(store) == [0, 1, 2, 3]
        await locks(store).release(1)
        locks(store).give_up([])
        seen = await locks(store).look(wants=True)
        assert (seen.mine, seen.free, seen.processes, seen.is_wanted) == ({0, 2, 3}, {1}, 1, False)
        for bucket in (0, 0):
            assert await locks(store).begin(bucket)
            assert await locks(store).begin(COMMANDS)
        await locks(store).end(0)
        await locks(store).end(COMMANDS)
        with pytest.raises(StorageUnavailable, match="another Tefuda uses it"):
            await open_store(where, shards=COUNT)


# --- tables -------------------------------------------------------------------------------------------


async def test_tables_are_of_their_server_s_shard(store: Store) -> None:
    """Open ones, and closed ones that are not settled."""
    for number in range(6):
        await playing(store, f"t{number}", guild_id=number << 22)
    await cancel(store, "t5")
    found = [
        [one.table.id for one in await store.read(load_open_tables, Shard(n, COUNT))] for n in range(COUNT)
    ]
    assert found == [["t0", "t4"], ["t1", "t5"], ["t2"], ["t3"]]


async def test_each_shard_was_away_for_a_time_of_its_own(store: Store) -> None:
    """Deadlines move on the shard that is served again, by its own absence, however it was served before."""
    for number in range(2):
        await playing(store, f"t{number}", guild_id=number << 22)
        await store.write(append_moves, f"t{number}", (), NOON + 60)
    await store.write(beat, NOON - 9)  # when the bot was not divided
    zero, one = Shard(0, 2), Shard(1, 2)
    assert await store.write(wake, NOON, zero) == 9
    assert await store.write(wake, NOON + 1, one) == 10
    await store.write(beat, NOON + 4, (zero, one))
    await store.write(beat, NOON + 5, (zero,))
    assert await store.write(wake, NOON + 6, zero) == 1
    assert await store.write(wake, NOON + 6, one) == 2
    deadlines = {each.table.id: each.table.deadline for each in await store.read(load_open_tables)}
    assert deadlines == {"t0": NOON + 70, "t1": NOON + 72}
    assert await store.write(wake, NOON + 8, Shard(0, 3)) == 2
    assert await store.write(wake, NOON + 9) == 1


async def test_forgetting_is_seen_by_all(store: Store) -> None:
    """Whoever remembers names can tell; of a stranger there is nothing to forget."""
    await playing(store, "t1", 10, 11)
    assert await store.read(count_forgettings) == 0
    assert await forget_person(store, 99) == ()
    assert await store.read(count_forgettings) == 0
    await forget_person(store, 10)
    await forget_person(store, 11)
    assert await store.read(count_forgettings) == 2
