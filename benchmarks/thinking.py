"""Measure what computer players cost the event loop: many tables at once, in the bot's own processes.

    python -m benchmarks.thinking [--tables 50] [--level hard] [--seconds 20] [--workers 1] [--pause 0]

Every table is played by computer players alone, each of which wants its move after ``--pause`` seconds (0: as
soon as it can be had). Meanwhile a task looks how late the event loop comes round. The views, the pickling
and the moves are what the bot does, too; nothing is shown and nothing stored. Names of games
choose among them.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import time
from collections.abc import Sequence

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


async def play(
    game: Game, number: int, level: str, pause: float, pool: Thinkers, took: list[float], end: float
) -> None:
    """Play one table again and again."""
    loop = asyncio.get_running_loop()
    rng = random.Random(number)
    while loop.time() < end:
        seats = min(4, game.rules.seats[1])
        match = Match(game.rules, game.rules.setup(seats, {}, rng.randrange(seats)))
        key = ShuffleKey.from_text(f"{number} {rng.random()}")
        while not match.is_over and loop.time() < end:
            if match.to_act == CHANCE:
                match.play(CHANCE, match.chance_move(key))
                continue
            seat = match.to_act[0]
            assert isinstance(seat, int)
            began = loop.time()
            move = await pool.advise(
                game.id, match.view(seat), match.legal(seat), level, rng.getrandbits(32), pause or 2.0
            )
            took.append(loop.time() - began)
            if pause:
                await asyncio.sleep(max(0.0, began + pause - loop.time()))
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
    took: list[float] = []
    late: list[float] = []
    await pool.advise(games[0].id, *_first(games[0]), args.level, 1)  # processes are there from now on
    watching = asyncio.create_task(look(late))
    end = asyncio.get_running_loop().time() + args.seconds
    tables = [
        play(games[number % len(games)], number, args.level, args.pause, pool, took, end)
        for number in range(args.tables)
    ]
    await asyncio.gather(*tables)
    watching.cancel()
    pool.close()
    print(f"{args.tables} tables of {args.level} players, {args.workers} processes, {os.cpu_count()} cores")
    print(f"  decisions a second   {len(took) / args.seconds:8.1f}")
    for name, values in (("a decision comes in", took), ("loop lag", late)):
        middle, slow = (1000 * quantile(values, share) for share in (0.5, 0.99))
        print(f"  {name:20} {middle:8.2f} ms p99 {slow:.2f} ms")


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
    parser.add_argument("--pause", type=float, default=0.0)
    args = parser.parse_args()
    asyncio.run(measure([game for game in GAMES if game.id in args.games], args))


if __name__ == "__main__":
    main()
