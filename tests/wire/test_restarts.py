"""Tests of bots and PostgreSQL servers that are killed or restarted during games."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests import postgres
from tests.amounts import EXPLORE
from tests.wire import log
from tests.wire.crashes import survive
from tests.wire.limits import CHANNEL_SECONDS
from tests.wire.players import SimulatedPerson
from tests.wire.process import BotProcess
from tests.wire.runner import HURRIED_LOGIN
from tests.wire.shards import (
    RunningGame,
    check_nothing_lost,
    play_with_a_kill,
    processes,
    ready_shards,
    started,
    wait_until_balanced,
)
from tests.wire.standin import StandIn
from tests.wire.world import Channel, Message

SHARDS = 4
TAKEN_OVER_SECONDS = 30


async def test_kills_lose_and_double_no_moves(standin: StandIn, tmp_path: Path) -> None:
    """After some kills each confirmed move is stored once, and each game has one result.

    The stand-in also refuses some requests and breaks some connections.
    """
    await survive(standin, tmp_path, kills=15 if EXPLORE else 8, seed=1)


async def test_games_continue_in_another_process(empty_standin: StandIn, tmp_path: Path) -> None:
    """After a kill another process continues the games within a time limit."""
    seconds = await play_with_a_kill(empty_standin, tmp_path, games=SHARDS, shards=SHARDS)
    assert seconds
    assert max(seconds) < TAKEN_OVER_SECONDS
    # Times of arrival on a busy machine; a login's period begins when it is sent.
    logins = sorted(empty_standin.gateway.logins)
    assert all(after - at > 0.5 * HURRIED_LOGIN for at, after in itertools.pairwise(logins))


async def test_appointment_of_dead_process_is_called_once(empty_standin: StandIn, tmp_path: Path) -> None:
    """If the process is killed just after a notification, the other process sends no second one."""
    guilds = [empty_standin.world.add_guild(shard=(number, SHARDS)) for number in range(SHARDS)]
    channels = [empty_standin.world.add_channel(guild) for guild in guilds]
    database = await postgres.empty_database()
    bots = first, second = processes(empty_standin, tmp_path, 2, SHARDS, database)
    host, guest = SimulatedPerson(empty_standin, "Host"), SimulatedPerson(empty_standin, "Guest")
    async with started(empty_standin, bots, SHARDS):
        channel = channels[int(next(iter(ready_shards(first))).partition("/")[0])]
        await host.slash(channel, "play", game="bull", when="in 10 minutes")
        await channel.bell.until(lambda: calls(channel), why="a call as soon as it stands")
        (call,) = calls(channel)
        # The other process takes over all shards.
        await first.kill()
        await second.bell.until(lambda: len(ready_shards(second)) == SHARDS, why="all shards")
        await empty_standin.gateway.bell.until(
            lambda: empty_standin.gateway.is_heard(channel.guild.id), why="a line"
        )
        # The new bot knows the planned game and its ping, and deletes the ping with the game.
        appointment = channel.public[0]
        answer = await guest.tap(appointment, "join")
        assert "Guest" in answer.text
        more = await host.tap(appointment, "more")
        assert more.message is not None
        assert calls(channel) == [call], "nobody is called again"
        await host.tap(more.message, "cancel")
        await channel.bell.until(lambda: call.is_deleted, why="the end of the call")
        assert calls(channel) == []
        await second.stop()
        assert not second.errors


def calls(channel: Channel) -> list[Message]:
    """Return the messages that have notified a user."""
    return [message for message in channel.messages.values() if message.mentions]


class ContinuousPlay:
    """People at a table of each shard, who play one game after another until the test ends.

    Players at the first table wait during the whole restart. They must be called only once, whichever process
    serves them meanwhile.
    """

    def __init__(self, standin: StandIn, shards: int) -> None:
        self.standin, self.is_late = standin, asyncio.Event()
        guilds = [standin.world.add_guild(shard=(number, shards)) for number in range(shards)]
        self.places = [standin.world.add_channel(guild) for guild in guilds]
        self.games = [RunningGame(standin, place, seed=number) for number, place in enumerate(self.places)]
        self.games[0].may_play = self._think

    async def _think(self) -> None:
        await self.is_late.wait()

    @asynccontextmanager
    async def played(self) -> AsyncIterator[None]:
        """Have people play during the context, and finish their games afterwards."""
        async with asyncio.TaskGroup() as tasks:
            for game in self.games:
                tasks.create_task(self._play(game))
            yield
            self.is_late.set()

    async def _play(self, game: RunningGame) -> None:
        while not self.is_late.is_set():
            await game.play()

    async def goes_on(self) -> None:
        """Wait until each table but the first has some more moves."""
        before = {game: game.plays for game in self.games[1:]}
        for game in before:
            await game.channel.bell.until(
                lambda game=game: game.plays > before[game] + 2,  # type: ignore[misc]
                why=f"a game that goes on in {game.channel.name}",
            )

    async def check_nothing_lost(self, bots: list[BotProcess], database: str) -> None:
        await check_nothing_lost(self.standin, self.places, bots, database)
        assert not log.called_twice(database, self.standin.world)
        assert self.standin.world.calls


async def test_rolling_restart_loses_and_doubles_no_moves(empty_standin: StandIn, tmp_path: Path) -> None:
    """Three processes are restarted one after the other while people play."""
    # Discord's own window. With a shorter one people would play, and compute, all the time of the restarts.
    empty_standin.rest.limits.set_channel_seconds(CHANNEL_SECONDS)
    database = await postgres.empty_database()
    evening, bots = ContinuousPlay(empty_standin, 3), processes(empty_standin, tmp_path, 3, 3, database)
    async with started(empty_standin, bots, 3):
        async with evening.played():
            await evening.goes_on()
            for bot in bots:
                await bot.stop()
                assert bot.status == 0
                await evening.goes_on()
                await bot.start()
                await wait_until_balanced(empty_standin, bots, 3)
                await evening.goes_on()
        await evening.check_nothing_lost(bots, database)


@pytest.mark.parametrize("how", ["fast", "immediate"])
async def test_postgresql_restart_loses_and_doubles_no_moves(
    empty_standin: StandIn, tmp_path: Path, how: str
) -> None:
    """After a restart of PostgreSQL both processes continue, and no committed move is lost."""
    with postgres.server_of_its_own() as folder:
        database = f"postgresql://tefuda@/postgres?host={folder}"
        evening = ContinuousPlay(empty_standin, 2)
        bots = processes(empty_standin, tmp_path, 2, 2, database, SYNCHRONOUS="FULL")
        async with started(empty_standin, bots, 2):
            async with evening.played():
                await evening.goes_on()
                await asyncio.to_thread(postgres.restart, folder, how)
                await evening.goes_on()
            await evening.check_nothing_lost(bots, database)
