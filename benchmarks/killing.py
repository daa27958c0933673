"""Kill a process of a divided bot in the middle of many games, over real HTTP and websocket.

    python -m benchmarks.killing [--games 50] [--processes 2] [--shards 4] [--rate 20]

Two people play Porker Bull at each table, ``--rate`` plays a second in all; when each game has some moves,
the first process is killed as by a power cut. Printed is how long it took until every game of its shards went
on in another process, and whether a move that was acknowledged is missing in the log, or stands there twice.
"""

from __future__ import annotations

import argparse
import asyncio
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from benchmarks.crowd import Pace
from tests import postgres
from tests.wire import log
from tests.wire.bells import Patience
from tests.wire.process import BotProcess
from tests.wire.shards import Game, balanced, processes, served
from tests.wire.standin import StandIn

MOVES = 3
"""Moves made in every game before a process is killed."""

WANTED_SECONDS = 30


@dataclass(frozen=True)
class Figures:
    """What a killed process left.

    Attributes:
        games: how many there were; how many the process served.
        seconds: until each of its games went on.
        doubled: shards that were connected twice.
        findings: what is wrong with the log.
    """

    games: tuple[int, int]
    seconds: Sequence[float]
    doubled: int
    findings: Sequence[str]

    def lines(self) -> list[str]:
        """Tell it."""
        of_all, of_it = self.games
        late = sum(each > WANTED_SECONDS for each in self.seconds)
        return [
            f"games                 {of_it:6} of {of_all} were served by the process that was killed",
            f"went on after         {median(self.seconds):6.1f} s, the last one {max(self.seconds):.1f} s",
            f"later than {WANTED_SECONDS} s       {late:6}   of {of_it} (none wanted)",
            f"shards served twice   {self.doubled:6}   (none wanted)",
            f"faults of the log     {len(self.findings):6}   (none wanted: moves lost, doubled ...)",
            *self.findings,
        ]


async def measure(games: int, count: int, shards: int, rate: float) -> Figures:
    """Let people play, kill a process, and wait until all its games go on."""
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        standin = await stack.enter_async_context(StandIn())
        database = postgres.fresh_database("bench")
        pace = Pace(rate, 1)
        guilds = [standin.world.add_guild(shard=(number, shards)) for number in range(shards)]
        parties = [
            Game(standin, standin.world.add_channel(guilds[number % shards]), number, pace.take)
            for number in range(games)
        ]
        bots = processes(standin, folder, count, shards, database)
        for bot in bots:
            stack.push_async_callback(bot.kill)
        await asyncio.gather(*(bot.start() for bot in bots))
        await balanced(standin, bots, shards)
        playing = {party: asyncio.create_task(party.play()) for party in parties}
        stack.push_async_callback(_end, list(playing.values()))
        for party in parties:
            await party.channel.bell.until(lambda party=party: party.plays > MOVES, why="some moves")  # type: ignore[misc]
        found = await _killed(bots[0], parties, playing, shards)
        await _end(list(playing.values()))
        for bot in bots[1:]:
            await bot.stop()
        of_it = (games, len(found))
        return Figures(of_it, found, standin.gateway.doubled, log.findings(database, standin.world))


async def _killed(
    bot: BotProcess, parties: Sequence[Game], playing: dict[Game, asyncio.Task[None]], shards: int
) -> list[float]:
    """Kill a process; give the seconds until each of its games went on."""
    numbers = {int(shard.partition("/")[0]) for shard in served(bot)}
    lost = [party for number, party in enumerate(parties) if number % shards in numbers]
    before = {party: party.plays for party in lost}
    at = time.monotonic()
    await bot.kill()
    for party in lost:  # their panels are of a process that is gone
        playing[party].cancel()
        playing[party] = asyncio.create_task(party.play())

    async def goes_on(party: Game) -> float:
        await party.channel.bell.until(
            lambda: party.plays > before[party] or party.is_over, why="a game that goes on"
        )
        return time.monotonic() - at

    return await asyncio.gather(*map(goes_on, lost))


async def _end(tasks: Sequence[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description="What becomes of games when a process is killed.")
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--shards", type=int, default=4)
    parser.add_argument("--rate", type=float, default=20, help="plays a second in all; 0: all they can")
    wanted = parser.parse_args()
    Patience.seconds = 600.0
    if postgres.programs() is None:
        print(postgres.MISSING)
        return
    postgres.choose_folder()
    try:
        figures = asyncio.run(measure(wanted.games, wanted.processes, wanted.shards, wanted.rate))
    finally:
        postgres.stop()
    print(*figures.lines(), sep="\n")


if __name__ == "__main__":
    main()
