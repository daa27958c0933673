"""Measure how much a player that sees all cards wins among ordinary players, in games without claims.

    python -m lab.seers [--seats 3] [--deals 20] [--effort 0.2] [--seed seers] [tomoe] [trick3]

All players are of the level ``hard``, but one of them knows the true cards. The result is the mean share of
opponents that this player beats. A share of 0.5 means that knowing the cards is worth nothing. Each deal is
played once with the seeing player at each seat, so that luck cancels out.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import repeat
from statistics import fmean
from typing import Any

from benchmarks import command, print_table
from games import Game, find_game
from games.core.match import Match, ShuffleKey
from games.core.rules import clockwise
from games.tomoe import strategy as tomoe
from games.tomoe.possible import bits
from games.tomoe.rules import SEATS, TomoeState
from games.trick3 import strategy as trick3
from games.trick3.playout import Playout
from games.trick3.rules import Trick3State
from games.trick3.sides import piles_of
from lab.arena.standings import interval_of
from lab.responders.respond import player_of_level, share_beaten


@contextmanager
def seeing(state: Any) -> Iterator[None]:
    """Make the computer players of Tomoefuda and Three Cards Trick Poker see all cards within a ``with``
    block.
    """
    guesses: Callable[..., Any]
    # Replace the function that draws possible deals by one that returns the true one.
    where, name = (tomoe, "possible_deals") if isinstance(state, TomoeState) else (trick3, "random_deals")
    guesses = getattr(where, name)
    setattr(where, name, lambda view, *_: _as_they_lie(state, view))
    try:
        yield
    finally:
        setattr(where, name, guesses)


def _as_they_lie(state: Any, view: Any) -> Any:
    if isinstance(state, TomoeState):
        seats = clockwise(view.seat, SEATS)
        return [tuple([bits(state.open[seat] + state.hidden[seat]) for seat in seats])]
    assert isinstance(state, Trick3State)
    table = Playout(view)
    table.hidden = list(piles_of(state.sides, "hidden"))
    table.stock = list(piles_of(state.sides, "stock"))
    table.played = list(piles_of(state.sides, "played"))
    return repeat(table)


def beaten_by_seer(game: Game, seats: int, effort: float, seed: str) -> float:
    """Return the mean share of opponents that a player beats if it sees all cards.

    The same deal is played once with this player at each seat.

    Args:
        effort: share of the full thinking time that all players use.
    """
    return fmean([_play(game, seats, effort, seed, seat) for seat in range(seats)])


def _play(game: Game, seats: int, effort: float, seed: str, seer_seat: int) -> float:
    rng = random.Random(f"{seed} {seer_seat}")
    choose = player_of_level(game, "hard", effort)
    match = Match(game.rules, game.rules.setup(seats, {}, 0))
    for seat in match.decisions(ShuffleKey.from_text(seed)):
        view = match.view(seat)
        legal = match.legal(seat)
        if seat == seer_seat:
            with seeing(match.state):
                move = choose(view, legal, rng)
        else:
            move = choose(view, legal, rng)
        match.play(seat, move)
    return share_beaten(match, seer_seat)


def main() -> None:
    """Run the command line: print what share of opponents a player beats if it sees all cards."""
    parser = command(__doc__)
    parser.add_argument("games", nargs="*", metavar="game", default=("tomoe", "trick3"))
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--deals", type=int, default=20)
    parser.add_argument("--effort", type=float, default=0.2)
    parser.add_argument("--seed", default="seers")
    options = parser.parse_args()
    # Figures of a game are printed as soon as they are known.
    print_table(("alone among hard", "opponents beaten with all cards in sight"), rows(options))


def rows(options: argparse.Namespace) -> Iterator[tuple[str, str]]:
    """Yield a table row for each game."""
    for name in options.games:
        game = find_game(name)
        beaten = []
        for number in range(options.deals):
            seed = f"{options.seed} {number}"
            beaten.append(beaten_by_seer(game, options.seats, options.effort, seed))
        games = options.deals * options.seats
        yield f"{name}, {options.seats} seats, {games} games", str(interval_of(beaten))


if __name__ == "__main__":
    main()
