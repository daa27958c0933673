"""Measure how long games last for one person among computer players (``Game.minutes``).

    python -m lab.minutes [--games 20] [--person 12] [--reading 12] [--seats N] [--level normal] [--own LEVEL]
                          [--short] [--option NAME=VALUE] [--pace] [game ...]

Computer players play all seats. A decision of seat 0, the person, counts ``--person`` seconds if there is a
choice; one of another seat counts the mean pause of a computer player, or nothing once the person is out.
Each reveal counts its suspense. Then the person reads one that concerns them for ``--reading`` seconds, and
one among others lasts as the bot shows it to one person among computer players (``bot.tables.reveals``).
``--short`` measures short games (``Game.short_options``), and ``--own`` gives the person another level:
``easy`` for one who is new.

Each row has the number of seats, and the median, mean and 90th percentile in minutes. The last column is the
share of games with at least five decisions of the person.

``--pace`` measures ``Game.paces`` and ``Game.option_lengths``: a row for each number of seats, with the
decisions of each player in which there is a choice and the seconds of all reveals, and a row for each value
of an option at the usual number of seats, with its length compared with the usual options, if people play.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator, Mapping
from statistics import fmean, median
from typing import NamedTuple

from benchmarks import add_games, command, print_table
from bot.tables.reveals import ALONE_SECONDS
from bot.thinking.thinkers import advise
from games import Game
from games.core.game import COMPUTER_SECONDS, EVEN, PERSON_SECONDS, Pace
from games.core.match import Match, ShuffleKey

EFFORT = 0.05
"""Share of a computer player's full thinking; more makes better moves, not longer games."""


OTHERS_SECONDS = 4.0
"""Seconds after which the person taps *Next* at a reveal that concerns only others. An assumption."""

FEW_DECISIONS = 5
"""Number of decisions from which on a game is not over before it is understood."""

MOST_VALUES = 6
"""Options with more values are not measured: numbers of games, and decks of one's own choice."""


class GameMinutes(NamedTuple):
    """How long games lasted, in minutes."""

    name: str
    seats: int
    median: float
    mean: float
    p90: float
    understood: float  # share of games with ``FEW_DECISIONS`` and more


class PersonGame(NamedTuple):
    """A game as the person at seat 0 had it."""

    minutes: float
    decisions: int


class Turn(NamedTuple):
    """A move of a measured game."""

    seat: int
    has_choice: bool
    is_first_out: bool  # seat 0 is out of the game
    reveal_seconds: float  # of the reveal that follows, as the rules have it
    suspense_seconds: float  # of the same reveal, before its outcome is shown
    concerns_person: bool  # the reveal means something for seat 0


def turns_of(
    game: Game, seats: int, options: Mapping[str, str], levels: tuple[str, str], number: int
) -> Iterator[Turn]:
    """Play a game by computer players, and yield its moves.

    Args:
        levels: of seat 0, and of all others.
        number: the number of the game, which decides its cards.
    """
    own_level, other_level = levels
    rng = random.Random(f"minutes {number}")
    match = Match(game.rules, game.rules.setup(seats, options, rng.randrange(seats)))
    for seat in match.decisions(ShuffleKey.from_text(f"minutes {number}")):
        view = match.view(seat)
        legal = match.legal(seat)
        level = other_level if seat else own_level
        move = advise(game.id, view, legal, level, rng.getrandbits(32), EVEN, EFFORT)
        is_automatic = move in (game.presenter.second_move(view), game.presenter.forced_move(view, legal))
        is_first_out = 0 in match.view(None).gone
        match.play(seat, move)
        has_choice = len(legal) > 1 and not is_automatic
        yield Turn(
            seat,
            has_choice,
            is_first_out,
            match.reveal_seconds,
            match.suspense_seconds,
            _concerns_person(game, match),
        )


def _concerns_person(game: Game, match: Match) -> bool:
    scene = game.presenter.reveal(match.view(None))
    if scene is None or not scene.involves(0):
        return False
    return game.presenter.consequence(match.view(0)) is not None


def person_game(
    game: Game,
    seats: int,
    options: Mapping[str, str],
    levels: tuple[str, str],
    person_seconds: float,
    reading_seconds: float,
    number: int,
) -> PersonGame:
    """Play a game in which seat 0 is a person; return its minutes, and the person's decisions.

    Args:
        levels: of the person, and of all others.
        reading_seconds: for which the person reads a reveal that concerns them.
        number: the number of the game, which decides its cards.
    """
    seconds = 0.0
    decisions = 0
    for turn in turns_of(game, seats, options, levels, number):
        seconds += turn.suspense_seconds
        if turn.concerns_person:
            seconds += min(reading_seconds, ALONE_SECONDS)
        elif turn.reveal_seconds and not turn.is_first_out:
            seconds += max(turn.reveal_seconds, OTHERS_SECONDS)
        else:
            seconds += turn.reveal_seconds
        if turn.has_choice and turn.seat == 0:
            decisions += 1
            seconds += person_seconds
        elif turn.has_choice and not turn.is_first_out:
            seconds += COMPUTER_SECONDS
    return PersonGame(seconds / 60, decisions)


def pace_of(game: Game, seats: int, options: Mapping[str, str], level: str, games: int) -> Pace:
    """Return how long games are on average.

    Args:
        games: how many games to play.
    """
    decisions = 0
    reveals = 0.0
    for number in range(games):
        for turn in turns_of(game, seats, options, (level, level), number):
            decisions += turn.has_choice
            reveals += turn.suspense_seconds + turn.reveal_seconds
    return Pace(seats, round(decisions / games / seats, 1), round(reveals / games))


class MeasuredPace(NamedTuple):
    """A row of ``--pace``."""

    name: str
    seats: int
    turns: float
    reveal_seconds: float
    factor: float  # length of a game of people, compared with the usual options and number of seats


def pace_rows(options: argparse.Namespace) -> Iterator[MeasuredPace]:
    """Yield a table row for each number of seats, and for each value of an option."""
    for game in options.games:
        low, high = game.rules.seats
        usual = pace_of(game, game.table_size, {}, options.level, options.games_each)
        for seats in range(low, high + 1):
            pace = pace_of(game, seats, {}, options.level, options.games_each)
            yield MeasuredPace(game.id, *pace, _people_seconds(pace) / _people_seconds(usual))
        for name, values in game.rules.options.items():
            if len(values) > MOST_VALUES:
                continue
            for value in values[1:]:
                given = {name: value}
                chosen = game.rules.fit_options(given, game.table_size)
                if chosen[name] != value or not game.rules.has_effect(name, chosen):
                    continue
                pace = pace_of(game, game.table_size, chosen, options.level, options.games_each)
                factor = _people_seconds(pace) / _people_seconds(usual)
                yield MeasuredPace(f"{game.id} {name}={value}", *pace, factor)


def _people_seconds(pace: Pace) -> float:
    return pace.turns * pace.seats * PERSON_SECONDS + pace.reveal_seconds


def rows(options: argparse.Namespace) -> Iterator[GameMinutes]:
    """Yield a table row for each game."""
    for game in options.games:
        seats = options.seats or game.table_size
        if options.short:
            given = dict(game.short_options)
        else:
            given = dict(options.option)
        levels = (options.own or options.level, options.level)
        played = [
            person_game(game, seats, given, levels, options.person, options.reading, number)
            for number in range(options.games_each)
        ]
        took = sorted([each.minutes for each in played])
        understood = fmean([each.decisions >= FEW_DECISIONS for each in played])
        name = f"{game.id} {' '.join(map('='.join, given.items()))}"
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
    parser.add_argument("--person", type=float, default=PERSON_SECONDS)
    parser.add_argument("--reading", type=float, default=PERSON_SECONDS)
    parser.add_argument("--seats", type=int, default=0)
    parser.add_argument("--level", default="normal")
    parser.add_argument("--own", default="", help="level of the person; that of the others by default")
    parser.add_argument("--option", type=_option, action="append", default=[])
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--pace", action="store_true")
    options = parser.parse_args()
    if options.pace:
        print_table(("game", "seats", "turns", "reveals", "factor"), pace_rows(options))
    else:
        print_table(("game", "seats", "median", "mean", "p90", "5 decisions"), rows(options))


if __name__ == "__main__":
    main()
