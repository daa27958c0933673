"""Measure how high every message of whole random games stands on a phone that is 400 points wide.

    python -m benchmarks.heights [--games 2] [--seed 1] [game ...]

Told are the median and the most, in points, of panels in which there is something to decide (at every
question on the way to some move), of those in which there is nothing, of the table's message and of the
result, in both languages. A panel is to have 620 at most, a table's message and a result 700.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterator
from statistics import median

from bot.language.catalogue import LANGUAGES
from bot.showing.phone import page_height
from games import GAMES, Game, find_game
from tests.bot.play.test_heights import TABLES, pages

KINDS = {
    "deciding": ("deciding",),
    "waiting": ("waiting", "own moment", "own result", "looking"),
    "table": ("table", "moment"),
    "result": ("result",),
}
"""What is told together."""

ALL = 10_000
"""Positions of a game that are looked at: every one."""


def heights(game: Game, seats: int, seed: int) -> Iterator[tuple[str, float]]:
    """Measure the messages of a game in both languages: of which kind each is, and its points."""
    for language in LANGUAGES:
        for kind, page in pages(game, seats, seed, language, ALL):
            yield next(name for name, kinds in KINDS.items() if kind in kinds), page_height(page)


def tell(game: Game, seats: int, games: int, seed: int) -> str:
    """Measure some games with so many seats."""
    found: dict[str, list[float]] = defaultdict(list)
    for number in range(seed, seed + games):
        for kind, points in heights(game, seats, number):
            found[kind].append(points)
    told = [f"{kind} {median(of):.0f}/{max(of):.0f}" for kind in KINDS if (of := found[kind])]
    return f"{game.id:8} {seats}: {' · '.join(told)} · {sum(map(len, found.values()))} messages"


def main() -> None:
    """Read the arguments, measure, print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.heights")
    parser.add_argument("--games", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("game", nargs="*", default=[game.id for game in GAMES])
    given = parser.parse_args()
    for name in given.game:
        for game, seats in TABLES:
            if game is find_game(name):
                print(tell(game, seats, given.games, given.seed), flush=True)


if __name__ == "__main__":
    main()
