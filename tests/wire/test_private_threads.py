"""Tests of private threads, in which the bot can answer but not write until a member adds it."""

from __future__ import annotations

import pytest

from tests.wire import components
from tests.wire.players import SimulatedPerson, sit_down
from tests.wire.process import BotProcess
from tests.wire.standin import StandIn
from tests.wire.world import Channel, InteractionAnswer, Message, Thread


@pytest.fixture
def thread(standin: StandIn, channel: Channel) -> Thread:
    """A private thread without the bot."""
    thread = standin.world.add_thread(channel, "secret")
    thread.is_private = True
    thread.has_bot = False
    return thread


def shown(answer: InteractionAnswer) -> str:
    """Return the text of the private message that answered a person."""
    assert answer.message is not None
    assert answer.message.seen_by is not None, "only the person sees it"
    return components.texts_of(answer.message.parts)


async def test_table_is_refused_until_the_bot_is_added(
    standin: StandIn, thread: Thread, bot: BotProcess
) -> None:
    """/play says how to add the bot, opens no lobby, and works once a member has added the bot."""
    await bot.start()
    host = SimulatedPerson(standin, "Ada")
    for _ in range(2):
        refused = shown(await host.slash(thread, "play", game="bull"))
        assert "private thread" in refused
        assert f"<@{standin.world.me.id}>" in refused
    assert not thread.public
    standin.add_bot(thread)
    await sit_down(standin, thread, "bull", 1)
    assert not standin.world.traffic.errors["send", 403, 50001]


async def test_tournament_is_refused_there(standin: StandIn, thread: Thread, bot: BotProcess) -> None:
    """The same check refuses /tournament."""
    await bot.start()
    host = SimulatedPerson(standin, "Ada")
    assert "private thread" in shown(await host.slash(thread, "tournament", game="bull"))
    assert not thread.public


async def test_game_goes_on_when_the_bot_is_removed_and_added_again(
    standin: StandIn, thread: Thread, bot: BotProcess
) -> None:
    """/table says that the table cannot be posted and why; added again, the bot posts it."""
    standin.add_bot(thread)
    await bot.start()
    players = await sit_down(standin, thread, "bull", 1)
    host = players[0].person
    table_id = players[0].table_id
    await thread.bell.until(lambda: len(boards(thread, table_id)) == 1)
    standin.remove_bot(thread)
    refused = shown(await host.slash(thread, "table"))
    assert "Here is the table" not in refused
    assert "Add me to this private thread" in refused
    (before,) = boards(thread, table_id)
    panel = shown(await host.tap(before, "hand"))
    assert "Add me to this private thread" in panel
    standin.add_bot(thread)
    posted = await thread.bell.until(
        lambda: [board for board in boards(thread, table_id) if board is not before]
    )
    assert "Here is the table" in shown(await host.slash(thread, "table"))
    assert posted


def boards(channel: Channel, table_id: str) -> list[Message]:
    """Return the messages of a running table in a channel."""
    return [
        message
        for message in channel.of(table_id)
        if components.tappable(message.parts, components.BUTTON, "hand")
    ]
