"""Tests of stored tournaments on both databases: reading, results, export and deletion."""

from __future__ import annotations

import msgspec
import pytest

from storage import Store
from storage.errors import Banned, NoRoom, RevisionConflict
from storage.people import load_champions, save_titles
from storage.rows import GatheringRow, InvitationRow, Paired, SentRow
from storage.servers import BANNED, Act
from storage.tables.gathering import removed_key
from storage.tables.lifecycle import write_ban
from storage.tables.loading import load_table
from storage.tournaments import (
    OUT,
    EntrantRow,
    PairedTable,
    RoundRow,
    StoredTournament,
    TournamentRow,
    begin_round,
    create_tournament,
    load_open_tournaments,
    load_table_ends,
    load_tournament,
    load_tournaments_of,
    save_tournament,
    save_tournament_shown,
)
from storage.upkeep import export_person, findings, forget_person
from tests.promises import MOST_HOSTED, MOST_OPEN
from tests.storage.helpers import NOON, SEED, cancel, finish, leave, outcome, playing, seats, table, table_of

ROW = TournamentRow(
    id="cup1",
    guild_id=1,
    channel_id=2,
    host_id=10,
    game="bull",
    options={"deal": "up"},
    locale="ja",
    clock="evening",
    usual_size=4,
    level="normal",
    most_rounds=None,
    has_final=True,
    most=24,
    starts_at=NOON,
    status="open",
    is_paused=False,
    seed=SEED,
    reason="",
    rounds=(),
    created_at=NOON,
)


def entrants(*user_ids: int) -> tuple[EntrantRow, ...]:
    """Return some people in the order of signing up."""
    return tuple(
        EntrantRow(number, user_id, f"P{user_id}", f"p{user_id}", join_id=1000 + user_id)
        for number, user_id in enumerate(user_ids, 1)
    )


async def read(store: Store, tournament_id: str = "cup1") -> StoredTournament:
    """Return a stored tournament that must exist."""
    stored = await store.read(load_tournament, tournament_id)
    assert stored is not None
    return stored


async def store_tournament(store: Store, *user_ids: int, **changes: object) -> TournamentRow:
    """Store an open tournament; return its row with the stored revision."""
    row = msgspec.structs.replace(ROW, **changes)
    await store.write(create_tournament, row, "P10", entrants(*user_ids))
    return row


async def test_tournament_round_trips(store: Store) -> None:
    """Settings, people in their order, rounds and messages are read as written."""
    row = await store_tournament(store, 10, 11)
    stored = await read(store)
    assert stored.row == row
    assert [(entrant.number, entrant.user_id, entrant.name) for entrant in stored.entrants] == [
        (1, 10, "P10"),
        (2, 11, "P11"),
    ]
    assert stored.sent_row == SentRow("cup1")
    rounds = (
        RoundRow((1, 2), (PairedTable("t1", (2, 1), True, (1, 2), (1,), (), 2, "why"),), None, False, 5),
    )
    after = msgspec.structs.replace(row, status="running", rounds=rounds)
    await store.write(save_tournament, after, entrants(10, 11, 12))
    await store.write(save_tournament_shown, SentRow("cup1", message_id=7, mark="m"))
    stored = await read(store)
    assert stored.row == msgspec.structs.replace(after, revision=1)
    assert len(stored.entrants) == 3
    assert stored.sent_row.message_id == 7


async def test_stale_write_fails(store: Store) -> None:
    """A write with an outdated revision changes nothing."""
    row = await store_tournament(store, 10)
    await store.write(save_tournament, row, entrants(10, 11))
    with pytest.raises(RevisionConflict):
        await store.write(save_tournament, row, entrants(10, 12))
    assert [entrant.user_id for entrant in (await read(store)).entrants] == [10, 11]


async def test_withdrawal_before_start_leaves_no_row(store: Store) -> None:
    """Entrants after the withdrawn person keep their numbers."""
    row = await store_tournament(store, 10, 11, 12)
    kept = [entrant for entrant in entrants(10, 11, 12) if entrant.user_id != 11]
    await store.write(save_tournament, row, kept)
    assert [(entrant.number, entrant.user_id) for entrant in (await read(store)).entrants] == [
        (1, 10),
        (3, 12),
    ]


async def test_number_of_open_tournaments_is_limited(store: Store) -> None:
    """The limit applies per server, and finished tournaments do not count."""
    for number in range(MOST_OPEN):
        await store_tournament(store, 10, id=f"cup{number}", host_id=100 + number)
    await store_tournament(store, 10, id="elsewhere", guild_id=2)
    with pytest.raises(NoRoom, match="tournaments-here"):
        await store_tournament(store, 10, id="more")
    await store.write(save_tournament, (await read(store, "cup0")).row, entrants(10))
    over = msgspec.structs.replace((await read(store, "cup0")).row, status="over", ended_at=NOON)
    await store.write(save_tournament, over, entrants(10))
    await store_tournament(store, 10, id="more")


async def test_tournaments_of_one_host_are_limited(store: Store) -> None:
    """A host has at most three open tournaments on a server, also by a handover."""
    for number in range(MOST_HOSTED):
        await store_tournament(store, 10, id=f"cup{number}")
    with pytest.raises(NoRoom, match="limit of tournaments is"):
        await store_tournament(store, 10, id="more")
    given = await store_tournament(store, 10, id="given", host_id=11)
    with pytest.raises(NoRoom):
        await store.write(save_tournament, msgspec.structs.replace(given, host_id=10), entrants(10))
    await store.write(save_tournament, given, entrants(10, 11))
    own = (await read(store, "cup0")).row
    await store.write(save_tournament, own, entrants(10, 11))


async def test_invitations_and_removals_are_stored_until_the_end(store: Store) -> None:
    """Invitations and keys of removed people are stored. A round keeps them, the end deletes them."""
    row = await store_tournament(store, 10, 11)
    invitations = (InvitationRow(12, "P12", has_declined=True), InvitationRow(13, "P13", is_told=True))
    keys = frozenset({removed_key(SEED, 14)})
    written = await store.write(save_tournament, row, entrants(10, 11), None, invitations, keys)
    stored = await read(store)
    assert written.invitations == stored.invitations == invitations
    assert stored.excluded_keys == keys
    begun = msgspec.structs.replace(stored.row, status="running")
    await store.write(begin_round, begun, entrants(10, 11), [])
    stored = await read(store)
    assert (stored.invitations, stored.excluded_keys) == (invitations, keys)
    over = msgspec.structs.replace(stored.row, status="over", ended_at=NOON)
    await store.write(save_tournament, over, entrants(10, 11), None, invitations, keys)
    stored = await read(store)
    assert (stored.invitations, stored.excluded_keys) == ((), frozenset())
    assert await store.check(findings) == []


async def test_banned_person_is_not_invited(store: Store) -> None:
    """A write leaves out the invitation of a banned person."""
    row = await store_tournament(store, 10)
    await store.write(write_ban, 1, Act(NOON, BANNED, by_id=10, by="P10", whom_id=12, whom="P12"))
    invitations = (InvitationRow(12), InvitationRow(13))
    written = await store.write(save_tournament, row, entrants(10), None, invitations)
    assert [invitation.user_id for invitation in written.invitations] == [13]


async def test_invitations_to_tournaments_are_exported_and_deleted(store: Store) -> None:
    """A deleted person's invitation vanishes, outdated writes are refused, and a removal stays."""
    row = await store_tournament(store, 10)
    keys = frozenset({removed_key(SEED, 12)})
    await store.write(save_tournament, row, entrants(10), None, (InvitationRow(12, "P12"),), keys)
    stale = (await read(store)).row
    kept = await store.read(export_person, 12)
    assert [invitation["table_id"] for invitation in kept["invitations"]] == ["cup1"]
    await forget_person(store, 12)
    stored = await read(store)
    assert (stored.invitations, stored.excluded_keys) == ((), keys)
    with pytest.raises(RevisionConflict):
        await store.write(save_tournament, stale, entrants(10))


async def test_round_is_stored_with_its_tables(store: Store) -> None:
    """One transaction stores the round and its tables, and each table knows its tournament."""
    row = await store_tournament(store, 10, 11)
    round_one = RoundRow((1, 2), (PairedTable("t1", (1, 2)),))
    row = msgspec.structs.replace(row, status="running", rounds=(round_one,))
    place = GatheringRow(paired=Paired("cup1", 1, 1))
    (made,) = await store.write(begin_round, row, entrants(10, 11), [(table(), seats(10, 11), place)])
    assert made.gathering.paired == Paired("cup1", 1, 1)
    assert (await table_of(store)).gathering.paired == Paired("cup1", 1, 1)
    with pytest.raises(RevisionConflict):
        await store.write(begin_round, row, entrants(10, 11), [(table("t2"), seats(10, 11), place)])
    assert await store.read(load_table, "t2") is None


async def test_banned_person_is_not_paired(store: Store) -> None:
    """The round is not stored, and the banned person is out of the tournament."""
    row = await store_tournament(store, 10, 11, 12)
    await store.write(write_ban, 1, Act(NOON, BANNED, by_id=10, by="P10", whom_id=12, whom="P12"))
    row = msgspec.structs.replace(
        row, status="running", rounds=(RoundRow((1, 3), (PairedTable("t1", (1, 3)),)),)
    )
    assert (
        await store.write(begin_round, row, entrants(10, 11, 12), [(table(), seats(10, 12), GatheringRow())])
        is None
    )
    stored = await read(store)
    assert stored.row.rounds == ()
    assert [entrant.status for entrant in stored.entrants] == ["in", "in", OUT]
    assert await store.read(load_table, "t1") is None
    with pytest.raises(Banned):
        await store_tournament(store, id="cup2", host_id=12)


async def test_results_include_leavers(store: Store) -> None:
    """A result has entrants and places by seat, with computers as 0; a running game has none."""
    await store_tournament(store, 10, 11, 12)
    await playing(store, "t1", 11, None, 10)
    assert await store.read(load_table_ends, "cup1", ["t1", "t9"]) == {}
    await leave(store, "t1", 0)
    await finish(store, "t1", outcome(3, 1, 2))
    ends = await store.read(load_table_ends, "cup1", ["t1"])
    assert ends["t1"] == ((2, 0, 1), (3, 1, 2), (2,), ())


async def test_table_without_result_has_ended(store: Store) -> None:
    """A table that closed without places counts as ended, and its leavers are known."""
    await store_tournament(store, 10, 11)
    await playing(store, "t1", 10, 11)
    await leave(store, "t1", 1)
    await cancel(store, "t1")
    ends = await store.read(load_table_ends, "cup1", ["t1"])
    assert ends["t1"] == ((1, 2), (), (2,), ())


async def test_tournaments_of_server_are_listed_newest_first(store: Store) -> None:
    """Cancelled tournaments are left out."""
    await store_tournament(store, 10)
    await store_tournament(store, 10, id="cup2", created_at=NOON + 1)
    assert [stored.row.id for stored in await store.read(load_open_tournaments)] == ["cup1", "cup2"]
    assert [stored.row.id for stored in await store.read(load_tournaments_of, 1)] == ["cup2", "cup1"]
    row = (await read(store, "cup2")).row
    await store.write(save_tournament, msgspec.structs.replace(row, status="cancelled"), ())
    await store.write(save_tournament_shown, SentRow("cup2", settled=True))
    assert [stored.row.id for stored in await store.read(load_open_tournaments)] == ["cup1"]
    assert [stored.row.id for stored in await store.read(load_tournaments_of, 1)] == ["cup1"]


@pytest.mark.parametrize(
    "damage", ["rounds = '{'", "options = '[]'", "host = NULL, shown = 'x'", "starts_at = -1"]
)
async def test_damaged_tournament_affects_no_other(store: Store, damage: str) -> None:
    """A damaged tournament is not loaded and not changed. The check of the database names it."""
    await store_tournament(store, 10)
    await store_tournament(store, 10, id="cup2")
    await store.write(lambda conn: conn.execute(f"UPDATE tournament SET {damage} WHERE id = 'cup1'"))
    assert await store.read(load_tournament, "cup1") is None
    assert [stored.row.id for stored in await store.read(load_open_tournaments)] == ["cup2"]
    assert [stored.row.id for stored in await store.read(load_tournaments_of, 1)] == ["cup2"]
    assert await store.check(findings) == ["tournament cup1 cannot be read"]


async def test_champion_is_winner_of_last_tournament_of_game(store: Store) -> None:
    """Each server has its own champion of a game, and a person can hide the title."""
    for number, winner in ((1, 10), (2, 11)):
        row = await store_tournament(store, 10, 11, id=f"cup{number}")
        placed = [
            msgspec.structs.replace(entrant, place=1 + (entrant.user_id != winner))
            for entrant in entrants(10, 11)
        ]
        over = msgspec.structs.replace(row, status="over", ended_at=NOON + number)
        await store.write(save_tournament, over, placed)
    assert await store.read(load_champions, 1, "bull") == {11}
    assert await store.read(load_champions, 1, "tomoe") == frozenset()
    assert await store.read(load_champions, 2, "bull") == frozenset()
    await store.write(save_titles, 11, "P11", True)
    assert await store.read(load_champions, 1, "bull") == frozenset()


async def test_tournaments_of_person_are_exported_and_deleted(store: Store) -> None:
    """A deleted person has no name in tournaments and leaves sign-ups; outdated writes are refused."""
    over = await store_tournament(store, 10, 11)
    placed = [msgspec.structs.replace(entrant, place=entrant.number) for entrant in entrants(10, 11)]
    await store.write(save_tournament, msgspec.structs.replace(over, status="over", ended_at=NOON), placed)
    await store.write(save_tournament_shown, SentRow("cup1", settled=True))
    running = await store_tournament(store, 10, 11, id="cup2", status="running")
    waiting = await store_tournament(store, 10, 11, id="cup3", host_id=11)
    kept = await store.read(export_person, 11)
    assert [row["tournament"] for row in kept["tournaments"]] == ["cup1", "cup2", "cup3"]
    assert kept["tournaments"][0]["place"] == 2
    assert kept["organized"] == ["cup3"]
    await forget_person(store, 11)
    assert await store.read(export_person, 11) == {}
    somebody = (await read(store)).entrants[1]
    assert (somebody.user_id, somebody.name, somebody.handle, somebody.place) == (None, "", "", 2)
    assert (await read(store, "cup2")).entrants[1].status == OUT
    assert [entrant.user_id for entrant in (await read(store, "cup3")).entrants] == [10]
    assert (await read(store, "cup3")).row.host_id is None
    for row in (running, waiting):
        with pytest.raises(RevisionConflict):
            await store.write(save_tournament, row, entrants(10, 11))
    again = await read(store, "cup2")
    await store.write(save_tournament, again.row, again.entrants)
    assert (await read(store, "cup2")).entrants[1].user_id is None


def test_repr_contains_no_seed() -> None:
    assert SEED.hex() not in repr(ROW)
    assert repr(SEED) not in repr(ROW)
