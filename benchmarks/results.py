"""Measure the last move of a game, with its result, in a database with many finished games.

    python -m benchmarks.results [--games 1000000] [--servers 1000] [--measured 300] WHERE

WHERE is a path or a postgresql://... address. An empty database is first filled with finished games, which
takes some minutes for a million games. A tenth of the games are on one large server.

Prints the duration of the commit that writes the last move and the result, in milliseconds: the median, the
95th percentile, the maximum, and the median of the processor time. For comparison, it prints the same for an
ordinary move. Both are measured on the large server and on a small server. Then it prints how long some
leaderboards take to count, of each of the two servers and of all servers.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import time
from collections.abc import Awaitable, Iterator
from itertools import chain, count
from statistics import median, quantiles
from time import perf_counter, process_time
from typing import Any, NamedTuple

import msgspec

from benchmarks import Figure, command, print_table
from games import GAMES
from games.trophies import COUNTING
from storage import Store, open_store
from storage.engine.database import Connection, lengthy
from storage.rows import GuildSettings, MoveRow, Name, Outcome, SeatRow, SentRow, TableRow
from storage.scores.boards import Leaderboard, count_board
from storage.scores.trophies import recount
from storage.servers import save_settings
from storage.tables.lifecycle import append_moves, create_table, start_table

LARGE = 1
SMALL = 2
"""The large server, and one of the small ones."""
PEOPLE = 20
MORE_PEOPLE = 200
"""Number of people on a small server, and on the large one."""
SEATS = 4
MOVES = 20
BATCH = 20_000
YEARS_MS = 3 * 365 * 86_400_000
MU = 25.0
SIGMA = 5.0
"""The rating of everybody."""
FACTS: tuple[dict[str, int], ...] = (
    {"claims": 9, "lies": 4, "won_back": 1, "best_bluff": 7},
    {"claims": 7},
    {},
    {"lies": 2},
)
"""Counters of the seats of each game."""


def people_of(server: int) -> range:
    """Return the user ids of the people on a server."""
    # The ids of the people's rows are the same numbers.
    first = 1 if server == LARGE else MORE_PEOPLE + (server - 2) * PEOPLE + 1
    return range(first, first + (MORE_PEOPLE if server == LARGE else PEOPLE))


@lengthy
def add_people(conn: Connection, servers: int) -> None:
    """Write a row for each person on the servers 1 to ``servers``."""
    people = chain.from_iterable(map(people_of, range(1, servers + 1)))
    rows = [(person, person, f"P{person}") for person in people]
    conn.executemany("INSERT INTO person (id, user_id, name) VALUES (?, ?, ?)", rows)


@lengthy
def add_games(conn: Connection, first: int, last: int, total: int, servers: int, until: int) -> None:
    """Write the finished games with the numbers ``first`` to ``last``, without ratings.

    Args:
        total: number of games that the database will have, spread evenly over three years.
        servers: number of servers.
        until: end of the three years, Unix milliseconds.
    """
    rng = random.Random(first)
    facts = [msgspec.json.encode(counts, order="sorted").decode() for counts in FACTS]
    tables: list[tuple[Any, ...]] = []
    seats: list[tuple[Any, ...]] = []
    results: list[tuple[Any, ...]] = []
    places: list[tuple[Any, ...]] = []
    for number in range(first, last + 1):
        # The games of a server are spread evenly over the time, and its people meet at random.
        server = LARGE if number % 10 == 0 else rng.randint(2, servers)
        game = rng.choice(GAMES).id
        players = rng.sample(people_of(server), SEATS)
        at = until - YEARS_MS + YEARS_MS * number // (total + 1)
        tables.append((f"g{number}", server, server, players[0], game, "{}", "over", "en", at, 0, at, at))
        results.append((number, f"g{number}", server, game, at, SEATS, 1))
        for seat, person in enumerate(players):
            seats.append((f"g{number}", seat, person, seat + 1))
            won = int(seat == 0)
            places.append((number, seat, person, 0, seat + 1, 0.0, won, 0, facts[seat], MU, SIGMA))
    # Write all rows of one kind at once: single statements would take hours for a million games.
    conn.executemany(
        """
        INSERT INTO game_table (id, guild_id, channel_id, host, game, options, status, locale, created_at,
            first, started_at, ended_at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        tables,
    )
    conn.executemany("INSERT INTO seat (table_id, seat, person, join_id) VALUES (?, ?, ?, ?)", seats)
    conn.executemany(
        """
        INSERT INTO result (id, table_id, guild_id, game, ended_at, seats, rated)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """,
        results,
    )
    conn.executemany(
        """
        INSERT INTO result_seat (result, seat, person, has_left, place, score, won, shared, facts, mu, sigma)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        places,
    )


@lengthy
def add_ratings(conn: Connection) -> None:
    """Write a newcomer's rating for each person in each game that they have played."""
    conn.execute(
        """
        INSERT INTO rating (person, game, mu, sigma, shown, games)
        SELECT person, game, ?, ?, 1000, count(*) FROM result JOIN result_seat ON result = id GROUP BY 1, 2
        """,
        (MU, SIGMA),
    )


def count_results(conn: Connection) -> int:
    """Return the number of finished games."""
    return int(conn.execute("SELECT count(*) FROM result").fetchone()[0])


async def fill(store: Store, games: int, servers: int) -> None:
    """Fill an empty database with finished games on several servers."""
    began = perf_counter()
    until = time.time_ns() // 1_000_000
    await store.write(add_people, servers)
    for first in range(1, games + 1, BATCH):
        await store.write(add_games, first, min(first + BATCH - 1, games), games, servers, until)
    for server in (LARGE, SMALL):
        await store.write(save_settings, GuildSettings(server, board_scope="everywhere"))
    await store.write(add_ratings)
    print(f"filled with {games:,} games in {perf_counter() - began:.0f} s", flush=True)


class WriteTime(NamedTuple):
    """The duration of a commit or a read, and the processor time that it used, in milliseconds."""

    elapsed: float
    busy: float


class GameTimes(NamedTuple):
    """The times to write an ordinary move of a game, and the last move with the result."""

    move: WriteTime
    last_move: WriteTime


async def time_write(work: Awaitable[object]) -> WriteTime:
    """Await a write or a read of the database, and return the time that it took."""
    busy = process_time()
    began = perf_counter()
    await work
    return WriteTime(1000 * (perf_counter() - began), 1000 * (process_time() - busy))


async def play_game(store: Store, name: str, server: int, rng: random.Random) -> GameTimes:
    """Play a game at a table with the id ``name``, and return the times of its writes."""
    now = time.time_ns() // 1_000_000
    seats = tuple(
        SeatRow(seat, person, Name(f"P{person}"), join_id=seat + 1)
        for seat, person in enumerate(rng.sample(people_of(server), SEATS))
    )
    about = rng.choice(GAMES).id
    row = TableRow(name, server, server, seats[0].user_id, about, {}, "lobby", "en", now)
    await store.write(create_table, row, seats)
    begun = msgspec.structs.replace(row, first=0, seed=bytes(32), commitment="c", started_at=now)
    await store.write(start_table, begun, seats, (), SentRow(name))
    moves = [(MoveRow(seq, seq % SEATS, "call pair K", now),) for seq in range(MOVES)]
    for move in moves[:-2]:
        await store.write(append_moves, name, move, now)
    usual = await time_write(store.write(append_moves, name, moves[-2], now))
    outcome = Outcome(tuple(range(1, SEATS + 1)), (0.0,) * SEATS, now, facts=FACTS, counting=COUNTING)
    last = await time_write(store.write(append_moves, name, moves[-1], outcome=outcome))
    return GameTimes(usual, last)


async def measure(options: argparse.Namespace) -> None:
    """Fill the database if it is empty, measure it, and print the figures."""
    store = await open_store(options.where, counting=COUNTING)
    try:
        if not await store.read(count_results):
            await fill(store, options.games, options.servers)
            await store.write(recount, COUNTING)
        print(f"{await store.read(count_results):,} finished games", flush=True)
        rng = random.Random(1)
        numbers = count()
        began = time.time_ns()
        spent: dict[int, list[GameTimes]] = {LARGE: [], SMALL: []}
        for _ in range(options.measured):
            for server, times in spent.items():  # by turns, so that other work affects both
                times.append(await play_game(store, f"m{began}n{next(numbers)}", server, rng))
        print_table(("milliseconds", "median", "p95", "most", "processor"), rows(spent))
        boards = [await time_board(store, board) for board in BOARDS]
        print_table(("milliseconds", "elapsed", "processor"), boards)
    finally:
        await store.close()


BOARDS = [
    Leaderboard(game, server, measure=measure)
    for server in (SMALL, LARGE, None)
    for game, measure in ((None, "beaten"), (GAMES[0].id, "beaten"), (GAMES[0].id, "best_bluff"))
]
"""The leaderboards whose counting is measured."""


async def time_board(store: Store, board: Leaderboard) -> tuple[Figure, ...]:
    """Count a leaderboard a few times, and return a row to print: a label, and medians in milliseconds."""
    times = [await time_write(store.read(count_board, board)) for _ in range(3)]
    server = {LARGE: "large server", SMALL: "small server", None: "all servers"}[board.guild_id]
    elapsed, busy = map(median, zip(*times, strict=True))
    return f"{server}: {board.measure} of {board.game or 'all games'}", elapsed, busy


def rows(spent: dict[int, list[GameTimes]]) -> Iterator[tuple[Figure, ...]]:
    """Yield the rows to print: a label, and times in milliseconds.

    Args:
        spent: the times of all games by server id.
    """
    for name, server in (("large", LARGE), ("small", SMALL)):
        acts = zip(*spent[server], strict=True)
        for what, times in zip(("a move", "the last move, result"), acts, strict=True):
            elapsed, busy = zip(*times, strict=True)
            p95 = quantiles(elapsed, n=20)[-1]
            yield f"{name} server: {what}", median(elapsed), p95, max(elapsed), median(busy)


def main() -> None:
    """Run the command line: fill the database if it is empty, measure it, and print the times."""
    parser = command(__doc__)
    parser.add_argument("where", metavar="WHERE")
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--servers", type=int, default=1000)
    parser.add_argument("--measured", type=int, default=300, help="games on each of the two servers")
    asyncio.run(measure(parser.parse_args()))


if __name__ == "__main__":
    main()
