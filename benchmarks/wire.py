"""Measure the whole bot, connected over HTTP and websocket to a local server that imitates Discord.

    python -m benchmarks.wire load [--tables 20] [--rate 50 | --taps 400 | --overload 2]
        [--thinking 0.3] [--moments 1] [--warm-up 6] [--profile FILE] [--stalls 0.08]
    python -m benchmarks.wire quiet [--tables 20]
    python -m benchmarks.wire aims [--tables 1000] [--warm-up 6]
    python -m benchmarks.wire processes [--tables 40] [--rounds 1] [--processes 1 2]
    python -m benchmarks.wire kill [--tables 50] [--rate 20]
        all but kill: [--seconds ...] [game ...]

``load``: people at each table tap random moves as quickly as they can, or make ``--rate`` moves per second at
all tables together. ``--thinking`` lets each person think about each decision for some seconds. With
``--taps`` they tap this many times per second without waiting for answers. ``--overload 2`` first measures
how many taps the bot can handle, and then sends twice as many. Cards are turned over one by one, as in real
play; ``--moments 0`` leaves out these pauses. People play for ``--warm-up`` seconds before anything is
measured: until then all games begin, and each card is drawn for the first time. ``--profile`` writes a
profile of the bot's main thread for ``python -m pstats``. ``--stalls 0.08`` reports what the bot does
whenever its event loop takes no turn for 80 ms, with the processor time of its thread. Prints moves, answers,
processor times, the traffic with the pictures by kind, and the time that the bot takes to return after a
kill. The floor (``benchmarks.floor``) of the same pace is measured last, in the minutes after.

``quiet``: nobody plays. Prints the cost of idle tables with open panels.

``aims``: compares the bot with its performance targets: at full load (100 tables, 0.3 s of thinking), at
twice these taps, on 60 calm tables, in Porker Bull alone, and at 50 moves per second on 20 tables and on many
tables. Cards are turned over in all of them, with pauses of 0.3 times the usual length. Times and rates need
a quiet machine with two free cores.

``processes``: compares one process on SQLite with ``--processes`` processes on one PostgreSQL, at full speed.
The simulated people use the same machine, so two processes cannot make twice the moves here. The cost per
move shows what each process could do on a machine of its own.

``kill``: two people play at each of ``--tables`` tables, which two processes serve. The first process is
killed during the games. Prints the time until its games continue in the other process, and checks that no
acknowledged move is lost or stored twice.
"""

from __future__ import annotations

import argparse
import asyncio
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import NamedTuple

from benchmarks import Figure, add_games, command, floor, print_table
from benchmarks.crowd import Load, MoveRateLimiter, PlayCosts, measure, parties
from games import Game, find_game
from tests import postgres
from tests.wire import bells
from tests.wire.bells import end_tasks
from tests.wire.process import BotProcess
from tests.wire.shards import play_with_a_kill
from tests.wire.standin import StandIn

# --- load ---------------------------------------------------------------------------------------------------


WARM_UP = 6.0
"""Seconds of play before anything is measured: each process draws and prints everything once."""

PRINTED_STALLS = 10

FLOOR_PEOPLE = 40
FLOOR_SECONDS = 5.0
FLOOR_RUNS = 3
"""How many people tap a bot of nothing but discord.py, for how long, and how often. The median counts."""

LEAST_RATE = 10.0
"""The slowest pace of the floor, in taps per second: fewer taps are too few to measure."""

PICTURES = {"hand": "hand", "table": "table", "moment": "reveal"}
"""The kinds of pictures in play, by the first part of their file names."""


def measure_and_print(
    games: Sequence[Game], tables: int, load: Load, profile: Path | None = None
) -> PlayCosts:
    """Measure play in a temporary folder, print the figures, and return them."""
    with TemporaryDirectory() as name:
        costs = asyncio.run(measure(games, tables, load, Path(name), profile))
    print_table((f"{tables} tables, {load}", "", ""), play_rows(costs))
    if load.stalls:
        print(f"{len(costs.stalls)} stalls, those with the most computing first")
    for stall in sorted(costs.stalls, key=lambda stall: -stall.cpu_ms)[:PRINTED_STALLS]:
        facts = [f"stall of {stall.ms} ms, {stall.cpu_ms} of them computing"]
        facts += stall.collections
        print("; ".join(facts))
        for stack in stall.stacks:
            print(f"    {stack}")
    return costs


def print_floors(costs: PlayCosts) -> float:
    """Measure the floor at the pace of a measurement; print and return how many floors a play costs."""
    with TemporaryDirectory() as folder:
        rate = max(LEAST_RATE, costs.plays / costs.seconds)
        runs = []
        for run in range(FLOOR_RUNS):
            place = Path(folder, str(run))
            place.mkdir()
            runs.append(asyncio.run(floor.measure(floor.PANEL, FLOOR_PEOPLE, FLOOR_SECONDS, place, rate)))
    least = sorted([taps.bot_ms for taps in runs])
    floors = costs.cpu_ms_per_play / median(least)
    print_table(
        ("floor", "", ""),
        [("floors of a play", floors, f"floor {median(least):.2f} ms, {least[0]:.2f} to {least[-1]:.2f}")],
    )
    return floors


def _per_play(counts: Counter[str], plays: int) -> list[str]:
    # The counts per play as text, the largest first.
    return [f"{kind} {count / plays:.2f}" for kind, count in counts.most_common()]


def play_rows(costs: PlayCosts) -> list[tuple[Figure, ...]]:
    """Return the rows to print for a measurement: label, figure and details."""
    # All counts become numbers per play, most frequent kinds first.
    plays = max(1, costs.plays)
    traffic = costs.traffic
    seconds = costs.seconds
    cpu = costs.cpu
    with_token = sum(traffic.with_token.values())
    refused = sum(traffic.refused.values())
    kinds = _per_play(traffic.requests, plays)
    tokens = _per_play(traffic.with_token, plays)
    sizes = [f"{kind} {size / 1000 / plays:.1f}" for kind, size in traffic.received.most_common(4)]
    refusals = [f"{kind} ({scope}) {times}" for (kind, scope), times in traffic.refused.most_common()]
    errors = [f"{kind} {status} ({code}) {n}" for (kind, status, code), n in traffic.errors.most_common()]
    shares = f"PostgreSQL {100 * cpu.postgresql / seconds:.0f}"
    shares += f", stand-in and people {100 * cpu.simulation / seconds:.0f}"
    # Each row has a name, a figure and details.
    return [
        ("taps a second", costs.taps / seconds, "answered or not"),
        ("plays a second", costs.plays / seconds, f"{costs.plays} in {seconds:.1f} s"),
        *(row for what, waits in costs.waits.items() for row in _answer_rows(what, waits)),
        ("CPU ms of a play", costs.cpu_ms_per_play, f"event loop {1000 * cpu.event_loops / plays:.2f}"),
        ("PostgreSQL's", 1000 * cpu.postgresql / plays, ""),
        ("stand-in's and people's", 1000 * cpu.simulation / plays, ""),
        (
            "CPU share, %",
            100 * cpu.bot / seconds,
            f"{shares}, no processor free {100 * cpu.waiting / seconds:.0f}",
        ),
        ("kB of a play", costs.sent_bytes_per_play / 1000, ", ".join(sizes)),
        *_picture_rows(costs),
        ("requests of a play", sum(traffic.requests.values()) / plays, ", ".join(kinds)),
        (
            "with the bot's token",
            with_token / plays,
            f"{with_token / seconds:.1f} a second: {', '.join(tokens)}",
        ),
        ("429s", refused, ", ".join(refusals)),
        ("taps expired", costs.expired, f"of {costs.taps}"),
        ("late answers", traffic.late, f"other errors: {', '.join(errors) or 'none'}"),
        (
            "MB of memory",
            costs.end_mb,
            f"{costs.open_mb:.0f} when all tables were open, {costs.empty_mb:.0f} with none",
        ),
        ("kB of an open table", costs.table_kb, ""),
        (
            "seconds to open all tables",
            costs.opening_seconds,
            f"429s on the way: {costs.opening_refusals}",
        ),
        ("seconds until ready", costs.ready_seconds, f"after a kill {costs.restart_seconds:.2f}"),
    ]


def _picture_rows(costs: PlayCosts) -> Iterator[tuple[Figure, ...]]:
    plays = max(1, costs.plays)
    counts = Counter[str]()
    sizes = Counter[str]()
    for stem, count in costs.traffic.pictures.items():
        kind = PICTURES.get(stem, "other")
        counts[kind] += count
        sizes[kind] += costs.traffic.picture_bytes[stem]
    for kind, count in counts.most_common():
        size = sizes[kind] / 1000
        yield f"pictures of a play: {kind}", count / plays, f"{size / plays:.1f} kB, each {size / count:.1f}"


def _answer_rows(what: str, waits: Sequence[float]) -> Iterator[tuple[Figure, ...]]:
    if len(waits) > 1:
        late = quantiles(waits, n=100)[-1]
        yield f"ms to the answer of {what}", median(waits), f"p99 {late:.1f}, worst {max(waits):.1f}"


def load(options: argparse.Namespace) -> None:
    """Measure play with each given number of tables, and print the figures."""
    for tables in options.tables:
        costs = measure_and_print(
            options.games,
            tables,
            Load(
                options.seconds,
                options.taps or options.rate,
                bool(options.taps),
                moments=options.moments,
                thinking=options.thinking,
                warm_up=options.warm_up,
                stalls=options.stalls,
            ),
            options.profile,
        )
        print_floors(costs)
        if options.overload:
            measure_and_print(
                options.games, tables, multiplied_load(costs, options.overload, options.seconds)
            )


def multiplied_load(costs: PlayCosts, factor: float, seconds: float) -> Load:
    """Return a load of ``factor`` times the taps per second of an earlier measurement.

    People do not wait for answers.

    Args:
        seconds: duration of the new measurement.
    """
    return Load(seconds, factor * costs.taps / costs.seconds, is_impatient=True)


# --- quiet --------------------------------------------------------------------------------------------------

CALM = 15.0
"""Seconds after which all pending messages and rows have been written."""


def quiet(options: argparse.Namespace) -> None:
    """Measure and print the cost of idle tables, for each given number of tables."""
    for tables in options.tables:
        with TemporaryDirectory() as name:
            rows = asyncio.run(measure_quiet(options.games, tables, options.seconds, Path(name)))
        print_table((f"{tables} quiet tables, {options.seconds:g} s", ""), rows)


async def measure_quiet(
    games: Sequence[Game], tables: int, seconds: float, folder: Path
) -> Sequence[tuple[Figure, ...]]:
    """Measure the processor time and wake-ups of idle tables, and return the rows to print."""
    async with StandIn() as standin:
        playing = parties(standin, games, tables, MoveRateLimiter(0, 1))
        async with BotProcess(standin, folder, is_fresh=True) as bot:
            # The bot without tables is the base with which idle tables are compared.
            empty = await _measure_idle(bot, seconds)
            tasks = [asyncio.create_task(party.play()) for party in playing]
            for party in playing:
                await party.has_begun.wait()
            full = await _measure_idle(bot, seconds)
            await end_tasks(tasks)
    more_ms = full.cpu_ms - empty.cpu_ms
    more_wakeups = full.wakeups - empty.wakeups
    return [
        ("CPU us a second of a table", 1000 * more_ms / tables / seconds),
        ("wakeups a minute of a table", 60 * more_wakeups / tables / seconds),
        ("CPU ms a second without tables", empty.cpu_ms / seconds),
        ("wakeups a second without tables", empty.wakeups / seconds),
    ]


class IdleCosts(NamedTuple):
    """The processor time and the number of wake-ups of an idle bot."""

    cpu_ms: float
    wakeups: int


async def _measure_idle(bot: BotProcess, seconds: float) -> IdleCosts:
    # Pending work is done first.
    await asyncio.sleep(CALM)
    cpu = bot.cpu_seconds().all_threads
    wakeups = bot.wakeups()
    await asyncio.sleep(seconds)
    return IdleCosts(1000 * (bot.cpu_seconds().all_threads - cpu), bot.wakeups() - wakeups)


# --- aims ---------------------------------------------------------------------------------------------------

FULL = 100
CALM_TABLES = 60
BULL = 8
FEW = 20
"""Numbers of tables of the runs at full load, with people who think for longer, of Porker Bull alone, and of
the run with which many tables are compared.
"""

RATE = 50.0
"""Plays per second of the runs with few and with many tables, besides the moves that the bot makes itself."""

MOMENTS = 0.3
"""Factor for the pauses of reveals, so that a short run has enough plays of each kind."""

LONG_WARM_UP = 60.0
"""Seconds of play before many tables are measured, so that their games have left the first moves."""


def aims(options: argparse.Namespace) -> None:
    """Make all measurements, one after another, and print each figure beside its target."""
    floor.measure_all(seconds=3)
    games = options.games
    seconds = options.seconds
    pace = partial(Load, seconds, moments=MOMENTS, warm_up=options.warm_up)
    # The full load comes first, because the overload is a multiple of it.
    full = measure_and_print(games, FULL, pace(thinking=0.3))
    full_floors = print_floors(full)
    twice = measure_and_print(games, FULL, multiplied_load(full, 2, seconds))
    calm = measure_and_print(games, CALM_TABLES, pace(thinking=4))
    bull = measure_and_print([find_game("bull")], BULL, pace(thinking=1))
    # Games that have just begun cost less than others.
    steady = Load(seconds, RATE, moments=MOMENTS, warm_up=max(LONG_WARM_UP, options.warm_up))
    few = measure_and_print(games, FEW, steady)
    many = measure_and_print(games, options.tables, steady)
    many_floors = print_floors(many)
    tables = f"{options.tables} tables"
    results = [
        ("floors of a play at full load", full_floors, "at most", 8),
        ("kB sent for a play at full load", full.sent_bytes_per_play / 1000, "at most", 25),
        ("p99 of answers at full load, ms", full.p99_ms, "at most", 150),
        ("p99 of answers at twice the load, ms", twice.p99_ms, "at most", 1000),
        ("taps expired at twice the load", twice.expired, "at most", 0),
        (f"kB sent for a play on {CALM_TABLES} calm tables", calm.sent_bytes_per_play / 1000, "at most", 40),
        ("kB sent for a play of Porker Bull", bull.sent_bytes_per_play / 1000, "at most", 45),
        (f"floors of a play on {tables}", many_floors, "at most", 8),
        (f"p99 of answers on {tables}, ms", many.p99_ms, "at most", 100),
        (f"CPU of a play, {tables} to {FEW}", many.cpu_ms_per_play / few.cpu_ms_per_play, "at most", 1.15),
        (f"kB of an open table, of {tables}", many.table_kb, "at most", 60),
        (f"seconds until ready with {tables}", many.restart_seconds, "at most", 5),
    ]
    print_table(("aim", "found", "", "wanted", ""), map(_with_outcome, results))


def _with_outcome(aim: tuple[str, float, str, float]) -> tuple[Figure, ...]:
    _, value, side, wanted = aim
    is_met = value <= wanted if side == "at most" else value >= wanted
    return *aim, "met" if is_met else "missed"


# --- processes ----------------------------------------------------------------------------------------------

SHARDS = 4
"""Number of shards of the bot in ``kill``."""


def compare_processes(options: argparse.Namespace) -> None:
    """Print the moves per second of one process on SQLite, and of several processes on PostgreSQL."""
    rates_of: dict[int, list[float]] = {count: [] for count in [0] + options.processes}
    with postgresql():
        # Measure in alternation, so that other work on the machine affects all of them.
        for _ in range(options.rounds):
            for count, rates in rates_of.items():
                costs = measure_and_print(
                    options.games, options.tables, Load(options.seconds, processes=count, warm_up=WARM_UP)
                )
                rates.append(costs.plays / costs.seconds)
    plays = {count: median(rates) for count, rates in rates_of.items()}
    print_table(("times the plays", "found", "wanted"), ratio_rows(plays))


def ratio_rows(plays: Mapping[int, float]) -> Iterator[tuple[Figure, ...]]:
    """Yield rows that compare numbers of processes: a label, a ratio of move rates, and the target.

    Args:
        plays: moves per second by number of processes on PostgreSQL. The key 0 stands for one process
            on SQLite.
    """
    if 1 in plays:
        yield "PostgreSQL to SQLite, one process", plays[1] / plays[0], 0.8
        for count in plays.keys() - {0, 1}:
            yield f"{count} processes to one, PostgreSQL", plays[count] / plays[1], 1.4 if count == 2 else ""


def kill(options: argparse.Namespace) -> None:
    """Kill one of several bot processes during many games, and print how long the games stop."""
    with postgresql(), TemporaryDirectory() as folder:
        delays = asyncio.run(_kill_process(Path(folder), options.tables, options.rate))
    print(f"{len(delays)} of {options.tables} games were served by the process that was killed")
    print(f"they went on after {median(delays):.1f} s, the last one {max(delays):.1f} s")


async def _kill_process(folder: Path, tables: int, rate: float) -> Sequence[float]:
    async with StandIn() as standin:
        return await play_with_a_kill(standin, folder, tables, SHARDS, MoveRateLimiter(rate, 1).take)


@contextmanager
def postgresql() -> Iterator[None]:
    """Run a PostgreSQL server for the measurement.

    Raises:
        SystemExit: PostgreSQL is not installed.
    """
    if postgres.programs() is None:
        raise SystemExit(postgres.MISSING)
    postgres.choose_folder()
    try:
        yield
    finally:
        postgres.stop()


# --- the commands -------------------------------------------------------------------------------------------


def main() -> None:
    """Run the command line: make the chosen measurement, and print its figures."""
    parser = command(__doc__)
    words = parser.add_subparsers(required=True)
    # Each subcommand has options of its own; most share the games and the duration.
    loading, resting, aiming, dividing, killing = map(
        words.add_parser, ("load", "quiet", "aims", "processes", "kill")
    )
    for word, run, seconds in (
        (loading, load, 20),
        (resting, quiet, 20),
        (aiming, aims, 10),
        (dividing, compare_processes, 8),
    ):
        add_games(word)
        word.add_argument("--seconds", type=float, default=seconds)
        word.set_defaults(run=run)
    for word in (loading, resting):
        word.add_argument("--tables", type=int, nargs="+", default=[20])
    loading.add_argument(
        "--rate",
        type=float,
        default=0,
        help="moves that people tap a second, in all; the bot's own second moves come in addition, so that "
        "50 print about 60 plays a second. 0: all they can",
    )
    loading.add_argument("--taps", type=float, default=0, help="taps a second in all, answered or not")
    loading.add_argument("--overload", type=float, default=0, help="times as many taps as can be carried")
    loading.add_argument("--moments", type=float, default=1, help="factor for the pauses of reveals")
    loading.add_argument("--thinking", type=float, default=0, help="seconds before each decision of a person")
    for word in (loading, aiming):
        word.add_argument("--warm-up", type=float, default=WARM_UP, help="seconds of play before measuring")
    watching = loading.add_mutually_exclusive_group()
    watching.add_argument("--profile", type=Path, metavar="FILE")
    watching.add_argument("--stalls", type=float, default=0, help="seconds without a turn of the event loop")
    aiming.add_argument("--tables", type=int, default=1000, help="tables of the run with many")
    dividing.add_argument("--tables", type=int, default=40)
    dividing.add_argument("--rounds", type=int, default=1)
    dividing.add_argument("--processes", type=int, nargs="+", default=[1, 2], help="on PostgreSQL, in turn")
    killing.add_argument("--tables", type=int, default=50)
    killing.add_argument("--rate", type=float, default=20, help="plays a second in all")
    killing.set_defaults(run=kill)
    bells.PATIENCE = 600.0
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
