"""Where a table gathers, and who was asked to come."""

from __future__ import annotations

import msgspec
import pytest

from storage import NoSuchTable, Store
from storage.rows import CHANNEL, HERE, THREAD, GatheringRow, InvitationRow, ShownRow
from storage.tables.lifecycle import cancel_table, create_table, save_lobby, start_table
from storage.tables.shown import move_table
from tests.storage.helpers import NOON, begun, playing, seats, table, table_of

ASKED = (
    InvitationRow(20, "P20", has_declined=True, is_told=True),
    InvitationRow(19, "", is_told=False),
    InvitationRow(30, "P30", is_subscriber=True, is_told=True),
)


async def test_a_gathering_comes_back_as_it_was(store: Store) -> None:
    """In order, with what each has answered; a lobby without one gathers in its channel."""
    full = GatheringRow(THREAD, 77, ASKED)
    await store.write(create_table, table(), seats(10), full)
    assert (await table_of(store)).gathering == full
    changed = GatheringRow(CHANNEL, None, ASKED[1:])
    await store.write(save_lobby, table(), seats(10), changed)
    assert (await table_of(store)).gathering == changed
    await store.write(create_table, table("t2"), seats(11))
    assert (await table_of(store, "t2")).gathering == HERE


async def test_invitations_end_with_the_lobby(store: Store) -> None:
    """They go when it starts, and when it closes; the place stays."""
    full = GatheringRow(THREAD, None, ASKED)
    await store.write(create_table, table(), seats(10, 11), full)
    await store.write(start_table, begun(table()), seats(10, 11), (), ShownRow("t1"))
    assert (await table_of(store)).gathering == msgspec.structs.replace(full, invitations=())
    await store.write(create_table, table("t2"), seats(10), full)
    await store.write(cancel_table, "t2", NOON)
    assert (await table_of(store, "t2")).gathering == msgspec.structs.replace(full, invitations=())


async def test_moving_is_written_with_what_is_shown(store: Store) -> None:
    """One commit, in which nothing of it is lost; a table that is not there does not move."""
    await playing(store)
    shown = ShownRow("t1", message_id=5, notice_id=6)
    await store.write(move_table, GatheringRow(THREAD, 6), shown)
    stored = await table_of(store)
    assert (stored.gathering, stored.shown) == (GatheringRow(THREAD, 6), shown)
    with pytest.raises(NoSuchTable):
        await store.write(move_table, HERE, ShownRow("nowhere"))
