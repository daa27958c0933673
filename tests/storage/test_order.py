"""Names, bars and acts: what is kept for a server stays there, and ends when it should."""

from __future__ import annotations

import msgspec

from storage import Store
from storage.people.people import know
from storage.rows import GatheringRow, GuildSettings, InvitationRow
from storage.scores.history import load_history
from storage.servers.order import (
    ADMITTED,
    BARRED,
    CLOSED,
    KEPT_DAYS,
    MOST_ACTS,
    Act,
    is_barred,
    load_acts,
    load_bars,
    note_act,
)
from storage.servers.settings import save_settings
from storage.tables.absence import wake
from storage.tables.lifecycle import create_table
from storage.tables.loading import load_table
from storage.upkeep.privacy import export_person, forget_person
from tests.storage.helpers import DAY, NOON, board_of, finished, person, stats_of, table, table_of

MIA, BOB = 30, 11


def act(kind: str, at: int = NOON, whom: int | None = BOB) -> Act:
    """Something that Mia does to Bob."""
    return Act(at, kind, MIA, "Mia", whom, "" if whom is None else "Bob", "t1")


async def test_a_name_stays_on_its_server(store: Store) -> None:
    """Seats, boards, statistics, histories show what one is called there; the board of all, everywhere."""
    await store.write(know, 10, "Alice")
    for guild_id in (1, 2):
        await store.write(save_settings, GuildSettings(guild_id, board_scope="everywhere"))
    await finished(store, "a", (10, 11), (1, 2), guild_id=1)
    night_elf = msgspec.structs.replace(person(0, 10), name="NightElf69")
    await store.write(create_table, table("b", guild_id=2), (night_elf,))
    first, second = await store.read(load_table, "a"), await store.read(load_table, "b")
    assert (first.seats[0].name, second.seats[0].name) == ("P10", "NightElf69")
    await finished(store, "c", (10, 11), (1, 2), guild_id=2)
    for guild_id, name in ((1, "P10"), (2, "P10"), (None, "Alice")):
        board = await board_of(store, "games", guild_id=guild_id)
        assert board.rows[0].name == name
        assert (await stats_of(store, 10, guild_id)).name == name
    await store.write(know, 10, "Alicia")
    assert [seat.name for seat in (await store.read(load_history, 10, limit=1))[0].seats] == ["P10", "P11"]
    names = (await store.read(export_person, 10))["names"]
    assert names == [{"guild_id": 1, "name": "P10"}, {"guild_id": 2, "name": "P10"}]
    await forget_person(store, 10)
    board = await board_of(store, "games")
    assert [row.name for row in board.rows] == ["P11"]


async def test_a_bar_outlives_what_is_known_of_the_person(store: Store) -> None:
    """On one server alone, until somebody ends it: also for who has their data deleted and comes back."""
    await store.write(note_act, 1, act(BARRED))
    assert await store.read(is_barred, 1, BOB)
    assert not await store.read(is_barred, 2, BOB)
    assert [(bar.user_id, bar.name) for bar in await store.read(load_bars, 1, 25)] == [(BOB, "Bob")]
    exported = await store.read(export_person, BOB)
    assert exported["bars"] == [{"guild_id": 1, "since": NOON}]
    assert [(row["kind"], row["you"]) for row in exported["acts"]] == [("barred", "on")]
    await forget_person(store, BOB)
    assert await store.read(is_barred, 1, BOB)
    assert [(bar.user_id, bar.name) for bar in await store.read(load_bars, 1, 25)] == [(None, "")]
    assert [(one.by, one.whom) for one in await store.read(load_acts, 1, 0, 9)] == [("Mia", "")]
    await store.write(note_act, 1, act(ADMITTED))
    assert not await store.read(is_barred, 1, BOB)
    assert await store.read(load_bars, 1, 25) == ()


async def test_acts_are_bounded(store: Store) -> None:
    """By number and by days, per server; newest first."""
    await store.write(note_act, 2, act(CLOSED, whom=None))
    for number in range(MOST_ACTS + 5):
        await store.write(note_act, 1, act(CLOSED, NOON + number, whom=None))
    kept = await store.read(load_acts, 1, 0, 999)
    assert [one.at for one in kept] == [NOON + number for number in reversed(range(5, MOST_ACTS + 5))]
    assert len(await store.read(load_acts, 2, 0, 999)) == 1
    later = NOON + KEPT_DAYS * DAY + MOST_ACTS
    await store.write(note_act, 1, act(CLOSED, later, whom=None))
    assert [one.at for one in await store.read(load_acts, 1, 0, 999)][-1] >= later - KEPT_DAYS * DAY
    assert await store.read(load_acts, 2, 0, 999) == (), "where nothing is done any more they stay"
    await store.write(wake, later + KEPT_DAYS * DAY + 1)
    assert await store.read(load_acts, 1, 0, 999) == ()


async def test_who_was_taken_out_is_remembered_with_who_did_it(store: Store) -> None:
    """As long as the lobby is open; whoever did it may be forgotten, the other stays out."""
    out = InvitationRow(BOB, "Bob", is_removed=True, remover_id=MIA, remover="Mia")
    await store.write(create_table, table(), (person(0, 10),), GatheringRow(invitations=(out,)))
    stored = await table_of(store)
    assert stored.gathering.invitations == (out,)
    assert await forget_person(store, MIA) == ("t1",)
    stored = await table_of(store)
    assert stored.gathering.invitations == (InvitationRow(BOB, "Bob", is_removed=True),)
