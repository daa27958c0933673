"""Discord's limits are kept before Discord says no, whatever goes on at however many tables."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest

from tests.wire.limits import GLOBAL, Limit
from tests.wire.people import Person
from tests.wire.players import Player, gathered
from tests.wire.process import BotProcess
from tests.wire.standin import StandIn
from tests.wire.world import Channel

TABLES = 6
ALLOWED = 12
"""Requests a second: few, so that a few tables ask for more."""


async def play_everywhere(standin: StandIn, bot: BotProcess) -> None:
    """Play a game in each of some channels, all at once; the bot knows no token but its own any more."""
    (guild,) = standin.world.guilds.values()

    async def gather(number: int) -> tuple[Channel, list[Person], str]:
        channel = standin.world.add_channel(guild)
        people = [Person(standin, f"Player{number}of{seat}") for seat in range(2)]
        table_id = await gathered(channel, "bull", people)
        assert table_id is not None
        return channel, people, table_id

    async def play(number: int, channel: Channel, people: list[Person], table_id: str) -> None:
        rng = random.Random(number)
        await asyncio.gather(*(Player(person, channel, table_id, rng).play() for person in people))

    tables = await asyncio.gather(*(gather(number) for number in range(TABLES)))
    await bot.stop()
    standin.rest.limits.globally.used = 0  # who starts again knows nothing of the second before
    await bot.start()
    await asyncio.gather(*(play(number, *table) for number, table in enumerate(tables)))


@pytest.mark.parametrize("is_paced", [True, False], ids=["paced", "a bot that does not know the limit"])
async def test_the_limit_for_all_is_never_run_into(standin: StandIn, tmp_path: Path, is_paced: bool) -> None:
    """Games end, and Discord has refused nothing; a bot that asks as it likes is refused."""
    standin.rest.limits.globally.limit = Limit(ALLOWED, 1.0)
    settings = {"TEFUDA_REQUESTS_PER_SECOND": str(ALLOWED if is_paced else 10_000)}
    async with BotProcess(standin, tmp_path, "--hurry", settings=settings) as bot:
        await play_everywhere(standin, bot)
        refused = standin.rest.traffic.refused
        assert not bot.errors
    if is_paced:
        assert not refused
        assert standin.rest.traffic.with_token.total() > ALLOWED
    else:
        assert any(scope == GLOBAL for _, scope in refused)
