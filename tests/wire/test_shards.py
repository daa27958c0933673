"""Processes that divide a bot's shards, and one that is killed in the middle of games."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests import postgres
from tests.wire.people import Person
from tests.wire.runner import HURRIED_LOGIN
from tests.wire.shards import balanced, killed, processes, served
from tests.wire.standin import StandIn
from tests.wire.world import Channel, Message

SHARDS = 4
TAKEN_OVER_SECONDS = 30


@pytest.fixture
async def places() -> AsyncIterator[tuple[StandIn, list[Channel]]]:
    """Discord, with a server on each shard."""
    async with StandIn() as standin:
        guilds = [standin.world.add_guild(shard=(number, SHARDS)) for number in range(SHARDS)]
        yield standin, [standin.world.add_channel(guild) for guild in guilds]


async def test_games_of_a_process_that_dies_go_on_in_another(tmp_path: Path) -> None:
    """Within half a minute, no acknowledged move is lost, and no table is ever served by two."""
    async with StandIn() as standin:
        found = await killed(standin, tmp_path, games=SHARDS, shards=SHARDS)
        assert found
        assert max(found) < TAKEN_OVER_SECONDS
        # As they arrive on a busy machine; who logs in begins the time when it sends.
        logins = sorted(standin.gateway.logins)
        assert all(after - at > 0.5 * HURRIED_LOGIN for at, after in itertools.pairwise(logins))


async def test_an_appointment_of_a_process_that_dies_is_called_once(
    places: tuple[StandIn, list[Channel]], tmp_path: Path
) -> None:
    """Killed as the call arrives, perhaps before it knows: the other finds it, and calls nobody again."""
    standin, channels = places
    database = await postgres.empty_database()
    bots = first, second = processes(standin, tmp_path, 2, SHARDS, database)
    host, guest = Person(standin, "Host"), Person(standin, "Guest")
    try:
        await asyncio.gather(first.start(), second.start())
        await balanced(standin, bots, SHARDS)
        channel = channels[int(next(iter(served(first))).partition("/")[0])]
        await host.slash(channel, "play", game="bull", when="in 10 minutes")  # called as soon as it stands
        await channel.bell.until(lambda: calls(channel), why="a call")
        await first.kill()
        await second.until(lambda: len(served(second)) == SHARDS, "all shards")
        await standin.gateway.bell.until(lambda: standin.gateway.is_heard(channel.guild.id), why="a line")
        appointment = channel.public[0]
        answer = await guest.tap(appointment, "join")
        assert "Guest" in answer.said
        more = await host.tap(appointment, "more")
        assert more.message is not None
        await host.tap(more.message, "cancel")
        (call,) = calls(channel)
        await channel.bell.until(lambda: call.is_deleted, why="the end of the call")
        assert calls(channel) == [], "nobody is called again"
        await second.stop()
        assert not second.errors
    finally:
        for bot in bots:
            await bot.kill()


def calls(channel: Channel) -> list[Message]:
    """List the messages that have called somebody, deleted ones, too."""
    return [message for message in channel.messages.values() if message.mentions]
