"""Measure how well a learner with boosted trees exploits the computer players of a level in Porker Bull.
Needs numpy.

    python -m lab.responders.boosted [--level hard] [--seats 3] [--stages 4] [--learning 1600] [--games 600]
        [--seed boosted]

One learner plays against players of the level. It learns to estimate whether a call is true, and whether it
will survive the round after its own call.

After each stage the learner fits new trees to all samples so far. In the next stage it plays by these trees,
with some random moves. Finally it plays new deals without random moves. The result is the mean share of
opponents that the learner beats; 0.5 means that it gains nothing.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from itertools import chain, compress
from math import log
from operator import itemgetter
from typing import Any

from benchmarks import command
from games import Game, find_game
from games.bull.hands import CALL_ORDERS, Call, is_good
from games.bull.possible import CardSet, chance, chance_to_draw, plan_of
from games.bull.rules import CHALLENGE, BullState, BullView
from games.core.match import Match, ShuffleKey
from games.core.moves import Move
from games.core.poker import RANKS
from games.core.rules import active_seats
from lab.learning.learner import choice_weights
from lab.responders.bull import BullStudy, calls_of
from lab.responders.respond import Choose, measured_share, player_of_level
from lab.responders.trees import Trees

HEAT = 0.03
"""Loss in value that makes a move e times less likely to be tried while learning."""
BLIND = 15
"""While learning, one in this number of choices is random."""
KINDS = ("single", "pair", "twopair", "trips", "full", "quads", "sflush")

Case = tuple[float, ...]
Cases = list[tuple[Case, float]]


def features(view: BullView, move: Move) -> Case:
    """Return the features of a move. The features of a doubt are those of the doubted call."""
    assert view.seat is not None
    # A doubt is described by the last call, a call by itself.
    made = calls_of(view)
    active = active_seats(view.sizes)
    if isinstance(move, Call):
        called = move
        before = made
        other = active[(active.index(view.seat) + 1) % len(active)]
    else:
        other, called = made[-1]
        before = made[:-1]
    hand = CardSet(view.hand)
    total = sum(view.sizes)
    index = CALL_ORDERS[False].index
    unseen = total - hand.size

    def own(call: Call | None) -> float:
        if call is None:
            return -1.0
        return chance(plan_of(call), hand, unseen, False, ())

    last = before[-1][1] if before else None
    earlier = before[-2][1] if len(before) > 1 else None
    # Earlier calls of the same ranks: by the viewing seat, by the other one concerned, by all others.
    ranks = list(map(RANKS.index, called.ranks[:2]))
    counts = sorted(hand.counts, reverse=True)
    named = [0, 0, 0]
    for seat, call in before:
        if set(call.ranks) & set(called.ranks):
            named[0 if seat == view.seat else 1 if seat == other else 2] += 1
    spare = list(hand.counts)
    for rank in ranks:
        spare[rank] = 0
    step = index[called] - (index[last] if last is not None else -1)
    by_other = [call for seat, call in before if seat == other]
    callers = [seat for seat, _ in before]
    held = [hand.counts[rank] for rank in ranks]
    case = [
        own(called),
        chance(plan_of(called), CardSet(()), total, False, ()),
        own(last),
        own(earlier),
        own(by_other[-1]) if by_other else -1.0,
        KINDS.index(called.kind),
        KINDS.index(last.kind) if last is not None else -1,
        KINDS.index(earlier.kind) if earlier is not None else -1,
        ranks[0],
        ranks[1] if len(ranks) > 1 else -1,
        len(before),
        log(step),
        float(step == 1),
        min(held),
        max(held),
    ]
    case += named
    case += [
        len(by_other),
        callers.count(view.seat),
        hand.size,
        view.sizes[other],
        total,
        len(active),
        max(spare),
        sum(count >= 2 for count in spare),
        max(compress(range(13), hand.counts), default=0),
        counts[0],
        chance_to_draw(52, view.sizes[other], 4, 1) if view.sizes[other] else 0.0,
        index[called] / len(index),
        total - view.sizes[view.seat] - view.sizes[other],
        own(called) - own(last),
    ]
    return tuple(case)


class BoostedPlayer:
    """A player that chooses moves by learnt decision trees.

    Args:
        plan: the computer player to exploit, whose moves are played until the first trees are learnt.
    """

    def __init__(self, plan: Choose) -> None:
        self._plan = plan
        self._study = BullStudy()
        self._doubts: Trees | None = None
        self._calls: Trees | None = None
        self.seen_doubts: Cases = []
        self.seen_calls: Cases = []

    def __call__(self, view: Any, legal: Sequence[Move], rng: random.Random) -> Move:
        if len(legal) == 1:
            return legal[0]
        return self._moves_by_value(view, legal, rng)[0][1]

    def _moves_by_value(
        self, view: BullView, legal: Sequence[Move], rng: random.Random
    ) -> list[tuple[float, Move]]:
        plan = self._plan(view, legal, rng)
        if self._doubts is None or self._calls is None:
            return [(1.0, plan)]
        values = []
        for move, _ in self._study.options(view, legal, plan):
            trees = self._calls if isinstance(move, Call) else self._doubts
            values.append((trees.chance(features(view, move)), move))
        return sorted(values, key=lambda entry: -entry[0])

    def try_out(self, view: BullView, legal: Sequence[Move], rng: random.Random) -> Move:
        """Return a move to try while learning: usually a good one, sometimes a random one."""
        judged = self._moves_by_value(view, legal, rng)
        if rng.randrange(BLIND) == 0:
            return rng.choice([move for move, _ in self._study.options(view, legal, judged[0][1])])
        weights = choice_weights([worth for worth, _ in judged], HEAT)
        return rng.choices(judged, weights)[0][1]

    def play(self, game: Game, other: Choose, seats: int, seed: str) -> None:
        """Play a game in which ``other`` plays all other seats, and store samples for ``fit``."""
        rng = random.Random(seed)
        mine = rng.randrange(seats)
        match = Match(game.rules, game.rules.setup(seats, {}, rng.randrange(seats)))
        waiting: list[Case] = []
        for seat in match.decisions(ShuffleKey.from_text(seed)):
            before = match.state
            view = match.view(seat)
            legal = match.legal(seat)
            assert isinstance(before, BullState)
            assert isinstance(view, BullView)
            if before.last is not None and before.calls[-1][0] != mine:
                dealt = list(chain.from_iterable(before.hands))
                is_false = not is_good(before.last, dealt, wild=False)
                self.seen_doubts.append((features(view, CHALLENGE), float(is_false)))
            # The learner tries moves; the others play as always.
            choose = self.try_out if seat == mine else other
            move = choose(view, legal, rng)
            if seat == mine and isinstance(move, Call):
                waiting.append(features(view, move))
            match.play(seat, move)
            after = match.state
            assert isinstance(after, BullState)
            if after.shown is not None and after.shown is not before.shown:
                self.seen_calls += [(case, float(after.shown.loser != mine)) for case in waiting]
                waiting.clear()

    def fit(self) -> None:
        """Fit new trees to all stored samples."""
        self._doubts = _fitted(self.seen_doubts)
        self._calls = _fitted(self.seen_calls)


def _fitted(seen: Cases) -> Trees:
    return Trees(list(map(itemgetter(0), seen)), list(map(itemgetter(1), seen)))


def main() -> None:
    """Run the command line: let a learner play, and print what it wins."""
    parser = command(__doc__)
    parser.add_argument("--level", default="hard")
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--stages", type=int, default=4)
    parser.add_argument("--learning", type=int, default=1600, help="games to learn from, in all stages")
    parser.add_argument("--games", type=int, default=600)
    parser.add_argument("--seed", default="boosted")
    for line in report(parser.parse_args()):
        print(line, flush=True)


def report(options: argparse.Namespace) -> list[str]:
    """Train a learner, measure what it wins, and return the result as lines of text."""
    game = find_game("bull")
    level = player_of_level(game, options.level, 1.0)
    # Learn in stages, each with the trees of the stages before.
    learner = BoostedPlayer(level)
    for number in range(options.learning):
        if number and number % (options.learning // options.stages) == 0:
            learner.fit()
        learner.play(game, level, options.seats, f"{options.seed} learning {number}")
    learner.fit()
    won = measured_share(game, learner, level, options.seats, options.seed, options.games)
    cases = f"{len(learner.seen_doubts)} calls of others, {len(learner.seen_calls)} calls of its own"
    return [
        f"bull, {options.seats} seats, alone among {options.level}: "
        f"opponents beaten in {options.games} games",
        f"  boosted trees, from {options.learning} games ({cases})  {won}",
    ]


if __name__ == "__main__":
    main()
