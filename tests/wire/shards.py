"""Processes that share a bot's shards, and people who play with them."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from tests import postgres
from tests.wire import log
from tests.wire.players import Party, SimulatedPlayer
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
    is_fresh: bool = False,
    **settings: str,
) -> list[BotProcess]:
    """Return ``count`` processes of one bot, not started yet.

    Args:
        shards: the number of the bot's shards; 0 for a bot without shards.
        settings: settings by their names without ``TEFUDA_``.
    """
    divided = {"SHARDS": f"auto/{shards}"} if shards else {}
    given = {f"TEFUDA_{name}": value for name, value in {"DATABASE": database, **divided, **settings}.items()}
    more: dict[str, Any] = {"settings": given, "is_fresh": is_fresh, "is_one_of_many": True}
    how = ("--hurry",) if is_fresh else ("--hurry", "--undrawn")  # measurements include the pictures
    return [BotProcess(standin, folder, *how, seed=1 + number, **more) for number in range(count)]


@asynccontextmanager
async def started(standin: StandIn, bots: Sequence[BotProcess], shards: int) -> AsyncIterator[None]:
    """Start processes and wait until they share the shards equally; kill the remaining ones at the end."""
    try:
        await asyncio.gather(*(bot.start() for bot in bots))
        await wait_until_balanced(standin, bots, shards)
        yield
    finally:
        for bot in bots:
            await bot.kill()


async def wait_until_balanced(standin: StandIn, bots: Sequence[BotProcess], shards: int) -> None:
    """Wait until every shard is served and all processes have the same number of shards."""
    gateway = standin.gateway
    for bot in bots:
        await bot.bell.until(
            lambda bot=bot: len(ready_shards(bot)) == shards // len(bots),  # type: ignore[misc]
            why="a fair share",
        )
    await gateway.bell.until(
        lambda: sum(session.line is not None for session in gateway.sessions.values()) == shards,
        why="all shards",
    )


def ready_shards(bot: BotProcess) -> set[str]:
    """Return the shards that are ready in a process, according to its log."""
    served_tables: set[str] = set()
    for entry in bot.log:
        if entry["event"] == "may log in":  # another life of it
            served_tables.clear()
        elif entry["event"] == "shard ready":
            served_tables.add(entry["shard"])
        elif entry["event"] == "shard let go":
            served_tables.discard(entry["shard"])
    return served_tables


class RunningGame(Party):
    """The players of one table, who continue when another process serves it.

    ``may_play`` limits their pace.
    """

    before = 0

    async def play(self) -> None:
        """Play one game from its current position to its end, with newly opened panels."""
        self.before, self.players = self.plays, []
        await self._served()
        while not await self.meet():
            await self._served()
        await asyncio.gather(*map(self._play, self.players))

    async def _served(self) -> None:
        gateway = self.standin.gateway
        await gateway.bell.until(lambda: gateway.is_heard(self.channel.guild.id), why="somebody who serves")

    async def _play(self, player: SimulatedPlayer) -> None:
        while not player.is_over:
            await self._served()
            player.unanswered = 0
            await player.play()

    @property
    def plays(self) -> int:
        """Return the number of the players' moves that the bot has accepted."""
        return self.before + sum(player.plays for player in self.players)

    @property
    def is_over(self) -> bool:
        """True if a player has seen the end of the game."""
        return any(player.is_over for player in self.players)


async def kill_and_time(bot: BotProcess, playing: Mapping[RunningGame, asyncio.Task[None]]) -> list[float]:
    """Kill a process; return for each of its games the seconds until another process continues the game."""
    numbers = {int(shard.partition("/")[0]) for shard in ready_shards(bot)}
    shards = {int(shard.partition("/")[2]) for shard in ready_shards(bot)}.pop()
    before = {game: game.plays for game in playing}
    lost = [game for game in playing if (game.channel.guild.id >> 22) % shards in numbers]
    at = time.monotonic()
    await bot.kill()
    for game in lost:  # their panels are of a process that is gone
        playing[game].cancel()
    again = [asyncio.create_task(game.play()) for game in lost]

    async def goes_on(game: RunningGame) -> float:
        await game.channel.bell.until(
            lambda: game.plays > before[game] or game.is_over, why="a game that goes on"
        )
        return time.monotonic() - at

    seconds = dict(zip(playing, await asyncio.gather(*map(goes_on, playing)), strict=True))
    await asyncio.gather(*again, *[task for game, task in playing.items() if game not in lost])
    return [seconds[game] for game in lost]


async def play_with_a_kill(
    standin: StandIn,
    folder: Path,
    games: int,
    shards: int,
    may_play: Callable[[], Awaitable[None]] | None = None,
) -> list[float]:
    """Have people play on two processes, and kill the first when each game has some moves.

    Returns:
        The seconds until each of its games went on; by then all are over.

    Raises:
        AssertionError: a move is lost or doubled, or a table was served by two.
    """
    database = await postgres.empty_database()
    guilds = [standin.world.add_guild(shard=(number, shards)) for number in range(shards)]
    places = [standin.world.add_channel(guilds[number % shards]) for number in range(games)]
    parties = [
        RunningGame(standin, place, seed=number, may_play=may_play) for number, place in enumerate(places)
    ]
    bots = processes(standin, folder, 2, shards, database)
    async with started(standin, bots, shards):
        playing = {party: asyncio.create_task(party.play()) for party in parties}
        for party in parties:
            await party.channel.bell.until(lambda party=party: party.plays > 3, why="some moves")  # type: ignore[misc]
        seconds = await kill_and_time(bots[0], playing)
        await check_nothing_lost(standin, places, bots[1:], database)
    return seconds


async def survive_kills(standin: StandIn, folder: Path, count: int, kills: int, seed: int) -> None:
    """Kill and restart one of several processes again and again while people play.

    Args:
        standin: the stand-in for Discord.
        folder: for the processes' files.
        count: number of processes, and of shards.
        kills: number of kills.
        seed: chooses the process to kill.

    Raises:
        AssertionError: a game got stuck, a move is lost or doubled, or two processes served one table.
    """
    database, rng, is_late = await postgres.empty_database(), random.Random(seed), asyncio.Event()
    guilds = [standin.world.add_guild(shard=(number, count)) for number in range(count)]
    places = [standin.world.add_channel(guild) for guild in guilds]
    games = [RunningGame(standin, place, seed=seed + number) for number, place in enumerate(places)]
    bots = processes(standin, folder, count, count, database)

    async def play(game: RunningGame) -> None:
        while not is_late.is_set():
            await game.play()

    async def goes_on(game: RunningGame) -> None:
        plays = game.plays
        await game.channel.bell.until(lambda: game.plays > plays, why="a game that goes on")

    async with started(standin, bots, count):
        playing = {game: asyncio.create_task(play(game)) for game in games}
        for _ in range(kills):
            await asyncio.gather(*map(goes_on, games))
            victim = rng.choice(bots)
            numbers = {int(shard.partition("/")[0]) for shard in ready_shards(victim)}
            await victim.kill()
            for game in games:  # panels of the killed process are dead; people open new ones
                if (game.channel.guild.id >> 22) % count in numbers:
                    playing[game].cancel()
                    playing[game] = asyncio.create_task(play(game))
            await asyncio.gather(*map(goes_on, games))
            await victim.start()
            await wait_until_balanced(standin, bots, count)
        is_late.set()
        await asyncio.gather(*playing.values())
        await check_nothing_lost(standin, places, bots, database)


async def check_nothing_lost(
    standin: StandIn, places: Sequence[Channel], bots: Sequence[BotProcess], database: str
) -> None:
    """Stop the bots; assert that the log and the channels agree with the players' answers."""
    for place in places:
        await log.without_removed_buttons(place)
    for bot in bots:
        await bot.stop()
        assert not bot.errors, bot.errors
        assert bot.status == 0
    assert not (faults := log.findings(database, standin.world)), faults
    assert not standin.gateway.doubled
