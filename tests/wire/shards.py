"""Processes that divide a bot's shards, and people who play whoever serves them."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

from tests.wire.people import Person
from tests.wire.players import Player, gathered
from tests.wire.process import BotProcess
from tests.wire.standin import StandIn
from tests.wire.world import Channel


def processes(
    standin: StandIn,
    folder: Path,
    count: int,
    shards: int,
    database: str,
    *,
    synchronous: str = "NORMAL",
) -> list[BotProcess]:
    """Make so many processes of one bot that is divided into so many shards, not started yet."""
    settings = {
        "TEFUDA_DATABASE": database,
        "TEFUDA_SHARDS": f"auto/{shards}",
        "TEFUDA_SYNCHRONOUS": synchronous,
    }
    return [
        BotProcess(
            standin,
            folder,
            "--hurry",
            seed=1 + number,
            settings=settings,
            is_one_of_many=True,
        )
        for number in range(count)
    ]


async def balanced(standin: StandIn, bots: Sequence[BotProcess], shards: int) -> None:
    """Wait until every shard is served, and every process serves as many as the others."""
    gateway = standin.gateway
    for bot in bots:
        await bot.until(lambda bot=bot: len(served(bot)) == shards // len(bots), "a fair share")  # type: ignore[misc]
    await gateway.bell.until(
        lambda: sum(session.line is not None for session in gateway.sessions.values()) == shards,
        why="all shards",
    )


def served(bot: BotProcess) -> set[str]:
    """Tell which shards a process has ready, by what it has logged."""
    found: set[str] = set()
    for entry in bot.log:
        if entry["event"] == "may log in":  # another life of it
            found.clear()
        elif entry["event"] == "shard ready":
            found.add(entry["shard"])
        elif entry["event"] == "shard let go":
            found.discard(entry["shard"])
    return found


class Game:
    """People at one table, who go on playing whoever serves them.

    Args:
        standin: Discord.
        channel: where they play.
        number: tells them from others.
        may_play: awaited before each move, to set a pace.
    """

    def __init__(
        self,
        standin: StandIn,
        channel: Channel,
        number: int,
        may_play: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        self._standin, self.channel = standin, channel
        self.people = [Person(standin, f"Party{number}of{i}") for i in range(2)]
        self.players: list[Player] = []
        self.before = 0
        self._rng, self._may_play = random.Random(number), may_play

    async def play(self) -> None:
        """Play one game to its end, from wherever it stands, with panels opened anew."""
        gateway, guild = self._standin.gateway, self.channel.guild
        table_id = None
        while table_id is None:
            await gateway.bell.until(lambda: gateway.is_heard(guild.id), why="somebody who serves")
            table_id = await gathered(self.channel, "bull", self.people)
        self.before = self.plays
        self.players = [
            Player(one, self.channel, table_id, random.Random(self._rng.random()), self._may_play)
            for one in self.people
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
