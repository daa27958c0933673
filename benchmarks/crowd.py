"""Measures the cost of play, with simulated people who use the bot over HTTP and websocket.

The bot runs in separate processes, connected to a local server that imitates Discord (``StandIn``).
"""

from __future__ import annotations

import asyncio
import os
import random
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack, closing, suppress
from dataclasses import dataclass
from functools import partial
from itertools import chain
from operator import sub
from pathlib import Path
from statistics import quantiles
from typing import Any, NamedTuple

from benchmarks import together
from games import Game
from storage.engine.database import is_server_address
from tests import postgres
from tests.wire import log
from tests.wire.bells import end_tasks
from tests.wire.limits import Traffic
from tests.wire.players import Party, SimulatedPerson, SimulatedPlayer, play_out
from tests.wire.process import BotProcess, Stall, cpu_seconds
from tests.wire.shards import processes
from tests.wire.standin import StandIn
from tests.wire.world import Channel

PEOPLE = 4
CHANNELS_OF_A_SERVER = 20
OPEN_AT_ONCE = 8
"""Number of tables that open their lobbies at the same time."""

PATIENCE_SECONDS = 5.0
"""Seconds without anything to tap after which an impatient person opens a new panel."""


class MoveRateLimiter:
    """A limiter that spreads moves over time at random.

    Args:
        rate: moves per second of all people; 0 means no limit.
        thinking: seconds for which each person thinks about a decision, besides the limit.
    """

    def __init__(self, rate: float, seed: int, thinking: float = 0.0) -> None:
        self._rate = rate
        self._rng = random.Random(seed)
        self._thinking = thinking
        self._next = 0.0

    async def take(self) -> None:
        """Wait until a move may be made."""
        if self._thinking:
            await asyncio.sleep(self._thinking)
        if not self._rate:
            return
        now = time.monotonic()
        self._next = max(self._next, now) + self._rng.expovariate(self._rate)
        await asyncio.sleep(self._next - now)


class SimulatedParty(Party):
    """Simulated people in one channel, who play one game after another.

    Args:
        limiter: limits the moves per second.
        is_impatient: people tap again without waiting for answers.
        lobby_slots: limits the number of lobbies that are open at once.
    """

    def __init__(
        self,
        standin: StandIn,
        channel: Channel,
        game: Game,
        seed: int,
        limiter: MoveRateLimiter,
        is_impatient: bool,
        lobby_slots: asyncio.Semaphore,
    ) -> None:
        may_play = None if is_impatient else limiter.take
        super().__init__(standin, channel, game.id, seed, may_play=may_play, most=PEOPLE)
        self._limiter = limiter
        self._is_impatient = is_impatient
        self._lobby_slots = lobby_slots
        self.has_begun = asyncio.Event()
        self.start_signal = asyncio.Event()

    async def play(self) -> None:
        """Open a lobby, wait for ``start_signal``, then play one game after another."""
        while True:
            async with self._lobby_slots:
                while not await self.meet():  # the bot may be too slow at times
                    pass
            await together(map(SimulatedPlayer.open_panel, self.players))
            self.has_begun.set()
            await self.start_signal.wait()
            if self._is_impatient:
                await together(map(partial(play_impatiently, limiter=self._limiter), self.players))
            else:
                await play_out(self.players)
            await self.see_result()


async def play_impatiently(player: SimulatedPlayer, limiter: MoveRateLimiter) -> None:
    """Tap all buttons repeatedly, without waiting for answers, until the game is over."""
    channel = player.channel
    taps: set[asyncio.Task[None]] = set()
    try:
        while not player.is_over:
            with suppress(AssertionError):
                await channel.bell.until(lambda: player.has_choice or player.is_over, PATIENCE_SECONDS)
            await limiter.take()
            # Do not wait for the answer. Taps that are still open at the end are cancelled.
            tap = asyncio.create_task(_tap(player))
            taps.add(tap)
            tap.add_done_callback(taps.discard)
    finally:
        for tap in taps:
            tap.cancel()


async def _tap(player: SimulatedPlayer) -> None:
    if player.has_choice:
        await player.step()
    elif not player.is_over:
        await player.open_panel()


def parties(
    standin: StandIn,
    games: Sequence[Game],
    tables: int,
    limiter: MoveRateLimiter,
    is_impatient: bool = False,
    shards: int = 1,
) -> list[SimulatedParty]:
    """Return simulated people for each of ``tables`` new channels.

    Args:
        games: the games, which are assigned to the channels in turn.
        is_impatient: people tap again without waiting for answers.
        shards: number of shards over which the servers are spread evenly.
    """
    # At least one server for each shard, and a limited number of channels on each.
    servers = max(shards, -(-tables // CHANNELS_OF_A_SERVER))
    guilds = [standin.world.add_guild(shard=(number % shards, shards)) for number in range(servers)]
    lobby_slots = asyncio.Semaphore(OPEN_AT_ONCE)
    made = []
    for number in range(tables):
        channel = standin.world.add_channel(guilds[number % servers])
        game = games[number % len(games)]
        made.append(SimulatedParty(standin, channel, game, number, limiter, is_impatient, lobby_slots))
    return made


# --- what it costs ------------------------------------------------------------------------------------------

START_SECONDS = 10.0
"""Seconds over which the tables start, unless people tap as quickly as they can.

If all tables started at once, people who think for equal times would tap at the same moment. The longest wait
would be that of a queue of all tables.
"""

MOVE_TAPS = "move", "only"
"""Keys in ``waits`` of taps that are moves."""


@dataclass(frozen=True)
class Load:
    """The load of a measurement, and the number of bot processes that handle it."""

    seconds: float  # duration of the measurement
    rate: float = 0.0  # moves (taps, if is_impatient) per second at all tables together; 0 = no limit
    is_impatient: bool = False  # people tap again without waiting for answers
    processes: int = 0  # number of bot processes on PostgreSQL; 0 = one process on SQLite
    warm_up: float = 0.0  # seconds of play before the measurement
    # factor for the pauses in which revealed cards are shown (TEFUDA_MOMENTS); 0 = no pauses
    moments: float = 1.0
    thinking: float = 0.0  # seconds for which each person thinks about a decision
    stalls: float = 0.0  # seconds after which an event loop without a turn is reported; 0 = never

    @property
    def start_seconds(self) -> float:
        """The seconds over which the starts of the games are spread; 0 to start all at once."""
        has_pace = bool(self.rate or self.thinking)
        return START_SECONDS if has_pace and not self.is_impatient else 0.0

    def __str__(self) -> str:
        where = {0: "", 1: ", one process on PostgreSQL"}
        what = where.get(self.processes, f", {self.processes} processes on PostgreSQL")
        if self.is_impatient:
            return f"{self.rate:g} taps a second, whatever the bot does{what}"
        pauses = f", reveals times {self.moments:g}" if self.moments else ", without reveals"
        thinking = f", {self.thinking:g} s of thinking" if self.thinking else ""
        pace = f"{self.rate:g} plays a second" if self.rate else "as quickly as possible"
        return pace + thinking + what + pauses


class ProcessorTimes(NamedTuple):
    """Processor times, and the time that event loops waited for a free processor, in seconds."""

    bot: float
    event_loops: float
    postgresql: float
    simulation: float
    waiting: float


@dataclass
class PlayCosts:
    """The measured cost of people's play: times, processor time, memory and traffic of the bot."""

    seconds: float  # duration of the measurement
    plays: int  # number of moves made by people
    waits: dict[str, list[float]]  # milliseconds until each answer, by kind of tap: "plays" and "clicks"
    expired: int  # number of taps that were not answered in time
    cpu: ProcessorTimes
    empty_mb: float  # memory of the bot without tables
    open_mb: float  # with all tables open
    end_mb: float
    table_kb: float  # memory per open table, before any move
    traffic: Traffic
    stalls: Sequence[Stall]  # times in which an event loop took no turn
    ready_seconds: float  # until the bot serves after its first start
    restart_seconds: float  # until the bot serves after a kill (SQLite only)
    opening_seconds: float  # until all tables were open
    opening_refusals: int  # HTTP 429 responses until then

    @property
    def taps(self) -> int:
        return sum(map(len, self.waits.values()))

    @property
    def cpu_ms_per_play(self) -> float:
        """The processor time of the bot per move of a person, in milliseconds."""
        return 1000 * self.cpu.bot / max(1, self.plays)

    @property
    def sent_bytes_per_play(self) -> float:
        """The bytes that the bot has sent per move of a person."""
        return sum(self.traffic.received.values()) / max(1, self.plays)

    @property
    def p99_ms(self) -> float:
        """The 99th percentile of the time until an answer, in milliseconds."""
        waits = list(chain.from_iterable(self.waits.values()))
        return quantiles(waits, n=100)[-1] if len(waits) > 1 else 0.0


class BotProcesses(NamedTuple):
    """The processes of a bot, and the path or address of their database."""

    processes: Sequence[BotProcess]
    database: str


def bot_processes(standin: StandIn, folder: Path, load: Load, profile: Path | None) -> BotProcesses:
    """Return the bot's processes, not yet started.

    Args:
        folder: the folder for their files.
        profile: the file for a performance profile (SQLite only).
    """
    moments = f"{load.moments:g}"
    if not load.processes:
        arguments = [] if profile is None else ["--profile", str(profile)]
        if load.stalls:
            arguments += ["--stalls", str(load.stalls)]
        settings = {"TEFUDA_MOMENTS": moments}
        bot = BotProcess(standin, folder, *arguments, is_fresh=True, settings=settings)
        return BotProcesses([bot], str(bot.database))
    # Several processes need PostgreSQL, and divide the shards among themselves.
    database = postgres.fresh_database("bench")
    divided = {"SHARDS_AT_MOST": "1"} if load.processes > 1 else {}
    shards = load.processes if divided else 0
    given = divided | {"MOMENTS": moments}
    several = processes(standin, folder, load.processes, shards, database, is_fresh=True, **given)
    return BotProcesses(several, database)


async def measure(
    games: Sequence[Game], tables: int, load: Load, folder: Path, profile: Path | None = None
) -> PlayCosts:
    """Simulate play at ``tables`` tables, and measure it after a game has begun at each.

    Args:
        games: the games, which are assigned to the tables in turn.
        folder: the folder for the bot's files.
        profile: the file for a performance profile (SQLite only).
    """
    async with AsyncExitStack() as stack:
        # Start the server that imitates Discord, then the bot, and wait until it serves every server.
        standin = await stack.enter_async_context(StandIn())
        gateway = standin.gateway
        limiter = MoveRateLimiter(load.rate, 1, load.thinking)
        playing = parties(standin, games, tables, limiter, load.is_impatient, max(1, load.processes))
        bots, database = bot_processes(standin, folder, load, profile)
        for bot in bots:
            stack.push_async_callback(bot.kill)
        await together(map(BotProcess.start, bots))
        await gateway.bell.until(lambda: all(map(gateway.is_heard, standin.world.guilds)), why="all servers")
        ready = max(bot.ready_seconds for bot in bots)
        none_mb = memory(bots)
        # Open all tables. Memory is read after half of them, so that shared caches do not count as table
        # memory.
        tasks = [asyncio.create_task(party.play()) for party in playing]
        stack.push_async_callback(end_tasks, tasks)
        began = time.monotonic()
        halves = playing[: tables // 2], playing
        memories = [asyncio.create_task(_memory_when_open(bots, half)) for half in halves]
        begun: asyncio.Future[Any] = asyncio.gather(*memories)
        await asyncio.wait([begun, *tasks], return_when=asyncio.FIRST_COMPLETED)
        # An error of a person ends the measurement at once.
        for task in tasks:
            if task.done():
                task.result()
        opening = time.monotonic() - began
        half_mb, open_mb = map(partial(_memory_found, bots), memories)
        at_start = standin.world.traffic
        # Start the games, and let them warm up before anything counts.
        for party in playing:
            party.start_signal.set()
            await asyncio.sleep(load.start_seconds / tables)
        await asyncio.wait(tasks, timeout=load.warm_up, return_when=asyncio.FIRST_EXCEPTION)
        people: list[SimulatedPerson] = []
        for party in playing:
            people += party.people
        for person in people:
            person.waits.clear()
            person.expired = 0
        traffic = standin.world.traffic = Traffic()
        if profile is not None or load.stalls:
            bots[0].begin_profile()
        # Measure differences of counters over the given time.
        began = time.monotonic()
        before = moves_of_people(database)
        times = processor_times(bots, database)
        done, _ = await asyncio.wait(tasks, timeout=load.seconds, return_when=asyncio.FIRST_EXCEPTION)
        took = time.monotonic() - began
        plays = moves_of_people(database) - before
        after = processor_times(bots, database)
        cpu = ProcessorTimes._make(map(sub, after, times))
        # Sort the people's waiting times by kind before the play ends.
        waits: dict[str, list[float]] = {"plays": [], "clicks": []}
        expired = 0
        for person in people:
            expired += person.expired
            for what, wait in person.waits:
                waits["plays" if what in MOVE_TAPS else "clicks"].append(1000 * wait)
        played_mb = memory(bots)
        await end_tasks(tasks)
        for task in done:
            task.result()
        standin.world.traffic = Traffic()
        # Kill the bot with all tables running, and time its return.
        ready_again = 0.0
        if not load.processes:
            with suppress(ProcessLookupError):
                await (bots[0].stop() if profile else bots[0].kill())
            await bots[0].start()
            ready_again = bots[0].ready_seconds
        return PlayCosts(
            seconds=took,
            plays=plays,
            waits=waits,
            expired=expired,
            cpu=cpu,
            empty_mb=none_mb,
            open_mb=open_mb,
            end_mb=played_mb,
            table_kb=1000 * (open_mb - half_mb) / (tables - tables // 2),
            traffic=traffic,
            stalls=list(chain.from_iterable(map(BotProcess.stalls, bots))),
            ready_seconds=ready,
            restart_seconds=ready_again,
            opening_seconds=opening,
            opening_refusals=sum(at_start.refused.values()),
        )


def memory(bots: Sequence[BotProcess]) -> float:
    """Return the memory of all processes, in MB."""
    return sum(map(BotProcess.memory_mb, bots))


def _memory_found(bots: Sequence[BotProcess], measuring: asyncio.Task[float]) -> float:
    # The memory now, if the tables did not open.
    return measuring.result() if measuring.done() else memory(bots)


async def _memory_when_open(bots: Sequence[BotProcess], playing: Sequence[SimulatedParty]) -> float:
    for party in playing:
        await party.has_begun.wait()
    return memory(bots)


def moves_of_people(database: str) -> int:
    """Return the number of people's moves in the database. Moves of chance do not count."""
    with closing(log.connect_to(database)) as db:
        ((count,),) = db.execute("SELECT count(*) FROM move WHERE actor IS NOT NULL")
    return int(count)


def processor_times(bots: Sequence[BotProcess], database: str) -> ProcessorTimes:
    """Return the processor times since the start of each process."""
    # The current process is the simulation.
    whole, loops = map(sum, zip(*map(BotProcess.cpu_seconds, bots), strict=True))
    waited = sum(map(BotProcess.waited_seconds, bots))
    return ProcessorTimes(whole, loops, _postgres_cpu(database), sum(os.times()[:2]), waited)


def _postgres_cpu(database: str) -> float:
    if not is_server_address(database):
        return 0.0
    with closing(log.connect_to(database)) as db:
        processes_of_bot = db.execute(
            "SELECT pid FROM pg_stat_activity WHERE application_name = 'tefuda'"
        ).fetchall()
    return sum(cpu_seconds(f"{pid}") for (pid,) in processes_of_bot)
