"""Measure what computer players cost the event loop: many tables at once, in the bot's own processes.

    python -m benchmarks.thinking [--tables 50] [--level hard] [--seconds 20] [--workers 1] [--pause 2.5]

Every table is played by computer players alone, each of which wants its move after a pause of ``--pause``
seconds at most and two fifths of it at least, as at a table (0: as soon as it can be had). What comes later
is told by game. Meanwhile a task looks how late the event loop comes round. The views, the pickling and the
moves are what the bot does, too; nothing is shown and nothing stored. ``--workers 0`` lets a thread of the
bot's own process think, which is what happens when processes are lost. Names of games choose among them.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import time
from collections.abc import Sequence
from typing import NamedTuple

from bot.thinking.thinkers import Thinkers
from games import GAMES, Game
from games.core.match import Match
from games.core.moves import Move
from games.core.rules import CHANCE, View
from games.core.shuffle import ShuffleKey

LOOK_EVERY = 0.01
"""Seconds between two looks at the event loop."""


def quantile(values: Sequence[float], share: float) -> float:
    """Find the value below which this share of the values lies; 0 of none."""
    ranked = sorted(values)
    return ranked[min(len(ranked) - 1, int(share * len(ranked)))] if ranked else 0.0


class Came(NamedTuple):
    """A move that came: of which game, after how many seconds, and how many beyond its pause."""

    game: str
    took: float
    late: float


async def play(
    game: Game, number: int, level: str, longest: float, pool: Thinkers, came: list[Came], end: float
) -> None:
    """Play one table again and again."""
    loop = asyncio.get_running_loop()
    rng = random.Random(number)
    await asyncio.sleep(longest * rng.random())
    while loop.time() < end:
        seats = min(4, game.rules.seats[1])
        match = Match(game.rules, game.rules.setup(seats, {}, rng.randrange(seats)))
        key = ShuffleKey.from_text(f"{number} {rng.random()}")
        for seat in match.decisions(key):
            if loop.time() >= end:
                return
            began, pause = loop.time(), longest * (0.4 + 0.6 * rng.random())
            move = await pool.advise(
                game.id, match.view(seat), match.legal(seat), level, rng.getrandbits(32), pause or 2.0
            )
            took = loop.time() - began
            came.append(Came(game.id, took, max(0.0, took - pause)))
            await asyncio.sleep(max(0.0, pause - took))
            match.play(seat, move)


async def look(late: list[float]) -> None:
    """Look how late the event loop comes round."""
    while True:
        began = time.perf_counter()
        await asyncio.sleep(LOOK_EVERY)
        late.append(time.perf_counter() - began - LOOK_EVERY)


async def measure(games: Sequence[Game], args: argparse.Namespace) -> None:
    """Play, look, and print."""
    pool = Thinkers(args.workers)
    came: list[Came] = []
    late: list[float] = []
    await pool.advise(games[0].id, *_first(games[0]), args.level, 1)  # processes are there from now on
    watching = asyncio.create_task(look(late))
    end = asyncio.get_running_loop().time() + args.seconds
    tables = [
        play(games[number % len(games)], number, args.level, args.pause, pool, came, end)
        for number in range(args.tables)
    ]
    await asyncio.gather(*tables)
    watching.cancel()
    pool.close()
    print(f"{args.tables} tables of {args.level} players, {args.workers} processes, {os.cpu_count()} cores")
    print(f"  decisions a second   {len(came) / args.seconds:8.1f}")
    kinds = [
        (f"{game.id}, beyond its pause", [one.late for one in came if one.game == game.id]) for game in games
    ]
    for name, values in (("a decision comes in", [one.took for one in came]), *kinds, ("loop lag", late)):
        middle, slow, slowest = (1000 * quantile(values, share) for share in (0.5, 0.95, 1))
        print(f"  {name:25} {middle:8.2f} ms p95 {slow:8.2f} most {slowest:8.2f}")


def _first(game: Game) -> tuple[View, Sequence[Move]]:
    match = Match(game.rules, game.rules.setup(game.rules.seats[0]))
    match.play(CHANCE, match.chance_move(ShuffleKey.from_text("first")))
    assert not isinstance(match.to_act, str)
    return match.view(match.to_act[0]), match.legal(match.to_act[0])


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", nargs="*", metavar="game", default=[game.id for game in GAMES])
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--level", default="hard")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--pause", type=float, default=2.5)
    args = parser.parse_args()
    asyncio.run(measure([game for game in GAMES if game.id in args.games], args))


if __name__ == "__main__":
    main()
