"""Learn what choices in Porker Bull are worth, and write it down for the strongest level.

    python -m benchmarks.bull_values [--rounds 160000] [--seed 1] [--out games/bull/strategy/values.json]

Rounds with any number of players, cards and rules are played by players who choose by the values learnt
so far and mix what is nearly best (smooth fictitious play: values are running means, so habits change
slowly), and among them some who play by rules of thumb. Every choice then learns whether its player lost
the round. Players meet their like, so what is good against them is answered, and values settle where no
choice is much better than those that are mixed with it.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable, Sequence
from math import exp
from pathlib import Path
from typing import TypeAlias

import msgspec

from games.bull.strategy.choices import DOUBT, Choice, Round, calls, doubt
from games.bull.strategy.habits import NORMAL, Habits, habitual
from games.bull.strategy.odds import PLANS, Cards, cards_at, chance
from games.bull.strategy.values import CHANCES, LOOKS, MOST, Grid, Values, spots, table_of, value

OUT = Path(__file__).parent.parent / "games/bull/strategy/values.json"
OTHERS: tuple[Habits, ...] = (NORMAL, NORMAL, Habits(0.05, suspicion=0.0), Habits(0.22))
"""Rules of thumb that sit at some of the seats."""
SHARE_OF_OTHERS = 0.25
WILD = 0.2
"""The share of rounds in which twos are wild."""
PLAYERS = (2, 2, 3, 3, 3, 4, 4, 5, 6, 8)
STEP = 0.003
"""The least step of a running mean, so that what was learnt against weaker players is forgotten."""
WARM, COLD = 0.05, 0.015
"""How far below the best a choice may be and still be mixed, at the beginning and at the end."""

Way: TypeAlias = Callable[[Round, int, Cards, random.Random], Choice]
"""A way to play: from the round so far, the seat, its hand and whims to a choice."""


class Learner:
    """Values while they are learnt, with how often each point was visited."""

    def __init__(self) -> None:
        def grids(start: float, by_look: float, by_chance: float, more: float) -> list[Grid]:
            return [
                [[min(0.98, start + by_look * x + by_chance * y + more * n) for y in CHANCES] for x in LOOKS]
                for n in range(MOST - 1)
            ]

        self.values = Values(
            doubts=grids(1, 0, -1, 0),
            calls=grids(0.4, 0.25, 0.35, 0.05),
            risks=grids(0.6, -0.3, -0.3, 0),
        )
        self.visits = {name: grids(5, 0, 0, 0) for name in ("doubts", "calls", "risks")}
        for counts in self.visits.values():
            for grid in counts:
                grid[:] = [[5.0] * len(CHANCES) for _ in LOOKS]

    def learn(self, name: str, players: int, choice: Choice, brought: float) -> None:
        """Move the values around a choice towards what it brought."""
        grid: Grid = getattr(self.values, name)[table_of(players)]
        counts = self.visits[name][table_of(players)]
        for i, j, share in spots(choice.look, choice.chance):
            if share > 0.01:
                counts[i][j] += share
                grid[i][j] += (brought - grid[i][j]) * share * max(1.0 / counts[i][j], STEP)


def mixed(values: Values, players: int, choices: list[Choice], heat: float, rng: random.Random) -> Choice:
    """Choose among what is nearly best, in proportion."""
    worths = [value(values, players, choice) for choice in choices]
    best = max(worths)
    return rng.choices(choices, [exp((worth - best) / heat) for worth in worths])[0]


def play(
    learner: Learner,
    sizes: Sequence[int],
    seated: Callable[[int], Sequence[Way | None]],
    mixing: tuple[float, float],
    rng: random.Random,
) -> None:
    """Play a round and learn from it.

    Args:
        learner: plays by the values learnt so far, and learns.
        sizes: the hand sizes; the first seat calls first.
        seated: says who sits at so many seats; the learner at those that nobody has.
        mixing: how far below the best a choice of the learner may be and still be mixed, and how often it
            chooses blindly.
        rng: deals and whims.
    """
    players = len(sizes)
    table = Round(sizes, rng.random() < WILD)
    drawn = rng.sample(range(52), table.total)
    hands = [cards_at(drawn[sum(sizes[:seat]) :][: sizes[seat]]) for seat in range(players)]
    ways = seated(players)
    heat, stray = mixing
    made: list[tuple[int, Choice]] = []
    seat = 0
    while True:
        way = ways[seat]
        if way is not None:
            chosen = way(table, seat, hands[seat], rng)
        else:
            challenge = [doubt(table, seat, hands[seat])] if table.calls else []
            choices = [*calls(table, seat, hands[seat], rng.random), *challenge]
            is_blind = rng.random() < stray
            chosen = rng.choice(choices) if is_blind else mixed(learner.values, players, choices, heat, rng)
        made.append((seat, chosen))
        if chosen.call == DOUBT:
            break
        table.add(seat, chosen.call)
        seat = (seat + 1) % players
    good = chance(PLANS[table.wild][table.last], cards_at(drawn), 0, table.wild, ())
    loser = seat if good else table.calls[-1][0]
    for who, choice in made:
        if ways[who] is None:
            name = "doubts" if choice.call == DOUBT else "calls"
            learner.learn(name, players, choice, float(who != loser))
    for at, (_, choice) in enumerate(made[:-1]):
        learner.learn("risks", players, choice, float(at == len(made) - 2 and not good))


def any_sizes(players: int, rng: random.Random) -> list[int]:
    """Draw hand sizes as they stand in the middle of a game."""
    middle = rng.randint(1, 5)
    return [max(1, min(5, middle + rng.choice((-2, -1, -1, 0, 0, 0, 1, 1, 2)))) for _ in range(players)]


def by_habit(habits: Habits) -> Way:
    """Make a player who goes by a rule of thumb."""

    def choose(table: Round, seat: int, hand: Cards, rng: random.Random) -> Choice:
        heard = table if habits.listens else table.unheard()
        challenge = doubt(heard, seat, hand) if table.calls else None
        return habitual(challenge, calls(heard, seat, hand, rng.random), habits, rng)

    return choose


def main() -> None:
    parser = argparse.ArgumentParser(description="Learn what choices in Porker Bull are worth.")
    parser.add_argument("--rounds", type=int, default=160_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=OUT)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    learner = Learner()
    began = time.perf_counter()
    others = [by_habit(habits) for habits in OTHERS]

    def seated(players: int) -> list[Way | None]:
        return [rng.choice(others) if rng.random() < SHARE_OF_OTHERS else None for _ in range(players)]

    for number in range(options.rounds):
        done = number / options.rounds
        mixing = WARM + (COLD - WARM) * done, 0.1 * (1 - done) + 0.02
        play(learner, any_sizes(rng.choice(PLAYERS), rng), seated, mixing, rng)
        if number % 5000 == 4999:
            print(f"{number + 1} rounds, {time.perf_counter() - began:.0f} s", flush=True)
            _write(learner, options.out)
    _write(learner, options.out)


def _write(learner: Learner, out: Path) -> None:
    def rounded(grids: list[Grid]) -> list[Grid]:
        return [[[round(entry, 3) for entry in row] for row in grid] for grid in grids]

    values = learner.values
    short = {name: rounded(getattr(values, name)) for name in learner.visits}
    out.write_bytes(msgspec.json.encode(short) + b"\n")


if __name__ == "__main__":
    main()
