"""Tests of stored data about people and servers: sessions, invitations, moderation, settings,
subscriptions."""

from __future__ import annotations

import sqlite3
import threading
from collections import Counter
from contextlib import closing
from functools import cache
from typing import Any, NamedTuple

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from storage import Store, open_store, servers
from storage import people as bans
from storage.engine.database import Connection, get_meta, set_meta
from storage.engine.migrate import migrate
from storage.errors import Banned, NoSuchTable, RematchTaken
from storage.people import (
    TELL_PAUSE_MS,
    find_banned,
    is_banned,
    load_subscriptions,
    save_names,
    save_subscriptions,
    subscribed_servers,
)
from storage.rows import (
    ANY_GAME,
    CHANNEL,
    HERE,
    THREAD,
    EveningPerson,
    GatheringRow,
    GuildSettings,
    InvitationRow,
    ListChange,
    Name,
    SentRow,
)
from storage.scores.stats import load_history
from storage.servers import (
    ADMITTED,
    BANNED,
    CHANGED,
    CLOSED,
    CUP_ASIDE,
    CUP_CANCELLED,
    CUP_OUT,
    REMOVED,
    Act,
    Ban,
    change_setting,
    delete_old_entries,
    load_acts,
    load_ban,
    load_bans,
    load_settings,
    mark_notified,
    record_act,
    save_settings,
)
from storage.tables.evenings import end_evening, load_evenings
from storage.tables.gathering import move_table
from storage.tables.lifecycle import cancel_table, create_table, save_lobby, start_table
from storage.tables.loading import load_evening, load_table
from storage.tournaments import create_tournament, save_tournament
from storage.upkeep import export_person, findings, forget, forget_person
from tests.promises import KEPT_MS, MOST_OF_HOSTS, MOST_TOLD
from tests.storage.helpers import (
    NOON,
    board_of,
    person,
    playing,
    row_at_start,
    seats,
    selects_of,
    stats_of,
    store_finished_game,
    table,
    table_of,
)
from tests.storage.test_tournaments import ROW, entrants


async def store_game(store: Store, table_id: str, *people: int | None, after: str | None = None) -> None:
    """Store a finished game that the first person wins."""
    places, at = range(1, len(people) + 1), NOON + int(table_id[1:])
    await store_finished_game(store, table_id, people, places, at=at, rematch_of=after)


async def test_consecutive_games_are_one_session(store: Store) -> None:
    """The session counts each person's games and wins in it."""
    await store_game(store, "t1", 10, 11)
    await store_game(store, "t2", 11, 10, None, after="t1")
    await store_game(store, "t3", 11, 10, 12, after="t2")
    stored = await table_of(store, "t3")
    assert (stored.evening.id, stored.evening.games) == ("t1", 3)
    assert stored.evening.people == (
        EveningPerson(11, "P11", 3, 2),
        EveningPerson(10, "P10", 3, 1),
        EveningPerson(12, "P12", 1, 0),
    )
    assert [row.table.id for row in await store.read(load_evening, "t1")] == ["t1", "t2", "t3"]
    assert list(await store.read(load_evenings, ["t3", "t1"])) == ["t3"]


@pytest.mark.sqlite
async def test_sessions_of_page_need_four_statements(store: Store) -> None:
    for number in range(1, 9):
        after = f"t{number - 1}" if number % 2 == 0 else None
        await store_game(store, f"t{number}", 10 + number // 4, 20, after=after)
    tables = [f"t{number}" for number in range(8, 0, -1)]
    assert len(await selects_of(store, load_evenings, tables)) == 4
    pages = await store.read(load_evenings, tables)
    assert len(pages) >= 3
    for table_id, evening in pages.items():
        assert (await table_of(store, table_id)).evening == evening
    assert await store.read(load_evenings, []) == {}


async def test_single_game_is_no_session(store: Store) -> None:
    """A game that is followed by a game of mostly other people is no session either."""
    await store_game(store, "t1", 10, 11)
    assert (await table_of(store)).evening is None
    await store_game(store, "t2", 10, 20, 21, after="t1")
    assert (await table_of(store, "t2")).evening is None
    await store_game(store, "t3", 10, 20, after="t1")
    assert (await table_of(store, "t3")).evening is not None


async def test_session_ends_once_with_its_last_table(store: Store) -> None:
    """A session does not end while a rematch is open. Later games belong to another session."""
    await store_game(store, "t1", 10, 11)
    await store_game(store, "t2", 10, 11, after="t1")
    assert await store.write(end_evening, "t1", NOON + 50) is None
    await store.write(create_table, table("t3", rematch_of="t2", created_at=NOON + 3), seats(10))
    assert await store.write(end_evening, "t2", NOON + 50) is None
    await store.write(cancel_table, table("t3"), seats(10), NOON + 60)
    for now in (70, 80):
        ended = await store.write(end_evening, "t2", NOON + now)
        assert ended.ended_at == NOON + 70
    opened = await store.write(create_table, table("t4", rematch_of="t2", created_at=NOON + 90), seats(10))
    assert opened.evening is None


async def test_deleted_person_is_in_no_session(store: Store) -> None:
    await store_game(store, "t1", 10, 11)
    await store_game(store, "t2", 10, 11, after="t1")
    await forget_person(store, 10)
    stored = await table_of(store, "t2")
    assert [session_person.user_id for session_person in stored.evening.people] == [11]


ASKED = (
    InvitationRow(20, "P20", has_declined=True, is_told=True),
    InvitationRow(19, "", is_told=False),
    InvitationRow(30, "P30", is_subscriber=True, is_told=True),
)


async def test_gathering_round_trips(store: Store) -> None:
    """Invited people and their answers are stored in order; a lobby without a gathering uses its channel."""
    full = GatheringRow(THREAD, 77, ASKED)
    await store.write(create_table, table(), seats(10), full)
    assert (await table_of(store)).gathering == full
    changed = GatheringRow(CHANNEL, None, ASKED[1:])
    await store.write(save_lobby, table(), seats(10), changed)
    assert (await table_of(store)).gathering == changed
    await store.write(create_table, table("t2"), seats(11))
    assert (await table_of(store, "t2")).gathering == HERE


async def test_invitations_end_with_lobby(store: Store) -> None:
    """Invitations are deleted when the lobby starts or closes; the place of the gathering is kept."""
    full = GatheringRow(THREAD, None, ASKED)
    await store.write(create_table, table(), seats(10, 11), full)
    await store.write(start_table, row_at_start(table()), seats(10, 11), (), SentRow("t1"))
    assert (await table_of(store)).gathering == msgspec.structs.replace(full, invitations=())
    await store.write(create_table, table("t2"), seats(10), full)
    await store.write(cancel_table, table("t2"), seats(10), NOON)
    assert (await table_of(store, "t2")).gathering == msgspec.structs.replace(full, invitations=())


async def test_table_move_is_stored_with_its_messages(store: Store) -> None:
    await playing(store)
    sent_row = SentRow("t1", message_id=5, posts={"notice": (6, "")})
    await store.write(move_table, GatheringRow(THREAD, 6), sent_row)
    stored = await table_of(store)
    assert (stored.gathering, stored.sent_row) == (GatheringRow(THREAD, 6), sent_row)
    with pytest.raises(NoSuchTable):
        await store.write(move_table, HERE, SentRow("nowhere"))


MIA, BOB = 30, 11


def act(kind: str, at: int = NOON, whom: int | None = BOB) -> Act:
    """Return an act of moderation that Mia does to Bob."""
    return Act(at, kind, MIA, "Mia", whom, "" if whom is None else "Bob", "t1")


async def test_names_are_kept_per_server(store: Store) -> None:
    """Each server has its own name of a person; the board of all servers has one name."""
    await store.write(save_names, 10, "Alice", "alice")
    for guild_id in (1, 2):
        await store.write(save_settings, GuildSettings(guild_id, board_scope="everywhere"))
    await store_finished_game(store, "a", (10, 11), (1, 2), guild_id=1)
    night_elf = msgspec.structs.replace(person(0, 10), name="NightElf69")
    await store.write(create_table, table("b", guild_id=2), (night_elf,))
    first, second = await store.read(load_table, "a"), await store.read(load_table, "b")
    assert (first.seats[0].name, second.seats[0].name) == ("P10", "NightElf69")
    await store_finished_game(store, "c", (10, 11), (1, 2), guild_id=2)
    for guild_id, name in ((1, "P10"), (2, "P10"), (None, "Alice")):
        board = await board_of(store, "games", guild_id=guild_id)
        assert board.rows[0].name == name
        assert (await stats_of(store, 10, guild_id)).name == name
    await store.write(save_names, 10, "Alicia", "alice")
    assert [seat.name for seat in (await store.read(load_history, 10, limit=1))[0].seats] == ["P10", "P11"]
    names = (await store.read(export_person, 10))["names"]
    assert names == [{"guild_id": 1, "name": "P10"}, {"guild_id": 2, "name": "P10"}]
    await forget_person(store, 10)
    board = await board_of(store, "games")
    assert [row.name for row in board.rows] == ["P11"]


async def test_ban_outlives_deletion_of_person(store: Store) -> None:
    """A ban on one server lasts until it is lifted, also after the person's data are deleted."""
    await store.write(record_act, 1, act(BANNED))
    assert await store.read(is_banned, 1, BOB)
    assert not await store.read(is_banned, 2, BOB)
    assert [(ban.user_id, ban.name) for ban in await store.read(load_bans, 1, 25)] == [(BOB, "Bob")]
    exported = await store.read(export_person, BOB)
    assert exported["bars"] == [{"guild_id": 1, "since": NOON, "until": None, "reason": ""}]
    assert [(row["kind"], row["you"]) for row in exported["acts"]] == [("barred", "on")]
    await forget_person(store, BOB)
    assert await store.read(is_banned, 1, BOB)
    assert [(ban.user_id, ban.name) for ban in await store.read(load_bans, 1, 25)] == [(None, "")]
    assert [(entry.by, entry.whom) for entry in await store.read(load_acts, 1, 0, 9)] == [("Mia", "")]
    await store.write(record_act, 1, act(ADMITTED))
    assert not await store.read(is_banned, 1, BOB)
    assert await store.read(load_bans, 1, 25) == ()


def _stored_bans(conn: Connection) -> list[tuple[str | None, str]]:
    """Return the key of each stored ban, and the salt of all keys."""
    keys = conn.execute("SELECT bar_key FROM bar ORDER BY guild_id").fetchall()
    return [(key, get_meta(conn, bans.SALT) or "") for (key,) in keys]


async def test_key_of_ban_is_expensive_to_guess(store: Store) -> None:
    """A ban has a key only after a deletion of data. Each guess costs 16 MiB and 2**17 rounds of hashing."""
    for guild_id in (1, 2):
        await store.write(record_act, guild_id, act(BANNED))
    assert await store.read(_stored_bans) == [(None, ""), (None, "")]
    await forget_person(store, BOB)
    first, second = await store.read(_stored_bans)
    assert first[1] == second[1]
    assert len(first[1]) == 32
    for guild_id, (key, salt) in ((1, first), (2, second)):
        plain = bans.plain_key(guild_id, BOB)
        assert key == bans.slow_key(plain, salt)
        assert key != bans.slow_key(plain, "00" * 16)
        assert plain not in key
    cost = bans.KEY_COST
    assert 128 * cost["n"] * cost["r"] >= 2**24
    assert cost["n"] * cost["r"] * cost["p"] >= 2**17


async def test_people_with_a_row_need_no_key(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """A key is made only on servers with a deleted banned person, and for people whose row is newer."""
    await store.write(save_names, 10, "Alice", "alice")
    for whom in (BOB, 20):
        await store.write(record_act, 1, act(BANNED, whom=whom))
    await forget_person(store, BOB)
    await store.write(save_names, 40, "Newcomer", "newcomer")
    computed: list[str] = []

    def counted(plain: str, salt: str) -> str:
        computed.append(plain)
        return slow_key(plain, salt)

    slow_key = bans.slow_key
    bans._kept_keys.clear()
    monkeypatch.setattr(bans, "slow_key", counted)
    assert await store.read(find_banned, 1, (10, 20)) == {20}
    assert await store.read(find_banned, 2, (10, 20, 40, BOB)) == frozenset()
    assert not computed
    assert await store.read(find_banned, 1, (10, 20, 40, BOB)) == {20, BOB}
    assert computed == [bans.plain_key(1, user_id) for user_id in (BOB, 40)]


async def test_returned_person_stays_banned_after_new_contact(store: Store) -> None:
    """A deleted person who returns stays banned, and can be banned, deleted and readmitted again."""
    await store.write(record_act, 1, act(BANNED))
    await forget_person(store, BOB)
    await store.write(save_names, BOB, "Bobby", "bobby")
    with pytest.raises(Banned):
        await store.write(save_subscriptions, BOB, "Bobby", 1, ["any"])
    assert await store.read(load_ban, 1, BOB) == Ban(BOB, "", NOON)
    await store.write(record_act, 1, act(BANNED, NOON + 5))
    assert [(ban.user_id, ban.since) for ban in await store.read(load_bans, 1, 9)] == [(BOB, NOON + 5)]
    await forget_person(store, BOB)
    assert await store.read(is_banned, 1, BOB)
    await store.write(mark_notified, 1, BOB)
    await store.write(record_act, 1, act(ADMITTED))
    assert await store.read(load_bans, 1, 9) == ()


async def test_no_write_waits_for_keys(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a restart keys are computed outside of writes, for joins, lobbies, tournaments and deletions."""
    inside: list[str] = []

    def counted(plain: str, salt: str) -> str:
        if not threading.current_thread().name.startswith("asyncio"):  # a thread of the database
            inside.append(plain)
        computed.append(plain)
        return slow_key(plain, salt)

    slow_key, computed = bans.slow_key, list[str]()
    monkeypatch.setattr(bans, "slow_key", counted)
    await store.write(record_act, 1, act(BANNED))
    await forget_person(store, BOB)
    for user_id in (40, 41, BOB):
        await store.write(save_names, user_id, "New", "new")
        if user_id != BOB:
            await store.write(save_subscriptions, user_id, "New", 1, ["any"])
    row = table("t1", guild_id=1, host_id=71)
    await store.write(record_act, 1, act(BANNED, whom=50))
    cup = msgspec.structs.replace(ROW, id="c", guild_id=1, host_id=70)
    ways: list[tuple[Any, ...]] = [
        (create_tournament, cup, Name("H")),
        (create_table, row, seats(71)),
        (save_lobby, row, seats(71, 72)),
        (save_tournament, cup, entrants(60, 61, 62)),
        (forget, 50, "normal", NOON),
    ]
    for work, *arguments in ways:
        bans._kept_keys.clear()
        computed.clear()
        inside.clear()
        await store.write(work, *arguments)
        assert computed, work
        assert inside == [], work
    with pytest.raises(Banned):
        await store.write(save_lobby, msgspec.structs.replace(row, revision=1), seats(71, 72, BOB))


@pytest.mark.sqlite
@pytest.mark.parametrize("newest", [None, -5, 2**62])
async def test_damaged_mark_of_a_deletion_does_not_lift_the_ban(store: Store, newest: int | None) -> None:
    """Everybody is compared with the key then."""
    await store.write(record_act, 1, act(BANNED))
    await forget_person(store, BOB)
    await store.write(save_names, BOB, "Bobby", "bobby")
    await store.write(lambda conn: conn.execute("UPDATE bar SET newest_person = ?", (newest,)) and None)
    assert await store.read(find_banned, 1, (BOB, 20)) == {BOB}


@pytest.mark.parametrize("salt", [None, "zz", "abc"])
async def test_lost_salt_is_told_and_breaks_nothing(store: Store, salt: str | None) -> None:
    await store.write(record_act, 1, act(BANNED))
    await store.write(record_act, 1, act(BANNED, whom=20))
    await forget_person(store, BOB)
    assert await store.check(findings) == []
    await store.write(set_meta, bans.SALT, salt)
    assert await store.read(find_banned, 1, (BOB, 20)) == {20}
    assert any("salt" in sentence for sentence in await store.check(findings))


def _store_old_key(conn: Connection) -> None:
    conn.execute("UPDATE bar SET bar_key = ?", (bans.plain_key(1, BOB),))


async def test_old_keys_are_replaced_at_the_next_start(where: str) -> None:
    """A key of an older version is replaced by an expensive one, which recognises the same person."""
    async with await open_store(where) as store:
        await store.write(record_act, 1, act(BANNED))
        await forget_person(store, BOB)
        await store.write(_store_old_key)
    for _ in range(2):
        async with await open_store(where) as store:
            ((key, _),) = await store.read(_stored_bans)
            assert key.startswith(bans.SLOW)
            assert await store.read(find_banned, 1, (BOB, 20)) == {BOB}


async def test_moderation_log_is_limited_by_time(store: Store) -> None:
    """Each moderator's act is kept for 14 days, on each server, with the newest act first."""
    await store.write(record_act, 2, act(CLOSED, whom=None))
    for number in range(MOST_OF_HOSTS + 5):
        await store.write(record_act, 1, act(CLOSED, NOON + number, whom=None))
    kept = await store.read(load_acts, 1, 0, 999)
    assert [row.at for row in kept] == [NOON + number for number in reversed(range(MOST_OF_HOSTS + 5))]
    assert len(await store.read(load_acts, 2, 0, 999)) == 1
    later = NOON + KEPT_MS + MOST_OF_HOSTS
    await store.write(record_act, 1, act(CLOSED, later, whom=None))
    assert [entry.at for entry in await store.read(load_acts, 1, 0, 999)][-1] >= later - KEPT_MS
    assert await store.read(load_acts, 2, 0, 999) == (), "where nothing is done any more they stay"
    await store.write(delete_old_entries, later + KEPT_MS + 1)
    assert await store.read(load_acts, 1, 0, 999) == ()


HOSTS = (BOB, 20, 21)


class _Entry(NamedTuple):
    host_id: int | None  # None for an act of a moderator
    kind: str
    passed: int  # milliseconds since the entry before


entries = st.builds(
    _Entry,
    st.sampled_from([None, *HOSTS, *HOSTS]),
    st.sampled_from([REMOVED, CUP_OUT, CUP_CANCELLED, CUP_ASIDE]),
    st.sampled_from([0, 1, KEPT_MS // 9]),
)


def _recorded(entry: _Entry, at: int) -> Act:
    by = entry.host_id or MIA
    return Act(at, entry.kind, by, "Somebody", 99, "Ina", is_host=entry.host_id is not None)


@cache
def _new_database() -> bytes:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as conn:
        migrate(conn)
        return conn.serialize()


@given(st.lists(entries, max_size=40))
@settings(max_examples=60, deadline=None)
def test_no_entries_of_hosts_displace_an_act_of_a_moderator(written: list[_Entry]) -> None:
    """Each moderator's act is in the log for 14 days. Hosts' entries stay below both of their limits."""
    with (
        pytest.MonkeyPatch.context() as patch,
        closing(sqlite3.connect(":memory:", isolation_level=None)) as conn,
    ):
        patch.setattr(servers, "MOST_OF_HOST", 3)
        patch.setattr(servers, "MOST_OF_HOSTS", 5)
        conn.deserialize(_new_database())
        now = NOON
        expected: list[int] = []
        for next_entry in written:
            now += next_entry.passed
            recorded = _recorded(next_entry, now)
            record_act(conn, 1, recorded)
            if not recorded.is_host:
                expected.append(recorded.at)
            kept = load_acts(conn, 1, 0, 999)
            assert [entry.at for entry in reversed(kept) if not entry.is_host] == [
                at for at in expected if at >= now - KEPT_MS
            ]
            hosts = Counter(entry.by_id for entry in kept if entry.is_host)
            assert max(hosts.values(), default=0) <= 3
            assert hosts.total() <= 5


async def test_newest_entries_of_hosts_are_kept(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of one host's entries, and of those of all hosts of a server, the newest are kept."""
    monkeypatch.setattr(servers, "MOST_OF_HOST", 2)
    monkeypatch.setattr(servers, "MOST_OF_HOSTS", 3)
    for number, host_id in enumerate((BOB, BOB, BOB, 20, 20, 21)):
        await store.write(record_act, 1, _recorded(_Entry(host_id, REMOVED, 0), NOON + number))
    kept = await store.read(load_acts, 1, 0, 999)
    assert [(entry.by_id, entry.at - NOON, entry.is_host) for entry in kept] == [
        (21, 5, True),
        (20, 4, True),
        (20, 3, True),
    ]


async def test_removed_person_is_stored_with_moderator(store: Store) -> None:
    """A removed person stays out while the lobby is open, also after the moderator's data are deleted."""
    out = InvitationRow(BOB, "Bob", is_removed=True, remover_id=MIA, remover="Mia")
    await store.write(create_table, table(), (person(0, 10),), GatheringRow(invitations=(out,)))
    stored = await table_of(store)
    assert stored.gathering.invitations == (out,)
    assert await forget_person(store, MIA) == ("t1",)
    stored = await table_of(store)
    assert stored.gathering.invitations == (InvitationRow(BOB, "Bob", is_removed=True),)


async def test_settings_round_trip(store: Store) -> None:
    """Every setting is stored per server; defaults hold without a choice, and invalid values are refused."""
    defaults = GuildSettings(5, None, (), None, "server", True)
    with pytest.raises(ValueError, match="server, everywhere"):
        await store.write(save_settings, GuildSettings(5, "en", board_scope="galaxy"))
    assert await store.read(load_settings, 5) == defaults
    first = GuildSettings(5, "en-US", (3, 2**62), "week", "everywhere", False)
    await store.write(save_settings, first)
    await store.write(save_settings, GuildSettings(6, "ja"))
    assert await store.read(load_settings, 5) == first
    await store.write(save_settings, GuildSettings(5))
    assert await store.read(load_settings, 5) == defaults
    assert (await store.read(load_settings, 6)).locale == "ja"


async def test_setting_and_its_log_entry_are_stored_together(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A setting and its log entry are stored in one transaction; other settings stay unchanged."""
    act = Act(NOON, CHANGED, MIA, "Mia", about="clock")
    await store.write(save_settings, GuildSettings(5, "ja", channel_ids=(3,)))
    after = await store.write(change_setting, 5, "clock", "week", act)
    assert after == GuildSettings(5, "ja", channel_ids=(3,), clock="week")
    assert await store.read(load_settings, 5) == after
    assert [entry.about for entry in await store.read(load_acts, 5, 0, 9)] == ["clock"]
    with pytest.raises(ValueError, match="server, everywhere"):
        await store.write(change_setting, 5, "board_scope", "galaxy", act)
    assert len(await store.read(load_acts, 5, 0, 9)) == 1

    def fail(*_: object) -> None:
        raise ValueError("no act can be written")

    monkeypatch.setattr("storage.servers.record_act", fail)
    with pytest.raises(ValueError, match="no act"):
        await store.write(change_setting, 5, "clock", "blitz", act)
    assert await store.read(load_settings, 5) == after


@given(*(st.lists(st.integers(0, 5), unique=True) for _ in range(3)))
def test_simultaneous_changes_of_list_are_all_kept(
    stored: list[int], mine: list[int], yours: list[int]
) -> None:
    changes = ListChange.between(stored, mine), ListChange.between(stored, yours)
    after = set(changes[1].applied_to(changes[0].applied_to(stored)))
    added, removed = ({*mine} | {*yours}) - {*stored}, {*stored} - ({*mine} & {*yours})
    assert after == ({*stored} | added) - removed
    assert changes[0].applied_to(stored) == changes[0].applied_to(changes[0].applied_to(stored))


async def notified_of_lobby(
    store: Store, table_id: str, at: int = NOON, guests: tuple[int, ...] = (), **row: object
) -> set[int]:
    """Open a lobby hosted by 10; return the subscribers who are notified."""
    gathering = GatheringRow(invitations=tuple(InvitationRow(guest, is_told=True) for guest in guests))
    opened = await store.write(create_table, table(table_id, created_at=at, **row), seats(10), gathering)
    return {invitation.user_id for invitation in opened.gathering.invitations if invitation.is_subscriber}


async def test_subscribers_are_notified_of_lobby(store: Store) -> None:
    """Subscribers of the game or of all games are notified, except the host and invited people."""
    for user_id, guild_id, game in ((10, 1, ANY_GAME), (20, 1, "bull"), (21, 1, ANY_GAME), (22, 1, "lost")):
        await store.write(save_subscriptions, user_id, f"P{user_id}", guild_id, (game,))
    await store.write(save_subscriptions, 23, "P23", 2, ("bull",))
    await store.write(save_subscriptions, 24, "P24", 1, ("bull", ANY_GAME))
    assert await notified_of_lobby(store, "a", guests=(24,)) == {20, 21}
    stored = await table_of(store, "a")
    assert [invitation.user_id for invitation in stored.gathering.invitations] == [24, 20, 21]
    assert all(invitation.is_told for invitation in stored.gathering.invitations)


async def test_longest_waiting_subscribers_are_notified_first(store: Store) -> None:
    people = range(100, 100 + MOST_TOLD + 3)
    for user_id in people:
        await store.write(save_subscriptions, user_id, f"P{user_id}", 1, ("bull",))
    first, second = await notified_of_lobby(store, "a"), await notified_of_lobby(store, "b", NOON + 1)
    assert len(first) == MOST_TOLD
    assert second == {*people} - first


async def test_refused_rematch_notifies_no_subscribers(store: Store) -> None:
    await store.write(create_table, table("first", rematch_of=None), seats(10))
    await store.write(create_table, table("next", rematch_of="first"), seats(10))
    await store.write(save_subscriptions, 20, "P20", 1, ("bull",))
    with pytest.raises(RematchTaken):
        await notified_of_lobby(store, "again", rematch_of="first")
    assert await notified_of_lobby(store, "other") == {20}


choices = st.none() | st.sampled_from([(), ("lost",), ("bull", "lost"), (ANY_GAME,)])
lobbies = st.tuples(
    st.sampled_from([1, TELL_PAUSE_MS - 1, TELL_PAUSE_MS]) | st.integers(0, TELL_PAUSE_MS * 2),
    st.sampled_from([1, 2]),
    st.sampled_from(["bull", "lost"]),
    choices,
)


@settings(max_examples=60)
@given(st.lists(lobbies, max_size=8))
async def test_subscriber_is_notified_once_an_hour_per_server(
    opened: list[tuple[int, int, str, tuple[str, ...] | None]],
) -> None:
    """The hour counts per server and to the millisecond; ending a subscription also ends the hour."""
    chosen: dict[int, tuple[str, ...]] = {1: (), 2: ()}
    last, now = {1: 0, 2: 0}, NOON
    async with await open_store(":memory:") as store:
        for number, (later, guild_id, game, choice) in enumerate(opened):
            now += later
            if choice is not None:
                await store.write(save_subscriptions, 20, "P20", guild_id, choice)
                chosen[guild_id] = choice
                last[guild_id] *= bool(choice)
            is_due = {game, ANY_GAME} & {*chosen[guild_id]} and now - last[guild_id] >= TELL_PAUSE_MS
            assert await notified_of_lobby(store, f"t{number}", now, guild_id=guild_id, game=game) == (
                {20} if is_due else set()
            )
            if is_due:
                last[guild_id] = now
            assert await store.read(load_subscriptions, 20, guild_id) == {*chosen[guild_id]}
            assert await store.read(subscribed_servers, 20) == tuple(
                guild for guild in (1, 2) if chosen[guild]
            )


async def test_deletion_ends_subscriptions_and_invitations(store: Store) -> None:
    """Subscriptions and invitations are exported and then deleted, which changes open lobbies."""
    await store.write(save_subscriptions, 20, "P20", 1, ("bull", "lost"))
    await notified_of_lobby(store, "a", guests=(21,))
    assert await store.read(load_subscriptions, 20, 1) == {"bull", "lost"}
    assert await store.read(subscribed_servers, 20) == (1,)
    exported = await store.read(export_person, 20)
    assert [(row["guild_id"], row["game"], row["told_at"]) for row in exported["subscriptions"]] == [
        (1, "bull", NOON),
        (1, "lost", NOON),
    ]
    answers = dict.fromkeys(("has_declined", "is_maybe", "is_removed", "is_unasked"), 0)
    assert exported["invitations"] == [{"table_id": "a", "is_subscriber": 1, "is_told": 1, **answers}]
    assert await forget_person(store, 20) == ("a",)
    assert await forget_person(store, 21) == ("a",)
    stored = await table_of(store, "a")
    assert stored.gathering.invitations == ()
    assert stored.table.status == "lobby"
    assert await notified_of_lobby(store, "b", NOON + TELL_PAUSE_MS) == set()
    count = "SELECT (SELECT count(*) FROM subscription), (SELECT count(*) FROM nickname WHERE person = 1)"
    assert await store.read(lambda conn: conn.execute(count).fetchone()) == (0, 0)


async def test_unreadable_limit_of_tables_opens_none(store: Store) -> None:
    await store.write(save_settings, GuildSettings(1, most_tables=2))
    await store.write(lambda conn: conn.execute("UPDATE guild_settings SET most_tables = -5") and None)
    assert (await store.read(load_settings, 1)).most_tables == 0
