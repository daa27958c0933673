from __future__ import annotations

import msgspec
import pytest

from storage import Store
from storage.errors import NobodySits, SequenceConflict, WrongStatus
from storage.tables.absence import beat, wake
from storage.tables.lifecycle import append_moves, create_table, save_absence
from storage.tables.loading import load_open_tables
from tests.storage.helpers import DAY, NOON, leave, move, person, playing, seats, table, table_of


async def _deadlines(store: Store) -> dict[str, int | None]:
    return {stored.table.id: stored.table.deadline for stored in await store.read(load_open_tables)}


async def _prepare(store: Store) -> None:
    await playing(store, "running")
    await store.write(append_moves, "running", (), NOON + 60)
    await playing(store, "unlimited")
    await store.write(create_table, table("lobby", deadline=NOON + 70), seats(10))


async def test_time_away_counts_against_nobody(store: Store) -> None:
    """Deadlines of lobbies and running games move by the time since the last beat, and not a second time."""
    await _prepare(store)
    await store.write(beat, NOON - 5000)
    await store.write(beat, NOON)
    assert await store.write(wake, NOON + 1000) == 1000
    expected = {"running": NOON + 1060, "unlimited": None, "lobby": NOON + 1070}
    assert await _deadlines(store) == expected
    assert await store.write(wake, NOON + 1000) == 0
    assert await _deadlines(store) == expected


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


@pytest.mark.parametrize(
    ("now", "away"),
    [(NOON, 0), (NOON - DAY, 0), (NOON + 30 * DAY, 30 * DAY), (NOON + 3650 * DAY, 30 * DAY)],
    ids=["no time", "back", "a month", "ten years"],
)
async def test_a_clock_that_jumps_does_no_harm(store: Store, now: int, away: int) -> None:
    """A clock set back counts as no absence, one far ahead as thirty days; then the new time counts."""
    await _prepare(store)
    await store.write(beat, NOON)
    assert await store.write(wake, now) == away
    assert (await _deadlines(store))["running"] == NOON + 60 + away
    assert await store.write(wake, now + 7) == 7


async def test_the_first_start(store: Store) -> None:
    """When nobody ever noted to be alive, no deadline moves; from then on it is known."""
    await _prepare(store)
    assert await store.write(wake, NOON + DAY) == 0
    assert (await _deadlines(store))["running"] == NOON + 60
    assert await store.write(wake, NOON + DAY + 3) == 3
