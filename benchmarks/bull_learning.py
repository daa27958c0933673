"""Learn what choices in Porker Bull are worth, and write it down for the strongest levels.

    python -m benchmarks.bull_learning hard [--rounds 700000] [--rest 150000] [--seed 1]
    python -m benchmarks.bull_learning expert [--rounds 100000] [--rest 30000] [--seed 1]

Rounds with any number of players, cards and rules are played by players who choose by what they have learnt
so far and mix what is nearly best, and among them some who play by rules of thumb. Whether a call was true is
learnt by everybody who could have doubted it, what a call was worth by who made it. What is kept is a mean
over the later part. With it the last ``rest`` rounds begin, in which steps are small and few others play, so
that players who learn from each other come to rest.

``expert`` begins with what ``hard`` has learnt, and goes on among players of whom nearly half are ``hard``:
it learns what they give away. The others are like itself, so that it gives away less.
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

from games.bull.player import mix
from games.bull.possible import PLANS, Cards, cards_at, chance
from games.bull.strategy.choices import DOUBT, Choice, Round, calls, doubt
from games.bull.strategy.features import STARTS, Sight
from games.bull.strategy.habits import NORMAL, Habits, habitual
from games.bull.strategy.judge import judge, learnt
from games.core.learner import Learner, Tables

STRATEGY = Path(__file__).parent.parent / "games/bull/strategy"
HABITS: tuple[Habits, ...] = (NORMAL, Habits(0.05, suspicion=0.0), Habits(0.22))
"""Rules of thumb that sit at some of the seats where ``hard`` learns."""
WILD = 0.15
"""The share of rounds in which twos are wild."""
PLAYERS = (2, 2, 2, 3, 3, 3, 3, 4, 4, 5, 6, 8)
NAMES = ("doubts", "calls", "risks")

Way: TypeAlias = Callable[[Round, int, Cards, random.Random], Choice]
"""A way to play: from the round so far, the seat, its hand and whims to a choice."""


class Phase(msgspec.Struct, frozen=True):
    """How rounds are played.

    Args:
        others: at how many of the seats others sit.
        stray: how often a choice is a blind one.
        heats: how far below the best a choice may be and still be mixed: at first, from the middle on.
        steps: how far an entry is moved at first, and at least.
    """

    others: float
    stray: float
    heats: tuple[float, float]
    steps: tuple[float, float]


PHASES = {
    "hard": (
        Phase(0.1, 0.03, (0.05, 0.012), (0.3, 0.002)),
        Phase(0.03, 0.01, (0.012, 0.012), (0.0005, 0.0005)),
    ),
    "expert": (
        Phase(0.45, 0.03, (0.02, 0.02), (0.1, 0.002)),
        Phase(0.45, 0.01, (0.02, 0.02), (0.0005, 0.0005)),
    ),
}
"""By level those of the first rounds, and of the last."""


def play(
    learnt: dict[str, Learner],
    sizes: Sequence[int],
    ways: Sequence[Way | None],
    heat: float,
    stray: float,
    rng: random.Random,
) -> None:
    """Play a round and learn from it.

    Args:
        learnt: what players choose by at the seats that nobody else has, and what learns.
        sizes: the hand sizes; the first seat calls first.
        ways: how the others play.
        heat: how far below the best a choice may be and still be mixed.
        stray: how often a choice is a blind one, so that everything is tried.
        rng: deals and whims.
    """
    table = Round(sizes, rng.random() < WILD)
    drawn = rng.sample(range(52), table.total)
    everything = cards_at(drawn)
    hands = []
    for size in sizes:
        hands.append(cards_at(drawn[:size]))
        del drawn[:size]
    made: list[tuple[int, tuple[int, ...]]] = []
    seat, good = 0, True
    doubts, worths, risks = (learnt[name] for name in NAMES)
    while True:
        sight = Sight(table, seat, hands[seat])
        options = [(choice, sight.keys(choice)) for choice in calls(table, seat, hands[seat], rng.random)]
        values = [worths.tables.chance(keys) for _, keys in options]
        if table.calls:
            challenge = doubt(table, seat, hands[seat])
            keys = sight.keys(challenge)
            good = chance(PLANS[table.wild][table.last], everything, 0, table.wild, ()) > 0.5
            options.append((challenge, keys))
            values.append(doubts.tables.chance(keys))
            doubts.learn(keys, float(not good))
        way = ways[seat]
        if way is not None:
            choice = way(table, seat, hands[seat], rng)
            keys = sight.keys(choice)
        elif rng.random() < stray:
            choice, keys = rng.choice(options)
        else:
            best = max(values)
            choice, keys = rng.choices(options, [exp((value - best) / heat) for value in values])[0]
        if choice.call == DOUBT:
            break
        made.append((seat, keys))
        table.add(seat, choice.call)
        seat = (seat + 1) % len(sizes)
    loser = seat if good else table.calls[-1][0]
    for at, (who, keys) in enumerate(made):
        risks.learn(keys, float(at == len(made) - 1 and not good))
        worths.learn(keys, float(who != loser))


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


def by_tables(level: str) -> Way:
    """Make a player of one of the levels that go by what was learnt."""

    def choose(table: Round, seat: int, hand: Cards, rng: random.Random) -> Choice:
        found = judge(table, seat, hand, (), rng, level)
        return rng.choices(found, mix(found, level))[0].choice

    return choose


def meet(
    learnt: dict[str, Learner], others: Sequence[Way], rounds: int, phase: Phase, rng: random.Random
) -> dict[str, Tables]:
    """Play rounds, and give the mean of what was learnt in the later half of them."""
    began = time.process_time()
    warm, cold = phase.heats
    for number in range(rounds):
        done = number / rounds
        sizes = any_sizes(rng.choice(PLAYERS), rng)
        ways = [rng.choice(others) if rng.random() < phase.others else None for _ in sizes]
        heat = max(cold, warm + (cold - warm) * 2 * done)
        play(learnt, sizes, ways, heat, phase.stray, rng)
        if number % 1000 == 999 and done >= 0.5:
            for one in learnt.values():
                one.remember()
        if number % 20_000 == 19_999:
            print(f"{number + 1} rounds, {time.process_time() - began:.0f} s", flush=True)
    return {name: one.mean() for name, one in learnt.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description="Learn what choices in Porker Bull are worth.")
    parser.add_argument("level", choices=PHASES)
    parser.add_argument("--rounds", type=int)
    parser.add_argument("--rest", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path)
    asked = parser.parse_args()
    is_first = asked.level == "hard"
    rounds = asked.rounds or (700_000 if is_first else 100_000)
    rest = asked.rest or (150_000 if is_first else 30_000)
    others = [by_habit(habits) for habits in HABITS] if is_first else [by_tables("hard")]
    found: Sequence[Tables] = [Tables(STARTS[-1]) for _ in NAMES] if is_first else learnt("hard")
    for seed, count, phase in zip(
        (asked.seed, f"{asked.seed} rest"), (rounds, rest), PHASES[asked.level], strict=True
    ):
        learners = {
            name: Learner(Tables(tables.written()), *phase.steps)
            for name, tables in zip(NAMES, found, strict=True)
        }
        found = tuple(meet(learners, others, count, phase, random.Random(seed)).values())
    command = f"python -m benchmarks.bull_learning {asked.level}"
    command += f" --rounds {rounds} --rest {rest} --seed {asked.seed}"
    content = {"made": command, **{name: tables.written() for name, tables in zip(NAMES, found, strict=True)}}
    (asked.out or STRATEGY / f"{asked.level}.json").write_bytes(msgspec.json.encode(content) + b"\n")


if __name__ == "__main__":
    main()
