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

TABLES = 10
ALLOWED = 12
"""Requests a second: few, so that a few tables ask for more."""


async def play_everywhere(standin: StandIn) -> None:
    """Play a game in each of some channels, all at once."""
    (guild,) = standin.world.guilds.values()

    async def play(number: int) -> None:
        channel = standin.world.add_channel(guild)
        people = [Person(standin, f"Player{number}of{seat}") for seat in range(2)]
        table_id = await gathered(channel, "bull", people)
        assert table_id is not None
        rng = random.Random(number)
        await asyncio.gather(*(Player(person, channel, table_id, rng).play() for person in people))

    await asyncio.gather(*(play(number) for number in range(TABLES)))


@pytest.mark.parametrize("is_paced", [True, False], ids=["paced", "a bot that does not know the limit"])
async def test_the_limit_for_all_is_never_run_into(standin: StandIn, tmp_path: Path, is_paced: bool) -> None:
    """Games end, and Discord has refused nothing; a bot that asks as it likes is refused."""
    standin.rest.limits.globally.limit = Limit(ALLOWED, 1.0)
    settings = {"TEFUDA_REQUESTS_PER_SECOND": str(ALLOWED if is_paced else 10_000)}
    async with BotProcess(standin, tmp_path, "--hurry", settings=settings) as bot:
        await play_everywhere(standin)
        refused = standin.rest.traffic.refused
        assert not bot.errors
    if is_paced:
        assert not refused
        assert standin.rest.traffic.with_token.total() > ALLOWED
    else:
        assert any(scope == GLOBAL for _, scope in refused)
