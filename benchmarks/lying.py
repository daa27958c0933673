"""Count how a computer player lies, and what becomes of those who doubt it by a rule.

    python -m benchmarks.lying [--level hard] [--seats 3] [--games 500] [--against 500] [game ...]

First players of the level play among each other: of all that they claim so many are lies, and of all claims
that go over another so many are minimal, with none possible between the two in strength. Then one who doubts
by a rule sits among them and otherwise plays as they do. Doubting always, never, or at every third chance, it
should beat fewer than half of its opponents; shares come with 95 % intervals.
"""

from __future__ import annotations

import argparse
import os
import random
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Any

import msgspec

from benchmarks.responses.halving import Player, beaten, decisions, of_level
from bot.arena.standings import share_of
from games import find_game
from games.bull.moves import CHALLENGE, LADDERS
from games.core.match import Match
from games.core.moves import Ladder, Move
from games.core.shuffle import ShuffleKey
from games.lost.moves import DOUBT
from games.netsuzo.moves import LADDER, REJECT

DOUBTS: dict[str, Move] = {"bull": CHALLENGE, "netsuzo": REJECT, "lost": DOUBT}
"""What says that a claim is false, by the game; the games in which people lie."""
ORDERS: dict[str, Ladder[Any]] = {"bull": LADDERS[False], "netsuzo": LADDER}
"""Claims in order, where they have one."""
RULES: dict[str, Callable[[int], bool]] = {
    "always": lambda chance: True,
    "never": lambda chance: False,
    "every third": lambda chance: chance % 3 == 0,
}
"""At which of its chances, counted from 1, a player doubts that does so by a rule."""


class Lying(msgspec.Struct):
    """What was claimed: how often, falsely, over another claim, and over that by the least.

    Args:
        claims: how many there were.
        lies: how many of them were false.
        raises: how many went over another claim.
        least: how many of those were minimal.
    """

    claims: int = 0
    lies: int = 0
    raises: int = 0
    least: int = 0


def watch(game_id: str, level: str, seats: int, effort: float, number: int) -> Lying:
    """Let players of a level play a game among each other, and count."""
    game, seed = find_game(game_id), f"lying {number}"
    rng, key = random.Random(seed), ShuffleKey.from_text(seed)
    match = Match(game.rules, game.rules.setup(seats, {}, number % seats))
    order, seen = ORDERS.get(game_id), Lying()
    for seat in decisions(match, key):
        legal = match.legal(seat)
        move = legal[0] if len(legal) == 1 else game.advise(match.view(seat), legal, level, rng, effort)
        if order is not None and move in order.index and legal[0] != order.bids[0]:
            seen.raises += 1
            seen.least += order.start_above(move) == order.start_above(legal[0])
        match.play(seat, move)
    for facts in match.facts():
        seen.claims += facts["claims"]
        seen.lies += facts["lies"]
    return seen


def doubter(game_id: str, rule: str, player: Player) -> Player:
    """Make a player that doubts by a rule, and otherwise plays as another does."""
    doubt, is_due = DOUBTS[game_id], RULES[rule]
    chances = 0

    def choose(view: Any, legal: Sequence[Move], rng: random.Random) -> Move:
        nonlocal chances
        if doubt in legal and len(legal) > 1:
            chances += 1
            if is_due(chances):
                return doubt
        move = player(view, legal, rng)
        return next(other for other in legal if other != doubt) if move == doubt and len(legal) > 1 else move

    return choose


def oppose(game_id: str, rule: str, level: str, seats: int, effort: float, number: int) -> float:
    """Seat a doubter among players of a level; give the share of them that it has beaten."""
    player = of_level(find_game(game_id), level, effort)
    return beaten(find_game(game_id), doubter(game_id, rule, player), player, seats, f"{rule} {number}")


def report(game_id: str, args: argparse.Namespace, pool: ProcessPoolExecutor) -> Iterator[str]:
    """Play, and give lines to print."""
    how = (args.level, args.seats, args.effort)
    numbers = range(args.begin, args.begin + args.games)
    seen = list(pool.map(partial(watch, game_id, *how), numbers, chunksize=5))
    claims, lies, raises, least = (
        sum(getattr(one, name) for one in seen) for name in Lying.__struct_fields__
    )
    shares = [one.lies / one.claims for one in seen if one.claims]
    yield f"{game_id}, {args.seats} seats, {args.games} games of {args.level}"
    yield f"  lies            {lies / claims:.3f} of {claims} claims; of a game {share_of(shares)}"
    yield "  minimal raises  " + (f"{least / raises:.3f} of {raises}" if raises else "claims have no order")
    numbers = range(args.begin, args.begin + (args.games if args.against is None else args.against))
    for rule in RULES if numbers else ():
        found = list(pool.map(partial(oppose, game_id, rule, *how), numbers, chunksize=5))
        yield f"  {'doubts ' + rule:20} {share_of(found)}"


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games_", nargs="*", metavar="game", default=[*DOUBTS])
    parser.add_argument("--level", default="hard")
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--against", type=int, help="games of each who doubts; as many, unless told")
    parser.add_argument("--begin", type=int, default=0, help="number of the first game; others, other games")
    parser.add_argument("--effort", type=float, default=0.1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    args = parser.parse_args()
    with ProcessPoolExecutor(args.jobs) as pool:
        for game_id in args.games_:
            for line in report(game_id, args, pool):
                print(line, flush=True)


if __name__ == "__main__":
    main()
