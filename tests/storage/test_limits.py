"""Tests of the limits of what is stored: at the limit there is room, and one more is refused."""

from __future__ import annotations

import logging
from types import SimpleNamespace
from typing import Any

import pytest

from storage import Store
from storage.engine import reading
from storage.engine.database import Connection
from storage.errors import DamagedRow
from storage.people import save_note
from storage.rows import Name
from storage.servers import REMOVED, Act, load_acts, record_act
from storage.tables import lifecycle
from storage.tables.lifecycle import NoRoom
from tests.promises import (
    MOST_APPOINTED,
    MOST_APPOINTED_HERE,
    MOST_APPOINTED_THERE,
    MOST_NOTES,
    MOST_OF_HOST,
    MOST_OF_HOSTS,
)
from tests.storage.helpers import NOON, store_finished_game


def planned(host: int, channel: int) -> Any:
    """Return a stored planned game."""
    return SimpleNamespace(
        host_id=host, channel_id=channel, thread_id=None, starts_at=1, status="lobby", game="bull"
    )


@pytest.mark.parametrize(
    ("limit_name", "most", "is_own", "is_here"),
    [
        ("appointments", MOST_APPOINTED, True, False),
        ("appointments-here", MOST_APPOINTED_HERE, False, True),
        ("appointments-there", MOST_APPOINTED_THERE, False, False),
    ],
)
def test_planned_games_are_limited(limit_name: str, most: int, is_own: bool, is_here: bool) -> None:
    """The numbers of one host, of a channel and of a server are limited."""
    known = [planned(1 if is_own else 100 + at, 1 if is_here else 100 + at) for at in range(most)]
    row: Any = SimpleNamespace(host_id=1, channel_id=1)
    lifecycle._check_room_for_planned(known[1:], row)
    with pytest.raises(NoRoom) as full:
        lifecycle._check_room_for_planned(known, row)
    assert (full.value.limit_name, full.value.maximum) == (limit_name, most)


@pytest.mark.sqlite
async def test_fifty_notes_about_a_game_are_kept(store: Store) -> None:
    await store_finished_game(store, "t", (5, 6), (1, 2))
    for number in range(MOST_NOTES):
        assert await store.write(save_note, 5, Name("A"), "t", number, "x")
    assert not await store.write(save_note, 5, Name("A"), "t", MOST_NOTES, "x")


def test_thousand_damaged_rows_are_remembered(caplog: pytest.LogCaptureFixture) -> None:
    """A row is logged once. Of very many rows the first ones are logged again, so that memory is bounded."""
    reading._reported.clear()
    with caplog.at_level(logging.CRITICAL, "storage.engine.reading"):
        for number in range(1000):
            reading.report(DamagedRow(f"row: {number}"))
        assert len(reading._reported) == 1000
        reading.report(DamagedRow("row: more"))
    assert len(reading._reported) == 1
    reading._reported.clear()


@pytest.mark.sqlite
async def test_two_hundred_entries_of_hosts_are_kept(store: Store) -> None:
    """Of one host 20 entries are in the log of a server, of all hosts 200."""

    def record(conn: Connection, hosts: int) -> None:
        for number in range(205):
            host = 1000 + number % hosts
            act = Act(NOON + number, REMOVED, host, "Host", 99, "Ina", is_host=True)
            record_act(conn, hosts, act)

    for hosts, kept in ((1, MOST_OF_HOST), (205, MOST_OF_HOSTS)):
        await store.write(record, hosts)
        assert len(await store.read(load_acts, hosts, 0, 999)) == kept
