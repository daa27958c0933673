"""Measure the bot as it runs: a process of its own, on a stand-in for Discord over HTTP and websocket.

    python -m benchmarks.wire [--tables 20] [--seconds 20] [--profile] [game ...]
                              [--rate 50 | --taps 400 | --overload 2 | --quiet]

Four people (as near as the game allows) sit at each table with an open panel, and tap random moves: as
quickly as they can, or ``--rate`` plays a second in all. With ``--taps`` they do not wait for answers: so
many taps a second come from whoever has something to tap, however long the bot takes; ``--overload 2``
measures first how many it can carry, and then lets so many times as many come. Printed are plays and
answers, what they cost the bot's process and the stand-in's (which plays the people, too), what goes over the
wire, and how long the bot takes to come back when it was killed with all those tables running. With
``--quiet`` nobody plays: printed is what tables with open panels cost at which nothing happens.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sqlite3
import time
from collections.abc import Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.costs import told
from benchmarks.crowd import Pace, Party, parties
from games import GAMES, Game
from tests.wire.bells import Patience, ended
from tests.wire.limits import Traffic
from tests.wire.process import BotProcess
from tests.wire.standin import StandIn

CALM = 15.0
"""Seconds after which all has been shown and written down that was asked for."""

RUSH = 10.0
"""Seconds that it takes until all tables play at a pace."""

PLAY = "move"
"""What a tap on a move is called among the waits of people."""


@dataclass
class Load:
    """How people play: for how many seconds, at how many plays (or, impatient, taps) a second in all."""

    seconds: float
    rate: float = 0.0
    is_impatient: bool = False

    @property
    def warm_up(self) -> float:
        """Seconds in which tables begin one after the other, so that there is no rush."""
        return RUSH if self.rate and not self.is_impatient else 0.0

    def __str__(self) -> str:
        if self.is_impatient:
            return f"{self.rate:g} taps a second, whatever the bot does"
        return f"{self.rate:g} plays a second" if self.rate else "as quickly as possible"


@dataclass
class Figures:
    """What was measured.

    Attributes:
        plays: moves of people that were written down.
        waits: milliseconds to the answer: of taps that are moves, and of the others.
        expired: taps that got no answer in time.
        cpu_ms: processor time of the bot, of its event loop alone, of stand-in and people.
        waited: seconds for which the event loop could have gone on, but others had the processors.
        memory_mb: of the bot, with no table, with all tables opened, and at the end.
        table_kb: what an open table with its panels added to it: the second half of the tables, as they were
            opened, before anybody played; by then what is drawn and printed once for all is there. What
            tables add that were played at is the difference of two runs with so many more of them.
        ready_seconds: until it keeps its tables when it is started with none, and with all of them.
        opened: seconds until all tables stood and all panels were open, and the 429s on the way.
    """

    seconds: float
    plays: int
    waits: dict[str, list[float]]
    expired: int
    cpu_ms: tuple[float, float, float]
    waited: float
    memory_mb: tuple[float, float, float]
    table_kb: float
    traffic: Traffic
    ready_seconds: tuple[float, float]
    opened: tuple[float, int]

    @property
    def taps(self) -> int:
        return sum(map(len, self.waits.values()))

    @property
    def cpu_of_a_play(self) -> float:
        """Milliseconds of the bot's process."""
        return self.cpu_ms[0] / max(1, self.plays)

    @property
    def sent_for_a_play(self) -> float:
        """Bytes."""
        return sum(self.traffic.received.values()) / max(1, self.plays)

    def lines(self) -> list[str]:
        """Tell it."""
        plays, traffic, seconds = max(1, self.plays), self.traffic, self.seconds
        bot, loop, others = self.cpu_ms
        asked = sum(traffic.requests.values())
        with_token, refused = sum(traffic.with_token.values()), sum(traffic.refused.values())
        kinds = [f"{kind} {count / plays:.2f}" for kind, count in traffic.requests.most_common()]
        tokens = [f"{kind} {count / plays:.2f}" for kind, count in traffic.with_token.most_common()]
        sizes = [f"{kind} {size / 1000 / plays:.1f}" for kind, size in traffic.received.most_common(4)]
        refusals = [f"{kind} ({scope}) {times}" for (kind, scope), times in traffic.refused.most_common()]
        errors = [f"{kind} {status} ({code}) {n}" for (kind, status, code), n in traffic.errors.most_common()]
        empty, full = self.ready_seconds
        none, opened, played = self.memory_mb
        return [
            f"taps a second      {self.taps / seconds:8.1f}   answered or not",
            f"plays a second     {self.plays / seconds:8.1f}   {self.plays} in {seconds:.1f} s",
            *(f"answer to {what:<9}{_milliseconds(waits)}" for what, waits in self.waits.items()),
            f"CPU ms per play    {self.cpu_of_a_play:8.2f}   event loop {loop / plays:.2f},"
            f" stand-in and people {others / plays:.2f}",
            f"CPU share          {bot / 10 / seconds:8.0f} % others {others / 10 / seconds:.0f} %,"
            f" no processor free {100 * self.waited / seconds:.0f} %",
            f"kB per play        {self.sent_for_a_play / 1000:8.1f}   {', '.join(sizes)}",
            f"requests per play  {asked / plays:8.2f}   {', '.join(kinds)}",
            f"with bot's token   {with_token / plays:8.2f}   {with_token / seconds:.1f} a second,"
            f" {', '.join(tokens) or 'none'}",
            f"429s               {refused:8}   {', '.join(refusals)}",
            f"taps expired       {self.expired:8}   of {self.taps}",
            f"late answers       {traffic.late:8}   other errors: {', '.join(errors) or 'none'}",
            f"memory             {played:8.0f} MB {self.table_kb:.0f} kB for an open table;"
            f" before that {opened:.0f} MB, and {none:.0f} MB with none",
            f"all tables opened  {self.opened[0]:8.1f} s 429s on the way: {self.opened[1]}",
            f"ready after start  {empty:8.2f} s with all tables running {full:.2f} s",
        ]


def _milliseconds(waits: list[float]) -> str:
    if len(waits) < 2:
        return "    none"
    middle, late = median(waits), quantiles(waits, n=100)[-1]
    return f"{middle:8.1f} ms p99 {late:.1f} ms, worst {max(waits):.1f} ms"


def moves_of_people(database: Path) -> int:
    """Count the moves that are in the log, those of chance left out."""
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as db:
        return int(db.execute("SELECT count(*) FROM move WHERE actor IS NOT NULL").fetchone()[0])


def kept_profile(profile: Path) -> Path:
    """Name the profile of the life that was measured."""
    return profile.with_suffix(".measured")


async def measure(
    games: Sequence[Game], tables: int, load: Load, folder: Path, profile: Path | None = None
) -> Figures:
    """Let people play at so many tables, and measure for some seconds once all of them have begun."""
    seconds = load.seconds
    async with StandIn() as standin:
        playing = parties(standin, games, tables, Pace(load.rate, 1), load.is_impatient)
        bot = BotProcess(standin, folder, *(("--profile", str(profile)) if profile else ()), is_fresh=True)
        async with bot:
            empty, none_mb = bot.ready_seconds, bot.memory_mb()
            tasks = [asyncio.create_task(party.play()) for party in playing]
            began = time.monotonic()
            halves = playing[: tables // 2], playing
            memories = [asyncio.create_task(_memory_when_begun(bot, half)) for half in halves]
            begun: asyncio.Future[Any] = asyncio.gather(*memories)
            await asyncio.wait([begun, *tasks], return_when=asyncio.FIRST_COMPLETED)
            for task in tasks:
                if task.done():
                    task.result()
            opening = time.monotonic() - began
            half_mb, open_mb = (task.result() if task.done() else bot.memory_mb() for task in memories)
            table_kb = 1000 * (open_mb - half_mb) / (tables - tables // 2)
            at_start = standin.rest.traffic
            for party in playing:
                party.may_play.set()
                await asyncio.sleep(load.warm_up / tables)
            people = [person for party in playing for person in party.people]
            for person in people:
                person.waits.clear()
                person.expired = 0
            traffic = standin.rest.traffic = Traffic()
            if profile is not None:
                bot.begin_profile()
            before, waited = moves_of_people(bot.database), bot.waited_seconds()
            began, bot_cpu, own_cpu = time.monotonic(), bot.cpu_seconds(), sum(os.times()[:2])
            done, _ = await asyncio.wait(tasks, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
            took = time.monotonic() - began
            plays, waited = moves_of_people(bot.database) - before, bot.waited_seconds() - waited
            whole, loop = (1000 * (now - then) for now, then in zip(bot.cpu_seconds(), bot_cpu, strict=True))
            cpu = whole, loop, 1000 * (sum(os.times()[:2]) - own_cpu)
            waits: dict[str, list[float]] = {"plays": [], "clicks": []}
            expired = sum(person.expired for person in people)
            for person in people:
                for what, wait in person.waits:
                    waits["plays" if what == PLAY else "clicks"].append(1000 * wait)
            memory = none_mb, open_mb, bot.memory_mb()
            await ended(tasks)
            for task in done:
                task.result()
            standin.rest.traffic = Traffic()
            with suppress(ProcessLookupError):
                await (bot.stop() if profile else bot.kill())
            if profile is not None:
                profile.rename(kept_profile(profile))  # the next life writes its own
            await bot.start()
            opened = opening, sum(at_start.refused.values())
            ready = empty, bot.ready_seconds
            return Figures(took, plays, waits, expired, cpu, waited, memory, table_kb, traffic, ready, opened)


async def measure_quiet(games: Sequence[Game], tables: int, seconds: float, folder: Path) -> list[str]:
    """Let people sit at so many tables without playing; tell what that costs beside a bot without tables."""
    async with StandIn() as standin:
        playing = parties(standin, games, tables, Pace(0, 1), is_impatient=False)
        async with BotProcess(standin, folder, is_fresh=True) as bot:
            empty = await _rested(bot, seconds)
            tasks = [asyncio.create_task(party.play()) for party in playing]
            await asyncio.gather(*(party.has_begun.wait() for party in playing))
            full = await _rested(bot, seconds)
            await ended(tasks)
    more = [now - then for now, then in zip(full, empty, strict=True)]
    return [
        f"CPU of a quiet table  {1000 * more[0] / tables / seconds:8.2f} us a second",
        f"its event loop wakes  {60 * more[1] / tables / seconds:8.3f} times a minute",
        f"without tables        {empty[0] / seconds:8.2f} ms a second, wakes {empty[1] / seconds:.1f} times",
    ]


async def _rested(bot: BotProcess, seconds: float) -> tuple[float, int]:
    """Wait until what was done is done; give what the next seconds cost: milliseconds of CPU, and wakeups."""
    await asyncio.sleep(CALM)
    cpu, wakeups = bot.cpu_seconds()[0], bot.wakeups()
    await asyncio.sleep(seconds)
    return 1000 * (bot.cpu_seconds()[0] - cpu), bot.wakeups() - wakeups


async def _memory_when_begun(bot: BotProcess, playing: Sequence[Party]) -> float:
    """Wait until tables stand and their panels are open; tell the bot's memory then, in MB."""
    for party in playing:
        await party.has_begun.wait()
    return bot.memory_mb()


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description="What a play costs over real HTTP and websocket.")
    parser.add_argument("games", nargs="*", metavar="game", help="ids of games; all when left out")
    parser.add_argument("--tables", type=int, nargs="+", default=[20])
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--rate", type=float, default=0, help="plays a second in all; 0: all they can")
    parser.add_argument("--taps", type=float, default=0, help="taps a second in all, answered or not")
    parser.add_argument("--overload", type=float, default=0, help="times as many taps as can be carried")
    parser.add_argument("--quiet", action="store_true", help="let nobody play")
    parser.add_argument("--profile", action="store_true", help="tell where the bot's time goes")
    wanted = parser.parse_args()
    Patience.seconds = 600.0
    games = [game for game in GAMES if not wanted.games or game.id in wanted.games]
    for tables in wanted.tables:
        if wanted.quiet:
            with TemporaryDirectory() as name:
                lines = asyncio.run(measure_quiet(games, tables, wanted.seconds, Path(name)))
            print(f"{tables} quiet tables, {wanted.seconds:g} s", *lines, sep="\n  ", flush=True)
            continue
        load = Load(wanted.seconds, wanted.taps or wanted.rate, bool(wanted.taps))
        figures = told_figures(games, tables, load, wanted.profile)
        if wanted.overload:
            rate = wanted.overload * figures.taps / figures.seconds
            told_figures(games, tables, Load(wanted.seconds, rate, is_impatient=True), wanted.profile)


def told_figures(games: Sequence[Game], tables: int, load: Load, is_profiled: bool) -> Figures:
    """Measure in a folder that is thrown away, print what was found, and return it."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        profile = folder / "profile" if is_profiled else None
        figures = asyncio.run(measure(games, tables, load, folder, profile))
        print(f"{tables} tables, {load}", *figures.lines(), sep="\n  ", flush=True)
        if profile is not None:
            print(*told(kept_profile(profile), figures.plays), sep="\n", flush=True)
    return figures


if __name__ == "__main__":
    main()
