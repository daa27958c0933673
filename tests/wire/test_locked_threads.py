"""Tests of games in threads that moderators lock, on the stand-in for Discord."""

from __future__ import annotations

import pytest

from tests.wire import components
from tests.wire.players import SimulatedPerson, first_move, player_on_turn, sit_down
from tests.wire.process import BotProcess
from tests.wire.standin import StandIn
from tests.wire.world import Channel, Message, Thread


async def lock(standin: StandIn, thread: Thread, *, is_archived: bool) -> None:
    """Lock a thread as a moderator does, and tell the bot."""
    thread.is_locked = True
    thread.is_archived = is_archived
    standin.gateway.emit("THREAD_UPDATE", thread.payload(), thread.guild.id)


def with_buttons(channel: Channel, table_id: str) -> list[Message]:
    """Return the messages of a table that is being played, and its calls."""
    notices = ("fair",)
    return [
        message
        for message in channel.of(table_id)
        if not any(components.tappable(message.parts, components.BUTTON, verb) for verb in notices)
    ]


@pytest.mark.parametrize("is_archived", [False, True], ids=["active", "archived"])
async def test_game_takes_its_messages_out_of_a_locked_thread(
    standin: StandIn, channel: Channel, bot: BotProcess, is_archived: bool
) -> None:
    """The game goes on in the channel. Its messages in the thread are deleted as soon as that is allowed.

    /table then says that the table is in the channel, and does not name the thread.
    """
    await bot.start()
    first = await sit_down(standin, channel, "bull", 1)
    second = await start_in_thread(standin, channel, first[0].table_id)
    (thread,) = standin.world.guilds[channel.guild.id].threads
    await thread.bell.until(lambda: with_buttons(thread, second))
    await lock(standin, thread, is_archived=is_archived)
    asker = SimulatedPerson(standin, "Fred")
    answer = await asker.slash(channel, "table")
    assert f"<#{thread.id}>" not in answer.text
    await channel.bell.until(lambda: with_buttons(channel, second))
    if is_archived:
        assert with_buttons(thread, second)
        thread.is_locked = thread.is_archived = False
        standin.gateway.emit("THREAD_UPDATE", thread.payload(), thread.guild.id)
    await thread.bell.until(lambda: not with_buttons(thread, second))


async def start_in_thread(standin: StandIn, channel: Channel, first_id: str) -> str:
    """Start a second game in a channel, which is played in a thread; return its table's id."""
    people = [SimulatedPerson(standin, name) for name in ("Cleo", "Dora")]
    opened = await people[0].slash(channel, "play", game="bull")
    assert opened.message is not None
    await people[1].tap(opened.message, "join")
    await people[0].tap(opened.message, "start")
    (table_id,) = components.tables(opened.message.parts) - {first_id}
    await channel.bell.until(lambda: channel.guild.threads)
    return table_id


async def test_play_in_a_locked_thread_is_refused(
    standin: StandIn, channel: Channel, bot: BotProcess
) -> None:
    """A game that people opened in a thread goes on in panels there; /table and /play name the lock."""
    await bot.start()
    thread = standin.world.add_thread(channel, "Friday")
    standin.gateway.emit("THREAD_CREATE", thread.payload(), thread.guild.id)
    players = await sit_down(standin, thread, "bull", 1)
    player = await player_on_turn(players)
    await lock(standin, thread, is_archived=False)
    await first_move(player)
    refused = (await player.person.slash(thread, "table")).text
    assert "locked" in refused
    assert "Here is the table" not in refused
    assert "locked" in (await player.person.slash(thread, "play", game="bull")).text
