"""Measure how long games last for one person among computer players (``Game.minutes``).

    python -m lab.minutes [--games 20] [--person 12] [--seats N] [--level normal] [--own LEVEL]
                          [--first] [--option NAME=VALUE] [game ...]

Computer players play all seats. A decision of seat 0, the person, counts ``--person`` seconds if there is a
choice; one of another seat counts the mean pause of a computer player, or nothing once the person is out.
Each reveal counts its suspense and its pause. ``--first`` measures first games (``Game.first_options``), and
``--own`` gives the person another level: ``easy`` for one who is new.

Each row has the number of seats, and the median, mean and 90th percentile in minutes. The last column is the
share of games with at least five decisions of the person.
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


FEW_DECISIONS = 5
"""Number of decisions from which on a game is not over before it is understood."""


class PersonGame(NamedTuple):
    """A game as the person at seat 0 had it."""

    minutes: float
    decisions: int


class GameMinutes(NamedTuple):
    """How long games lasted, in minutes."""

    name: str
    seats: int
    median: float
    mean: float
    p90: float
    understood: float  # share of games with ``FEW_DECISIONS`` and more


def person_game(
    game: Game,
    seats: int,
    options: Mapping[str, str],
    levels: tuple[str, str],
    person_seconds: float,
    number: int,
) -> PersonGame:
    """Play a game in which seat 0 is a person; return its minutes, and the person's decisions.

    Args:
        levels: of the person, and of all others.
        number: the number of the game, which decides its cards.
    """
    own_level, other_level = levels
    rng = random.Random(f"minutes {number}")
    match = Match(game.rules, game.rules.setup(seats, options, rng.randrange(seats)))
    seconds = 0.0
    decisions = 0
    for seat in match.decisions(ShuffleKey.from_text(f"minutes {number}")):
        view = match.view(seat)
        legal = match.legal(seat)
        level = other_level if seat else own_level
        move = advise(game.id, view, legal, level, rng.getrandbits(32), EVEN, EFFORT)
        is_automatic = move in (game.presenter.second_move(view), game.presenter.forced_move(view, legal))
        if len(legal) > 1 and not is_automatic:
            is_person_out = 0 in match.view(None).gone
            decisions += seat == 0
            seconds += person_seconds if seat == 0 else 0.0 if is_person_out else COMPUTER_SECONDS
        match.play(seat, move)
        seconds += match.suspense_seconds + match.reveal_seconds
    return PersonGame(seconds / 60, decisions)


def rows(options: argparse.Namespace) -> Iterator[GameMinutes]:
    """Yield a table row for each game."""
    for game in options.games:
        seats = options.seats or game.table_size
        if options.first:
            given = dict(game.first_options)
        else:
            given = dict(options.option)
        levels = (options.own or options.level, options.level)
        played = [
            person_game(game, seats, given, levels, options.person, number)
            for number in range(options.games_each)
        ]
        took = sorted([each.minutes for each in played])
        understood = fmean([each.decisions >= FEW_DECISIONS for each in played])
        name = f"{game.id} {' '.join([f'{name}={value}' for name, value in given.items()])}"
        p90 = took[int(0.9 * (len(took) - 1))]
        yield GameMinutes(name, seats, median(took), fmean(took), p90, understood)


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
    parser.add_argument("--own", default="", help="level of the person; that of the others by default")
    parser.add_argument("--option", type=_option, action="append", default=[])
    parser.add_argument("--first", action="store_true")
    print_table(("game", "seats", "median", "mean", "p90", "5 decisions"), rows(parser.parse_args()))


if __name__ == "__main__":
    main()
