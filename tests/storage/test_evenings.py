"""Evenings: which games belong together, who has won how many, and when they are over."""

from __future__ import annotations

from typing import Any, cast

from storage import Store
from storage.engine.connection import Connection
from storage.rows import EveningPerson, ShownRow
from storage.tables.evenings import end_evening, evenings_of
from storage.tables.lifecycle import cancel_table, create_table, start_table
from storage.tables.loading import load_evening
from storage.upkeep.privacy import forget_person
from tests.storage.helpers import NOON, begun, finish, outcome, seats, table, table_of


async def played(store: Store, table_id: str, *people: int | None, after: str | None = None) -> None:
    """A finished game, which the first person wins."""
    number = int(table_id[1:])
    row = table(table_id, rematch_of=after, created_at=NOON + number)
    await store.write(create_table, row, seats(*people))
    await store.write(start_table, begun(row), seats(*people), (), ShownRow(table_id))
    await finish(store, table_id, outcome(*range(1, len(people) + 1), at=NOON + number))


async def test_games_that_follow_each_other_are_one_evening(store: Store) -> None:
    """Each counts for people alone; who comes later has nothing yet."""
    await played(store, "t1", 10, 11)
    await played(store, "t2", 11, 10, None, after="t1")
    await played(store, "t3", 11, 10, 12, after="t2")
    stored = await table_of(store, "t3")
    assert (stored.evening.id, stored.evening.games) == ("t1", 3)
    assert stored.evening.people == (
        EveningPerson(11, "P11", 3, 2),
        EveningPerson(10, "P10", 3, 1),
        EveningPerson(12, "P12", 1, 0),
    )
    assert [one.table.id for one in await store.read(load_evening, "t1")] == ["t1", "t2", "t3"]
    assert list(await store.read(evenings_of, ["t3", "t1"])) == ["t3"]


async def test_a_page_of_games_asks_for_its_evenings_at_once(store: Store) -> None:
    """Three statements, however many evenings there are; each is what its table tells of it."""
    for number in range(1, 9):
        after = f"t{number - 1}" if number % 2 == 0 else None
        await played(store, f"t{number}", 10 + number // 4, 20, after=after)
    asked: list[str] = []

    class Counting:
        def __init__(self, conn: Connection) -> None:
            self._conn = conn

        def execute(self, statement: str, given: Any = ()) -> Any:
            asked.append(statement)
            return self._conn.execute(statement, given)

    pages = await store.read(
        lambda conn: evenings_of(
            cast(Connection, Counting(conn)), [f"t{number}" for number in range(8, 0, -1)]
        )
    )
    assert len(asked) == 3
    assert len(pages) >= 3
    for table_id, evening in pages.items():
        stored = await table_of(store, table_id)
        assert stored.evening == evening
    assert await store.read(evenings_of, []) == {}


async def test_a_game_that_stands_alone_is_no_evening(store: Store) -> None:
    """Neither one that follows nothing, nor one of mostly other people."""
    await played(store, "t1", 10, 11)
    assert (await table_of(store)).evening is None
    await played(store, "t2", 10, 20, 21, after="t1")
    assert (await table_of(store, "t2")).evening is None
    await played(store, "t3", 10, 20, after="t1")
    assert (await table_of(store, "t3")).evening is not None


async def test_an_evening_ends_once_with_its_last_table(store: Store) -> None:
    """Not while somebody goes on; what follows then is another evening."""
    await played(store, "t1", 10, 11)
    await played(store, "t2", 10, 11, after="t1")
    assert await store.write(end_evening, "t1", NOON + 50) is None
    await store.write(create_table, table("t3", rematch_of="t2", created_at=NOON + 3), seats(10))
    assert await store.write(end_evening, "t2", NOON + 50) is None
    await store.write(cancel_table, "t3", NOON + 60)
    for now in (70, 80):
        ended = await store.write(end_evening, "t2", NOON + now)
        assert ended.ended_at == NOON + 70
    opened = await store.write(create_table, table("t4", rematch_of="t2", created_at=NOON + 90), seats(10))
    assert opened.evening is None


async def test_who_is_forgotten_is_in_no_evening(store: Store) -> None:
    """The others' games and wins stay."""
    await played(store, "t1", 10, 11)
    await played(store, "t2", 10, 11, after="t1")
    await forget_person(store, 10)
    stored = await table_of(store, "t2")
    assert [one.user_id for one in stored.evening.people] == [11]
