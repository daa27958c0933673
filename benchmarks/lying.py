"""Count how computer players lie, how often that goes well, and how long it takes until somebody doubts.

    python -m benchmarks.lying [--level expert] [--seats 3] [--games 300] [game ...]

Players of the level play among each other: of all that they claim so many are lies, so many lies are caught,
so many doubts are right, and of all claims that go over another so many are minimal, with none possible
between the two in strength.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from typing import Any

from bot.arena.respond import decisions
from games import find_game
from games.bull.moves import LADDERS
from games.core.bluffs import COUNTERS
from games.core.match import Match
from games.core.moves import Ladder
from games.core.shuffle import ShuffleKey
from games.netsuzo.moves import LADDER

GAMES = ("bull", "netsuzo", "lost")
"""The games in which people lie."""
ORDERS: dict[str, Ladder[Any]] = {"bull": LADDERS[False], "netsuzo": LADDER}
"""Claims in order, where they have one."""


def watch(game_id: str, level: str, seats: int, effort: float, number: int, seen: dict[str, int]) -> None:
    """Let players of a level play a game among each other, and count."""
    game, seed = find_game(game_id), f"lying {number}"
    rng, key = random.Random(seed), ShuffleKey.from_text(seed)
    match = Match(game.rules, game.rules.setup(seats, {}, number % seats))
    order = ORDERS.get(game_id)
    for seat in decisions(match, key):
        legal = match.legal(seat)
        move = legal[0] if len(legal) == 1 else game.advise(match.view(seat), legal, level, rng, effort)
        if order is not None and move in order.index and legal[0] != order.bids[0]:
            seen["raises"] += 1
            seen["least"] += order.start_above(move) == order.start_above(legal[0])
        match.play(seat, move)
    for facts in match.facts():
        for name in COUNTERS:
            seen[name] += facts[name]


def report(game_id: str, args: argparse.Namespace) -> Iterator[str]:
    """Play, and give lines to print."""
    seen = dict.fromkeys((*COUNTERS, "raises", "least"), 0)
    for number in range(args.games):
        watch(game_id, args.level, args.seats, args.effort, number, seen)
    yield f"{game_id}, {args.seats} seats, {args.games} games of {args.level}, {seen['claims']} claims"
    for name, part, of in (
        ("lies", "lies", "claims"),
        ("lies that are caught", "lies_caught", "lies"),
        ("doubts that are right", "challenges_right", "challenges"),
        ("minimal raises", "least", "raises"),
    ):
        yield f"  {name:22} " + (f"{seen[part] / seen[of]:.3f} of {seen[of]}" if seen[of] else "none")
    yield f"  claims to a doubt      {seen['claims'] / max(1, seen['challenges']):.2f}"


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games_", nargs="*", metavar="game", default=GAMES)
    parser.add_argument("--level", default="expert")
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--effort", type=float, default=0.1)
    args = parser.parse_args()
    for game_id in args.games_:
        for line in report(game_id, args):
            print(line, flush=True)


if __name__ == "__main__":
    main()
