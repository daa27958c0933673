"""Learn to beat ``hard`` and ``normal`` in Porker Bull while giving little away, for ``expert``.

    python -m benchmarks.bull_answering [--games 140000] [--hard 0.5] [--normal 0.1] [--seed 1]

Games are played of three kinds. In some one learner sits among ``hard``, in some among ``normal``, and learns
what they give away. In the others it sits at all seats but one, which is that of a rival who learns what the
learner gives away. So it goes after the others no further than somebody who knows it can punish (a
restricted Nash response). Both begin with what ``hard`` has learnt. They learn at their own seats alone, and
from every decision, whether the call before it was true. What is kept is a mean over the later half.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Sequence
from itertools import count
from math import exp
from pathlib import Path
from typing import TypeAlias

import msgspec

from benchmarks.bull_learning import NAMES, STRATEGY, WILD, Way, by_habit, dealt
from games.bull.player import mix
from games.bull.possible import PLANS, Cards, chance
from games.bull.strategy.choices import DOUBT, Choice, Round, calls, doubt
from games.bull.strategy.features import FEW, SHAPES, STARTS, Sight
from games.bull.strategy.habits import NORMAL
from games.bull.strategy.judge import judge, learnt
from games.core.learner import Learner, Tables

SEATS = (*[3] * 12, 2, 2, 4, 4, 4, 5, 5, 6)
"""Numbers of seats of a table, each as often as it is drawn."""
MOST = 5
"""Number of cards of a seat with which it may lose no more round."""
LOOKS = 50
"""Number of looks at what was learnt, for its mean."""
STRAY = 0.03
"""Share of blind choices."""
HEATS = (0.03, 0.015)
"""How far below the best a choice may be and still be mixed: at first, from the middle on."""
STEPS = (0.15, 0.002)
"""How far an entry is moved at first, and at least."""


class Somebody:
    """Who learns what choices are worth, and mixes those that seem nearly best.

    Args:
        tables: what it knows at first: of doubts, calls and risks.
    """

    def __init__(self, tables: Sequence[Tables]) -> None:
        copies = [Tables(many) for many in (STARTS[-1], STARTS[-1], FEW)]
        for copy, known in zip(copies, tables, strict=True):
            copy.weights[: len(known.weights)] = known.weights
        self.doubts, self.worths, self.risks = self.all = [Learner(copy, *STEPS) for copy in copies]
        self.heat = HEATS[0]

    def choose(
        self, table: Round, seat: int, hand: Cards, is_good: bool, rng: random.Random
    ) -> tuple[int, tuple[int, ...]]:
        """Choose, and learn whether the call before was good; give the call and what speaks of it."""
        sight = Sight(table, seat, hand, fine=True)
        options, values = [], []
        for choice in calls(table, seat, hand, rng.random):
            keys = sight.keys(choice)
            options.append((choice.call, keys))
            values.append(self.worths.tables.chance(keys))
        if table.calls:
            keys = sight.keys(doubt(table, seat, hand))
            options.append((DOUBT, keys))
            values.append(self.doubts.tables.chance(keys))
            self.doubts.learn(keys, float(not is_good))
        if rng.random() < STRAY:
            return rng.choice(options)
        best = max(values)
        return rng.choices(options, [exp((value - best) / self.heat) for value in values])[0]


def by_hard(table: Round, seat: int, hand: Cards, rng: random.Random) -> Choice:
    """Choose as ``hard`` does."""
    found = judge(table, seat, hand, (), rng, "hard")
    return rng.choices(found, mix(found, "hard"))[0].choice


Player: TypeAlias = Somebody | Way


def play_round(
    players: Sequence[Player], sizes: Sequence[int], seat: int, wild: bool, rng: random.Random
) -> int:
    """Play a round and learn from it.

    Args:
        players: who sits where.
        sizes: the hand sizes, 0 for who is out.
        seat: who calls first.
        wild: whether twos are wild.
        rng: deals and whims.

    Returns:
        Who loses it.
    """
    table = Round(sizes, wild)
    everything, hands = dealt(sizes, rng)
    made: list[tuple[Somebody, int, tuple[int, ...]]] = []
    is_good = False
    while True:
        player = players[seat]
        keys: tuple[int, ...] = ()
        if isinstance(player, Somebody):
            call, keys = player.choose(table, seat, hands[seat], is_good, rng)
        else:
            call = player(table, seat, hands[seat], rng).call
        if call == DOUBT:
            break
        if isinstance(player, Somebody):
            made.append((player, len(table.calls), keys))
        table.add(seat, call)
        is_good = chance(PLANS[wild][call], everything, 0, wild, ()) > 0.5
        seat = after(seat, sizes)
    loser = seat if is_good else table.calls[-1][0]
    for player, at, keys in made:
        player.worths.learn(keys, float(table.calls[at][0] != loser))
        player.risks.learn(keys[: len(SHAPES)], float(at == len(table.calls) - 1 and not is_good))
    return loser


def after(seat: int, sizes: Sequence[int]) -> int:
    """Tell which seat acts after another."""
    many = len(sizes)
    return next(at % many for at in count(seat + 1) if sizes[at % many])


def play(alone: Somebody, other: Player, rng: random.Random) -> int:
    """Play a game until who sits alone among others is out or has won; give its number of rounds."""
    many = rng.choice(SEATS)
    players = [other] * many
    mine = rng.randrange(many)
    players[mine] = alone
    sizes, wild, seat = [1] * many, rng.random() < WILD, rng.randrange(many)
    for number in count():
        if not sizes[mine] or sum(map(bool, sizes)) == 1:
            return number
        loser = play_round(players, sizes, seat, wild, rng)
        sizes[loser] = (sizes[loser] + 1) % (MOST + 1)
        seat = after(loser, sizes)
    raise AssertionError


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description="Learn to beat others while giving little away.")
    parser.add_argument("--games", type=int, default=140_000)
    parser.add_argument("--hard", type=float, default=0.5, help="share of games among hard")
    parser.add_argument("--normal", type=float, default=0.1, help="share of games among normal")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=STRATEGY / "expert.json")
    asked = parser.parse_args()
    rng, began, rounds = random.Random(asked.seed), time.process_time(), 0
    learner, rival = Somebody(learnt("hard")), Somebody(learnt("hard"))
    kinds: list[tuple[Somebody, Player]] = [(learner, by_hard), (learner, by_habit(NORMAL)), (rival, learner)]
    shares = (asked.hard, asked.normal, 1 - asked.hard - asked.normal)
    warm, cold = HEATS
    for number in range(asked.games):
        done = number / asked.games
        learner.heat = rival.heat = max(cold, warm + (cold - warm) * 2 * done)
        rounds += play(*rng.choices(kinds, shares)[0], rng)
        if done >= 0.5 and number % max(1, asked.games // (2 * LOOKS)) == 0:
            for one in learner.all:
                one.remember()
        if number % 1000 == 999:
            print(f"{number + 1} games, {rounds} rounds, {time.process_time() - began:.0f} s", flush=True)
    made = f"python -m benchmarks.bull_answering --games {asked.games} --hard {asked.hard}"
    made += f" --normal {asked.normal} --seed {asked.seed}"
    found = {name: one.mean().written() for name, one in zip(NAMES, learner.all, strict=True)}
    asked.out.write_bytes(msgspec.json.encode({"made": made, **found}) + b"\n")


if __name__ == "__main__":
    main()
