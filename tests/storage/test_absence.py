from __future__ import annotations

import msgspec
import pytest

from storage import Store
from storage.errors import NobodySits, SequenceConflict, WrongStatus
from storage.tables.absence import beat, wake
from storage.tables.lifecycle import append_moves, create_table, save_absence
from storage.tables.loading import load_open_tables
from tests.storage.helpers import DAY, NOON, leave, move, person, playing, seats, table, table_of


@pytest.mark.parametrize(
    ("last", "now", "away"),
    [
        (None, NOON + DAY, 0),
        (NOON, NOON, 0),
        (NOON, NOON + 1000, 1000),
        (NOON, NOON - DAY, 0),
        (NOON, NOON + 30 * DAY, 30 * DAY),
        (NOON, NOON + 3650 * DAY, 30 * DAY),
    ],
    ids=["first start", "no time", "a second", "clock set back", "a month", "ten years"],
)
async def test_time_away_counts_against_nobody(store: Store, last: int | None, now: int, away: int) -> None:
    """Deadlines move by the time since the last beat, thirty days at most; then the new time counts."""
    await playing(store, "running")
    await store.write(append_moves, "running", (), NOON + 60)
    await playing(store, "unlimited")
    await store.write(create_table, table("lobby", deadline=NOON + 70), seats(10))
    if last is not None:
        await store.write(beat, last - 5000)
        await store.write(beat, last)
    for moved, moment, more in (away, now, 0), (0, now, 0), (7, now + 7, 7):
        assert await store.write(wake, moment) == moved
        deadlines = {each.table.id: each.table.deadline for each in await store.read(load_open_tables)}
        by = NOON + away + more
        assert deadlines == {"running": by + 60, "unlimited": None, "lobby": by + 70}


async def test_a_deserted_table_is_kept_longer_by_the_time_away(store: Store) -> None:
    """Nobody could come back while the bot was not there; other tables are not touched."""
    await playing(store, "deserted")
    row = table("deserted", deserted_until=NOON + 90)
    await store.write(save_absence, row, [msgspec.structs.replace(person(0, 10), away=True, grace=4)], 0)
    await playing(store, "other")
    await store.write(beat, NOON)
    await store.write(wake, NOON + 1000)
    stored = {each.table.id: each for each in await store.read(load_open_tables)}
    assert stored["deserted"].table.deserted_until == NOON + 1090
    assert stored["deserted"].table.deadline is None
    assert stored["deserted"].seats[0].away
    assert stored["deserted"].seats[0].grace == 4
    assert stored["deserted"].table.revision == stored["other"].table.revision + 1
    assert stored["other"].table.deserted_until is None


async def test_absence_is_written_of_the_position_that_was_seen(store: Store) -> None:
    """Not after another move, of nobody who has left, and of no lobby."""
    await playing(store, "t1", 10, 11, moves=2)
    with pytest.raises(SequenceConflict):
        await store.write(save_absence, table(), [person(0, 10)], 1)
    await leave(store, "t1", 0)
    with pytest.raises(NobodySits):
        await store.write(save_absence, table(), [person(0, 10)], 2)
    await store.write(create_table, table("t2"), seats(10))
    with pytest.raises(WrongStatus):
        await store.write(save_absence, table("t2"), [person(0, 10)], 0)


async def test_who_comes_back_by_a_move_is_back_with_it(store: Store) -> None:
    """One commit: seat, table and move; a move that cannot be written brings nobody back."""
    await playing(store, "t1", 10, 11)
    away = msgspec.structs.replace(person(0, 10), away=True)
    await store.write(save_absence, table(deserted_until=NOON), [away], 0)
    with pytest.raises(SequenceConflict):
        await store.write(append_moves, "t1", move(3), back=person(0, 10))
    stored = await table_of(store)
    assert stored.seats[0].away
    await store.write(append_moves, "t1", move(0), NOON + 5, back=person(0, 10))
    stored = await table_of(store)
    assert not stored.seats[0].away
    assert (stored.table.deserted_until, stored.table.deadline) == (None, NOON + 5)
