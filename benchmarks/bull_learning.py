"""Learn what choices in Porker Bull are worth, and write it down for the strongest levels.

    python -m benchmarks.bull_learning [--rounds 700000] [--rest 150000] [--seed 1]
        [--begin FILE] [--out games/bull/strategy/hard.json]

Rounds with any number of players, cards and rules are played by players who choose by what they have learnt
so far and mix what is nearly best, and among them some who play by rules of thumb. Whether a call was true is
learnt by everybody who could have doubted it, what a call was worth by who made it. What is kept is a mean
over the later part. With it the last ``rest`` rounds begin, in which steps are small and few others play, so
that players who learn from each other come to rest. ``--begin`` plays these alone.
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

from games.bull.possible import PLANS, Cards, cards_at, chance
from games.bull.strategy.choices import DOUBT, Choice, Round, calls, doubt
from games.bull.strategy.features import FEW, Sight
from games.bull.strategy.habits import NORMAL, Habits, habitual
from games.core.learner import Learner, Tables

STRATEGY = Path(__file__).parent.parent / "games/bull/strategy"
OTHERS: tuple[Habits, ...] = (NORMAL, Habits(0.05, suspicion=0.0), Habits(0.22))
"""Rules of thumb that sit at some of the seats."""
SHARE_OF_OTHERS = (0.1, 0.03)
"""At how many of the seats; then in the last rounds."""
WILD = 0.15
"""The share of rounds in which twos are wild."""
PLAYERS = (2, 2, 2, 3, 3, 3, 3, 4, 4, 5, 6, 8)
WARM, COLD = 0.05, 0.012
"""How far below the best a choice may be and still be mixed, at the beginning and at the end."""
STRAY = (0.03, 0.01)
"""How often a choice is a blind one; then in the last rounds."""
REST = 0.0005
"""How far an entry is moved in the last rounds."""
NAMES = ("doubts", "calls", "risks")

Way: TypeAlias = Callable[[Round, int, Cards, random.Random], Choice]
"""A way to play: from the round so far, the seat, its hand and whims to a choice."""


def dealt(sizes: Sequence[int], rng: random.Random) -> tuple[Cards, list[Cards]]:
    """Deal hands of these sizes: all their cards together, and each hand."""
    drawn = rng.sample(range(52), sum(sizes))
    everything = cards_at(drawn)
    hands = []
    for size in sizes:
        hands.append(cards_at(drawn[:size]))
        del drawn[:size]
    return everything, hands


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
    everything, hands = dealt(sizes, rng)
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


def meet(learnt: dict[str, Learner], rounds: int, is_last: bool, rng: random.Random) -> dict[str, Tables]:
    """Play rounds, and give the mean of what was learnt in the later half of them."""
    began = time.process_time()
    others = [by_habit(habits) for habits in OTHERS]
    share, stray = SHARE_OF_OTHERS[is_last], STRAY[is_last]
    for number in range(rounds):
        done = number / rounds
        sizes = any_sizes(rng.choice(PLAYERS), rng)
        ways = [rng.choice(others) if rng.random() < share else None for _ in sizes]
        heat = COLD if is_last else max(COLD, WARM + (COLD - WARM) * 2 * done)
        play(learnt, sizes, ways, heat, stray, rng)
        if number % 1000 == 999 and done >= 0.5:
            for one in learnt.values():
                one.remember()
        if number % 20_000 == 19_999:
            print(f"{number + 1} rounds, {time.process_time() - began:.0f} s", flush=True)
    return {name: one.mean() for name, one in learnt.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description="Learn what choices in Porker Bull are worth.")
    parser.add_argument("--rounds", type=int, default=700_000)
    parser.add_argument("--rest", type=int, default=150_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--begin", type=Path)
    parser.add_argument("--out", type=Path, default=STRATEGY / "hard.json")
    asked = parser.parse_args()
    command = f"python -m benchmarks.bull_learning --rounds {asked.rounds} --seed {asked.seed}"
    if asked.begin:
        before = msgspec.json.decode(asked.begin.read_bytes())
        command = before["made"]
    else:
        learners = {name: Learner(Tables(FEW)) for name in NAMES}
        found = meet(learners, asked.rounds, False, random.Random(asked.seed))
        before = {name: tables.written() for name, tables in found.items()}
    if asked.rest:
        command += f" --rest {asked.rest}"
        learners = {name: Learner(Tables(before[name]), REST, REST) for name in NAMES}
        found = meet(learners, asked.rest, True, random.Random(f"{asked.seed} rest"))
        before = {name: tables.written() for name, tables in found.items()}
    content = {"made": command, **{name: before[name] for name in NAMES}}
    asked.out.write_bytes(msgspec.json.encode(content) + b"\n")


if __name__ == "__main__":
    main()
