"""Measure how long games last for one person among computer players (``Game.minutes``).

    python -m lab.minutes [--games 20] [--person 12] [--seats N] [--level normal]
                          [--first] [--option NAME=VALUE] [game ...]

Computer players play all seats. A decision of seat 0, the person, counts ``--person`` seconds if there is a
choice; one of another seat counts the mean pause of a computer player, or nothing once the person is out.
Each reveal counts its suspense and its pause. ``--first`` measures first games (``Game.first_options``).

Each row has the number of seats, and the median, mean and 90th percentile in minutes.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator, Mapping
from statistics import fmean, median
from typing import NamedTuple

from benchmarks import add_games, command, print_table
from bot.thinking.thinkers import advise
from games import Game
from games.core.game import EVEN
from games.core.match import Match, ShuffleKey

COMPUTER_SECONDS = 1.75
"""Mean pause before a computer player's move (``bot/driving/driver.py``: 1 to 2.5 seconds)."""

EFFORT = 0.05
"""Share of a computer player's full thinking; more makes better moves, not longer games."""


class GameMinutes(NamedTuple):
    """How long games lasted, in minutes."""

    name: str
    seats: int
    median: float
    mean: float
    p90: float


def minutes_of(
    game: Game, seats: int, options: Mapping[str, str], level: str, person_seconds: float, number: int
) -> float:
    """Return how many minutes a game takes in which seat 0 is a person.

    Args:
        number: the number of the game, which decides its cards.
    """
    rng = random.Random(f"minutes {number}")
    match = Match(game.rules, game.rules.setup(seats, options, rng.randrange(seats)))
    seconds = 0.0
    for seat in match.decisions(ShuffleKey.from_text(f"minutes {number}")):
        view = match.view(seat)
        legal = match.legal(seat)
        move = advise(game.id, view, legal, level, rng.getrandbits(32), EVEN, EFFORT)
        is_automatic = move in (game.presenter.second_move(view), game.presenter.forced_move(view, legal))
        if len(legal) > 1 and not is_automatic:
            is_person_out = 0 in match.view(None).gone
            seconds += person_seconds if seat == 0 else 0.0 if is_person_out else COMPUTER_SECONDS
        match.play(seat, move)
        seconds += match.suspense_seconds + match.reveal_seconds
    return seconds / 60


def rows(options: argparse.Namespace) -> Iterator[GameMinutes]:
    """Yield a table row for each game."""
    for game in options.games:
        seats = options.seats or game.table_size
        if options.first:
            given = dict(game.first_options)
        else:
            given = dict(options.option)
        took = sorted([
            minutes_of(game, seats, given, options.level, options.person, number)
            for number in range(options.games_each)
        ])  # fmt: skip
        name = f"{game.id} {' '.join([f'{name}={value}' for name, value in given.items()])}"
        yield GameMinutes(name, seats, median(took), fmean(took), took[int(0.9 * (len(took) - 1))])


def _option(text: str) -> tuple[str, str]:
    name, _, value = text.partition("=")
    return name, value


def main() -> None:
    """Run the command line: print the table of minutes."""
    parser = command(__doc__)
    add_games(parser)
    parser.add_argument("--games", dest="games_each", type=int, default=20)
    parser.add_argument("--person", type=float, default=12.0)
    parser.add_argument("--seats", type=int, default=0)
    parser.add_argument("--level", default="normal")
    parser.add_argument("--option", type=_option, action="append", default=[])
    parser.add_argument("--first", action="store_true")
    print_table(("game", "seats", "median", "mean", "p90"), rows(parser.parse_args()))


if __name__ == "__main__":
    main()
