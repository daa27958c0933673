"""Measure what the database costs: a move, what is shown of a table, a result, a table read back.

    python -m benchmarks.storage [--commits 500] [--together 8] WHERE ...

WHERE is a path or a postgresql://... address of an empty database; several are measured in turns, so that
they share whatever else the machine does. Per act, in milliseconds: median and 95th percentile, one at a
time; then how many moves a second are written when so many tables play together.
"""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Awaitable, Iterator, Sequence
from contextlib import AsyncExitStack
from itertools import count
from statistics import median, quantiles
from time import perf_counter

import msgspec

from storage import Store, open_store
from storage.engine.names import shown_name
from storage.rows import MoveRow, Outcome, SeatRow, ShownRow, TableRow
from storage.tables.lifecycle import append_moves, create_table, start_table
from storage.tables.loading import load_table
from storage.tables.shown import save_shown

NOW = 1_795_262_400_000
PEOPLE = 4
TURNS = 5
"""Every database is measured so many times, the others in between."""


class Measured:
    """One database, and the times that its acts took."""

    def __init__(self, where: str, store: Store) -> None:
        self.where = where
        self.times: dict[str, list[float]] = {"move": [], "shown": [], "result": [], "read": []}
        self.rates: list[float] = []
        self._store = store
        self._tables = (f"bench{number}" for number in count())

    async def begin(self) -> tuple[str, Iterator[int]]:
        """Open a table and start its game; return its id and the numbers of its moves."""
        name = next(self._tables)
        seats = tuple(SeatRow(seat, 10 + seat, f"P{seat}", None, join_id=seat) for seat in range(PEOPLE))
        row = TableRow(name, 1, 2, 10, "bull", {"deal": "up"}, "lobby", "ja", NOW)
        await self._store.write(create_table, row, seats)
        begun = msgspec.structs.replace(row, first=0, seed=bytes(32), commitment="c", started_at=NOW)
        await self._store.write(start_table, begun, seats, (), ShownRow(name))
        return name, count()

    async def play(self, name: str, seq: int) -> None:
        """Write a move."""
        await self._store.write(append_moves, name, (MoveRow(seq, seq % PEOPLE, "call pair K", NOW),), NOW)

    async def one_at_a_time(self, commits: int) -> None:
        """Take the time of each act of a game."""
        name, numbers = await self.begin()
        for seq, _ in zip(numbers, range(commits), strict=False):
            await self._time("move", self.play(name, seq))
            await self._time("shown", self._store.write(save_shown, ShownRow(name, seq + 1, "mark")))
            await self._time("read", self._store.read(load_table, name)) if seq % 50 == 49 else None
        outcome = Outcome(tuple(range(1, PEOPLE + 1)), (0.0,) * PEOPLE, NOW, rated=True)
        await self._time("result", self._store.write(append_moves, name, (), outcome=outcome))

    async def together(self, tables: int, commits: int) -> None:
        """Let many tables play at once; note how many moves a second are written."""
        games = [await self.begin() for _ in range(tables)]

        async def play(name: str, numbers: Iterator[int]) -> None:
            for _ in range(commits // tables):
                await self.play(name, next(numbers))

        began = perf_counter()
        await asyncio.gather(*(play(*game) for game in games))
        self.rates.append(commits // tables * tables / (perf_counter() - began))

    async def _time(self, act: str, work: Awaitable[object]) -> None:
        began = perf_counter()
        await work
        self.times[act].append(1000 * (perf_counter() - began))

    def __str__(self) -> str:
        lines = [shown_name(self.where)]
        for act, times in self.times.items():
            lines.append(f"  {act:<8}{median(times):8.2f}{quantiles(times, n=20)[-1]:8.2f} ms")
        lines.append(f"  together{median(self.rates):8.0f} moves a second")
        return "\n".join(lines)


async def measure(places: Sequence[str], commits: int, tables: int) -> None:
    """Measure all databases in turns and print what came out."""
    async with AsyncExitStack() as stack:
        stores = [await stack.enter_async_context(await open_store(where)) for where in places]
        found = [Measured(where, store) for where, store in zip(places, stores, strict=True)]
        for _ in range(TURNS):
            for one in found:
                await one.one_at_a_time(commits // TURNS)
                await one.together(tables, commits // TURNS)
        print(*found, sep="\n")


def main() -> None:
    """Read the arguments and measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--commits", type=int, default=500)
    parser.add_argument("--together", type=int, default=8, help="tables that play at once")
    parser.add_argument("where", nargs="+")
    given = parser.parse_args()
    asyncio.run(measure(given.where, given.commits, given.together))


if __name__ == "__main__":
    main()
