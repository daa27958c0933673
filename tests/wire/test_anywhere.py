"""Tests of the app on a server without the bot, where only a user has installed it."""

from __future__ import annotations

from tests.wire.components import walk
from tests.wire.players import SimulatedPerson
from tests.wire.process import BotProcess
from tests.wire.standin import StandIn
from tests.wire.world import Channel, InteractionAnswer


def private_text(answer: InteractionAnswer) -> str:
    """Return the text of an answer that only its user sees."""
    assert answer.message is not None
    assert answer.message.seen_by is not None
    return "\n".join(part["content"] for part in walk(answer.message.parts) if "content" in part)


async def test_commands_without_table_answer_privately(
    standin: StandIn, channel: Channel, bot: BotProcess
) -> None:
    """Commands that need no table answer in private, and post no public message."""
    foreign = standin.world.add_channel(standin.world.add_guild("Elsewhere", has_bot=False))
    await bot.start()
    person = SimulatedPerson(standin, "Dora")
    assert private_text(await person.slash(foreign, "help"))
    assert private_text(await person.slash(foreign, "learn", game="bull"))
    assert private_text(await person.slash(foreign, "rules", game="lost"))
    for name in ("daily", "stats", "history"):
        assert private_text(await person.slash(foreign, name))
    assert all(message.seen_by is not None for message in foreign.messages.values())


async def test_play_links_to_adding_bot_where_it_is_not_installed(
    standin: StandIn, channel: Channel, bot: BotProcess
) -> None:
    """/play opens no table and answers with a link that adds the bot."""
    foreign = standin.world.add_channel(standin.world.add_guild("Elsewhere", has_bot=False))
    await bot.start()
    person = SimulatedPerson(standin, "Dora")
    answer = private_text(await person.slash(foreign, "play", game="bull"))
    assert "not a member of this server" in answer
    assert "scope=bot+applications.commands" in answer
    assert "direct message" in answer
