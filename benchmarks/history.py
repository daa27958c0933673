"""Measure what scores cost on a long history.

    python -m benchmarks.history [--games 1000000] [--people 50000] [--servers 2000] [--file FILE] [--plans]

Makes a database of that size (or uses FILE if it is there, and keeps it), by the same functions that make
ratings and boards again after an upgrade. Then asks every query of leaderboards, statistics and history for
people and servers drawn as they play, and once more for the busiest ones; writes results; loads a thousand
running games, as a start of the bot does. Figures are milliseconds through ``Store``, the hop to SQLite's
thread included: median, 95th of 100, and median for the busiest.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sqlite3
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing
from itertools import accumulate
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter
from typing import Any, NamedTuple
from uuid import uuid4

import msgspec

from games import GAMES as REGISTRY
from storage import Store
from storage.rows import MoveRow, Outcome, SeatRow, ShownRow, TableRow
from storage.scores.history import load_history
from storage.scores.leaderboard import OF_ONE_GAME, load_board
from storage.scores.periods import DAY_MS, month_start, week_start
from storage.scores.stats import load_stats
from storage.tables.acts import save_acts
from storage.tables.lifecycle import append_moves, create_table, start_table
from storage.tables.loading import load_open_tables, load_table
from storage.tables.shown import save_shown
from storage.upkeep.maintenance import rerate_all

NOW = 1_795_262_400_000
DAYS = 730
GAMES = tuple(game.id for game in REGISTRY)
USER = 10**17
GUILD = 10**18
BATCH = 20_000
RUNNING = 1000
MEASURES = ("wins", "share", "games", "rating", "best_bluff", "best_streak")
Weighted = tuple[list[int], list[float]]


class World(NamedTuple):
    """Who plays where: cumulative weights of the servers, and of each server's people."""

    servers: list[float]
    members: list[Weighted]


def make_world(people: int, servers: int, rng: random.Random) -> World:
    """Draw servers from large to small, and one to three of them for each person, some keener than others."""
    weights = list(accumulate(1 / (rank + 10) ** 0.8 for rank in range(servers)))
    homes: list[list[int]] = [[] for _ in range(servers)]
    keen = [rng.paretovariate(1.3) for _ in range(people)]
    for person in range(people):
        for server in set(rng.choices(range(servers), cum_weights=weights, k=rng.choice((1, 1, 1, 2, 3)))):
            homes[server].append(person)
    for home in homes:
        home.extend(rng.sample(range(people), k=max(0, 6 - len(home))))
    return World(weights, [(home, list(accumulate(keen[person] for person in home))) for home in homes])


def fill(conn: sqlite3.Connection, games: int, people: int, servers: int, rng: random.Random) -> None:
    """Write finished games of two to five seats, a third of them with computer players."""
    world = make_world(people, servers, rng)
    conn.executemany(
        "INSERT INTO person (id, user_id, name) VALUES (?, ?, ?)",
        ((number + 1, USER + number, f"Player {number}") for number in range(people)),
    )
    conn.executemany(
        "INSERT INTO guild_settings (guild_id, board_scope, channel_ids, share_records) "
        "VALUES (?, ?, '[]', 1)",
        ((GUILD + number, ("everywhere", "server")[number % 2]) for number in range(servers)),
    )
    for first in range(1, games + 1, BATCH):
        _write(
            conn, [_game(number, games, world, rng) for number in range(first, min(first + BATCH, games + 1))]
        )


class _Played(NamedTuple):
    table: tuple[object, ...]
    result: tuple[object, ...]
    seats: list[tuple[object, ...]]
    result_seats: list[tuple[object, ...]]


def _game(number: int, games: int, world: World, rng: random.Random) -> _Played:
    at = NOW - (games - number) * (DAYS * DAY_MS // games) - 1
    server = rng.choices(range(len(world.servers)), cum_weights=world.servers)[0]
    home, keen = world.members[server]
    count = rng.randint(2, 5)
    people = list(dict.fromkeys(rng.choices(home, cum_weights=keen, k=count)))
    computers = rng.randint(1, 2) if len(people) < 2 or rng.random() < 0.33 else 0
    strengths = [rng.random() if rng.random() < 0.8 else 0.5 for _ in range(len(people) + computers)]
    places = [1 + sum(other < own for other in strengths) for own in strengths]
    name, game = f"t{number:07d}", rng.choice(GAMES)
    rated = int(not computers)
    seats: list[tuple[object, ...]] = []
    result_seats: list[tuple[object, ...]] = []
    for seat, place in enumerate(places):
        person = people[seat] + 1 if seat < len(people) else None
        left = int(person is not None and rng.random() < 0.02)
        level = "normal" if left or person is None else None
        seats.append((name, seat, person, None if person else "Computer", level, number, left))
        is_first = place == 1 and person is not None and not left
        shared = int(is_first and places.count(1) > 1)
        won = int(is_first and places.count(1) < len(places))
        lies, caught, best = rng.randrange(9), rng.randrange(3), rng.randrange(90)
        facts = f'{{"best_bluff":{best},"lies":{lies},"lies_caught":{caught}}}'
        result_seats.append((number, seat, person, left, place, -place, won, shared, facts))
    host = people[0] + 1
    table = (name, GUILD + server, server, host, game, "{}", "over", "ja", at - 600_000, 0, at - 500_000, at)
    return _Played(table, (number, name, GUILD + server, game, at, len(places), rated), seats, result_seats)


def _write(conn: sqlite3.Connection, played: list[_Played]) -> None:
    conn.executemany(
        """
        INSERT INTO game_table (id, guild_id, channel_id, host, game, options, status, locale, created_at,
            first, started_at, ended_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        (each.table for each in played),
    )
    conn.executemany(
        """
        INSERT INTO seat (table_id, seat, person, name, level, join_id, has_left) VALUES (?, ?, ?, ?, ?, ?, ?)
        """,
        (seat for each in played for seat in each.seats),
    )
    conn.executemany("INSERT INTO result VALUES (?, ?, ?, ?, ?, ?, ?)", (each.result for each in played))
    conn.executemany(
        """
        INSERT INTO result_seat (result, seat, person, has_left, place, score, won, shared, facts)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        (seat for each in played for seat in each.result_seats),
    )


async def make(path: Path, games: int, people: int, servers: int) -> None:
    """Make the database and say how long ratings and boards took."""
    async with await Store.open(path):
        pass
    with closing(sqlite3.connect(path, isolation_level=None)) as conn:
        conn.execute("PRAGMA synchronous = OFF")
        conn.execute("PRAGMA cache_size = -500000")
        for name, work in (
            ("written", lambda: fill(conn, games, people, servers, random.Random(1))),
            ("ratings and boards made", lambda: rerate_all(conn)),
        ):
            start = perf_counter()
            conn.execute("BEGIN")
            work()
            conn.execute("COMMIT")
            print(f"{name} in {perf_counter() - start:.0f} s", flush=True)
        conn.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    print(f"{path.stat().st_size / 2**20:.0f} MiB", flush=True)


class Asked(NamedTuple):
    """Who asks, where."""

    user_id: int
    guild_id: int


Query = Callable[[Store, Asked], Awaitable[object]]


def queries() -> Iterator[tuple[str, Query]]:
    """Name and make every query that people can cause."""
    periods = {"all time": None, "month": month_start(NOW), "week": week_start(NOW)}
    for scope in ("server", "everywhere"):
        for measure in MEASURES:
            for period, since in periods.items():
                for game in ("bull",) if measure.startswith(OF_ONE_GAME) else ("bull", None):
                    yield (
                        f"leaderboard {measure}, {game or 'all games'}, {scope}, {period}",
                        _board(scope, measure, since, game),
                    )
    yield (
        "leaderboard wins, all games, everywhere, all time, page 2000",
        _board("everywhere", "wins", None, None, 19990),
    )
    yield "stats, all servers", lambda store, asked: store.read(load_stats, asked.user_id)
    yield "stats, one server", lambda store, asked: store.read(load_stats, asked.user_id, asked.guild_id)
    yield "history, all servers", lambda store, asked: store.read(load_history, asked.user_id)
    yield "history, one server", lambda store, asked: store.read(load_history, asked.user_id, asked.guild_id)


def _board(scope: str, measure: str, since: int | None, game: str | None, offset: int = 0) -> Query:
    return lambda store, asked: store.read(
        load_board,
        game=game,
        guild_id=asked.guild_id if scope == "server" else None,
        since=since,
        measure=measure,
        offset=offset,
        user_id=asked.user_id,
    )


def draw(path: Path, count: int) -> tuple[list[Asked], list[Asked]]:
    """Draw people at servers as they play there, and find the busiest ones."""
    with closing(sqlite3.connect(path)) as conn:
        newest = conn.execute("SELECT max(id) FROM result").fetchone()[0]
        rng = random.Random(2)
        drawn: list[Asked] = []
        while len(drawn) < count:
            row = conn.execute(
                """
                SELECT user_id, guild_id FROM result JOIN result_seat ON result = result.id
                JOIN person ON person.id = result_seat.person WHERE result.id = ? LIMIT 1
                """,
                (rng.randint(1, newest),),
            ).fetchone()
            drawn.append(Asked(*row))
        busiest = conn.execute(
            """
            SELECT user_id, board FROM tally JOIN person ON person.id = tally.person
            WHERE period < 0 AND game = '' AND board > 0 ORDER BY games DESC LIMIT 5
            """
        ).fetchall()
    return drawn, [Asked(*row) for row in busiest]


async def time_of(store: Store, query: Query, asked: list[Asked]) -> list[float]:
    """Take the milliseconds of each asking."""
    times = []
    for each in asked:
        start = perf_counter()
        await query(store, each)
        times.append((perf_counter() - start) * 1000)
    return times


async def time_writing(store: Store, asked: list[Asked]) -> list[float]:
    """Take the milliseconds of writing a result among four people, ratings and boards included."""
    times = []
    for each in asked:
        users = list(dict.fromkeys([each.user_id, *(other.user_id for other in asked[:3])]))
        seats = [SeatRow(seat, user, f"Player {user - USER}") for seat, user in enumerate(users)]
        name = await begin(store, each.guild_id, seats, moves=0)
        places = tuple(range(1, len(seats) + 1))
        facts = tuple({"lies": 3, "best_bluff": place * 7} for place in places)
        start = perf_counter()
        await store.write(
            append_moves,
            name,
            [MoveRow(0, 0, "x", NOW)],
            outcome=Outcome(places, tuple(map(float, places)), NOW, facts=facts),
        )
        times.append((perf_counter() - start) * 1000)
        await store.write(save_shown, ShownRow(name, settled=True))
    return times


async def begin(store: Store, guild_id: int, seats: list[SeatRow], moves: int) -> str:
    """Begin a game with so many moves; return its table's id, another one at each run on the same file."""
    name = uuid4().hex
    row = TableRow(name, guild_id, 1, seats[0].user_id, "bull", {}, "lobby", "ja", NOW)
    await store.write(create_table, row, seats)
    made = [MoveRow(seq, seq % len(seats), "call pair K", NOW) for seq in range(moves)]
    await store.write(start_table, row, seats, made, ShownRow(name))
    return name


async def time_opening(store: Store, asked: list[Asked]) -> list[float]:
    """Take the milliseconds of loading 1,000 running games of 60 moves, as a start of the bot does."""
    names = []
    for number in range(RUNNING):
        each = asked[number % len(asked)]
        seats = [
            SeatRow(0, each.user_id, f"Player {each.user_id - USER}"),
            SeatRow(1, None, "Computer", "easy"),
        ]
        names.append(await begin(store, each.guild_id, seats, moves=60))
    times = await time_of(store, lambda store, _: store.read(load_open_tables), asked[:20])
    for name in names:
        stored = await store.read(load_table, name)
        assert stored is not None
        await store.write(save_acts, msgspec.structs.replace(stored.table, status="cancelled"), at=NOW)
        await store.write(save_shown, ShownRow(name, settled=True))
    return times


def show(name: str, times: list[float], busiest: list[float] | None = None) -> None:
    """Print one line of figures."""
    most = "" if busiest is None else f"{median(busiest):9.2f}"
    print(f"{median(times):8.2f} {quantiles(times, n=20)[-1]:8.2f}{most}   {name}", flush=True)


async def measure(path: Path, count: int, *, plans: bool) -> None:
    """Ask everything and print the figures."""
    drawn, busiest = draw(path, count)
    async with await Store.open(path) as store:
        print("  median      95%  busiest   milliseconds")
        for name, query in queries():
            await time_of(store, query, drawn[:5])
            show(name, await time_of(store, query, drawn), await time_of(store, query, busiest))
        show("writing a last move with its result", await time_writing(store, drawn[:100]))
        show("no open tables", await time_of(store, lambda store, _: store.read(load_open_tables), drawn))
        show(f"{RUNNING} open tables", await time_opening(store, drawn))
        if plans:
            await print_plans(store, drawn[0])


def traced(conn: Any, told: Callable[[str], object] | None) -> None:
    """Let SQLite tell each statement that it is asked."""
    conn.set_trace_callback(told)


async def print_plans(store: Store, asked: Asked) -> None:
    """Print how SQLite answers each query, each different statement once."""
    seen: set[str] = set()
    for name, query in queries():
        statements: list[str] = []
        await store._db.read(traced, statements.append)
        await query(store, asked)
        await store._db.read(traced, None)
        print(f"\n{name}")
        for sql in dict.fromkeys(statements):
            if not sql.lstrip().startswith("SELECT"):
                continue
            steps = await store._db.read(
                lambda conn, said: conn.execute(said).fetchall(), f"EXPLAIN QUERY PLAN {sql}"
            )
            plan = "\n".join(f"      {step[3]}" for step in steps)
            if plan not in seen:
                seen.add(plan)
                print(f"    {' '.join(sql.split())[:100]}\n{plan}")


def main() -> None:
    """Read the arguments, make the database if need be, measure."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.history")
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--people", type=int, default=50_000)
    parser.add_argument("--servers", type=int, default=2_000)
    parser.add_argument("--asked", type=int, default=200, help="how often each query is asked")
    parser.add_argument("--file", type=Path, help="keep the database here, use it if it is there")
    parser.add_argument("--plans", action="store_true", help="print the query plans too")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = given.file or Path(folder) / "history.db"
        if not path.exists():
            asyncio.run(make(path, given.games, given.people, given.servers))
        asyncio.run(measure(path, given.asked, plans=given.plans))


if __name__ == "__main__":
    main()
