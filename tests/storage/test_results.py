from __future__ import annotations

import pytest

from storage import Store
from tests.storage.helpers import (
    NOON,
    board_of,
    finish,
    finished,
    leave,
    load_result,
    outcome,
    playing,
    result_of,
)


async def test_a_result_comes_back_as_it_was(store: Store) -> None:
    """Places, scores, counters, time and names of a result are kept."""
    await playing(store, "t1", 10, None, 11)
    await leave(store, "t1", 2, level="easy")
    facts = ({"lies": 2, "challenges": 1}, {}, {"lies": 0})
    assert await store.read(load_result, "t1") is None
    await finish(store, "t1", outcome(1, 2, 2, at=NOON + 9, facts=facts))
    result = await result_of(store)
    assert (result.table_id, result.guild_id, result.game, result.ended_at) == ("t1", 1, "bull", NOON + 9)
    assert [seat.place for seat in result.seats] == [1, 2, 2]
    assert [seat.score for seat in result.seats] == [-1.0, -2.0, -2.0]
    assert tuple(seat.facts for seat in result.seats) == facts
    assert [(seat.user_id, seat.name, seat.level, seat.left) for seat in result.seats] == [
        (10, "P10", None, False),
        (None, "Computer 1", "normal", False),
        (11, "P11", "easy", True),
    ]


@pytest.mark.parametrize(
    ("people", "left", "wanted", "rated"),
    [
        ((10, 11), (), True, True),
        ((10, 11), (), False, False),
        ((10,), (), True, False),
        ((10, None), (), True, False),
        ((10, 11, None), (), True, False),
        ((10, 11), (1,), True, True),
    ],
    ids=["two", "not wanted", "alone", "against a computer", "with a computer", "one left"],
)
async def test_what_is_rated(
    store: Store, people: tuple[int | None, ...], left: tuple[int, ...], wanted: bool, rated: bool
) -> None:
    """Rated are games of two people or more without computer seats; one who left makes no computer seat."""
    places = tuple(range(1, len(people) + 1))
    await finished(store, "t1", people, places, left=left, rated=wanted)
    assert (await result_of(store)).rated is rated


@pytest.mark.parametrize(
    ("places", "left", "won", "ties"),
    [
        ((1, 2, 3), (), [1, 0, 0], [0, 0, 0]),
        ((1, 1, 3), (), [1, 1, 0], [1, 1, 0]),
        ((1, 1, 1), (), [0, 0, 0], [1, 1, 1]),
        ((1, 2, 2), (0,), [0, 0, 0], [0, 0, 0]),
    ],
    ids=["one", "two share", "all share", "the first had left"],
)
async def test_who_has_won(
    store: Store, places: tuple[int, ...], left: tuple[int, ...], won: list[int], ties: list[int]
) -> None:
    """The first place wins, shared too, unless all share it; who left hasn't won, whoever plays on."""
    await finished(store, "t1", (10, 11, 12), places, left=left)
    board = await board_of(store)
    by_person = {row.user_id: row for row in board.rows}
    assert [by_person[user].wins for user in (10, 11, 12)] == won
    assert [by_person[user].ties for user in (10, 11, 12)] == ties
