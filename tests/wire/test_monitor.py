"""The figures of a bot in a process of its own, asked for over HTTP as Prometheus would."""

from __future__ import annotations

import asyncio
import re
import socket
from pathlib import Path

import aiohttp

from tests.wire.process import BotProcess
from tests.wire.standin import StandIn
from tests.wire.test_lines import players_of
from tests.wire.world import Channel


def free_port() -> int:
    """Find a port that nobody listens at."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


async def test_a_game_over_the_wire_is_counted(standin: StandIn, channel: Channel, tmp_path: Path) -> None:
    """As many requests and refusals, kind by kind, as Discord has seen."""
    port = free_port()
    bot = BotProcess(standin, tmp_path, "--hurry", settings={"TEFUDA_METRICS_PORT": str(port)})
    async with bot, aiohttp.ClientSession(f"http://127.0.0.1:{port}") as session:
        async with session.get("/healthz") as answer:
            assert answer.status == 200
            assert await answer.json() == {"discord": True, "database": True, "loop": True, "computers": True}
        players = await players_of(standin, channel)
        standin.rest.faults.plan("edit", 429)
        await asyncio.gather(*(player.play() for player in players))
        async with session.get("/metrics") as answer:
            told = await answer.text()
    found = {
        (name, kind): float(number)
        for name, kind, number in re.findall(
            r'^tefuda_discord_(requests|refusals)_total\{kind="(\w+)"[^}]*\} (\S+)$', told, re.MULTILINE
        )
    }
    traffic = standin.rest.traffic
    assert sum(found.get(("refusals", kind), 0) for kind in ("edit", "panel")) == 1
    sent = sum(found.get(("requests", kind), 0) for kind in ("send", "followup"))
    assert sent == traffic.requests["send"] + traffic.requests["followup"] > 0
    (plays,) = re.findall(r'^tefuda_plays_total\{by="person",game="bull"\} (\S+)$', told, re.MULTILINE)
    assert float(plays) > 3
    assert 'tefuda_games_total{end="over",game="bull"} 1.0' in told


async def test_a_port_that_is_taken_stops_the_start(standin: StandIn, tmp_path: Path) -> None:
    """One line says which setting it is; a setting must be changed, so the exit code is 2."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        settings = {"TEFUDA_METRICS_PORT": str(taken.getsockname()[1])}
        bot = BotProcess(standin, tmp_path, "--hurry", settings=settings)
        try:
            await bot.start()
        except AssertionError:
            assert "TEFUDA_METRICS_PORT: cannot listen at 127.0.0.1" in str(bot.log)
        else:
            raise AssertionError("the bot started")
        finally:
            await bot.stop()
