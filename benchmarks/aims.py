"""Measure what the bot is to be good for, over real HTTP and websocket, and hold it against its aims.

    python -m benchmarks.aims [--seconds 10] [--tables 1000] [game ...]

Four people sit at each table, with open panels: as quickly as they can, then with twice as many taps as could
be carried, then at 50 plays a second on 20 tables and on 1,000. At the end stands one table of all aims. What
costs CPU is measured as processor time of the bot's process, which a busy machine falsifies least; times and
rates are only those of a quiet machine with two free cores.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from statistics import quantiles
from typing import NamedTuple

from benchmarks import floor
from benchmarks.wire import Figures, Load, told_figures
from games import GAMES, Game
from tests.wire.bells import Patience

FEW = 20
"""Tables of the runs that do not need many."""

RATE = 50.0
"""Plays a second of the runs that are not at full load."""


class Aim(NamedTuple):
    """One figure and what it is to be: at most so much, or at least."""

    what: str
    found: float
    wanted: float
    unit: str
    is_most: bool = True

    def __str__(self) -> str:
        is_met = self.found <= self.wanted if self.is_most else self.found >= self.wanted
        sign = "<=" if self.is_most else ">="
        verdict = "met" if is_met else "missed"
        return f"{self.what:<48}{self.found:10.2f}  {sign} {self.wanted:<7g}{self.unit:<9}{verdict}"


def aims(full: Figures, over: Figures, few: Figures, many: Figures, tables: int) -> Iterator[Aim]:
    """Compare what was measured with what is wanted.

    Args:
        full: as quickly as people can.
        over: twice as many taps as that.
        few, many: ``RATE`` plays a second, on ``FEW`` tables and on so many as ``tables``.
    """
    yield Aim("CPU of a play at full load", full.cpu_of_a_play, 6, "ms")
    yield Aim("bytes sent for a play at full load", full.sent_for_a_play / 1000, 40, "kB")
    yield Aim("plays of one process at full load", full.plays / full.seconds, 200, "a second", is_most=False)
    yield Aim("99 of 100 answers at twice the load within", late(over), 1000, "ms")
    yield Aim("taps that expired at twice the load", over.expired, 0, "")
    yield Aim(f"99 of 100 answers on {tables} tables within", late(many), 150, "ms")
    yield Aim(
        f"CPU of a play, {tables} tables to {FEW}", many.cpu_of_a_play / few.cpu_of_a_play, 1.15, "times"
    )
    yield Aim(f"memory of an open table, of {tables}", many.table_kb, 60, "kB")
    yield Aim(f"ready after a start with {tables} tables", many.ready_seconds[1], 5, "s")


def late(figures: Figures) -> float:
    """Give the milliseconds in which all but one in a hundred taps were answered."""
    waits = [wait for kind in figures.waits.values() for wait in kind]
    return quantiles(waits, n=100)[-1] if len(waits) > 1 else 0.0


def measured(games: Sequence[Game], seconds: float, tables: int) -> Iterator[Aim]:
    """Make all runs, one after the other."""
    full = told_figures(games, FEW, Load(seconds), is_profiled=False)
    twice = Load(seconds, 2 * full.taps / full.seconds, is_impatient=True)
    over = told_figures(games, FEW, twice, is_profiled=False)
    few, many = (
        told_figures(games, count, Load(seconds, RATE), is_profiled=False) for count in (FEW, tables)
    )
    return aims(full, over, few, many, tables)


def main() -> None:
    """Print the figures of each run, and the aims."""
    parser = argparse.ArgumentParser(description="What the bot is to be good for, and what it is.")
    parser.add_argument("games", nargs="*", metavar="game", help="ids of games; all when left out")
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--tables", type=int, default=1000, help="tables of the run with many")
    wanted = parser.parse_args()
    Patience.seconds = 600.0
    games = [game for game in GAMES if not wanted.games or game.id in wanted.games]
    print(*floor.lines(seconds=3), sep="\n", flush=True)
    found = list(measured(games, wanted.seconds, wanted.tables))
    print(f"\n{'aim':<48}{'found':>10}  wanted", *found, sep="\n")


if __name__ == "__main__":
    main()
