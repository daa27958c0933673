"""Learn what choices in Porker Bull are worth, and write it down for the two strongest levels.

    python -m lab.learning.bull hard [--rounds 700000] [--games 150000] [--normal 0.36]
    python -m lab.learning.bull expert [--games 170000] [--hard 0.62] [--normal 0.06]
        both: [--seed 1] [--out FILE]

Games are played of two or three kinds. In some one learner sits among ``normal`` (for ``expert`` in some
among ``hard``, too) and learns what they give away. In the others it sits at all seats but one, which is a
rival's who learns what the learner gives away. So it goes after others no further than somebody who knows it
can punish (a restricted Nash response). They learn at their own seats alone, and from every decision, whether
the call before it was true. What is kept is a mean over the later half.

``expert`` and its rivals begin with what ``hard`` has learnt. ``hard`` begins with rounds with any number of
players, cards and rules, played by players who choose by what they have learnt so far and mix what is nearly
best, and among them some who play by rules of thumb. Whether a call was true is learnt by everybody who could
have doubted it, what a call was worth by who made it.
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

STRATEGY = Path(__file__).parents[2] / "games/bull/strategy"
NAMES = ("doubts", "calls", "risks")
WILD = 0.15
"""The share of rounds in which twos are wild."""
STRAY = 0.03
"""How often a choice is a blind one, so that everything is tried."""
LOOKS = 50
"""Number of looks at what was learnt, for its mean."""

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
    """

    def __init__(self, tables: Iterable[Tables], steps: tuple[float, float]) -> None:
        self.doubts, self.worths, self.risks = self._all = [Learner(known, *steps) for known in tables]
        self._is_fine = len(self.worths.tables.weights) > FEW
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
        if rng.random() < STRAY:
            return rng.choice(options)
        best = max(values)
        return rng.choices(options, [exp((value - best) / self.heat) for value in values])[0]

    def remember(self) -> None:
        for one in self._all:
            one.remember()

    def mean(self) -> list[Tables]:
        return [one.mean() for one in self._all]


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


def course(learners: Sequence[Somebody], many: int, what: str, warm: float, cold: float) -> Iterator[None]:
    """Go through what is learnt from; learners mix less and less, and their mean is over the later half.

    Args:
        warm: how far below the best a choice may be and still be mixed, at first.
        cold: the same from the middle on.
    """
    began = time.process_time()
    for number in range(many):
        done = number / many
        for one in learners:
            one.heat = max(cold, warm + (cold - warm) * 2 * done)
            if done >= 0.5 and number % max(1, many // (2 * LOOKS)) == 0:
                one.remember()
        yield
        if number % max(1, many // 20) == 0:
            print(f"{number} {what}, {time.process_time() - began:.0f} s", flush=True)


def after(seat: int, sizes: Sequence[int]) -> int:
    """Tell which seat acts after another."""
    many = len(sizes)
    return next(at % many for at in count(seat + 1) if sizes[at % many])


# --- rounds --------------------------------------------------------------------------------------------

OTHERS: tuple[Habits, ...] = (HABITS["normal"], Habits(0.05, suspicion=0.0), Habits(0.22))
"""Rules of thumb that sit at some of the seats."""
SHARE_OF_OTHERS = 0.1
"""At how many of the seats."""
PLAYERS = (2, 2, 2, 3, 3, 3, 3, 4, 4, 5, 6, 8)


def any_sizes(players: int, rng: random.Random) -> list[int]:
    """Draw hand sizes as they stand in the middle of a game."""
    middle = rng.randint(1, 5)
    return [max(1, min(5, middle + rng.choice((-2, -1, -1, 0, 0, 0, 1, 1, 2)))) for _ in range(players)]


def meet(rounds: int, rng: random.Random) -> list[Tables]:
    """Play rounds, and give what was learnt."""
    learner = Somebody([Tables(FEW) for _ in NAMES], (0.3, 0.002))
    others = [partial(habitual, habits=habits) for habits in OTHERS]
    for _ in course([learner], rounds, "rounds", 0.05, 0.012):
        sizes = any_sizes(rng.choice(PLAYERS), rng)
        players = [(learner, rng.choice(others) if rng.random() < SHARE_OF_OTHERS else None) for _ in sizes]
        play_round(players, sizes, 0, rng.random() < WILD, rng)
    return learner.mean()


# --- games ---------------------------------------------------------------------------------------------

SEATS = (*[3] * 12, 2, 2, 4, 4, 4, 5, 5, 6)
"""Numbers of seats of a table, each as often as it is drawn."""
MOST = 5
"""Number of cards of a seat with which it may lose no more round."""
STEPS = (0.15, 0.002)
"""How far an entry is moved at first, and at least."""


def grown(known: Iterable[Tables], sizes: Iterable[int]) -> Iterator[Tables]:
    """Copy what somebody has learnt, with room for what is finer."""
    for tables, many in zip(known, sizes, strict=True):
        copy = Tables(many)
        copy.weights[: len(tables.weights)] = tables.weights
        yield copy


def contend(
    known: Sequence[Tables], is_fine: bool, games: int, others: Mapping[Way, float], rng: random.Random
) -> list[Tables]:
    """Play games, and give what was learnt.

    Args:
        known: what the learner and its rival begin with.
        is_fine: whether the learner looks closely; the rival always does.
        games: their number.
        others: in which share of them the learner sits among whom; in the rest it meets the rival.
        rng: deals and whims.
    """
    fine = (STARTS[-1], STARTS[-1], FEW)
    learner = Somebody(grown(known, fine if is_fine else [FEW] * 3), STEPS)
    rival = Somebody(grown(known, fine), STEPS)
    kinds: list[tuple[Somebody, Player]] = [(learner, (None, way)) for way in others]
    kinds.append((rival, (learner, None)))
    shares = [*others.values(), 1 - sum(others.values())]
    for _ in course([learner, rival], games, "games", 0.03, 0.015):
        play_game(*rng.choices(kinds, shares)[0], rng)
    return learner.mean()


by_normal: Way = partial(habitual, habits=HABITS["normal"])


def by_hard(table: Round, seat: int, hand: Cards, rng: random.Random) -> Choice:
    """Choose as ``hard`` does."""
    found = judge(table, seat, hand, (), rng, "hard")
    return rng.choices(found, mix(found, "hard"))[0].choice


def play_game(alone: Somebody, other: Player, rng: random.Random) -> None:
    """Play a game until who sits alone among others is out or has won."""
    many = rng.choice(SEATS)
    players = [other] * many
    mine = rng.randrange(many)
    players[mine] = alone, None
    sizes, wild, seat = [1] * many, rng.random() < WILD, rng.randrange(many)
    while sizes[mine] and sum(map(bool, sizes)) > 1:
        loser = play_round(players, sizes, seat, wild, rng)
        sizes[loser] = (sizes[loser] + 1) % (MOST + 1)
        seat = after(loser, sizes)


# --- the commands --------------------------------------------------------------------------------------


def learn_hard(asked: argparse.Namespace) -> list[Tables]:
    """Learn for ``hard``."""
    known = meet(asked.rounds, random.Random(f"{asked.seed} rounds"))
    return contend(known, False, asked.games, {by_normal: asked.normal}, random.Random(asked.seed))


def learn_expert(asked: argparse.Namespace) -> list[Tables]:
    """Learn for ``expert``."""
    known = learnt("games.bull.strategy", "hard")
    shares = {by_hard: asked.hard, by_normal: asked.normal}
    return contend([known[name] for name in NAMES], True, asked.games, shares, random.Random(asked.seed))


def main() -> None:
    """Read the command line."""
    parser = command(__doc__)
    levels = parser.add_subparsers(dest="level", required=True)
    hard, expert = levels.add_parser("hard"), levels.add_parser("expert")
    hard.set_defaults(learn=learn_hard)
    hard.add_argument("--rounds", type=int, default=700_000)
    hard.add_argument("--games", type=int, default=150_000)
    hard.add_argument("--normal", type=float, default=0.36, help="share of games among normal")
    expert.set_defaults(learn=learn_expert)
    expert.add_argument("--games", type=int, default=170_000)
    expert.add_argument("--hard", type=float, default=0.62, help="share of games among hard")
    expert.add_argument("--normal", type=float, default=0.06, help="share of games among normal")
    for level in (hard, expert):
        level.add_argument("--seed", type=int, default=1)
        level.add_argument("--out", type=Path)
    asked = parser.parse_args()
    found = asked.learn(asked)
    made = f"python -m lab.learning.bull {asked.level}"
    for name in ("rounds", "games", "hard", "normal", "seed"):
        if hasattr(asked, name):
            made += f" --{name} {getattr(asked, name)}"
    tables = zip(NAMES, (tables.written() for tables in found), strict=True)
    out = asked.out or STRATEGY / f"{asked.level}.json"
    out.write_bytes(msgspec.json.encode({"made": made, **dict(tables)}) + b"\n")


if __name__ == "__main__":
    main()
