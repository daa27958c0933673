"""Measure what a move costs: random play of every game through the public functions.

    python -m benchmarks.rules [--seconds 1] [game ...]

Three figures per game, all in microseconds per move: choosing among the legal moves and applying, the same
with the views of all seats after each move, and a floor: an empty Python loop that makes as many random
choices from lists as long. The floor tells how fast the machine is just now; only ratios travel.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator, Sequence

import msgspec

from games import GAMES, Game
from games.core.moves import CHANCE_MOVES
from games.core.rules import CHANCE, OVER, Setup

LONGEST = 5000
"""Moves after which a game that may go on for ever is left."""


class Cost(msgspec.Struct, frozen=True):
    """Microseconds per move; ``branching`` is how many legal moves there were on average."""

    game: str
    games: int
    moves: int
    branching: float
    rules: float
    with_views: float
    floor: float


def setups(game: Game, rng: random.Random) -> Iterator[Setup]:
    """Draw tables of every size with the default options."""
    low, high = game.rules.seats
    while True:
        seats = rng.randint(low, high)
        yield game.rules.setup(seats, {}, rng.randrange(seats))


def play(game: Game, setup: Setup, rng: random.Random, lengths: list[int] | None, *, views: bool) -> int:
    """Play one game at random.

    Args:
        game: the game.
        setup: its table.
        rng: makes every choice, chance's too.
        lengths: where to note how many moves there were to choose from; not noted when ``None``.
        views: whether every seat and the spectator look after each move.

    Returns:
        The number of moves, chance's included.
    """
    rules = game.rules
    state = rules.start(setup)
    viewers: Sequence[int | None] = (None, *range(setup.seats))
    for count in range(LONGEST):
        to_act = state.to_act
        if to_act == OVER:
            return count
        if to_act == CHANCE:
            request = rules.chance(state)
            cards = list(request.cards)
            rng.shuffle(cards)
            state = rules.apply(state, CHANCE, CHANCE_MOVES[request.kind](tuple(cards)))
            if lengths is not None:
                lengths.append(-len(cards))
        else:
            seat = to_act[0] if len(to_act) == 1 else rng.choice(to_act)
            legal = rules.legal(state, seat)
            state = rules.apply(state, seat, rng.choice(legal))
            if lengths is not None:
                lengths.append(len(legal))
        if views:
            for viewer in viewers:
                rules.view(state, viewer)
    return LONGEST


def floor(lengths: Sequence[int], rng: random.Random) -> None:
    """Make the same random choices and nothing else; a negative length is a shuffle."""
    longest = list(range(max(map(abs, lengths))))
    lists = {length: longest[:length] for length in {abs(length) for length in lengths}}
    for length in lengths:
        if length < 0:
            rng.shuffle(lists[-length])
        else:
            rng.choice(lists[length])


def measure(game: Game, seconds: float) -> Cost:
    """Play whole games for about as many seconds in each of the two ways, then the floor."""
    lengths: list[int] = []
    tables = setups(game, random.Random(1))
    rng = random.Random(2)
    batch = [next(tables) for _ in range(5)]
    for setup in batch:
        play(game, setup, rng, lengths, views=False)
    spent = {True: 0.0, False: 0.0, None: 0.0}
    moves = {True: 0, False: 0, None: 0}
    games = 0
    while spent[False] < seconds:
        games += len(batch)
        for views in (False, True):
            began = time.perf_counter()
            for setup in batch:
                moves[views] += play(game, setup, rng, None, views=views)
            spent[views] += time.perf_counter() - began
        began = time.perf_counter()
        floor(lengths, rng)
        spent[None] += time.perf_counter() - began
        moves[None] += len(lengths)
    each = {how: 1e6 * spent[how] / moves[how] for how in spent}
    choices = [length for length in lengths if length > 0]
    branching = sum(choices) / max(1, len(choices))
    return Cost(game.id, games, moves[False], branching, each[False], each[True], each[None])


def table(costs: Sequence[Cost]) -> str:
    """Print the figures as a small table."""
    lines = [
        f"{'game':<9}{'games':>7}{'moves':>9}{'choices':>9}{'us/move':>9}{'+views':>9}{'floor':>8}{'ratio':>7}"
    ]
    lines += [
        f"{cost.game:<9}{cost.games:>7}{cost.moves:>9}{cost.branching:>9.1f}{cost.rules:>9.2f}"
        f"{cost.with_views:>9.2f}{cost.floor:>8.2f}{cost.rules / cost.floor:>7.1f}"
        for cost in costs
    ]
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description="Microseconds per move of random play.")
    parser.add_argument("games", nargs="*", metavar="game", help="ids of games; all when left out")
    parser.add_argument("--seconds", type=float, default=1.0, help="how long to play each game")
    wanted = parser.parse_args()
    games = [game for game in GAMES if not wanted.games or game.id in wanted.games]
    print(table([measure(game, wanted.seconds) for game in games]))


if __name__ == "__main__":
    main()
