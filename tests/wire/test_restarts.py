"""Processes that are restarted one after the other, and their PostgreSQL, in the middle of games."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest

from tests import postgres
from tests.wire import log
from tests.wire.process import BotProcess
from tests.wire.shards import Game, balanced, processes
from tests.wire.standin import StandIn


class Evening:
    """People at a table on each shard, who play one game after another until it is late.

    Those at the first table think it over for as long as all is restarted: whoever is called there is called
    once, whichever process serves them meanwhile.

    Args:
        standin: Discord.
        shards: how many there are.
    """

    def __init__(self, standin: StandIn, shards: int) -> None:
        self.standin, self.is_late = standin, False
        self._has_thought = asyncio.Event()
        guilds = [standin.world.add_guild(shard=(number, shards)) for number in range(shards)]
        self.games = [
            Game(standin, standin.world.add_channel(guild), number, None if number else self._think)
            for number, guild in enumerate(guilds)
        ]

    async def _think(self) -> None:
        await self._has_thought.wait()

    @asynccontextmanager
    async def played(self) -> AsyncIterator[None]:
        """Let them play meanwhile, and to the end of the game afterwards."""
        async with asyncio.TaskGroup() as tasks:
            for game in self.games:
                tasks.create_task(self._play(game))
            yield
            self.is_late = True
            self._has_thought.set()

    async def _play(self, game: Game) -> None:
        while not self.is_late:
            await game.play()

    async def goes_on(self) -> None:
        """Wait until some more moves have been made at every table but the first."""
        before = {game: game.plays for game in self.games[1:]}
        for game in before:
            await game.channel.bell.until(
                lambda game=game: game.plays > before[game] + 2,  # type: ignore[misc]
                why=f"a game that goes on in {game.channel.name}",
            )

    async def expect_nothing_lost(self, bots: Sequence[BotProcess], database: str) -> None:
        """Hold the log and the channels against what people were told, when all is shown; stop the bots."""
        for game in self.games:
            await log.tidied(game.channel)
        for bot in bots:
            await bot.stop()
            assert not bot.errors, json.dumps(bot.errors)
            assert bot.status == 0
        assert not log.findings(database, self.standin.world)
        assert not log.called_twice(database, self.standin.world)
        assert self.standin.world.calls
        assert not self.standin.gateway.doubled


async def test_a_rolling_restart_loses_and_doubles_nothing(tmp_path: Path) -> None:
    """Three processes are told to stop, one after the other, and each is started again."""
    database = await postgres.empty_database()
    async with StandIn() as standin, AsyncExitStack() as stack:
        evening, bots = Evening(standin, 3), processes(standin, tmp_path, 3, 3, database)
        for bot in bots:
            stack.push_async_callback(bot.kill)
        await asyncio.gather(*(bot.start() for bot in bots))
        await balanced(standin, bots, 3)
        async with evening.played():
            await evening.goes_on()
            for bot in bots:
                await bot.stop()
                assert bot.status == 0
                await evening.goes_on()
                await bot.start()
                await balanced(standin, bots, 3)
                await evening.goes_on()
        await evening.expect_nothing_lost(bots, database)


@pytest.mark.parametrize("how", ["fast", "immediate"])
async def test_a_restart_of_postgresql_loses_and_doubles_nothing(tmp_path: Path, how: str) -> None:
    """Two processes get their lines and their shards back; a crash keeps what was on the server's disk."""
    with postgres.server_of_its_own() as folder:
        database = f"postgresql://tefuda@/postgres?host={folder}"
        async with StandIn() as standin, AsyncExitStack() as stack:
            evening, bots = (
                Evening(standin, 2),
                processes(standin, tmp_path, 2, 2, database, SYNCHRONOUS="FULL"),
            )
            for bot in bots:
                stack.push_async_callback(bot.kill)
            await asyncio.gather(*(bot.start() for bot in bots))
            await balanced(standin, bots, 2)
            async with evening.played():
                await evening.goes_on()
                await asyncio.to_thread(postgres.restart, folder, how)
                await evening.goes_on()
            await evening.expect_nothing_lost(bots, database)
