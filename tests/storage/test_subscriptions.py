"""Who is told of new lobbies: whoever asked for it, on that server, of that game, at most once an hour."""

from __future__ import annotations

import asyncio
import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from storage import RematchTaken, Store, open_store
from storage.people.subscriptions import (
    MOST_TOLD,
    TELL_PAUSE_MS,
    load_subscriptions,
    save_subscriptions,
    servers_told_of,
)
from storage.rows import ANY_GAME, GatheringRow, InvitationRow
from storage.tables.lifecycle import create_table
from storage.upkeep.privacy import export_person, forget_person
from tests.storage.helpers import NOON, seats, table, table_of


async def told(
    store: Store, table_id: str, at: int = NOON, asked: tuple[int, ...] = (), **row: object
) -> set[int]:
    """Open a lobby hosted by 10, and return who is told of it."""
    gathering = GatheringRow(invitations=tuple(InvitationRow(guest, is_told=True) for guest in asked))
    opened = await store.write(create_table, table(table_id, created_at=at, **row), seats(10), gathering)
    return {one.user_id for one in opened.gathering.invitations if one.is_subscriber}


async def test_games_are_chosen_per_server_and_replaced(store: Store) -> None:
    """A choice replaces the one before on that server alone; none ends it."""
    await store.write(save_subscriptions, 20, "P20", 1, ("bull", "lost"))
    await store.write(save_subscriptions, 20, "P20", 2, (ANY_GAME,))
    await store.write(save_subscriptions, 20, "P20", 1, ("tomoe",))
    assert await store.read(load_subscriptions, 20, 1) == {"tomoe"}
    await store.write(save_subscriptions, 20, "P20", 1, ())
    assert (await store.read(load_subscriptions, 20, 1), await store.read(load_subscriptions, 20, 2)) == (
        frozenset(),
        {ANY_GAME},
    )
    await store.write(save_subscriptions, 99, "nobody", 1, ())
    assert await store.read(export_person, 99) == {}


async def test_those_who_asked_are_told(store: Store) -> None:
    """Of that game, or of any; on that server; never the host, nor who is invited anyway."""
    for user_id, guild_id, game in ((10, 1, ANY_GAME), (20, 1, "bull"), (21, 1, ANY_GAME), (22, 1, "lost")):
        await store.write(save_subscriptions, user_id, f"P{user_id}", guild_id, (game,))
    await store.write(save_subscriptions, 23, "P23", 2, ("bull",))
    await store.write(save_subscriptions, 24, "P24", 1, ("bull", ANY_GAME))
    assert await told(store, "a", asked=(24,)) == {20, 21}
    stored = await table_of(store, "a")
    assert [one.user_id for one in stored.gathering.invitations] == [24, 20, 21]
    assert all(one.is_told for one in stored.gathering.invitations)


async def test_who_waited_longest_is_told_first(store: Store) -> None:
    """Where more have asked than one lobby tells, the others are told of the next."""
    people = range(100, 100 + MOST_TOLD + 3)
    for user_id in people:
        await store.write(save_subscriptions, user_id, f"P{user_id}", 1, ("bull",))
    first, second = await told(store, "a"), await told(store, "b", NOON + 1)
    assert len(first) == MOST_TOLD
    assert second == {*people} - first


async def test_a_rematch_that_is_not_opened_tells_nobody(store: Store) -> None:
    """The lobby and who is told of it are one commit."""
    await store.write(create_table, table("first", rematch_of=None), seats(10))
    await store.write(create_table, table("next", rematch_of="first"), seats(10))
    await store.write(save_subscriptions, 20, "P20", 1, ("bull",))
    with pytest.raises(RematchTaken):
        await told(store, "again", rematch_of="first")
    assert await told(store, "other") == {20}


lobbies = st.tuples(
    st.integers(0, TELL_PAUSE_MS * 2),
    st.sampled_from((1, 2)),
    st.sampled_from(("bull", "lost")),
    st.booleans(),
)


@settings(max_examples=40)
@given(st.lists(lobbies, max_size=8))
def test_never_twice_within_an_hour(opened: list[tuple[int, int, str, bool]]) -> None:
    """On one server, whatever lobbies are opened, there and elsewhere, and whatever is chosen anew."""

    async def live() -> list[tuple[int, int]]:
        times, now = [], NOON
        async with await open_store(":memory:") as store:
            for number, (later, guild_id, game, chooses_anew) in enumerate(opened):
                now += later
                if chooses_anew or not number:
                    await store.write(save_subscriptions, 20, "P20", guild_id, ("lost",))
                    await store.write(save_subscriptions, 20, "P20", guild_id, (ANY_GAME,))
                if 20 in await told(store, f"t{number}", now, guild_id=guild_id, game=game):
                    times.append((guild_id, now))
        return times

    times = asyncio.run(live())
    for guild_id in (1, 2):
        here = [at for server, at in times if server == guild_id]
        assert all(b - a >= TELL_PAUSE_MS for a, b in itertools.pairwise(here))
    assert len(times) >= bool(opened)


async def test_an_hour_later_one_is_told_again(store: Store) -> None:
    """To the millisecond."""
    await store.write(save_subscriptions, 20, "P20", 1, ("bull",))
    assert await told(store, "a") == {20}
    assert await told(store, "b", NOON + TELL_PAUSE_MS - 1) == set()
    assert await told(store, "c", NOON + TELL_PAUSE_MS) == {20}


async def test_forgetting_ends_subscriptions_and_invitations(store: Store) -> None:
    """Both are exported before; afterwards nobody is told, and open lobbies that named the person changed."""
    await store.write(save_subscriptions, 20, "P20", 1, ("bull", "lost"))
    await told(store, "a", asked=(21,))
    exported = await store.read(export_person, 20)
    assert [(row["guild_id"], row["game"], row["told_at"]) for row in exported["subscriptions"]] == [
        (1, "bull", NOON),
        (1, "lost", NOON),
    ]
    told_of = {
        "table_id": "a",
        "is_subscriber": 1,
        "is_told": 1,
        "has_declined": 0,
        "is_maybe": 0,
        "is_removed": 0,
    }
    assert exported["invitations"] == [told_of]
    assert await forget_person(store, 20) == ("a",)
    assert await forget_person(store, 21) == ("a",)
    stored = await table_of(store, "a")
    assert stored.gathering.invitations == ()
    assert stored.table.status == "lobby"
    assert await told(store, "b", NOON + TELL_PAUSE_MS) == set()
    count = "SELECT (SELECT count(*) FROM subscription), (SELECT count(*) FROM nickname WHERE person = 1)"
    assert await store.read(lambda conn: conn.execute(count).fetchone()) == (0, 0)


async def test_one_server_keeps_nobody_silent_on_another(store: Store) -> None:
    """Who was told on one server is told on the next; which servers they are is known to the person."""
    await store.write(save_subscriptions, 20, "P20", 1, (ANY_GAME,))
    await store.write(save_subscriptions, 20, "P20", 2, (ANY_GAME,))
    assert await told(store, "a") == {20}
    assert await told(store, "b", NOON + 1, guild_id=2) == {20}
    assert await store.read(servers_told_of, 20) == (1, 2)
    await store.write(save_subscriptions, 20, "P20", 1, ())
    assert await store.read(servers_told_of, 20) == (2,)


async def test_when_one_was_told_is_kept_until_that_ends(store: Store) -> None:
    """No longer than the subscriptions of that server."""
    await store.write(save_subscriptions, 20, "P20", 1, (ANY_GAME,))
    await told(store, "a")
    await store.write(save_subscriptions, 20, "P20", 1, ("bull",))
    assert [row["told_at"] for row in (await store.read(export_person, 20))["subscriptions"]] == [NOON]
    await store.write(save_subscriptions, 20, "P20", 1, ())
    assert str(NOON) not in str(await store.read(export_person, 20))
