from __future__ import annotations

from collections.abc import Awaitable, Callable

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from storage import NoSuchTable, SequenceConflict, StorageFailed, Store, WrongStatus
from storage.rows import MoveRow, SeatRow, StoredTable
from tests.storage.helpers import NOON, SEED, computer, finished, outcome, person, playing, seats, table


async def _stored(store: Store, table_id: str = "t1") -> StoredTable:
    stored = await store.load_table(table_id)
    assert stored is not None
    return stored


async def test_a_table_comes_back_as_it_was(store: Store) -> None:
    """Every field of a table and of its seats is kept."""
    row = table(
        message_id=5, first=1, deadline=7, ping_message_id=8, locale="en-GB", commitment="ab", seed=SEED
    )
    taken = (person(0, 10), computer(1), SeatRow(2, 11, "Ω 手札", "easy", 77, left=True))
    await store.create_table(row, taken)
    assert await _stored(store) == StoredTable(row, taken, ())
    assert await store.load_table("other") is None


async def test_saving_a_lobby_replaces_its_seats(store: Store) -> None:
    """A lobby is written as a whole: host, options, game, place and who sits where."""
    await store.create_table(table(), seats(10, 11, None))
    changed = table(
        host_id=12, options={"deal": "down"}, game="lost", message_id=9, channel_id=3, locale="en"
    )
    await store.save_lobby(changed, seats(12, 10))
    assert await _stored(store) == StoredTable(changed, seats(12, 10), ())


async def test_a_lobby_may_be_empty(store: Store) -> None:
    """A lobby without seats is a lobby all the same."""
    await store.create_table(table(), ())
    assert (await _stored(store)).seats == ()


async def test_a_name_stands_in_one_place(store: Store) -> None:
    """The name last seen of a person is the name at all their seats."""
    await store.create_table(table("t1"), (SeatRow(0, 10, "Old"),))
    await store.create_table(table("t2"), (SeatRow(0, 10, "New"),))
    assert (await _stored(store, "t1")).seats[0].name == "New"


async def test_nobody_sits_twice_at_a_table(store: Store) -> None:
    """A second seat for the same person is refused, and the table is not written."""
    with pytest.raises(StorageFailed):
        await store.create_table(table(), seats(10, 10))
    assert await store.load_table("t1") is None


async def test_an_id_is_given_once(store: Store) -> None:
    """A second table with the same id is refused, and the first stays."""
    await store.create_table(table(), seats(10))
    with pytest.raises(StorageFailed):
        await store.create_table(table(channel_id=99), seats(11))
    assert (await _stored(store)).table.channel_id == 2


async def test_starting_takes_seats_options_and_secrets(store: Store) -> None:
    """Starting a lobby writes what the game begins with."""
    await store.create_table(table(), seats(10))
    await store.start_table(
        "t1",
        seats=seats(10, None),
        options={"deal": "down"},
        first=1,
        seed=SEED,
        commitment="ab",
        started_at=5,
        deadline=9,
    )
    expected = table(
        options={"deal": "down"},
        status="playing",
        first=1,
        seed=SEED,
        commitment="ab",
        started_at=5,
        deadline=9,
    )
    assert await _stored(store) == StoredTable(expected, seats(10, None), ())


async def test_moves_are_numbered_from_0_without_gaps(store: Store) -> None:
    """A number that is taken or leaves a gap is refused, says what was expected, and nothing is written."""
    await playing(store, moves=2)
    for seq in (0, 1, 3, 7):
        with pytest.raises(SequenceConflict) as caught:
            await store.append_move("t1", seq, 0, "challenge", NOON)
        assert (caught.value.seq, caught.value.expected) == (seq, 2)
    with pytest.raises(SequenceConflict) as caught:
        await store.append_moves("t1", [MoveRow(2, 0, "a", NOON), MoveRow(4, 0, "b", NOON)])
    assert caught.value.expected == 3
    assert len((await _stored(store)).moves) == 2


async def test_a_move_sets_the_next_deadline(store: Store) -> None:
    """With each move the deadline becomes that of the next player, or none."""
    await playing(store)
    await store.append_move("t1", 0, None, "deal As", NOON, deadline=NOON + 60)
    assert (await _stored(store)).table.deadline == NOON + 60
    await store.append_move("t1", 1, 1, "challenge", NOON + 1)
    stored = await _stored(store)
    assert stored.table.deadline is None
    assert stored.moves == (MoveRow(0, None, "deal As", NOON), MoveRow(1, 1, "challenge", NOON + 1))


async def test_the_last_move_and_the_result_are_one(store: Store) -> None:
    """A move that carries the outcome closes the table in the same commit."""
    await playing(store, moves=1)
    await store.append_move("t1", 1, 0, "challenge", NOON, deadline=5, outcome=outcome(1, 2, at=NOON + 3))
    stored = await _stored(store)
    assert (stored.table.status, stored.table.ended_at, stored.table.deadline) == ("over", NOON + 3, None)
    assert await store.result("t1") is not None


async def test_an_outcome_that_does_not_fit_takes_the_move_back(store: Store) -> None:
    """When the result is refused its move isn't written either."""
    await playing(store, moves=1)
    for bad in (outcome(1), outcome(1, 3), outcome(2, 2), outcome(1, 2, facts=({},))):
        with pytest.raises(ValueError, match="places"):
            await store.append_move("t1", 1, 0, "challenge", NOON, outcome=bad)
    assert len((await _stored(store)).moves) == 1


async def test_each_act_needs_its_status(store: Store) -> None:
    """Lobby, running, over, cancelled: each act is refused in the wrong one and where there is no table."""
    await store.create_table(table("lobby"), seats(10))
    await playing(store, "playing", 10, 11)
    await finished(store, "over", (10, 11), (1, 2))
    await store.create_table(table("cancelled"), seats(10))
    assert await store.cancel_table("cancelled", NOON)

    def start(table_id: str) -> Awaitable[object]:
        return store.start_table(
            table_id, seats=seats(10), options={}, first=0, seed=SEED, commitment="", started_at=1
        )

    acts: list[tuple[Callable[[str], Awaitable[object]], set[str]]] = [
        (lambda table_id: store.save_lobby(table(table_id), seats(10)), {"lobby"}),
        (start, {"lobby"}),
        (lambda table_id: store.append_move(table_id, 0, 0, "x", NOON), {"playing"}),
        (lambda table_id: store.replace_seat(table_id, 0, "easy", NOON), {"playing"}),
        (lambda table_id: store.finish_table(table_id, outcome(1, 2)), {"playing", "over"}),
    ]
    for act, allowed in acts:
        for status in {"lobby", "playing", "over", "cancelled"} - allowed:
            with pytest.raises(WrongStatus, match=status):
                await act(status)
        with pytest.raises(NoSuchTable):
            await act("nowhere")
    for setter in (store.set_message, store.set_ping, store.set_deadline):
        with pytest.raises(NoSuchTable):
            await setter("nowhere", 1)
    with pytest.raises(NoSuchTable):
        await store.cancel_table("nowhere", 1)


async def test_cancelling(store: Store) -> None:
    """Lobbies and running games can be cancelled, once; finished ones not."""
    await playing(store, "a")
    assert await store.cancel_table("a", NOON + 1)
    assert not await store.cancel_table("a", NOON + 2)
    assert (await _stored(store, "a")).table.ended_at == NOON + 1
    await finished(store, "b", (10, 11), (1, 2))
    assert not await store.cancel_table("b", NOON)
    assert await store.open_tables() == []


async def test_leaving_a_running_game(store: Store) -> None:
    """Who leaves stays named at the seat; a computer player has it; nobody leaves twice."""
    await playing(store, "t1", 10, 11, None)
    await store.replace_seat("t1", 1, "easy", NOON)
    assert (await _stored(store)).seats[1] == msgspec.structs.replace(person(1, 11), level="easy", left=True)
    for seat in (1, 2, 3):
        with pytest.raises(ValueError, match="no person"):
            await store.replace_seat("t1", seat, "easy", NOON)
    assert [each.table.id for each in await store.tables_of(11)] == []
    assert [each.table.id for each in await store.tables_of(10)] == ["t1"]


async def test_messages_and_deadline(store: Store) -> None:
    """The table's message, ping and deadline are set and cleared one by one."""
    await playing(store)
    await store.set_message("t1", 5)
    await store.set_ping("t1", 6)
    await store.set_deadline("t1", 7)
    row = (await _stored(store)).table
    assert (row.message_id, row.ping_message_id, row.deadline) == (5, 6, 7)
    await store.set_ping("t1", None)
    assert (await _stored(store)).table.ping_message_id is None


async def test_open_tables(store: Store) -> None:
    """Lobbies and running games are found by channel, by person and all together, oldest first."""
    await store.create_table(table("b", created_at=NOON + 1, channel_id=3), seats(10, 11))
    await playing(store, "a", 10, 12, moves=1, created_at=NOON)
    await finished(store, "over", (10, 12), (1, 2))
    await store.create_table(table("gone"), seats(10))
    await store.cancel_table("gone", NOON)
    assert [each.table.id for each in await store.open_tables()] == ["a", "b"]
    assert (await store.open_tables())[0] == await _stored(store, "a")
    assert [each.table.id for each in await store.tables_in_channel(3)] == ["b"]
    assert [each.table.id for each in await store.tables_of(10)] == ["a", "b"]
    assert [each.table.id for each in await store.tables_of(12)] == ["a"]
    assert await store.tables_of(99) == []


async def test_secrets_are_not_in_representations() -> None:
    """Neither the seed nor a hidden card gets into a log through a representation."""
    shown = repr(StoredTable(table(seed=SEED), (), (MoveRow(0, None, "deal As", NOON),)))
    assert "x01" not in shown
    assert "As" not in shown


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.integers(0, 3), max_size=12))
async def test_only_the_next_move_is_ever_written(store: Store, tried: list[int]) -> None:
    """Whatever numbers are tried, the log is always 0, 1, 2, ... as far as moves were accepted."""
    table_id = f"t{id(tried)}-{len(await store.open_tables())}"
    await playing(store, table_id, 10, 11)
    accepted = 0
    for seq in tried:
        try:
            await store.append_move(table_id, seq, None, str(seq), NOON)
        except SequenceConflict:
            assert seq != accepted
        else:
            assert seq == accepted
            accepted += 1
    assert [move.seq for move in (await _stored(store, table_id)).moves] == list(range(accepted))
