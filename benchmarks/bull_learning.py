"""Learn what choices in Porker Bull are worth, and write it down for the two strongest levels.

    python -m benchmarks.bull_learning hard [--rounds 700000] [--rest 150000] [--begin FILE]
    python -m benchmarks.bull_learning expert [--games 140000] [--hard 0.5] [--normal 0.1]
        both: [--seed 1] [--out FILE]

``hard``: rounds with any number of players, cards and rules are played by players who choose by what they
have learnt so far and mix what is nearly best, and among them some who play by rules of thumb. Whether a call
was true is learnt by everybody who could have doubted it, what a call was worth by who made it. What is kept
is a mean over the later part. With it the last ``rest`` rounds begin, in which steps are small and few others
play, so that players who learn from each other come to rest. ``--begin`` plays these alone.

``expert`` learns to beat ``hard`` and ``normal`` while giving little away. Games are played of three kinds.
In some one learner sits among ``hard``, in some among ``normal``, and learns what they give away. In the
others it sits at all seats but one, which is that of a rival who learns what the learner gives away. So it
goes after the others no further than somebody who knows it can punish (a restricted Nash response). Both
begin with what ``hard`` has learnt. They learn at their own seats alone, and from every decision, whether the
call before it was true. What is kept is a mean over the later half.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import count
from math import exp
from pathlib import Path
from typing import TypeAlias

import msgspec

from benchmarks import command
from games.bull.player import mix
from games.bull.possible import PLANS, Cards, cards_at, chance
from games.bull.strategy.choices import DOUBT, Choice, Round
from games.bull.strategy.features import FEW, SHAPES, STARTS, Sight
from games.bull.strategy.levels import HABITS, Habits, habitual, judge
from games.core.learner import Learner, Tables, learnt

STRATEGY = Path(__file__).parent.parent / "games/bull/strategy"
NAMES = ("doubts", "calls", "risks")
WILD = 0.15
"""The share of rounds in which twos are wild."""

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


class Somebody:
    """Who learns what choices are worth, and mixes those that seem nearly best.

    Args:
        tables: what it knows at first; with large ones it looks closely.
        steps: how far an entry is moved at first, and at least.
        stray: how often a choice is a blind one, so that everything is tried.
    """

    def __init__(self, tables: Iterable[Tables], steps: tuple[float, float], stray: float) -> None:
        self.doubts, self.worths, self.risks = self._all = [Learner(known, *steps) for known in tables]
        self._is_fine = len(self.worths.tables.weights) > FEW
        self._stray = stray
        self.heat = 0.0
        """How far below the best a choice may be and still be mixed."""

    def choose(
        self, table: Round, seat: int, hand: Cards, is_good: bool, way: Way | None, rng: random.Random
    ) -> tuple[int, tuple[int, ...]]:
        """Learn whether the call before was good, and choose, if nobody else does; give call and keys."""
        sight = Sight(table, seat, hand, self._is_fine)
        options = [(choice.call, sight.keys(choice)) for choice in sight.raises(rng.random)]
        values = [self.worths.tables.chance(keys) for _, keys in options]
        if table.calls:
            keys = sight.keys(sight.described(DOUBT))
            options.append((DOUBT, keys))
            values.append(self.doubts.tables.chance(keys))
            self.doubts.learn(keys, float(not is_good))
        if way is not None:
            choice = way(table, seat, hand, rng)
            return choice.call, sight.keys(choice)
        if rng.random() < self._stray:
            return rng.choice(options)
        best = max(values)
        return rng.choices(options, [exp((value - best) / self.heat) for value in values])[0]

    def remember(self) -> None:
        for one in self._all:
            one.remember()

    def mean(self) -> dict[str, Tables]:
        return {name: one.mean() for name, one in zip(NAMES, self._all, strict=True)}


Player: TypeAlias = tuple[Somebody | None, Way | None]
"""Who learns at a seat, and how somebody else plays there, at least one of them."""


def play_round(
    players: Sequence[Player], sizes: Sequence[int], seat: int, wild: bool, rng: random.Random
) -> int:
    """Play a round and learn from it; give who loses it.

    Args:
        players: who sits where.
        sizes: the hand sizes, 0 for who is out.
        seat: who calls first.
        wild: whether twos are wild.
        rng: deals and whims.
    """
    table = Round(sizes, wild)
    everything, hands = dealt(sizes, rng)
    made: list[tuple[Somebody, int, tuple[int, ...]]] = []
    is_good = False
    while True:
        learner, way = players[seat]
        if learner is not None:
            call, keys = learner.choose(table, seat, hands[seat], is_good, way, rng)
            made.append((learner, len(table.calls), keys))
        else:
            assert way is not None
            call = way(table, seat, hands[seat], rng).call
        if call == DOUBT:
            break
        table.add(seat, call)
        is_good = chance(PLANS[wild][call], everything, 0, wild, ()) > 0.5
        seat = after(seat, sizes)
    loser = seat if is_good else table.calls[-1][0]
    for learner, at, keys in made:
        if at < len(table.calls):  # the doubt is no call
            learner.worths.learn(keys, float(table.calls[at][0] != loser))
            learner.risks.learn(keys[: len(SHAPES)], float(at == len(table.calls) - 1 and not is_good))
    return loser


def after(seat: int, sizes: Sequence[int]) -> int:
    """Tell which seat acts after another."""
    many = len(sizes)
    return next(at % many for at in count(seat + 1) if sizes[at % many])


# --- hard ----------------------------------------------------------------------------------------------

OTHERS: tuple[Habits, ...] = (HABITS["normal"], Habits(0.05, suspicion=0.0), Habits(0.22))
"""Rules of thumb that sit at some of the seats."""
SHARE_OF_OTHERS = (0.1, 0.03)
"""At how many of the seats; then in the last rounds."""
PLAYERS = (2, 2, 2, 3, 3, 3, 3, 4, 4, 5, 6, 8)
WARM, COLD = 0.05, 0.012
"""How far below the best a choice may be and still be mixed, at the beginning and at the end."""
STRAY = (0.03, 0.01)
"""How often a choice is a blind one; then in the last rounds of ``hard``."""
FIRST, REST = (0.3, 0.002), (0.0005, 0.0005)
"""How far an entry is moved at first, and at least; the same in the last rounds."""


def any_sizes(players: int, rng: random.Random) -> list[int]:
    """Draw hand sizes as they stand in the middle of a game."""
    middle = rng.randint(1, 5)
    return [max(1, min(5, middle + rng.choice((-2, -1, -1, 0, 0, 0, 1, 1, 2)))) for _ in range(players)]


def meet(known: Iterable[Tables], rounds: int, is_last: bool, rng: random.Random) -> dict[str, Tables]:
    """Play rounds, and give the mean of what was learnt in the later half of them."""
    began = time.process_time()
    learner = Somebody(known, REST if is_last else FIRST, STRAY[is_last])
    others = [partial(habitual, habits=habits) for habits in OTHERS]
    share = SHARE_OF_OTHERS[is_last]
    for number in range(rounds):
        done = number / rounds
        sizes = any_sizes(rng.choice(PLAYERS), rng)
        players = [(learner, rng.choice(others) if rng.random() < share else None) for _ in sizes]
        learner.heat = COLD if is_last else max(COLD, WARM + (COLD - WARM) * 2 * done)
        play_round(players, sizes, 0, rng.random() < WILD, rng)
        if number % 1000 == 999 and done >= 0.5:
            learner.remember()
        if number % 20_000 == 19_999:
            print(f"{number + 1} rounds, {time.process_time() - began:.0f} s", flush=True)
    return learner.mean()


# --- expert --------------------------------------------------------------------------------------------

SEATS = (*[3] * 12, 2, 2, 4, 4, 4, 5, 5, 6)
"""Numbers of seats of a table, each as often as it is drawn."""
MOST = 5
"""Number of cards of a seat with which it may lose no more round."""
LOOKS = 50
"""Number of looks at what was learnt, for its mean."""
HEATS = (0.03, 0.015)
"""How far below the best a choice may be and still be mixed: at first, from the middle on."""
STEPS = (0.15, 0.002)
"""How far an entry is moved at first, and at least."""


def grown() -> Iterator[Tables]:
    """Give what ``hard`` has learnt, with room for what is finer."""
    known = learnt("games.bull.strategy", "hard")
    for name, many in zip(NAMES, (STARTS[-1], STARTS[-1], FEW), strict=True):
        copy, weights = Tables(many), known[name].weights
        copy.weights[: len(weights)] = weights
        yield copy


def by_hard(table: Round, seat: int, hand: Cards, rng: random.Random) -> Choice:
    """Choose as ``hard`` does."""
    found = judge(table, seat, hand, (), rng, "hard")
    return rng.choices(found, mix(found, "hard"))[0].choice


def play_game(alone: Somebody, other: Player, rng: random.Random) -> int:
    """Play a game until who sits alone among others is out or has won; give its number of rounds."""
    many = rng.choice(SEATS)
    players = [other] * many
    mine = rng.randrange(many)
    players[mine] = alone, None
    sizes, wild, seat = [1] * many, rng.random() < WILD, rng.randrange(many)
    for number in count():
        if not sizes[mine] or sum(map(bool, sizes)) == 1:
            return number
        loser = play_round(players, sizes, seat, wild, rng)
        sizes[loser] = (sizes[loser] + 1) % (MOST + 1)
        seat = after(loser, sizes)
    raise AssertionError


# --- the commands --------------------------------------------------------------------------------------


def learn_hard(asked: argparse.Namespace) -> None:
    """Learn for ``hard``, and write it down."""
    made = f"python -m benchmarks.bull_learning hard --rounds {asked.rounds} --seed {asked.seed}"
    if asked.begin:
        before = msgspec.json.decode(asked.begin.read_bytes())
        made, entries = before["made"], [before[name] for name in NAMES]
    else:
        found = meet([Tables(FEW) for _ in NAMES], asked.rounds, False, random.Random(asked.seed))
        entries = [found[name].written() for name in NAMES]
    found = meet(map(Tables, entries), asked.rest, True, random.Random(f"{asked.seed} rest"))
    write(asked.out, f"{made} --rest {asked.rest}" if asked.rest else made, found)


def learn_expert(asked: argparse.Namespace) -> None:
    """Learn for ``expert``, and write it down."""
    made = f"python -m benchmarks.bull_learning expert --games {asked.games} --hard {asked.hard}"
    made += f" --normal {asked.normal} --seed {asked.seed}"
    rng, began, rounds = random.Random(asked.seed), time.process_time(), 0
    learner, rival = (Somebody(grown(), STEPS, STRAY[0]) for _ in range(2))
    kinds: list[tuple[Somebody, Player]] = [
        (learner, (None, by_hard)),
        (learner, (None, partial(habitual, habits=HABITS["normal"]))),
        (rival, (learner, None)),
    ]
    shares = (asked.hard, asked.normal, 1 - asked.hard - asked.normal)
    warm, cold = HEATS
    for number in range(asked.games):
        done = number / asked.games
        learner.heat = rival.heat = max(cold, warm + (cold - warm) * 2 * done)
        rounds += play_game(*rng.choices(kinds, shares)[0], rng)
        if done >= 0.5 and number % max(1, asked.games // (2 * LOOKS)) == 0:
            learner.remember()
        if number % 1000 == 999:
            print(f"{number + 1} games, {rounds} rounds, {time.process_time() - began:.0f} s", flush=True)
    write(asked.out, made, learner.mean())


def write(out: Path, made: str, found: Mapping[str, Tables]) -> None:
    """Write what was learnt, and the command that made it."""
    content = {"made": made, **{name: tables.written() for name, tables in found.items()}}
    out.write_bytes(msgspec.json.encode(content) + b"\n")


def main() -> None:
    """Read the command line."""
    parser = command(__doc__)
    levels = parser.add_subparsers(required=True)
    hard, expert = levels.add_parser("hard"), levels.add_parser("expert")
    hard.add_argument("--rounds", type=int, default=700_000)
    hard.add_argument("--rest", type=int, default=150_000)
    hard.add_argument("--begin", type=Path)
    expert.add_argument("--games", type=int, default=140_000)
    expert.add_argument("--hard", type=float, default=0.5, help="share of games among hard")
    expert.add_argument("--normal", type=float, default=0.1, help="share of games among normal")
    for level, learn, file in ((hard, learn_hard, "hard.json"), (expert, learn_expert, "expert.json")):
        level.add_argument("--seed", type=int, default=1)
        level.add_argument("--out", type=Path, default=STRATEGY / file)
        level.set_defaults(learn=learn)
    asked = parser.parse_args()
    asked.learn(asked)


if __name__ == "__main__":
    main()
