"""A bot that is told to stop, a place that is gone: over the wire."""

from __future__ import annotations

import asyncio
import os
import signal
from collections import Counter

import pytest

from tests.wire import log
from tests.wire.components import BUTTON, Part, tappable
from tests.wire.players import Player
from tests.wire.process import BotProcess
from tests.wire.requests import WITH_TOKEN
from tests.wire.standin import StandIn
from tests.wire.test_lines import IN_PLACE, calls, on_turn, players_of
from tests.wire.world import Channel

MOST_SECONDS = 10
"""How long a bot that is told to stop may take."""


async def first_move(player: Player) -> Part:
    """Find the first move in a panel, on whatever way it is."""
    while player.panel is None or not (moves := tappable(player.panel.parts, BUTTON, "move")):
        assert await player.step()
    return moves[0]


def of_channel(standin: StandIn) -> Counter[str]:
    """Count what was asked of Discord in public, by whatever token."""
    asked = standin.rest.traffic.requests
    return Counter({kind: asked[kind] for kind in WITH_TOKEN})


async def test_a_stop_finishes_what_is_in_hand(standin: StandIn, channel: Channel, bot: BotProcess) -> None:
    """Told to stop while Discord refuses the answer to a move, the bot answers it, and ends well."""
    await bot.start()
    player = await on_turn(await players_of(standin, channel))
    move = await first_move(player)
    standin.rest.faults.plan("answer", 503)
    pid = bot.pid
    standin.rest.set_alarm(1, before=None, action=lambda: os.kill(pid, signal.SIGTERM), kind="answer")
    assert player.panel is not None
    async with asyncio.timeout(MOST_SECONDS):
        answer = await player.person.tap_part(player.panel, move)
        await bot.ended()
    assert answer.kind == IN_PLACE
    assert bot.status == 0
    assert not log.findings(bot.database, standin.world)


@pytest.mark.parametrize("is_heard", [True, False])
@pytest.mark.parametrize("what", ["channel", "guild"])
async def test_a_place_that_is_gone_is_not_asked_for_again(
    standin: StandIn, channel: Channel, bot: BotProcess, what: str, is_heard: bool
) -> None:
    """Nothing is asked of Discord after the event, one thing without it; other tables play on."""
    await bot.start()
    guild = standin.world.add_guild("Other")
    other = standin.world.add_channel(guild)
    standin.gateway.emit("GUILD_CREATE", guild.payload(standin.world.me), guild.id)
    players = await players_of(standin, other)
    await other.bell.until(lambda: calls(other), why="a call")  # or it would still be on its way
    await log.tidied(other)
    player = await on_turn(players)
    move = await first_move(player)
    if what == "guild":
        standin.world.remove_guild(guild)
    else:
        standin.world.remove_channel(other)
    if is_heard and what == "guild":
        standin.gateway.emit("GUILD_DELETE", {"id": str(guild.id)}, guild.id)
    elif is_heard:
        standin.gateway.emit("CHANNEL_DELETE", other.payload(), guild.id)
    before = of_channel(standin)
    if not is_heard:  # a panel of it is still open somewhere
        assert player.panel is not None
        await player.person.tap_part(player.panel, move)
    await bot.said("a table was closed", table=player.table_id)
    asked = of_channel(standin) - before
    assert asked.total() == (not is_heard)
    await asyncio.gather(*(one.play() for one in await players_of(standin, channel)))
    assert (of_channel(standin) - before).total() > asked.total()
