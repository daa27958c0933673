"""Measure what more processes bring, and what PostgreSQL costs, over real HTTP and websocket.

    python -m benchmarks.processes [--tables 40] [--seconds 8] [--rounds 1] [--processes 1 2] [game ...]

Four people sit at each table with open panels and play as quickly as they can: one process on SQLite, then so
many as ``--processes`` says, each on a shard of its own, on one PostgreSQL. The stand-in for Discord and the
people take part of the same machine (how much is told), so two processes cannot show twice the plays here;
what a play costs the bot's processes says what each could carry on a machine of its own. PostgreSQL's own
processor time is counted, too.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import psycopg

from benchmarks.crowd import Pace
from benchmarks.wire import OPEN_AT_ONCE, PEOPLE, PLAY, Party
from games import GAMES, Game
from storage.engine.names import is_address
from tests import postgres
from tests.wire.bells import Patience
from tests.wire.limits import Traffic
from tests.wire.people import Person
from tests.wire.process import BotProcess
from tests.wire.standin import StandIn

WARM_UP = 6.0
"""Seconds of play before anything is measured: each process draws and prints everything once."""


@dataclass(frozen=True)
class Setup:
    """How many processes run on which database."""

    name: str
    processes: int
    is_shared: bool


ON_SQLITE = Setup("one process on SQLite", 1, is_shared=False)


def setups(counts: Sequence[int]) -> Iterator[Setup]:
    """List what is measured: one process on SQLite, and so many processes on PostgreSQL."""
    yield ON_SQLITE
    for count in counts:
        many = "one process" if count == 1 else f"{count} processes"
        yield Setup(f"{many} on PostgreSQL", count, is_shared=True)


@dataclass(frozen=True)
class Figures:
    """What one run has shown.

    Attributes:
        plays: a second.
        cpu_ms: processor time of a play: of all processes of the bot; of PostgreSQL; of stand-in and people.
        answer_ms: to the answer of a play, median.
        with_token: requests of a play that count for Discord's limit.
        refused: by the limit of all requests.
        shares: of the machine's processors: what the bot used, PostgreSQL, stand-in and people.
    """

    plays: float
    cpu_ms: tuple[float, float, float]
    answer_ms: float
    with_token: float
    refused: int
    shares: tuple[float, float, float]

    def __str__(self) -> str:
        bot, database, others = self.cpu_ms
        shares = ", ".join(
            f"{who} {share:.0%}"
            for who, share in zip(("bot", "PostgreSQL", "stand-in"), self.shares, strict=True)
        )
        return (
            f"{self.plays:7.1f} plays/s  CPU ms per play: bot {bot:.2f}, PostgreSQL {database:.2f},"
            f" stand-in {others:.2f}  answer {self.answer_ms:.1f} ms  with token {self.with_token:.2f}"
            f"  429s {self.refused}  of the machine: {shares}"
        )


async def measure(setup: Setup, games: Sequence[Game], tables: int, seconds: float) -> Figures:
    """Let people play at so many tables for some seconds."""
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        standin = await stack.enter_async_context(StandIn())
        database = postgres.fresh_database("bench") if setup.is_shared else str(folder / "tefuda.db")
        bots = _processes(setup, standin, folder, database)
        parties = _parties(setup, standin, games, tables)
        for bot in bots:
            stack.push_async_callback(bot.kill)
        await asyncio.gather(*(bot.start() for bot in bots))
        gateway = standin.gateway
        guilds = list(standin.world.guilds)
        await gateway.bell.until(lambda: all(map(gateway.is_heard, guilds)), why="all shards")
        tasks = [asyncio.create_task(party.play()) for party in parties]
        stack.push_async_callback(_end, tasks)
        await asyncio.gather(*(party.has_begun.wait() for party in parties))
        for party in parties:
            party.may_play.set()
        await asyncio.wait(tasks, timeout=WARM_UP, return_when=asyncio.FIRST_EXCEPTION)
        people = [person for party in parties for person in party.people]
        for person in people:
            person.waits.clear()
        standin.rest.traffic = traffic = Traffic()
        began, before = time.monotonic(), _cpu(bots, database)
        await asyncio.wait(tasks, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
        took = time.monotonic() - began
        cpu = [1000 * (after - at) for after, at in zip(_cpu(bots, database), before, strict=True)]
        waits = [1000 * wait for person in people for what, wait in person.waits if what == PLAY]
        plays = max(1, len(waits))
        refused = sum(times for (_, scope), times in traffic.refused.items() if scope == "global")
        bot_cpu, database_cpu, others = (each / plays for each in cpu)
        bot_share, database_share, other_share = (each / 1000 / took / (os.cpu_count() or 1) for each in cpu)
        return Figures(
            plays / took,
            (bot_cpu, database_cpu, others),
            median(waits) if waits else 0.0,
            sum(traffic.with_token.values()) / plays,
            refused,
            (bot_share, database_share, other_share),
        )


def _processes(setup: Setup, standin: StandIn, folder: Path, database: str) -> list[BotProcess]:
    divided = {"TEFUDA_SHARDS": f"auto/{setup.processes}", "TEFUDA_SHARDS_AT_MOST": "1"}
    settings = {"TEFUDA_DATABASE": database, **(divided if setup.processes > 1 else {})}
    return [
        BotProcess(
            standin,
            folder,
            "--hurry",
            seed=1 + number,
            settings=settings,
            is_fresh=True,
            is_one_of_many=True,
        )
        for number in range(setup.processes)
    ]


def _parties(setup: Setup, standin: StandIn, games: Sequence[Game], tables: int) -> list[Party]:
    door, world = asyncio.Semaphore(OPEN_AT_ONCE), standin.world
    made = []
    for number in range(tables):
        guild = world.add_guild(shard=(number % setup.processes, setup.processes))
        game = games[number % len(games)]
        low, high = game.rules.seats
        people = [Person(standin, f"P{number}of{seat}") for seat in range(max(low, min(high, PEOPLE)))]
        rng = random.Random(number)
        made.append(Party(world.add_channel(guild), game, people, rng, Pace(0, 1), False, door))
    return made


async def _end(tasks: Sequence[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def _cpu(bots: Sequence[BotProcess], database: str) -> tuple[float, float, float]:
    """Seconds of processor time: of the bot's processes, of PostgreSQL for them, of everything else here."""
    return sum(bot.cpu_seconds()[0] for bot in bots), _postgres_cpu(database), sum(os.times()[:2])


def _postgres_cpu(database: str) -> float:
    if not is_address(database):
        return 0.0
    with psycopg.connect(database, autocommit=True) as conn:
        found = conn.execute("SELECT pid FROM pg_stat_activity WHERE application_name = 'tefuda'").fetchall()
    tick = os.sysconf("SC_CLK_TCK")
    fields = [Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split() for (pid,) in found]
    return sum(int(each[11]) + int(each[12]) for each in fields) / tick


def main() -> None:
    """Measure all setups in turns and print figures and ratios."""
    parser = argparse.ArgumentParser(description="What a second process brings, and what PostgreSQL costs.")
    parser.add_argument("games", nargs="*", metavar="game", help="ids of games; all when left out")
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=8)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument(
        "--processes", type=int, nargs="+", default=[1, 2], help="on PostgreSQL, each in turn"
    )
    wanted = parser.parse_args()
    Patience.seconds = 600.0
    games = [game for game in GAMES if not wanted.games or game.id in wanted.games]
    if postgres.programs() is None:
        print(postgres.MISSING)
        return
    postgres.choose_folder()
    found: dict[Setup, list[Figures]] = {setup: [] for setup in setups(wanted.processes)}
    try:
        for _ in range(wanted.rounds):
            for setup in found:
                figures = asyncio.run(measure(setup, games, wanted.tables, wanted.seconds))
                found[setup].append(figures)
                print(f"{setup.name:<30}{figures}", flush=True)
    finally:
        postgres.stop()
    print(
        *ratios({setup: median(one.plays for one in figures) for setup, figures in found.items()}), sep="\n"
    )


def ratios(plays: Mapping[Setup, float]) -> Iterator[str]:
    """Compare plays a second: one process on PostgreSQL with SQLite, several with one.

    Args:
        plays: a second, by how many processes there were.
    """
    one = next((rate for setup, rate in plays.items() if setup.is_shared and setup.processes == 1), None)
    if one is None:
        return
    lite = plays[ON_SQLITE]
    yield f"PostgreSQL to SQLite, one process     {one / lite:.2f} times the plays (at least 0.8 wanted)"
    for setup, rate in plays.items():
        if setup.processes > 1:
            wanted = " (at least 1.4 wanted)" if setup.processes == 2 else ""
            what = f"{setup.processes} processes to one, PostgreSQL"
            yield f"{what:<36}{rate / one:.2f} times the plays{wanted}"


if __name__ == "__main__":
    main()
