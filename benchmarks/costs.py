"""Measure the cost of a move: by the rules, on the database, and for computer players.

    python -m benchmarks.costs rules [--seconds 1] [game ...]
    python -m benchmarks.costs storage [--commits 500] [--together 8] WHERE ...
    python -m benchmarks.costs thinking [--tables 50] [--level hard] [--seconds 20] [--workers 1]
        [--pause 2.5] [game ...]

``rules`` plays random games and prints the microseconds per move for the rules alone, for the rules and all
players' views, and for random choices without a game. The last number shows the speed of the machine.

``storage`` measures writing a move, a ``SentRow`` and a result, and reading a table. WHERE is a path or the
postgresql://... address of an empty database. Prints the median and the 95th percentile in milliseconds, and
the moves written per second when ``--together`` tables play at once.

``thinking`` lets computer players play at all tables. They pause for at most ``--pause`` seconds before each
move. Prints for each game the delays of moves and of the event loop. Nothing is shown or stored. With
``--workers 0`` a thread is used instead of worker processes.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
from collections.abc import Awaitable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from functools import partial
from itertools import chain, count, islice
from statistics import mean, median, quantiles
from time import perf_counter
from typing import NamedTuple

import msgspec

from benchmarks import Figure, add_games, command, print_table, together
from bot.thinking.thinkers import Thinkers
from games import Game
from games.core.match import Match, ShuffleKey
from games.core.moves import ChanceRequest
from games.core.rules import CHANCE, OVER, Setup
from games.trophies import COUNTING
from storage import Store, open_store
from storage.engine.database import name_without_password
from storage.rows import MoveRow, Name, Outcome, SeatRow, SentRow, TableRow
from storage.tables.gathering import save_shown
from storage.tables.lifecycle import append_moves, create_table, start_table
from storage.tables.loading import load_table

# --- rules --------------------------------------------------------------------------------------------------

LONGEST = 5000
"""Number of moves after which an endless game is abandoned."""


def random_setups(game: Game, rng: random.Random) -> Iterator[Setup]:
    """Yield setups of a game endlessly, with random seats and the default options."""
    low, high = game.rules.seats
    while True:
        seats = rng.randint(low, high)
        yield game.rules.setup(seats, {}, rng.randrange(seats))


@dataclass
class RandomSizes:
    """The sizes of all random choices and shuffles in some games."""

    choices: list[int] = field(default_factory=list)  # number of legal moves, for each decision
    shuffles: list[int] = field(default_factory=list)  # number of cards, for each shuffle


def play_at_random(
    game: Game, setup: Setup, rng: random.Random, sizes: RandomSizes | None = None, *, make_views: bool
) -> int:
    """Play one game with random moves, and return the number of moves, including shuffles and deals.

    Args:
        sizes: an object to which the sizes of all choices and shuffles are added.
        make_views: whether to make the views of all seats after each move.
    """
    rules = game.rules
    state = rules.start(setup)
    viewers: Sequence[int | None] = (None, *range(setup.seats))
    for made in range(LONGEST):
        to_act = state.to_act
        if to_act == OVER:
            return made
        # Chance shuffles, everybody else picks any legal move.
        if to_act == CHANCE:
            request = rules.chance(state)
            # ``randrange`` would take as long as a move of some games.
            state = rules.apply(state, CHANCE, request.drawn(lambda count: int(count * rng.random())))
            if sizes is not None and isinstance(request, ChanceRequest):
                sizes.shuffles.append(len(request.cards))
        else:
            seat = to_act[0] if len(to_act) == 1 else rng.choice(to_act)
            legal = rules.legal(state, seat)
            state = rules.apply(state, seat, rng.choice(legal))
            if sizes is not None:
                sizes.choices.append(len(legal))
        if make_views:
            for viewer in viewers:
                rules.view(state, viewer)
    return LONGEST


def repeat_random_acts(sizes: RandomSizes, rng: random.Random) -> None:
    """Make random choices and shuffles of the given sizes, to measure their cost without the rules."""
    # Only lists of the right lengths are needed; what is in them does not matter.
    lists = {size: list(range(size)) for size in set(sizes.choices + sizes.shuffles)}
    for size in sizes.choices:
        rng.choice(lists[size])
    for size in sizes.shuffles:
        rng.shuffle(lists[size])


def rules(options: argparse.Namespace) -> None:
    """Measure and print the computing time of a move in each game."""
    head = ("game", "games", "moves", "choices", "us/move", "+views", "floor", "ratio")
    print_table(head, map(partial(cost_of_moves, seconds=options.seconds), options.games))


class MoveCosts(NamedTuple):
    """The mean computing time of a move in random games."""

    game: str  # id of the game
    games: int
    moves: int
    legal_moves: float  # mean number
    rules_us: float  # microseconds per move, for the rules alone
    views_us: float  # for the rules and all players' views
    random_us: float  # for random choices and shuffles without a game
    ratio: float  # of ``rules_us`` to ``random_us``


def cost_of_moves(game: Game, seconds: float) -> MoveCosts:
    """Play random games for ``seconds`` seconds, and return the cost of a move."""
    sizes = RandomSizes()
    setups = random_setups(game, random.Random(1))
    rng = random.Random(2)
    # Play a few games first, to record the sizes of the random choices.
    batch = list(islice(setups, 5))
    for setup in batch:
        play_at_random(game, setup, rng, sizes, make_views=False)
    spent = {True: 0.0, False: 0.0, None: 0.0}
    moves = {True: 0, False: 0, None: 0}
    games = 0
    # Measure the three in alternation, so that other work on the machine affects all of them.
    while spent[False] < seconds:
        games += len(batch)
        for views in (False, True):
            began = perf_counter()
            for setup in batch:
                moves[views] += play_at_random(game, setup, rng, make_views=views)
            spent[views] += perf_counter() - began
        began = perf_counter()
        repeat_random_acts(sizes, rng)
        spent[None] += perf_counter() - began
        moves[None] += len(sizes.choices) + len(sizes.shuffles)
    plain = 1e6 * spent[False] / moves[False]
    viewed = 1e6 * spent[True] / moves[True]
    least = 1e6 * spent[None] / moves[None]
    return MoveCosts(game.id, games, moves[False], mean(sizes.choices), plain, viewed, least, plain / least)


# --- storage ------------------------------------------------------------------------------------------------

NOW = 1_795_262_400_000
PEOPLE = 4
TURNS = 5
"""Number of rounds; each round measures every database once."""


class MeasuredDatabase:
    """A database to measure, with the measured times and rates."""

    def __init__(self, where: str, store: Store) -> None:
        self.where = where  # path or address
        # milliseconds by kind of access, and moves per second of several tables at once, by measurement
        self.times: dict[str, list[float]] = {"move": [], "shown": [], "result": [], "read": []}
        self.rates: list[float] = []
        self._store = store
        self._tables = map("bench{}".format, count())

    async def begin(self) -> tuple[str, Iterator[int]]:
        """Open a table and start its game. Return the table's id, and an endless counter of move numbers."""
        name = next(self._tables)
        seats = tuple(
            SeatRow(seat, 10 + seat, Name(f"P{seat}"), None, join_id=seat) for seat in range(PEOPLE)
        )
        row = TableRow(name, 1, 2, 10, "bull", {"deal": "up"}, "lobby", "ja", NOW)
        await self._store.write(create_table, row, seats)
        begun = msgspec.structs.replace(row, first=0, seed=bytes(32), commitment="c", started_at=NOW)
        await self._store.write(start_table, begun, seats, (), SentRow(name))
        return name, count()

    async def play(self, name: str, seq: int) -> None:
        """Write move number ``seq`` of the table with the id ``name``."""
        await self._store.write(append_moves, name, (MoveRow(seq, seq % PEOPLE, "call pair K", NOW),), NOW)

    async def time_accesses(self, moves: int) -> None:
        """Play a game of ``moves`` moves, and record in ``times`` how long each database access takes."""
        name, numbers = await self.begin()
        for seq, _ in zip(numbers, range(moves), strict=False):
            await self._time("move", self.play(name, seq))
            await self._time("shown", self._store.write(save_shown, SentRow(name, seq + 1, "mark")))
            await self._time("read", self._store.read(load_table, name)) if seq % 50 == 49 else None
        outcome = Outcome(tuple(range(1, PEOPLE + 1)), (0.0,) * PEOPLE, NOW, counting=COUNTING)
        await self._time("result", self._store.write(append_moves, name, (), outcome=outcome))

    async def measure_rate(self, tables: int, moves: int) -> None:
        """Write ``moves`` moves at several tables at once, and append the moves per second to ``rates``."""

        async def play(name: str, numbers: Iterator[int]) -> None:
            for _ in range(moves // tables):
                await self.play(name, next(numbers))

        games = []
        for _ in range(tables):
            name, numbers = await self.begin()
            games.append(play(name, numbers))
        began = perf_counter()
        await together(games)
        self.rates.append(moves // tables * tables / (perf_counter() - began))

    async def _time(self, act: str, work: Awaitable[object]) -> None:
        began = perf_counter()
        await work
        self.times[act].append(1000 * (perf_counter() - began))

    def rows(self) -> Iterator[tuple[Figure, ...]]:
        """Yield the rows to print: each kind of access with its milliseconds, then the moves per second."""
        yield name_without_password(self.where), "", ""
        for act, times in self.times.items():
            yield f"  {act}", median(times), quantiles(times, n=20)[-1]
        yield "  moves a second, together", median(self.rates), ""


async def storage(options: argparse.Namespace) -> None:
    """Measure all given databases in alternation, and print the results."""
    async with AsyncExitStack() as stack:
        databases = []
        for where in options.where:
            store = await stack.enter_async_context(await open_store(where))
            databases.append(MeasuredDatabase(where, store))
        for _ in range(TURNS):
            for database in databases:
                await database.time_accesses(options.commits // TURNS)
                await database.measure_rate(options.together, options.commits // TURNS)
    rows_of = map(MeasuredDatabase.rows, databases)
    print_table(("database", "median", "p95"), chain.from_iterable(rows_of))


# --- thinking -----------------------------------------------------------------------------------------------

LOOK_EVERY = 0.01
"""Seconds between two measurements of the event loop's delay."""


class TimedMove(NamedTuple):
    """A move of a computer player, with its delays."""

    game: str  # id of the game
    took: float  # seconds until the move was chosen
    late: float  # seconds by which the move exceeded the planned pause


async def play_table(
    game: Game,
    number: int,
    level: str,
    longest: float,
    pool: Thinkers,
    moves_made: list[TimedMove],
    end: float,
) -> None:
    """Play game after game at one table, and append each move of a computer player to ``moves_made``.

    Args:
        number: the table's number, which seeds everything random.
        longest: the longest pause before a move, in seconds.
        end: when to stop, in seconds of the event loop's clock.
    """
    loop = asyncio.get_running_loop()
    rng = random.Random(number)
    # Tables start at different moments.
    await asyncio.sleep(longest * rng.random())
    while loop.time() < end:
        seats = min(4, game.rules.seats[1])
        match = Match(game.rules, game.rules.setup(seats, {}, rng.randrange(seats)))
        key = ShuffleKey.from_text(f"{number} {rng.random()}")
        for seat in match.decisions(key):
            if loop.time() >= end:
                return
            began = loop.time()
            pause = longest * (0.4 + 0.6 * rng.random())
            move = await pool.advise(
                game.id, match.view(seat), match.legal(seat), level, rng.getrandbits(32), pause or 2.0
            )
            # The pause is counted from the start of thinking, as at a real table.
            took = loop.time() - began
            moves_made.append(TimedMove(game.id, took, max(0.0, took - pause)))
            await asyncio.sleep(max(0.0, pause - took))
            match.play(seat, move)


async def watch_event_loop(late: list[float]) -> None:
    """Sleep repeatedly, and append to ``late`` how many seconds too long each sleep took."""
    while True:
        began = perf_counter()
        await asyncio.sleep(LOOK_EVERY)
        late.append(perf_counter() - began - LOOK_EVERY)


async def thinking(options: argparse.Namespace) -> None:
    """Play with computer players, and print the delays of their moves and of the event loop."""
    # Start the workers before the clock, and watch the event loop while tables play.
    pool = Thinkers(options.workers)
    moves_made: list[TimedMove] = []
    late: list[float] = []
    await warm_up(pool, options.games[0], options.level)
    watching = asyncio.create_task(watch_event_loop(late))
    end = asyncio.get_running_loop().time() + options.seconds
    tables = [
        play_table(
            options.games[number % len(options.games)],
            number,
            options.level,
            options.pause,
            pool,
            moves_made,
            end,
        )
        for number in range(options.tables)
    ]
    await together(tables)
    watching.cancel()
    pool.close()
    print(
        f"{options.tables} tables of {options.level} players, {options.workers} processes, "
        f"{os.cpu_count()} cores"
    )
    print(f"{len(moves_made) / options.seconds:.1f} decisions a second")
    # Delays for each game by itself, then for all moves, and the lag of the event loop.
    timed = {"a decision comes in": [move.took for move in moves_made]}
    for game in options.games:
        timed[f"{game.id}, beyond its pause"] = [move.late for move in moves_made if move.game == game.id]
    timed["loop lag"] = late
    print_table(("ms", "median", "p95", "most"), _delay_rows(timed))


def _delay_rows(timed: Mapping[str, Sequence[float]]) -> Iterator[tuple[Figure, ...]]:
    for name, values in timed.items():
        if values:
            yield (name,) + tuple(percentiles(values))


def percentiles(seconds: Sequence[float]) -> Iterator[float]:
    """Yield the median, the 95th percentile and the maximum of times in seconds, as milliseconds."""
    ranked = sorted(seconds)
    for share in (0.5, 0.95, 1.0):
        yield 1000 * ranked[min(len(ranked) - 1, int(share * len(ranked)))]


async def warm_up(pool: Thinkers, game: Game, level: str) -> None:
    """Request a first move, so that the worker processes are started before the measurement."""
    match = Match(game.rules, game.rules.setup(game.rules.seats[0]))
    seat = next(match.decisions(ShuffleKey.from_text("first")))
    await pool.advise(game.id, match.view(seat), match.legal(seat), level, 1)


# --- the commands -------------------------------------------------------------------------------------------


def main() -> None:
    """Run the command line: measure the rules, the database or the computer players."""
    parser = command(__doc__)
    words = parser.add_subparsers(dest="word", required=True)
    moves, databases, players = map(words.add_parser, ("rules", "storage", "thinking"))
    add_games(moves)
    moves.add_argument("--seconds", type=float, default=1.0, help="how long to play each game")
    databases.add_argument("where", nargs="+", metavar="WHERE")
    databases.add_argument("--commits", type=int, default=500)
    databases.add_argument("--together", type=int, default=8, help="tables that play at once")
    add_games(players)
    players.add_argument("--tables", type=int, default=50)
    players.add_argument("--level", default="hard")
    players.add_argument("--seconds", type=float, default=20.0)
    players.add_argument("--workers", type=int, default=1)
    players.add_argument("--pause", type=float, default=2.5)
    options = parser.parse_args()
    if options.word == "rules":
        rules(options)
    else:
        asyncio.run(storage(options) if options.word == "storage" else thinking(options))


if __name__ == "__main__":
    main()
