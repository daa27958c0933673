"""Tests of subscriptions, by which people are mentioned in new lobbies at most once an hour."""

from __future__ import annotations

from typing import Any

import pytest

from storage.people import TELL_PAUSE_MS, load_subscriptions
from tests.bot.finding import listen, lobby_text
from tests.bot.people import Stage, options, text_of_message
from tests.bot.privacy.test_privacy import delete_data

HOUR = TELL_PAUSE_MS // 1000


@pytest.fixture
def dora(stage: Stage) -> tuple[Any, Any, Any]:
    """Dora as a member of two servers, and a channel of the second server."""
    other, dora = stage.env.create_guild("Other"), stage.env.create_user("dora", global_name="Dora")
    return stage.guild.add_member(dora), other.add_member(dora), other.create_text_channel("den")


async def subscribe(stage: Stage, person: Any, *games: str) -> Any:
    """Choose games in the menu of /notify; return the panel."""
    panel = await person.slash(stage.channel, "notify")
    await stage.choose(person, panel.response, "subscribe", list(games))
    return panel.response


async def close_lobby(stage: Stage, person: Any) -> None:
    await stage.tap_more(person, stage.channel.last_message, "cancel", seconds=2)


async def test_subscribers_are_mentioned_in_the_lobby(stage: Stage) -> None:
    """A new lobby mentions subscribers of its game or of all games, and no other people."""
    dave = stage.member("Dave")
    await subscribe(stage, stage.bob, "bull")
    await subscribe(stage, stage.carol, "lost")
    await subscribe(stage, dave, "any")
    heard = listen(stage)
    await stage.lobby("bull")
    assert heard == {stage.bob.id: 1, dave.id: 1}
    assert f"<@{stage.bob.id}> <@{dave.id}> asked to be notified" in lobby_text(stage)


async def test_hosts_are_not_notified_of_their_own_lobby(stage: Stage) -> None:
    await subscribe(stage, stage.alice, "any")
    heard = listen(stage)
    await stage.lobby("bull")
    assert not heard
    await stage.bob.slash(stage.channel, "play", game="bull")
    assert heard == {stage.alice.id: 1}


async def test_subscribers_are_notified_at_most_once_an_hour(stage: Stage) -> None:
    await subscribe(stage, stage.bob, "any")
    heard = listen(stage)
    for game in ("bull", "lost", "bull"):
        await stage.lobby(game)
        await close_lobby(stage, stage.alice)
    assert heard == {stage.bob.id: 1}
    await stage.env.advance_time(HOUR)
    await stage.lobby("bull")
    assert heard == {stage.bob.id: 2}


async def test_invited_subscriber_is_mentioned_once(stage: Stage) -> None:
    """An invited subscriber is mentioned once; a subscriber who joins is no longer listed."""
    await subscribe(stage, stage.bob, "bull")
    await subscribe(stage, stage.carol, "bull")
    heard = listen(stage)
    await stage.alice.slash(stage.channel, "play", game="bull", invite1=stage.bob)
    assert heard == {stage.bob.id: 1, stage.carol.id: 1}
    assert lobby_text(stage).count(f"<@{stage.bob.id}>") == 1
    await stage.tap(stage.carol, stage.channel.last_message, "join")
    assert "asked to be notified" not in lobby_text(stage)


async def test_tap_on_the_lobby_ends_a_subscription(stage: Stage) -> None:
    """A tap on the lobby's button ends all the person's subscriptions on the server, without a question."""
    await subscribe(stage, stage.bob, "bull", "lost")
    await stage.lobby("bull")
    ended = await stage.tap_more(stage.bob, stage.channel.last_message, "unsubscribe")
    assert ended.response.ephemeral
    assert "no more notifications" in text_of_message(ended.response)
    assert await stage.bot.store.read(load_subscriptions, stage.bob.id, stage.guild.id) == frozenset()
    await close_lobby(stage, stage.alice)
    await stage.env.advance_time(HOUR)
    heard = listen(stage)
    await stage.lobby("bull")
    assert not heard


async def test_panel_shows_and_changes_subscriptions(stage: Stage) -> None:
    """/notify and the lobby's button open the panel; an empty choice or a button ends the subscriptions."""
    panel = await subscribe(stage, stage.bob, "bull", "lost")
    assert "Porker Bull and Lost Poker" in text_of_message(panel)
    await stage.lobby("bull")
    again = await stage.tap_more(stage.bob, stage.channel.last_message, "notify")
    assert again.response.ephemeral
    assert "Porker Bull and Lost Poker" in text_of_message(again.response)
    await stage.choose(stage.bob, again.response, "subscribe", [])
    assert "no notifications about tables" in text_of_message(again.response)
    await stage.choose(stage.bob, again.response, "subscribe", ["any"])
    await stage.tap(stage.bob, again.response, "unsubscribe")
    assert "no more notifications" in text_of_message(again.response)
    assert not list(options(again.response, "subscribe"))
    assert await stage.bot.store.read(load_subscriptions, stage.bob.id, stage.guild.id) == frozenset()


async def test_two_panels_of_one_person_keep_all_choices(stage: Stage) -> None:
    """Games chosen in one panel are kept when the person chooses others in an older panel."""
    phone, desk = [(await stage.bob.slash(stage.channel, "notify")).response for _ in range(2)]
    await stage.choose(stage.bob, phone, "subscribe", ["bull"])
    await stage.choose(stage.bob, desk, "subscribe", ["lost"])
    kept = await stage.bot.store.read(load_subscriptions, stage.bob.id, stage.guild.id)
    assert kept == {"bull", "lost"}
    await stage.choose(stage.bob, desk, "subscribe", ["lost"])
    assert await stage.bot.store.read(load_subscriptions, stage.bob.id, stage.guild.id) == {"lost"}


async def test_privacy_covers_subscriptions(stage: Stage) -> None:
    """/privacy counts subscriptions; after a deletion the person is no longer mentioned."""
    await subscribe(stage, stage.bob, "bull")
    await stage.lobby("bull")
    answer = await stage.bob.slash(stage.channel, "privacy show")
    assert "notified about: 1; open invitations: 1" in text_of_message(answer.response)
    await delete_data(stage, stage.bob)
    await stage.env.advance_time(3)
    assert str(stage.bob.id) not in lobby_text(stage)
    heard = listen(stage)
    await stage.env.advance_time(HOUR)
    await stage.lobby("bull")
    assert not heard


async def test_former_member_is_notified_on_other_servers_only(
    stage: Stage, dora: tuple[Any, Any, Any]
) -> None:
    """A person who left a server is mentioned on another server, and the old subscription is deleted."""
    here, there, den = dora
    hugo = there.guild.add_member(stage.env.create_user("hugo", global_name="Hugo"))
    await subscribe(stage, here, "any")
    panel = await there.slash(den, "notify")
    await stage.choose(there, panel.response, "subscribe", ["any"])
    stage.guild.remove_member(here)
    await stage.lobby("bull")
    await stage.env.advance_time(600)
    assert f"<@{here.id}>" not in lobby_text(stage)
    assert await stage.bot.store.read(load_subscriptions, here.id, stage.guild.id) == frozenset()
    await hugo.slash(den, "play", game="bull")
    assert f"<@{here.id}>" in text_of_message(den.last_message)


async def test_subscriptions_end_from_any_server(stage: Stage, dora: tuple[Any, Any, Any]) -> None:
    """/notify on one server lists subscriptions of another server and can end them."""
    here, there, den = dora
    await subscribe(stage, here, "any")
    panel = await there.slash(den, "notify")
    assert "notified on another server" in text_of_message(panel.response)
    ((_, servers),) = options(panel.response, "unsubscribe_at")
    assert servers == [str(stage.guild.id)]
    await stage.choose(there, panel.response, "unsubscribe_at", servers)
    assert await stage.bot.store.read(load_subscriptions, here.id, stage.guild.id) == frozenset()
    assert "another server" not in text_of_message(panel.response)
