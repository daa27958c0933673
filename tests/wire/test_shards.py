"""Processes that divide a bot's shards, and one that is killed in the middle of games."""

from __future__ import annotations

import asyncio
import itertools
import random
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests import postgres
from tests.wire import log
from tests.wire.people import Person
from tests.wire.players import Player, gathered
from tests.wire.process import BotProcess
from tests.wire.runner import HURRIED_LOGIN
from tests.wire.standin import StandIn
from tests.wire.world import Channel

SHARDS = 4
TAKEN_OVER_SECONDS = 30


@pytest.fixture
async def places() -> AsyncIterator[tuple[StandIn, list[Channel]]]:
    """Discord, with a server on each shard."""
    async with StandIn() as standin:
        guilds = [standin.world.add_guild(shard=(number, SHARDS)) for number in range(SHARDS)]
        yield standin, [standin.world.add_channel(guild) for guild in guilds]


def processes(standin: StandIn, folder: Path, count: int, database: str) -> list[BotProcess]:
    """Make processes of one bot, not started yet."""
    settings = {"TEFUDA_DATABASE": database, "TEFUDA_SHARDS": f"auto/{SHARDS}"}
    return [
        BotProcess(standin, folder, "--hurry", seed=1 + number, settings=settings, is_one_of_many=True)
        for number in range(count)
    ]


async def balanced(standin: StandIn, bots: list[BotProcess]) -> None:
    """Wait until every shard is served, and every process serves as many as the others."""
    gateway = standin.gateway
    for bot in bots:
        await bot.until(lambda bot=bot: len(served(bot)) == SHARDS // len(bots), "a fair share")  # type: ignore[misc]
    await gateway.bell.until(
        lambda: sum(session.line is not None for session in gateway.sessions.values()) == SHARDS,
        why="all shards",
    )


def served(bot: BotProcess) -> set[str]:
    """Tell which shards a process has ready, by what it has logged."""
    found: set[str] = set()
    for entry in bot.log:
        if entry["event"] == "shard ready":
            found.add(entry["shard"])
        elif entry["event"] == "shard let go":
            found.discard(entry["shard"])
    return found


class Game:
    """People at one table, who go on playing whoever serves them."""

    def __init__(self, standin: StandIn, channel: Channel, number: int) -> None:
        self._standin, self.channel = standin, channel
        self.people = [Person(standin, f"Party{number}of{i}") for i in range(2)]
        self.players: list[Player] = []
        self.before = 0
        self._rng = random.Random(number)

    async def play(self) -> None:
        """Play one game to its end, from wherever it stands, with panels opened anew."""
        gateway, guild = self._standin.gateway, self.channel.guild
        table_id = None
        while table_id is None:
            await gateway.bell.until(lambda: gateway.is_heard(guild.id), why="somebody who serves")
            table_id = await gathered(self.channel, "bull", self.people)
        self.before = self.plays
        self.players = [
            Player(one, self.channel, table_id, random.Random(self._rng.random())) for one in self.people
        ]
        await asyncio.gather(*(self._play(player) for player in self.players))

    async def _play(self, player: Player) -> None:
        gateway = self._standin.gateway
        while not player.is_over:
            await gateway.bell.until(lambda: gateway.is_heard(self.channel.guild.id), why="a line")
            player.unanswered = 0
            await player.play()

    @property
    def plays(self) -> int:
        """How many moves the bot has taken from them."""
        return self.before + sum(player.plays for player in self.players)

    @property
    def is_over(self) -> bool:
        """Tell whether one of them has seen the end."""
        return any(player.is_over for player in self.players)


async def test_games_of_a_process_that_dies_go_on_in_another(
    places: tuple[StandIn, list[Channel]], tmp_path: Path
) -> None:
    """Within half a minute, no acknowledged move is lost, and no table is ever served by two."""
    standin, channels = places
    database = await postgres.empty_database()
    bots = first, second = processes(standin, tmp_path, 2, database)
    games = [Game(standin, channel, number) for number, channel in enumerate(channels)]
    try:
        await asyncio.gather(first.start(), second.start())
        await balanced(standin, bots)
        playing = {game: asyncio.create_task(game.play()) for game in games}
        for game in games:
            await game.channel.bell.until(lambda game=game: game.plays > 3, why="some moves")  # type: ignore[misc]
        before = {game: game.plays for game in games}
        lost = [games[int(shard.partition("/")[0])] for shard in served(first)]
        killed_at = time.monotonic()
        await first.kill()
        for game in lost:  # their panels are of a process that is gone
            playing[game].cancel()
            playing[game] = asyncio.create_task(game.play())
        for game in games:
            await game.channel.bell.until(
                lambda game=game: game.plays > before[game] or game.is_over,  # type: ignore[misc]
                why="a game that goes on",
            )
        assert time.monotonic() - killed_at < TAKEN_OVER_SECONDS
        await asyncio.gather(*playing.values())
        for channel in channels:
            await log.tidied(channel)
        await second.stop()
        assert not log.findings(database, standin.world)
        assert not standin.gateway.doubled
        # As they arrive on a busy machine; who logs in begins the time when it sends.
        logins = sorted(at for at, _ in standin.gateway.logins)
        assert all(after - at > 0.5 * HURRIED_LOGIN for at, after in itertools.pairwise(logins))
        assert not second.errors
    finally:
        for bot in bots:
            await bot.kill()
