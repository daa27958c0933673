"""Count taps of turns in an open panel, and lines of text in a table's message.

    python -m benchmarks.taps [--games 3] [--turns 60] [--seed 1] [game ...]

A tap is what a finger does: opening a menu is one, each option chosen in it is one, sending several cards
picked together is one, and so is every button, the confirming one too. Turns are those of games that computer
players of the level *normal* play; told are the taps of what they chose (``usual``) and of moves drawn evenly
among all legal ones (``any``). Lines are those of the texts in the table's message as they are sent, with the
fewest, four and eight seats: the mean over the positions of a game, and the most.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator, Sequence
from itertools import combinations
from statistics import mean, median
from typing import Any, NamedTuple

from bot.play.table_view import table_page
from bot.tables.state import TableState
from games import GAMES, Game, find_game
from games.core.moves import Move
from games.core.presentation import Question
from storage.rows import PLAYING, SeatRow, TableRow

MOST = 5
"""Taps that a move should take at most."""
SEATS = (4, 8)


class Turn(NamedTuple):
    """A decision of one seat, and what was chosen."""

    state: TableState
    seat: int
    move: Move


def taps_of(game: Game, view: Any, legal: Sequence[Move], move: Move) -> int:
    """Count the taps that a legal move takes in an open panel: one, if it is offered, else by menus."""
    scene = game.presenter.panel(view, legal)
    offered = [*scene.shortcuts, *(shortcut for offer in scene.offers for shortcut in offer.shortcuts)]
    if any(str(move) == shortcut.move and not shortcut.then for shortcut in offered):
        return 1
    return 1 + min(_taps(game, view, move, ()))


def _taps(game: Game, view: Any, move: Move, way: tuple[str, ...]) -> Iterator[int]:
    """Yield the taps of every way on from here, without the confirming one."""
    asked = game.presenter.ask(view, way)
    if asked == move:
        yield 0
    if not isinstance(asked, Question):
        return
    for answer, taps in _answers(asked, move):
        yield from (taps + more for more in _taps(game, view, move, (*way, answer)))


def _answers(question: Question, move: Move) -> Iterator[tuple[str, int]]:
    """List what may be answered, with its taps; of cards picked together only those that the move names."""
    if question.only is not None:
        yield question.only, 0
        return
    if not question.is_pick:
        for choice in question.choices:
            yield choice.value, 0 if choice.value == question.preset else 2
        return
    named = [card for card in question.cards if card in str(move).split()]
    least, most = question.sizes
    for size in range(least, most + 1):
        for answer in {question.value_of(cards) for cards in combinations(named, size)}:
            yield answer, size + 2


def play(game: Game, seats: int, seed: int) -> Iterator[Turn]:
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
        move = game.advise(state.match.view(seat), state.match.legal(seat), "normal", rng)
        yield Turn(state, seat, move)
        state = state.played(seat, move).dealt()


def lines_of(state: TableState) -> int:
    """Count the lines of text in the table's message."""
    (container, *_) = table_page(state.snapshot, "en").view.to_components()  # type: ignore[no-untyped-call]
    return sum(len(part["content"].split("\n")) for part in container["components"] if part["type"] == 10)


def tell_taps(game: Game, games: int, turns: int, seed: int) -> str:
    """Measure the taps of one game."""
    rng = random.Random(seed)
    seats = min(4, game.rules.seats[1])
    played = [turn for number in range(games) for turn in play(game, seats, number)]
    usual, dear = [], []
    for state, seat, move in rng.sample(played, min(turns, len(played))):
        assert state.match is not None
        view, legal = state.match.view(seat), state.match.legal(seat)
        if len(legal) == 1:
            continue  # plays itself
        usual.append(taps_of(game, view, legal, move))
        dear.append(taps_of(game, view, legal, legal[rng.randrange(len(legal))]))
    above = mean(taps > MOST for taps in dear)
    return (
        f"{game.id:8} usual: median {median(usual):g}, most {max(usual)} · "
        f"any: median {median(dear):g}, most {max(dear)}, above {MOST}: {above:.0%} · {len(usual)} turns"
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
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--turns", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("game", nargs="*", default=[game.id for game in GAMES])
    given = parser.parse_args()
    for name in given.game:
        print(tell_taps(find_game(name), given.games, given.turns, given.seed), flush=True)
    for name in given.game:
        print(tell_lines(find_game(name)), flush=True)


if __name__ == "__main__":
    main()
