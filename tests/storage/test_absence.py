"""Tests of the bot's absence, by which the deadlines of each shard are postponed once."""

from __future__ import annotations

import msgspec
import pytest

from storage import Store
from storage.rows import PLAYING, TableRow
from storage.serving import (
    EVERY_SERVER,
    NO_SERVER,
    Servers,
    load_last_heartbeat,
    postpone_deadlines,
    save_heartbeat,
)
from storage.tables.lifecycle import append_moves, create_table, save_acts
from storage.tables.loading import load_open_tables
from tests.storage.helpers import DAY, NOON, person, playing, seats, table


async def time_away(store: Store, now: int, served: Servers = EVERY_SERVER) -> int:
    """Start the bot, or serve a shard, as the registry does; return how long it was away in milliseconds."""
    alive_at = await store.read(load_last_heartbeat, served)
    away = 0 if alive_at is None else now - alive_at
    await store.write(postpone_deadlines, away, now, served)
    return away


@pytest.mark.parametrize(
    ("last", "now", "away"),
    [
        (None, NOON + DAY, 0),
        (NOON, NOON, 0),
        (NOON, NOON + 1000, 1000),
        (NOON, NOON - DAY, -DAY),
        (NOON, NOON + 3650 * DAY, 3650 * DAY),
    ],
    ids=["first start", "no time", "a second", "clock set back", "clock ten years ahead"],
)
async def test_time_left_at_last_heartbeat_is_kept_after_restart(
    store: Store, last: int | None, now: int, away: int
) -> None:
    await playing(store, "running")
    await store.write(append_moves, "running", (), NOON + 60)
    await playing(store, "unlimited")
    await store.write(create_table, table("lobby", deadline=NOON + 70), seats(10))
    if last is not None:
        await store.write(save_heartbeat, last - 5000)
        await store.write(save_heartbeat, last)
    for moved, reveal, more in (away, now, 0), (0, now, 0), (7, now + 7, 7):
        assert await time_away(store, reveal) == moved
        deadlines = {each.table.id: each.table.deadline for each in await store.read(load_open_tables)}
        by = NOON + away + more
        assert deadlines == {"running": by + 60, "unlimited": None, "lobby": by + 70}


async def test_deadline_of_deserted_table_moves_by_absence(store: Store) -> None:
    """The end of a deserted table's wait is postponed; a table in play gets no such time."""
    await playing(store, "deserted")
    row = table("deserted", deserted_until=NOON + 90, revision=1, status=PLAYING)
    await store.write(save_acts, row, [msgspec.structs.replace(person(0, 10), is_away=True, grace=4)], 0)
    await playing(store, "other")
    await store.write(postpone_deadlines, 1000, NOON + 1000)
    stored = {each.table.id: each for each in await store.read(load_open_tables)}
    assert stored["deserted"].table.deserted_until == NOON + 1090
    assert stored["deserted"].table.deadline is None
    assert stored["deserted"].seats[0].is_away
    assert stored["deserted"].seats[0].grace == 4
    assert stored["deserted"].table.revision == stored["other"].table.revision + 1
    assert stored["other"].table.deserted_until is None


async def test_deadlines_of_shard_move_by_its_own_absence(store: Store) -> None:
    """The absence of each group of shards is counted from its own heartbeats.

    Before the first division, and with another number of groups, the last heartbeat of all counts.
    """
    for number in range(2):
        await playing(store, f"t{number}", guild_id=number << 22)
        await store.write(append_moves, f"t{number}", (), NOON + 60)
    await store.write(save_heartbeat, NOON - 9)  # when the bot was not divided
    first = Servers.of_group(0, 2)
    second = Servers.of_group(1, 2)
    assert await time_away(store, NOON, first) == 9
    assert await time_away(store, NOON + 1, second) == 10
    await store.write(save_heartbeat, NOON + 4, first | second)
    await store.write(save_heartbeat, NOON + 5, first)
    assert await time_away(store, NOON + 6, first) == 1
    assert await time_away(store, NOON + 6, second) == 2
    deadlines = {each.table.id: each.table.deadline for each in await store.read(load_open_tables)}
    assert deadlines == {"t0": NOON + 70, "t1": NOON + 72}
    assert await time_away(store, NOON + 8, Servers.of_group(0, 3)) == 2
    assert await time_away(store, NOON + 9) == 1


async def test_process_without_shards_stores_no_heartbeat(store: Store) -> None:
    """The last heartbeat with a shard stays stored, so that an outage keeps its full length."""
    await store.write(save_heartbeat, NOON, Servers.of_group(0, 2))
    await store.write(save_heartbeat, NOON + 5, NO_SERVER)
    assert await store.read(load_last_heartbeat, Servers.of_group(0, 2)) == NOON
    assert await store.read(load_last_heartbeat) == NOON


async def test_repeated_absence_moves_deadlines_once(store: Store) -> None:
    """An absence that is written twice, since its commit got no answer, moves deadlines once."""
    await playing(store, "running")
    await store.write(append_moves, "running", (), NOON + 60)
    for _ in range(2):
        await store.write(postpone_deadlines, 9000, NOON + 9000)
    (stored,) = await store.read(load_open_tables)
    assert stored.table.deadline == NOON + 9060


async def test_every_deadline_moves_with_an_absence(store: Store) -> None:
    """Deadlines of turns, deserted games and pauses move; a new column for a time fails the test."""
    await playing(store, "t1")
    times = {"deadline": NOON + 1, "deserted_until": NOON + 2, "paused_at": NOON + 3}
    row = table("t1", revision=1, status=PLAYING, **times)
    await store.write(save_acts, row, (), 0)
    await store.write(postpone_deadlines, 100, NOON + 100)
    (stored,) = await store.read(load_open_tables)
    assert {name: getattr(stored.table, name) for name in times} == {
        name: at + 100 for name, at in times.items()
    }
    facts = {"created_at", "started_at", "ended_at", "pause_ended_at"}
    deadlines = {name for name in TableRow.__struct_fields__ if name.endswith(("_at", "_until", "deadline"))}
    assert deadlines == {*times, *facts}, "a new time is a fact, or moves with an absence"
