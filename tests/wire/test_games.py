"""Tests of whole games on the stand-in for Discord, with its limits and metrics."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest

from tests.games_under_test import OFFERED
from tests.ports import free_port
from tests.wire import log
from tests.wire.limits import GLOBAL, Limit
from tests.wire.players import play_out, sit_down
from tests.wire.process import BotProcess
from tests.wire.standin import StandIn
from tests.wire.world import Channel

OVERTAKEN = "answer edit", 400, 50035
"""The error of an edit that keeps a picture removed by a simultaneous answer. The edit is repeated."""

TABLES = 6
ALLOWED, FEW = 12, 3
"""Requests a second. The number is small so that a few tables exceed it even on a slow machine."""


@pytest.fixture
async def bot(standin: StandIn, tmp_path: Path) -> AsyncIterator[BotProcess]:
    """A bot that draws its pictures and is not started yet."""
    async with BotProcess(standin, tmp_path, "--hurry") as bot:
        yield bot
    assert not bot.errors


async def test_all_games_are_played_to_their_end(standin: StandIn, channel: Channel, bot: BotProcess) -> None:
    """Each confirmed move is stored, answers take less than three seconds, and no request is refused."""
    channels = [channel, *(standin.world.add_channel(channel.guild) for _ in OFFERED[1:])]

    async def play(place: Channel, game: str, seed: int) -> int:
        players = await sit_down(standin, place, game, seed, ("en-US", "ja"))
        await play_out(players)
        await log.without_removed_buttons(place)
        return len(players)

    places = zip(channels, OFFERED, strict=True)
    parties = [play(place, game.id, 10 * number) for number, (place, game) in enumerate(places)]
    people = sum(await asyncio.gather(*parties))
    await bot.stop()
    assert log.movers(bot.database) == people, "everybody has moved at their table"
    assert not log.findings(bot.database, standin.world)
    traffic = standin.world.traffic
    assert not traffic.late
    # None was edited through an interaction that is not answered yet, either.
    assert set(traffic.errors) <= {OVERTAKEN}
    assert traffic.errors[OVERTAKEN] <= traffic.requests["answer edit"] / 50
    assert not traffic.refused
    assert not traffic.unloadable


@pytest.mark.parametrize("is_paced", [True, False], ids=["paced", "a bot that does not know the limit"])
async def test_games_never_reach_global_limit(standin: StandIn, tmp_path: Path, is_paced: bool) -> None:
    """Games of a bot with its limiter end without a global 429; without its limiter the bot gets one."""
    standin.rest.limits.globally.limit = Limit(ALLOWED if is_paced else FEW, 1.0)
    settings = {"TEFUDA_REQUESTS_PER_SECOND": str(ALLOWED if is_paced else 10_000)}
    (guild,) = standin.world.guilds.values()
    async with BotProcess(standin, tmp_path, "--hurry", "--undrawn", settings=settings) as bot:
        channels = [standin.world.add_channel(guild) for _ in range(TABLES)]
        tables = await asyncio.gather(*(sit_down(standin, channel) for channel in channels))
        refused = standin.world.traffic.refused
        if is_paced:
            await bot.stop()  # only its own token is known now
            standin.rest.limits.globally.used = 0  # a restarted bot does not know the last second's requests
            await bot.start()
            await play_out(player for players in tables for player in players)
            assert not refused
            assert standin.world.traffic.with_token.total() > ALLOWED
        else:
            assert any(scope == GLOBAL for _, scope in refused)
        assert not bot.errors


async def test_metrics_agree_with_requests_of_game(
    standin: StandIn, channel: Channel, tmp_path: Path
) -> None:
    """The metrics count the same requests and refusals of each kind as the stand-in."""
    port = free_port()
    bot = BotProcess(standin, tmp_path, "--hurry", settings={"TEFUDA_METRICS_PORT": str(port)})
    async with bot, aiohttp.ClientSession(f"http://127.0.0.1:{port}") as session:
        async with session.get("/healthz") as answer:
            assert answer.status == 200
            assert await answer.json() == {"discord": True, "database": True, "loop": True, "computers": True}
        # One edit of a panel is refused with 429: each game makes some, however fast it is played.
        players = await sit_down(standin, channel)
        standin.rest.faults.plan("answer edit", 429)
        await play_out(players)
        async with session.get("/metrics") as answer:
            metrics = await answer.text()
    counted = r'^tefuda_discord_(requests|refusals)_total\{kind="(\w+)"[^}]*\} (\S+)$'
    counts = {
        (name, kind): float(number) for name, kind, number in re.findall(counted, metrics, re.MULTILINE)
    }
    # The bot and the stand-in count the same.
    traffic = standin.world.traffic
    assert sum(counts.get(("refusals", kind), 0) for kind in ("edit", "panel")) == 1
    sent = sum(counts.get(("requests", kind), 0) for kind in ("send", "followup"))
    assert sent == traffic.requests["send"] + traffic.requests["followup"] > 0
    (plays,) = re.findall(r'^tefuda_plays_total\{by="person",game="bull"\} (\S+)$', metrics, re.MULTILINE)
    assert float(plays) > 3
    assert 'tefuda_games_total{end="over",game="bull"} 1.0' in metrics
