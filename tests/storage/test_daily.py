"""Tests of the stored daily puzzle: answers, shares, streaks, boards, posts, export and deletion."""

from __future__ import annotations

import msgspec
import pytest

from storage import Store
from storage.daily import (
    DailyAnswer,
    Streak,
    begin_daily_post,
    end_daily_post,
    forget_old_answers,
    load_answer,
    load_board,
    load_daily_servers,
    load_shares,
    load_streak,
    load_unanswered,
    save_answer,
)
from storage.engine.database import Connection
from storage.people import POST_KEPT_MS, Sharing, SharingBegun, begin_sharing, end_sharing
from storage.rows import Name
from storage.servers import ADMITTED, BANNED, Act, change_setting, delete_old_entries, record_act
from storage.serving import EVERY_SERVER, Servers
from storage.upkeep import export_person, forget_person
from tests.promises import BETWEEN_POSTS_MS, LONGEST_DATE_MS
from tests.storage.helpers import NOON

ALICE, BOB, CAROL = 1, 2, 3
CLUB, OTHER = 1 << 22, 2 << 22
NAMES = {ALICE: Name("Alice"), BOB: Name("Bob"), CAROL: Name("Carol")}


def answer(day: int, move: str = "challenge", points: int = 3, *, is_late: bool = False) -> DailyAnswer:
    grade = {3: "best", 1: "close", 0: "costly"}[points]
    return DailyAnswer(day, move, grade, points, is_late, 1000 * day)


async def give(store: Store, user: int, what: DailyAnswer, guild: int | None = CLUB) -> DailyAnswer:
    return await store.write(save_answer, user, NAMES[user], guild, what)


async def test_only_first_answer_counts(store: Store) -> None:
    """A later answer changes nothing on any server, and the shares contain the first answer once."""
    first = await give(store, ALICE, answer(1))
    assert await give(store, ALICE, answer(1, "call pair K", 0), OTHER) == first == answer(1)
    assert await store.read(load_answer, ALICE, 1) == first
    assert await store.read(load_shares, 1) == {"challenge": 1}
    assert await store.read(load_answer, BOB, 1) is None


async def test_streak_depends_on_number_of_puzzle(store: Store) -> None:
    for day in (1, 2, 3):
        await give(store, ALICE, answer(day), CLUB if day % 2 else None)
    streak = await store.read(load_streak, ALICE)
    assert streak == Streak(3, 3, 3)
    assert [streak.on(day) for day in (3, 4, 5)] == [3, 3, 0]
    await give(store, ALICE, answer(6))
    assert await store.read(load_streak, ALICE) == Streak(6, 1, 3)


async def test_late_answer_counts_only_in_shares(store: Store) -> None:
    """A late answer is in the shares, but not in streaks or boards."""
    await give(store, ALICE, answer(1))
    await give(store, ALICE, answer(2, is_late=True))
    await give(store, ALICE, answer(3))
    assert await store.read(load_streak, ALICE) == Streak(3, 1, 1)
    assert [(line.points, line.answers) for line in await store.read(load_board, CLUB, 1, 9, 9, 5)] == [
        (6, 2)
    ]
    assert await store.read(load_shares, 2) == {"challenge": 1}
    assert await store.read(load_unanswered, ALICE, 1, 5) == [5, 4]


@pytest.mark.parametrize("order", [(1, 2, 3), (1, 3, 2), (2, 1, 3), (2, 3, 1)])
async def test_streak_allows_days_in_any_order(store: Store, order: tuple[int, ...]) -> None:
    """With different time zones, a person may answer yesterday's puzzle after today's and keep the streak."""
    for day in order:
        await give(store, ALICE, answer(day))
    streak = await store.read(load_streak, ALICE)
    assert (streak.day, streak.days) == (3, 3)


async def test_board_contains_people_of_its_server(store: Store) -> None:
    """A server's board has the people who answered there, with their names on that server."""
    await give(store, ALICE, answer(1, points=1))
    await give(store, ALICE, answer(2, points=3), None)
    await give(store, BOB, answer(2, points=3))
    await give(store, CAROL, answer(2), OTHER)
    lines = await store.read(load_board, CLUB, 1, 9, 2, 10)
    assert [(line.name, line.points, line.streak, line.answers) for line in lines] == [
        ("Alice", 4, 2, 2),
        ("Bob", 3, 1, 1),
    ]
    assert await store.read(load_board, CLUB, 3, 9, 4, 10) == []
    assert len(await store.read(load_board, CLUB, 1, 30, 30, 1)) == 1


async def test_answers_are_exported_and_deleted(store: Store) -> None:
    """The export has the person's answers; after deletion the answers count without a name."""
    await give(store, ALICE, answer(1))
    kept = await store.read(export_person, ALICE)
    assert kept["daily_answers"] == [
        {"day": 1, "move": "challenge", "grade": "best", "points": 3, "is_late": 0, "at": 1000}
    ]
    assert kept["daily_streak"] == [{"day": 1, "days": 1, "longest": 1}]
    assert kept["daily_servers"] == [{"guild_id": CLUB}]
    await forget_person(store, ALICE)
    assert await store.read(export_person, ALICE) == {}
    assert await store.read(load_board, CLUB, 1, 9, 9, 5) == []
    assert await store.read(load_shares, 1) == {"challenge": 1}


async def test_subscribed_servers_are_found_by_shard(store: Store) -> None:
    for guild in (CLUB, OTHER):
        await store.write(change_setting, guild, "daily_channel", 7)
    await store.write(change_setting, OTHER, "daily_channel", None)
    await store.write(change_setting, CLUB, "daily_hour", 21)
    (server,) = await store.read(load_daily_servers, EVERY_SERVER)
    assert (server.guild_id, server.channel_id, server.hour, server.posted) == (CLUB, 7, 21, 0)
    assert await store.read(load_daily_servers, Servers.of_group(0, 2)) == []
    for is_sent in (False, True):
        if is_sent:
            await store.write(end_daily_post, CLUB, 5)
        else:
            assert [await store.write(begin_daily_post, CLUB, 5) for _ in range(2)] == [True, False]
        (server,) = await store.read(load_daily_servers, Servers.of_group(1, 2))
        assert (server.posted, server.is_sent) == (5, is_sent)


async def test_second_answer_after_deletion_does_not_count(store: Store) -> None:
    """Only answers that may still count are remembered, by a hash with a secret of its own."""
    old, new = answer(1), msgspec.structs.replace(answer(2), at=LONGEST_DATE_MS + 5000)
    for given in (old, new):
        await give(store, ALICE, given)
    await forget_person(store, ALICE, at=new.at + 1, secret=b"s" * 32)
    assert await store.read(_remembered) == [(2, new.at + LONGEST_DATE_MS)]
    assert await store.read(export_person, ALICE) == {}
    assert (await give(store, ALICE, new)).is_late
    assert not (await give(store, BOB, new)).is_late
    assert await store.read(load_shares, 2) == {"challenge": 2}
    assert await store.read(load_streak, ALICE) == Streak()
    await store.write(forget_old_answers, new.at + LONGEST_DATE_MS - 1)
    assert len(await store.read(_remembered)) == 1
    await store.write(forget_old_answers, new.at + LONGEST_DATE_MS)
    assert await store.read(_remembered) == []


def _remembered(conn: Connection) -> list[tuple[int, int]]:
    return [(int(day), int(until)) for day, until in conn.execute("SELECT day, until FROM daily_deleted")]


async def test_banned_people_are_on_no_board(store: Store) -> None:
    """A ban removes the person from the server's board; an answer after its end brings them back."""
    await give(store, ALICE, answer(1))
    await give(store, ALICE, answer(1), OTHER)
    ban = Act(5, BANNED, BOB, NAMES[BOB], whom_id=ALICE, whom=NAMES[ALICE])
    await store.write(record_act, CLUB, ban)
    await give(store, ALICE, answer(2))
    assert await store.read(load_board, CLUB, 1, 9, 2, 10) == []
    assert len(await store.read(load_board, OTHER, 1, 9, 2, 10)) == 1
    await store.write(record_act, CLUB, msgspec.structs.replace(ban, kind=ADMITTED))
    await give(store, ALICE, answer(3))
    (line,) = await store.read(load_board, CLUB, 1, 9, 3, 10)
    assert line.answers == 3


async def test_shared_things_are_exported_and_lose_their_name(store: Store) -> None:
    """The same thing is claimed once, and people wait after three things, on all channels together."""
    sharing = Sharing(ALICE, NAMES[ALICE], CLUB, 7, "b:open:day1:5", 1000)
    assert await store.write(begin_sharing, sharing) == SharingBegun()
    assert (await store.write(begin_sharing, sharing)).is_uncertain
    await store.write(end_sharing, 7, sharing.thing, 99)
    assert await store.write(begin_sharing, sharing) == SharingBegun(message_id=99)
    for channel in (8, 9):
        there = msgspec.structs.replace(sharing, channel_id=channel)
        assert await store.write(begin_sharing, there) == SharingBegun()
    more = msgspec.structs.replace(sharing, thing="another", at=2000)
    assert (await store.write(begin_sharing, more)).allowed_at == 1000 + BETWEEN_POSTS_MS
    assert await store.write(begin_sharing, msgspec.structs.replace(more, user_id=BOB)) == SharingBegun()
    kept = (await store.read(export_person, ALICE))["shared"]
    assert kept[0] == {"channel_id": 7, "thing": sharing.thing, "at": 1000, "message_id": 99}
    await forget_person(store, ALICE)
    assert await store.read(export_person, ALICE) == {}
    assert (await store.write(begin_sharing, sharing)).message_id == 99


async def test_old_posts_are_deleted(store: Store) -> None:
    """What may be repeated is kept for minutes, or for a long slow mode, and what was posted for weeks."""
    once = Sharing(ALICE, NAMES[ALICE], CLUB, 7, "hand", NOON)
    board = msgspec.structs.replace(once, channel_id=8, thing="board", can_repeat=True)
    slow = msgspec.structs.replace(board, channel_id=9, slow_ms=2 * BETWEEN_POSTS_MS)
    for sharing in (once, board, slow):
        assert await store.write(begin_sharing, sharing) == SharingBegun()
    for kept_ms, things in ((0, 3), (BETWEEN_POSTS_MS, 2), (2 * BETWEEN_POSTS_MS, 1), (POST_KEPT_MS, 0)):
        await store.write(delete_old_entries, NOON + kept_ms)
        kept = await store.read(export_person, ALICE)
        assert len(kept["shared"]) == things


async def test_repeatable_thing_is_each_person_s_own(store: Store) -> None:
    """Two people may call up the same leaderboard in a channel; nothing of it names them once forgotten."""
    board = Sharing(ALICE, NAMES[ALICE], CLUB, 7, "board", 1000, can_repeat=True)
    assert await store.write(begin_sharing, board) == SharingBegun()
    assert (await store.write(begin_sharing, board)).is_uncertain
    assert await store.write(begin_sharing, msgspec.structs.replace(board, user_id=BOB)) == SharingBegun()
    await forget_person(store, ALICE)
    assert await store.read(lambda conn: conn.execute("SELECT count(*) FROM shared").fetchone()[0]) == 1
