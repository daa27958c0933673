"""Estimate how far computer players of the games of counting can be exploited.

    python -m benchmarks.best_response [--level hard] [--seats 3] [--seconds 60] [--games 300]
        [--effort 0.1] [game ...]

For each game a responder is searched against a level (``benchmarks.responses``, one module a game); for the
games in which people lie there is ``tefuda arena --respond``. Then it sits alone among players of that level,
on new deals. What is printed is the share of opponents that it beats, with its 95 % interval: 0.5 is what the
level has against itself, and what is above can be won by knowing it. A better responder may win more: it is a
lower bound.
"""

from __future__ import annotations

import argparse
import importlib
import random
import time

from bot.arena.respond import beaten, of_level
from bot.arena.standings import share_of
from games import GAMES, Game

SEARCHED = ("tomoe", "trick3")


def measure(game: Game, args: argparse.Namespace) -> str:
    """Train against a level and play against it; give a line to print."""
    rng = random.Random(f"{game.id} {args.seed}")
    responder = importlib.import_module(f"benchmarks.responses.{game.id}").train(
        args.level, args.seconds, rng, args.seats, args.effort
    )
    other = of_level(game, args.level, args.effort)
    began = time.process_time()
    shares = [
        beaten(game, responder, other, args.seats, f"{args.seed} {number}") for number in range(args.games)
    ]
    took = time.process_time() - began
    return f"{game.id:8} {args.level:7} {share_of(shares)}  {took / args.games:.2f} s a game"


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games_", nargs="*", metavar="game", default=SEARCHED)
    parser.add_argument("--level", default="hard")
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=60.0, help="processor time to train for")
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument(
        "--effort",
        type=float,
        default=0.1,
        help="how much of its full thinking the level does, in training and measurement; responders as much",
    )
    parser.add_argument("--seed", default="response")
    args = parser.parse_args()
    for game in GAMES:
        if game.id in args.games_:
            print(measure(game, args), flush=True)


if __name__ == "__main__":
    main()
