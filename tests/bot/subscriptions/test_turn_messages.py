"""Direct messages to people whose turn it is: only to those who want them, and one for each turn."""

from __future__ import annotations

from typing import Any

from bot.wire.transport import HttpResponse
from tests.bot.faults import Faults, refusal
from tests.bot.people import Stage, custom_ids, text_of_message
from tests.bot.privacy.test_privacy import delete_data

MINUTE = 60.0


async def switch(stage: Stage, person: Any, wish: str = "on") -> Any:
    """Switch direct messages on or off by /notify; return the page."""
    page = (await person.slash(stage.channel, "notify")).response
    await stage.tap(person, page, "turns", wish)
    return (await person.slash(stage.channel, "notify")).response


def direct_messages(person: Any) -> list[str]:
    """Return the texts of the messages in a person's channel with the bot."""
    channel = person.user.dm_channel
    return [] if channel is None else [text_of_message(message) for message in channel.history()]


async def start(stage: Stage) -> tuple[Any, Any]:
    """Start a game of two in which nobody's hand is open; return the person to act and the other."""
    await stage.start_two()
    player = stage.player_on_turn()
    return player, stage.waiting_player


async def test_person_who_wants_it_gets_one_message_a_turn(stage: Stage) -> None:
    """The message has a link to the table, notifies once also after the reminder, and ends with the turn."""
    for person in (stage.alice, stage.bob):
        assert "You get a direct message" in text_of_message(await switch(stage, person))
    faults = Faults(stage.env)
    player, other = await start(stage)
    await stage.env.advance_time(10)
    (message,) = direct_messages(player)
    table_message = f"{stage.guild.id}/{stage.channel.id}/{stage.table.sent_row.message_id}"
    assert f"discord.com/channels/{table_message}" in message
    assert direct_messages(other) == []
    # The reminder at half-time sends none.
    await stage.env.advance_time(2 * MINUTE)
    assert len(direct_messages(player)) == 1
    assert faults.steps.count(f"POST /channels/{player.user.dm_channel.id}/messages") == 1
    await stage.play()
    await stage.env.advance_time(10)
    assert direct_messages(player) == []


async def test_nobody_else_gets_messages(stage: Stage) -> None:
    await switch(stage, stage.carol)
    await start(stage)
    await stage.env.advance_time(3 * MINUTE)
    assert [direct_messages(person) for person in (stage.alice, stage.bob, stage.carol)] == [[], [], []]


async def test_no_message_while_the_hand_is_open(stage: Stage) -> None:
    """A person who looks at the open hand is not pinged, so gets no direct message either."""
    for person in (stage.alice, stage.bob):
        await switch(stage, person)
    await stage.open_both_panels()
    player, other = stage.player_on_turn(), stage.waiting_player
    await stage.play(seconds=10)
    assert stage.player_on_turn() is other
    assert direct_messages(player) == []
    assert direct_messages(other) == []


async def test_button_of_the_message_ends_them(stage: Stage) -> None:
    for person in (stage.alice, stage.bob):
        await switch(stage, person)
    player, _ = await start(stage)
    await stage.env.advance_time(10)
    (message,) = player.user.dm_channel.history()
    (stop,) = custom_ids(message)
    answer = await player.user.click(message, custom_id=stop)
    assert "no more direct messages" in text_of_message(answer.response)
    page = (await player.slash(stage.channel, "notify")).response
    assert "Your channels are muted?" in text_of_message(page)


def closed() -> HttpResponse:
    return refusal(403, "Cannot send messages to this user", 50007)


async def test_closed_direct_messages_are_mentioned_once(stage: Stage) -> None:
    """After a refusal the hand says so once, nothing is tried again, and /notify explains it."""
    for person in (stage.alice, stage.bob):
        await switch(stage, person)
    faults = Faults(stage.env)
    faults.fail("POST /users/@me/channels", closed, times=None)
    player, _ = await start(stage)
    await stage.env.advance_time(10)
    assert direct_messages(player) == []
    panel = await stage.open_panel(player)
    assert "direct messages are closed to me" in text_of_message(panel)
    page = (await player.slash(stage.channel, "notify")).response
    assert "closed to me" in text_of_message(page)
    for _ in range(4):
        await stage.play(seconds=30)
    # One request for each of the two people.
    assert faults.steps.count("POST /users/@me/channels") <= 2


async def test_another_refusal_switches_nothing_off(stage: Stage) -> None:
    """A message that is refused for another reason is not tried again, and the next turn has one."""
    for person in (stage.alice, stage.bob):
        await switch(stage, person)
    faults = Faults(stage.env)
    faults.fail("POST /users/@me/channels", lambda: refusal(400, "Invalid Form Body", 50035))
    player, other = await start(stage)
    await stage.env.advance_time(30)
    assert faults.steps.count("POST /users/@me/channels") == 1
    assert direct_messages(player) == []
    await stage.play(seconds=10)
    assert len(direct_messages(other)) == 1
    page = (await player.slash(stage.channel, "notify")).response
    assert "You get a direct message" in text_of_message(page)


async def test_choice_is_deleted_with_all_data(stage: Stage) -> None:
    await switch(stage, stage.alice)
    await delete_data(stage, stage.alice)
    page = (await stage.alice.slash(stage.channel, "notify")).response
    assert "Your channels are muted?" in text_of_message(page)
