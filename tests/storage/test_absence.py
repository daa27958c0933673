from __future__ import annotations

import pytest

from storage import Store
from storage.rows import ShownRow
from tests.storage.helpers import DAY, NOON, begun, finished, playing, seats, table


async def _deadlines(store: Store) -> dict[str, int | None]:
    return {stored.table.id: stored.table.deadline for stored in await store.open_tables()}


async def _prepare(store: Store) -> None:
    await playing(store, "running")
    await store.append_moves("running", (), NOON + 60)
    await playing(store, "unlimited")
    await store.create_table(table("lobby", deadline=NOON + 70), seats(10))


async def test_time_away_counts_against_nobody(store: Store) -> None:
    """Deadlines of lobbies and running games move by the time since the last beat, and not a second time."""
    await _prepare(store)
    await store.beat(NOON - 5000)
    await store.beat(NOON)
    assert await store.wake(NOON + 1000) == 1000
    expected = {"running": NOON + 1060, "unlimited": None, "lobby": NOON + 1070}
    assert await _deadlines(store) == expected
    assert await store.wake(NOON + 1000) == 0
    assert await _deadlines(store) == expected


async def test_time_away_is_no_change_of_a_table(store: Store) -> None:
    """Who has read a lobby before may still write it, and closed tables stay as they are."""
    await finished(store, "over", (10, 11), (1, 2))
    lobby = table("lobby", deadline=NOON)
    await store.create_table(lobby, seats(10))
    await store.beat(NOON)
    await store.wake(NOON + 5)
    over = await store.load_table("over")
    assert over is not None
    assert over.table.deadline is None
    await store.start_table(begun(lobby), seats(10, 11), (), ShownRow("lobby"))


@pytest.mark.parametrize(
    ("now", "away"),
    [(NOON, 0), (NOON - DAY, 0), (NOON + 30 * DAY, 30 * DAY), (NOON + 3650 * DAY, 30 * DAY)],
    ids=["no time", "back", "a month", "ten years"],
)
async def test_a_clock_that_jumps_does_no_harm(store: Store, now: int, away: int) -> None:
    """A clock set back counts as no absence, one far ahead as thirty days; then the new time counts."""
    await _prepare(store)
    await store.beat(NOON)
    assert await store.wake(now) == away
    assert (await _deadlines(store))["running"] == NOON + 60 + away
    assert await store.wake(now + 7) == 7


async def test_the_first_start(store: Store) -> None:
    """When nobody ever noted to be alive, no deadline moves; from then on it is known."""
    await _prepare(store)
    assert await store.wake(NOON + DAY) == 0
    assert (await _deadlines(store))["running"] == NOON + 60
    assert await store.wake(NOON + DAY + 3) == 3
