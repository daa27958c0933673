"""The bot is killed in the middle of play, and nobody is the worse for it."""

from __future__ import annotations

import pytest

from tests.wire.crashes import Seat, survive
from tests.wire.process import BotProcess
from tests.wire.standin import StandIn
from tests.wire.world import Channel


@pytest.mark.parametrize("seed", [1])
async def test_a_kill_loses_and_doubles_nothing(
    standin: StandIn, channel: Channel, bot: BotProcess, seed: int
) -> None:
    """Acknowledged moves are in the log once, games end with one result, old buttons are answered."""
    channels = [channel, *(standin.world.add_channel(channel.guild) for _ in range(2))]
    tables = [
        Seat(standin, place, game, number)
        for number, (place, game) in enumerate(zip(channels, ("bull", "netsuzo", "lost"), strict=True))
    ]
    await survive(standin, bot, tables, kills=3, seed=seed)
