"""Count taps of turns in an open panel, and lines of text in a table's message.

    python -m benchmarks.taps [--games 4] [--turns 40] [--seed 1] [--level normal] [game ...]

A tap is what a finger does (``tests.bot.play.fingers``). Turns are those of games that computer players play;
told are the taps of what they chose (``usual``: fewest, median, most, how many took two at most), and those
of all legal moves (``any``). A turn that leaves no choice plays itself and is none.

Lines are those of the texts in the table's message as they are sent, with the fewest, four and eight seats:
the mean over the positions of a game, and the most.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from statistics import mean, median
from typing import NamedTuple

from bot.play.table_view import table_page
from bot.tables.state import TableState
from bot.wire.components import TextDisplay, walk
from games import GAMES, Game, find_game
from games.core.game import LEVELS
from games.core.moves import Move
from storage.rows import PLAYING, SeatRow, TableRow
from tests.bot.play.fingers import fewest_taps

FEW, MOST = 2, 5
"""Taps that take what is mostly done, and anything at all, at most."""
SEATS = (4, 8)


class Turn(NamedTuple):
    """A decision of one seat, and what was chosen."""

    state: TableState
    seat: int
    move: Move

    @property
    def is_forced(self) -> bool:
        assert self.state.match is not None
        return len(self.state.match.legal(self.seat)) == 1


class Counted(NamedTuple):
    """The taps of what was chosen, and of every legal move."""

    chosen: int
    moves: tuple[int, ...]


def play(game: Game, seats: int, seed: int, level: str = "normal") -> Iterator[Turn]:
    """Play a game of computer players with the usual options."""
    rng = random.Random(f"{game.id} {seats} {seed}")
    rows = tuple(SeatRow(seat, 100 + seat, f"Player {seat}", None, 1 + seat) for seat in range(seats))
    options = {name: values[0] for name, values in game.rules.options.items()}
    secret = rng.randbytes(32)
    row = TableRow("t1", 1, 2, 100, game.id, options, PLAYING, "en", 0, first=0, seed=secret)
    state = TableState(row, rows).begun().dealt()
    while not state.is_over and isinstance(state.to_act, tuple):
        assert state.match is not None
        seat = state.to_act[0]
        move = game.advise(state.match.view(seat), state.match.legal(seat), level, rng)
        yield Turn(state, seat, move)
        state = state.played(seat, move).dealt()


def lines_of(state: TableState) -> int:
    """Count the lines of text in the table's message."""
    parts = walk(table_page(state.snapshot, "en").components)
    return sum(len(part.content.split("\n")) for part in parts if isinstance(part, TextDisplay))


def counted(turn: Turn) -> Counted:
    """Count the taps of one turn."""
    reached = fewest_taps(turn.state.seen_by(turn.seat))
    assert turn.state.match is not None
    legal = turn.state.match.legal(turn.seat)
    return Counted(reached[str(turn.move)], tuple([reached[str(move)] for move in legal]))


def tell_taps(game: Game, games: int, turns: int, seed: int, level: str) -> str:
    """Measure the taps of one game, with as many seats as usual."""
    rng = random.Random(seed)
    seats = min(4, game.rules.seats[1])
    played = [list(play(game, seats, number, level)) for number in range(games)]
    free = [turn for turns_of_one in played for turn in turns_of_one if not turn.is_forced]
    found = [counted(turn) for turn in rng.sample(free, min(turns, len(free)))]
    usual = [each.chosen for each in found]
    every = [taps for each in found for taps in each.moves]
    few, above = mean(taps <= FEW for taps in usual), mean(taps > MOST for taps in usual)
    return (
        f"{game.id:8} {level}, usual: {min(usual)} / {median(usual):g} / {max(usual)}, "
        f"{few:.0%} in {FEW}, {above:.0%} above {MOST} · "
        f"any: {min(every)} / {median(every):g} / {max(every)}, "
        f"{mean(taps > MOST for taps in every):.0%} above {MOST} · {len(usual)} turns"
    )


def tell_lines(game: Game) -> str:
    """Measure the table's message of one game at several tables."""
    low, high = game.rules.seats
    told = []
    for seats in sorted({low, *(count for count in SEATS if low <= count <= high)}):
        lines = [lines_of(turn.state) for turn in play(game, seats, 1)]
        told.append(f"{seats} seats: {mean(lines):.1f} ({max(lines)})")
    return f"{game.id:8} {' · '.join(told)}"


def main() -> None:
    """Read the arguments, measure, print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.taps")
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--turns", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--level", default="normal", choices=LEVELS)
    parser.add_argument("game", nargs="*", default=[game.id for game in GAMES])
    given = parser.parse_args()
    for name in given.game:
        print(tell_taps(find_game(name), given.games, given.turns, given.seed, given.level), flush=True)
    for name in given.game:
        print(tell_lines(find_game(name)), flush=True)


if __name__ == "__main__":
    main()
