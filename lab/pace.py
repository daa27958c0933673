"""Check that computer players move in time on a slow machine.

    python -m lab.pace [--slowness 3] [--seats 3] [--games 3] [--level LEVEL] [game ...]

Computer players play whole games, one table at a time, through the bot's ``Thinkers``. The clock of the bot
is simulated: it advances by the processor time of each move, multiplied by ``--slowness``. At a table a
computer player moves after a random pause of 1 to 2.5 s. A move is late if computing it takes longer than
this pause. Without ``--level``, every level that people can choose is measured.

Each row has the number of moves with a choice, the mean effort, the computing time per move (median, 99th
percentile and longest, in milliseconds on the simulated machine), how many moves were late, and the greatest
delay in milliseconds.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import time
from collections.abc import Iterator
from statistics import fmean, median
from typing import Any, NamedTuple

from benchmarks import add_games, command, print_table
from bot.thinking import thinkers
from games import Game
from games.core.match import Match, ShuffleKey

PAUSE = (1.0, 2.5)
"""Shortest and longest pause before a computer player's move, in seconds (``bot/driving/driver.py``)."""


class SlowMachine:
    """A simulated machine whose clock advances only while a computer player thinks.

    Args:
        slowness: how many times longer computations take than on this machine.
    """

    def __init__(self, slowness: float) -> None:
        self._slowness = slowness
        self.now = 0.0  # seconds on the simulated clock
        self.took = 0.0  # computing time of the last move, in seconds
        self.effort = 0.0  # share of the full thinking time that the last move was allowed

    async def run(self, work: Any, *args: Any) -> Any:
        """Return ``work(*args)``, and advance the clock by the computing time.

        The last argument is the computer player's share of the full thinking time.
        """
        began = time.thread_time()
        answer = work(*args)
        self.took, self.effort = self._slowness * (time.thread_time() - began), args[-1]
        self.now += self.took
        return answer

    def kill(self) -> None:
        """Do nothing, since the simulated machine has no process to end."""

    close = kill


class ThinkingTimes(NamedTuple):
    """The computing times of one level of one game, in milliseconds.

    They are measured on the simulated slow machine.
    """

    name: str  # the game and the level
    moves: int  # number of moves with a choice
    effort: float  # mean share of the full thinking time that these moves were allowed
    median: float  # computing time of a move
    p99: float  # computing time of a move
    longest: float  # computing time of a move
    late: int  # number of moves whose computing time exceeded the pause before the move
    latest: float  # greatest delay of a late move; 0 if no move was late


async def measure(game: Game, level: str, options: argparse.Namespace) -> ThinkingTimes:
    """Play games between computer players of one level on a ``SlowMachine``, and return their computing
    times.
    """
    machine = SlowMachine(options.slowness)
    module: Any = thinkers
    loop: Any = asyncio.get_running_loop()
    real_worker, real_time = module.Worker, loop.time
    took: list[float] = []
    efforts: list[float] = []
    late: list[float] = []
    # The bot's own scheduling runs on the simulated machine and its clock.
    module.Worker, loop.time = lambda: machine, lambda: machine.now
    try:
        players = thinkers.Thinkers(1)
        for number in range(options.games_each):
            rng = random.Random(f"pace {number}")
            seats = max(options.seats, game.rules.seats[0])
            match = Match(game.rules, game.rules.setup(seats, {}, rng.randrange(seats)))
            for seat in match.decisions(ShuffleKey.from_text(f"pace {number}")):
                view, legal = match.view(seat), match.legal(seat)
                pause, began = rng.uniform(*PAUSE), machine.now
                seed = rng.getrandbits(32)
                match.play(seat, await players.advise(game.id, view, legal, level, seed, pause))
                # A move without a choice takes no time.
                if len(legal) > 1:
                    took.append(1000 * machine.took)
                    efforts.append(machine.effort)
                    late.append(1000 * (machine.now - began - pause))
                machine.now = max(machine.now, began + pause)
    finally:
        module.Worker, loop.time = real_worker, real_time
    ranked = sorted(took)
    slowest = ranked[int(0.99 * (len(ranked) - 1))]
    return ThinkingTimes(
        f"{game.id}, {level}",
        len(took),
        fmean(efforts),
        median(ranked),
        slowest,
        ranked[-1],
        sum(by > 0 for by in late),
        max(0.0, *late),
    )


def rows(options: argparse.Namespace) -> Iterator[ThinkingTimes]:
    """Yield a table row for each game and level."""
    for game in options.games:
        for level in [options.level] if options.level else game.levels:
            yield asyncio.run(measure(game, level, options))


def main() -> None:
    """Run the command line: print the table of computing times and late moves."""
    parser = command(__doc__)
    add_games(parser)
    parser.add_argument("--slowness", type=float, default=3.0)
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--games", dest="games_each", type=int, default=3)
    parser.add_argument("--level")
    options = parser.parse_args()
    heads = ("moves", "effort", "median", "p99", "longest", "late", "latest by")
    print_table((f"{options.slowness:g} times slower", *heads), rows(options))


if __name__ == "__main__":
    main()
