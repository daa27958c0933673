"""The bot is killed in the middle of play, and nobody is the worse for it."""

from __future__ import annotations

from pathlib import Path

import pytest

from games import GAMES
from tests.wire.crashes import seats, survive
from tests.wire.process import BotProcess
from tests.wire.standin import StandIn
from tests.wire.world import Channel


@pytest.mark.parametrize("seed", [1])
async def test_kills_lose_and_double_nothing(
    standin: StandIn, channel: Channel, tmp_path: Path, seed: int
) -> None:
    """Acknowledged moves are in the log once, games end with one result, nobody is stuck.

    Meanwhile Discord refuses, or breaks the line, now and then.
    """
    tables = seats(standin, channel.guild, [*GAMES, *GAMES], seed)
    bot = BotProcess(standin, tmp_path, "--hurry", seed=seed)
    try:
        await survive(standin, bot, tables, kills=15, seed=seed)
    except BaseException as error:
        error.add_note("\n".join(["the bot's log ends with:", *map(str, bot.log[-40:])]))
        if bot.status is None:
            error.add_note("\n".join(["its tasks wait:", *await bot.waits()]))
        raise
    finally:
        await bot.stop()
        await bot.leave()
