"""A stand-in for Discord with one server, and the bot in a process of its own."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.wire.transport import USER_AGENT
from tests.wire.asking import Asker
from tests.wire.process import BotProcess
from tests.wire.standin import StandIn
from tests.wire.world import Channel

SHORT_SECONDS = 0.5
"""The window of the channels' rate limit in these tests. Discord's five seconds would make games wait."""


@pytest.fixture
async def empty_standin() -> AsyncIterator[StandIn]:
    """A stand-in for Discord without a server."""
    async with StandIn() as standin:
        standin.rest.limits.set_channel_seconds(SHORT_SECONDS)
        yield standin


@pytest.fixture
def standin(empty_standin: StandIn) -> StandIn:
    """A stand-in for Discord with one server."""
    empty_standin.world.add_guild()
    return empty_standin


@pytest.fixture
def channel(standin: StandIn) -> Channel:
    (guild,) = standin.world.guilds.values()
    return standin.world.add_channel(guild)


@pytest.fixture
async def asker(standin: StandIn) -> AsyncIterator[Asker]:
    asker = Asker(standin)
    yield asker
    await asker.line.close()


@pytest.fixture(params=[True, False], ids=["so", "not so"])
def fact_holds(request: pytest.FixtureRequest, standin: StandIn) -> bool:
    """Set the fact that the test is named after to true or false; return the value."""
    assert isinstance(request.param, bool)
    name = request.function.__name__.removeprefix("test_")
    assert hasattr(standin.facts, name), name
    setattr(standin.facts, name, request.param)
    return request.param


@pytest.fixture
async def bot(standin: StandIn, channel: Channel, tmp_path: Path) -> AsyncIterator[BotProcess]:
    """A bot that is not started yet; the fixture fails if its log has an unexpected error."""
    bot = BotProcess(standin, tmp_path, "--hurry", "--undrawn")
    yield bot
    await bot.stop()
    await bot.leave()
    assert not bot.errors
    assert set(standin.world.traffic.user_agents) <= {USER_AGENT}
