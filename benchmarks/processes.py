"""Measure what more processes bring, and what PostgreSQL costs, over real HTTP and websocket.

    python -m benchmarks.processes [--tables 40] [--seconds 8] [--rounds 1] [--processes 1 2] [game ...]
    python -m benchmarks.processes --kill 50 [--rate 20]

Four people sit at each table with open panels and play as quickly as they can: one process on SQLite, then so
many as ``--processes`` says, each on a shard of its own, on one PostgreSQL. The stand-in for Discord and the
people take part of the same machine (how much is told), so two processes cannot show twice the plays here;
what a play costs the bot's processes says what each could carry on a machine of its own. PostgreSQL's own
processor time is counted, too.

With ``--kill`` two people play Porker Bull at each of so many tables, ``--rate`` plays a second in all, on
two processes, the first of which is killed as by a power cut when each game has some moves. Printed is how
long it took until every game of its shards went on in the other; a move that was acknowledged and is missing
in the log, or stands there twice, is an error.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import psycopg

from benchmarks.crowd import Pace, parties
from benchmarks.wire import PLAY
from games import GAMES, Game
from storage.engine.names import is_address
from tests import postgres
from tests.wire.bells import Patience, ended
from tests.wire.limits import Traffic
from tests.wire.process import BotProcess
from tests.wire.shards import killed, processes
from tests.wire.standin import StandIn

SHARDS = 4
"""Into how many the bot is divided of which a process is killed."""

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
        divided = {"SHARDS_AT_MOST": "1"} if setup.processes > 1 else {}
        shards = setup.processes if divided else 0
        bots = processes(standin, folder, setup.processes, shards, database, is_fresh=True, **divided)
        playing = parties(standin, games, tables, Pace(0, 1), shards=setup.processes)
        for bot in bots:
            stack.push_async_callback(bot.kill)
        await asyncio.gather(*(bot.start() for bot in bots))
        gateway = standin.gateway
        guilds = list(standin.world.guilds)
        await gateway.bell.until(lambda: all(map(gateway.is_heard, guilds)), why="all shards")
        tasks = [asyncio.create_task(party.play()) for party in playing]
        stack.push_async_callback(ended, tasks)
        await asyncio.gather(*(party.has_begun.wait() for party in playing))
        for party in playing:
            party.may_play.set()
        await asyncio.wait(tasks, timeout=WARM_UP, return_when=asyncio.FIRST_EXCEPTION)
        people = [person for party in playing for person in party.people]
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


async def kill(games: int, rate: float) -> None:
    """Kill a process among many games, and print what became of them."""
    with TemporaryDirectory() as folder:
        async with StandIn() as standin:
            found = await killed(standin, Path(folder), games, SHARDS, Pace(rate, 1).take)
    print(f"{len(found)} of {games} games were served by the process that was killed")
    print(f"they went on after {median(found):.1f} s, the last one {max(found):.1f} s")


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
    parser.add_argument("--kill", type=int, default=0, metavar="GAMES")
    parser.add_argument("--rate", type=float, default=20, help="plays a second in all, where one is killed")
    wanted = parser.parse_args()
    Patience.seconds = 600.0
    games = [game for game in GAMES if not wanted.games or game.id in wanted.games]
    if postgres.programs() is None:
        print(postgres.MISSING)
        return
    postgres.choose_folder()
    found: dict[Setup, list[Figures]] = {setup: [] for setup in setups(wanted.processes)}
    try:
        if wanted.kill:
            asyncio.run(kill(wanted.kill, wanted.rate))
            return
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
