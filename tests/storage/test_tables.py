"""Tests of tables, their seats and moves."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import msgspec
import pytest

from storage import Store
from storage.errors import (
    NobodySits,
    NoSuchTable,
    RematchTaken,
    RevisionConflict,
    SequenceConflict,
    StorageFailed,
    WrongStatus,
)
from storage.rows import PLAYING, MoveRow, SeatRow, SentRow, StoredTable, TableRow
from storage.serving import Servers
from storage.tables.gathering import player_key, save_shown
from storage.tables.lifecycle import (
    append_moves,
    cancel_table,
    create_table,
    save_acts,
    save_lobby,
    start_table,
)
from storage.tables.loading import load_open_tables, load_table
from tests.storage.helpers import (
    NOON,
    SEED,
    cancel,
    computer,
    finish,
    leave,
    load_result,
    move,
    outcome,
    person,
    playing,
    query_plan,
    row_at_start,
    seats,
    selects_of,
    store_finished_game,
    table,
    table_of,
)

SHOWN = SentRow("t1")


async def test_table_round_trips(store: Store) -> None:
    row = table(first=1, deadline=7, locale="en-GB", commitment="ab", seed=SEED, revision=4)
    taken = (person(0, 10), computer(1), SeatRow(2, 11, "Ω 手札", "easy", 77, has_left=True))
    await store.write(create_table, row, taken)
    assert await table_of(store) == StoredTable(row, taken, (), SHOWN)
    assert await store.read(load_table, "other") is None


async def test_saving_lobby_replaces_its_seats(store: Store) -> None:
    """Saving a lobby replaces host, options, game, place and seats."""
    await store.write(create_table, table(), seats(10, 11, None))
    changed = table(host_id=12, options={"deal": "down"}, game="lost", channel_id=3, locale="en", deadline=4)
    await store.write(save_lobby, changed, seats(12, 10))
    assert await table_of(store) == StoredTable(_raised(changed), seats(12, 10), (), SHOWN)


def _raised(row: TableRow, by: int = 1) -> TableRow:
    return msgspec.structs.replace(row, revision=row.revision + by)


async def test_outdated_write_of_lobby_is_refused(store: Store) -> None:
    """If a lobby has changed since it was read, the write is refused and nothing is stored."""
    row = table()
    await store.write(create_table, row, seats(10))
    await store.write(save_lobby, row, seats(10, 11))
    for late in (
        store.write(save_lobby, table(game="lost"), seats(10, 12)),
        store.write(start_table, row_at_start(row), seats(10), (), SHOWN),
    ):
        with pytest.raises(RevisionConflict, match="has revision 1, not 0"):
            await late
    assert await table_of(store) == StoredTable(_raised(row), seats(10, 11), (), SHOWN)
    await store.write(save_lobby, _raised(row), seats(10, 12))
    await store.write(start_table, row_at_start(_raised(row, 2)), seats(10, 12), (), SHOWN)


async def test_table_has_one_rematch_lobby(store: Store) -> None:
    """Until the first rematch lobby is closed, a second one is refused with the id of the first."""
    await store_finished_game(store, "over", (10, 11), (1, 2))
    await store_finished_game(store, "other", (10, 11), (1, 2))
    await store.write(create_table, table("first", rematch_of="over"), seats(10))
    with pytest.raises(RematchTaken) as caught:
        await store.write(create_table, table("second", rematch_of="over"), seats(11))
    assert caught.value.table_id == "first"
    assert await store.read(load_table, "second") is None
    await store.write(create_table, table("third", rematch_of="other"), seats(11))
    await store.write(cancel_table, table("first"), seats(10), NOON)
    await store.write(create_table, table("second", rematch_of="over"), seats(11))
    await store.write(start_table, row_at_start(table("second")), seats(11, 10), (), SentRow("second"))
    await store.write(create_table, table("fourth", rematch_of="over"), seats(11))


async def test_name_is_stored_once(store: Store) -> None:
    await store.write(create_table, table("t1"), (SeatRow(0, 10, "Old"),))
    await store.write(create_table, table("t2"), (SeatRow(0, 10, "New"),))
    assert (await table_of(store, "t1")).seats[0].name == "New"


async def test_duplicate_seats_and_tables_are_refused(store: Store) -> None:
    """A person's second seat and a second table with an id are refused, and the first ones stay."""
    with pytest.raises(StorageFailed):
        await store.write(create_table, table(), seats(10, 10))
    assert await store.read(load_table, "t1") is None
    await store.write(create_table, table(), seats(10))
    with pytest.raises(StorageFailed):
        await store.write(create_table, table(channel_id=99), seats(11))
    assert (await table_of(store)).table.channel_id == 2


async def test_start_is_stored_in_one_transaction(store: Store) -> None:
    """Seats, options, secrets and first moves are stored together."""
    await store.write(create_table, table(), seats(10))
    row = row_at_start(table(options={"deal": "down"}), first=1, started_at=5, deadline=9)
    moves = (*move(0, "deal As", None), *move(1, "flip", None))
    sent_row = SentRow("t1", posts={"notice": (5, "")})
    await store.write(start_table, row, seats(10, None), moves, sent_row)
    expected = _raised(msgspec.structs.replace(row, status="playing"))
    keys = frozenset({player_key(SEED, 10)})
    assert await table_of(store) == StoredTable(
        expected, seats(10, None), moves, sent_row, excluded_keys=keys
    )


async def test_failed_start_leaves_lobby_unchanged(store: Store) -> None:
    await store.write(create_table, table(), seats(10))
    before = await table_of(store)
    with pytest.raises(SequenceConflict):
        await store.write(start_table, row_at_start(table()), seats(10, 11), move(1), SHOWN)
    with pytest.raises(ValueError, match="other"):
        await store.write(start_table, row_at_start(table()), seats(10, 11), move(0), SentRow("other"))
    assert await table_of(store) == before


async def test_moves_are_numbered_from_0_without_gaps(store: Store) -> None:
    await playing(store, moves=2)
    for seq in (0, 1, 3, 7):
        with pytest.raises(SequenceConflict, match=rf"move {seq} .* is number 2"):
            await store.write(append_moves, "t1", move(seq))
    with pytest.raises(SequenceConflict, match="is number 3"):
        await store.write(append_moves, "t1", [MoveRow(2, 0, "a", NOON), MoveRow(4, 0, "b", NOON)])
    assert len((await table_of(store)).moves) == 2


async def test_move_sets_next_deadline(store: Store) -> None:
    await playing(store)
    await store.write(append_moves, "t1", move(0, "deal As", None), NOON + 60)
    assert (await table_of(store)).table.deadline == NOON + 60
    await store.write(append_moves, "t1", [MoveRow(1, 1, "challenge", NOON + 1)])
    stored = await table_of(store)
    assert stored.table.deadline is None
    assert stored.moves == (MoveRow(0, None, "deal As", NOON), MoveRow(1, 1, "challenge", NOON + 1))


async def test_last_move_and_result_are_stored_together(store: Store) -> None:
    """An invalid outcome also reverts its move; a valid outcome closes the table."""
    await playing(store, moves=1)
    for bad in (outcome(1), outcome(1, 3), outcome(2, 2), outcome(1, 2, facts=({},))):
        with pytest.raises(ValueError, match="places"):
            await store.write(append_moves, "t1", move(1), outcome=bad)
    assert len((await table_of(store)).moves) == 1
    await store.write(append_moves, "t1", move(1), 5, outcome(1, 2, at=NOON + 3))
    stored = await table_of(store)
    assert (stored.table.status, stored.table.ended_at, stored.table.deadline) == ("over", NOON + 3, None)
    assert await store.read(load_result, "t1") is not None


async def test_act_needs_right_status_of_table(store: Store) -> None:
    """An act on a table with the wrong status, or on a missing table, is refused."""
    await store.write(create_table, table("lobby"), seats(10))
    await playing(store, "playing", 10, 11)
    await store_finished_game(store, "over", (10, 11), (1, 2))
    await store.write(create_table, table("cancelled"), seats(10))
    await store.write(cancel_table, table("cancelled"), seats(10), NOON)

    def start(table_id: str) -> Awaitable[object]:
        return store.write(start_table, row_at_start(table(table_id)), seats(10), (), SentRow(table_id))

    # Each act with the statuses in which it is allowed.
    acts: list[tuple[Callable[[str], Awaitable[object]], set[str]]] = [
        (lambda table_id: store.write(save_lobby, table(table_id), seats(10)), {"lobby"}),
        (start, {"lobby"}),
        (lambda table_id: store.write(append_moves, table_id, move(0)), {"playing"}),
        (lambda table_id: store.write(save_acts, table(table_id)), {"playing"}),
        (lambda table_id: finish(store, table_id, outcome(1, 2)), {"playing"}),
        (lambda table_id: store.write(cancel_table, table(table_id), seats(10), NOON), {"lobby"}),
    ]
    for act, allowed in acts:
        for status in {"lobby", "playing", "over", "cancelled"} - allowed:
            with pytest.raises(WrongStatus, match=status):
                await act(status)
        with pytest.raises(NoSuchTable):
            await act("nowhere")
    with pytest.raises(NoSuchTable):
        await store.write(save_shown, SentRow("nowhere"))


async def test_leaver_stays_named_at_seat(store: Store) -> None:
    """The leaver's name stays at the computer player's seat; the last leaver may close the game at once."""
    await playing(store, "t1", 10, 11, None)
    await leave(store, "t1", 1, level="easy")
    stored = await table_of(store)
    assert stored.seats[1] == msgspec.structs.replace(person(1, 11), level="easy", has_left=True)
    assert (stored.table.status, stored.table.revision) == ("playing", 2)
    for seat in (1, 2):
        with pytest.raises(NobodySits, match=f"seat {seat}"):
            await leave(store, "t1", seat, level="easy")
    await leave(store, "t1", 0, level="easy", at=NOON + 1, status="cancelled")
    row = (await table_of(store)).table
    assert (row.status, row.ended_at, row.deadline, row.revision) == ("cancelled", NOON + 1, None, 3)


async def test_shown_messages_are_stored_until_replaced(store: Store) -> None:
    """The messages of open and closed tables are stored until replaced."""
    await playing(store)
    posts = {"notice": (6, "n"), "other": (9, "")}
    full = SentRow("t1", 5, "m", 7, ((0, 3), (2, 3)), (8, 2**62), True, False, posts=posts)
    await store.write(save_shown, full)
    assert (await table_of(store)).sent_row == full
    await cancel(store, "t1")
    settled = SentRow("t1", 5, "m", settled=True)
    await store.write(save_shown, settled)
    assert (await table_of(store)).sent_row == settled
    assert (await table_of(store)).table.revision == 2


async def test_open_tables_are_loaded_until_settled(store: Store) -> None:
    await store.write(create_table, table("b", created_at=NOON + 1), seats(10, 11))
    await playing(store, "a", 10, 12, None, moves=12, created_at=NOON)
    await store.write(save_shown, SentRow("a", 5, called=((1, 0),)))
    await store_finished_game(store, "over", (10, 12), (1, 2), at=NOON + 2)
    await store.write(create_table, table("gone", created_at=NOON + 3), ())
    await store.write(cancel_table, table("gone"), seats(10), NOON)
    for settled, names in (
        ("b", ["a", "b", "over", "gone"]),  # which is open, so it stays
        ("over", ["a", "b", "gone"]),
        ("gone", ["a", "b"]),
    ):
        await store.write(save_shown, SentRow(settled, settled=True))
        stored_tables = await store.read(load_open_tables)
        assert [each.table.id for each in stored_tables] == names
        assert stored_tables == [await table_of(store, name) for name in names]


@pytest.mark.sqlite
async def test_open_tables_are_read_by_indexes(store: Store) -> None:
    """Five statements read the open tables without scanning the whole history."""
    for name in ("a", "b", "c"):
        await playing(store, name, 10, 11, moves=2)
    statements = await selects_of(store, load_open_tables)
    assert len(statements) == 5
    for sql in statements:
        scans = {step for step in await store.read(query_plan, sql) if step.startswith("SCAN")}
        allowed = {"SCAN wanted", "SCAN sitting"}  # tables of people who were searched for before
        assert scans - allowed == {
            "SCAN game_table USING INDEX open_table",
            "SCAN shown USING INDEX unsettled",
        }


async def test_repr_contains_no_secrets() -> None:
    printed = repr(StoredTable(table(seed=SEED), (), move(0, "deal As", None), SHOWN))
    assert "x01" not in printed
    assert "As" not in printed


async def test_outdated_absence_is_refused(store: Store) -> None:
    """An absence is refused after another move, for a person who has left, and in a lobby."""
    await playing(store, "t1", 10, 11, moves=2)
    with pytest.raises(SequenceConflict):
        await store.write(save_acts, table(revision=1), [person(0, 10)], 1)
    await leave(store, "t1", 0)
    with pytest.raises(NobodySits):
        await store.write(save_acts, table(revision=2), [person(0, 10)], 2)
    await store.write(create_table, table("t2"), seats(10))
    with pytest.raises(WrongStatus):
        await store.write(save_acts, table("t2"), [person(0, 10)], 0)


async def test_return_and_move_of_player_are_one_transaction(store: Store) -> None:
    """If the move fails, the player is still stored as away."""
    await playing(store, "t1", 10, 11)
    away = msgspec.structs.replace(person(0, 10), is_away=True)
    await store.write(save_acts, table(deserted_until=NOON, revision=1, status=PLAYING), [away], 0)
    with pytest.raises(SequenceConflict):
        await store.write(append_moves, "t1", move(3), back=person(0, 10))
    stored = await table_of(store)
    assert stored.seats[0].is_away
    await store.write(append_moves, "t1", move(0), NOON + 5, back=person(0, 10))
    stored = await table_of(store)
    assert not stored.seats[0].is_away
    assert (stored.table.deserted_until, stored.table.deadline) == (None, NOON + 5)


async def test_open_tables_are_loaded_by_shard(store: Store) -> None:
    for number in range(6):
        await playing(store, f"t{number}", guild_id=number << 22)
    await cancel(store, "t5")
    ids_by_shard = [
        [stored.table.id for stored in await store.read(load_open_tables, Servers.of_group(n, 4))]
        for n in range(4)
    ]
    assert ids_by_shard == [["t0", "t4"], ["t1", "t5"], ["t2"], ["t3"]]
