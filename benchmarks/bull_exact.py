"""Work out how far a level of Porker Bull can be exploited heads up, with one or two cards each.

    python -m benchmarks.bull_exact [--level expert] [--cards 1] [--whims 8] [--least 0.002]

The best answer to a level knows how likely it does what with which card, takes the best of all moves at each
turn, and so wins as much as anybody can: the share of rounds that it does not lose. If that is half of them,
over both seats, nothing is given away. What the level does is averaged over so many whims. Lines of play that
it takes too seldom are not followed: they count once for nobody and once for the best answer, which gives the
two bounds. The best answer calls nothing that cannot be true.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from itertools import combinations_with_replacement
from math import comb, prod
from operator import add, mul
from typing import TypeAlias

from games.bull.player import mix
from games.bull.possible import OF_A_RANK, PLANS, TWO_RANKS, Plan, cards_at
from games.bull.strategy.choices import DOUBT, Round
from games.bull.strategy.judge import judge

RANKS = range(13)
COPIES = 4
"""Number of cards of a rank."""

Hand: TypeAlias = tuple[int, ...]
"""The ranks of one's cards; suits matter for nothing that so few cards can make."""


class Deal:
    """What can be dealt heads up, and what can be true of it.

    Args:
        cards: how many each has, one or two.
    """

    def __init__(self, cards: int) -> None:
        self.sizes = (cards, cards)
        self.hands = list(combinations_with_replacement(RANKS, cards))
        self.share = [ways(hand, ()) / comb(52, cards) for hand in self.hands]
        rest = comb(52 - cards, cards)
        self.dealt = [[ways(other, mine) / rest for other in self.hands] for mine in self.hands]
        self.good = [
            [[fits(plan, (*mine, *other)) for other in self.hands] for mine in self.hands]
            for plan in PLANS[False]
        ]
        self.calls = [at for at, good in enumerate(self.good) if any(map(any, good))]


def ways(hand: Hand, gone: Hand) -> int:
    """Count the ways to be dealt some ranks when some cards are gone."""
    return prod(comb(max(0, COPIES - gone.count(rank)), hand.count(rank)) for rank in set(hand))


def fits(plan: Plan, ranks: Hand) -> bool:
    """Tell whether a call is good when these are all the cards."""
    if plan[0] == OF_A_RANK:
        return bool(ranks.count(plan[1]) >= plan[2])
    if plan[0] != TWO_RANKS:
        return False
    return bool(ranks.count(plan[1]) >= plan[2] and ranks.count(plan[3]) >= plan[4])


Bounds: TypeAlias = tuple[list[float], list[float]]
"""Least and most that is won, by one's own hand."""


class Answer:
    """The best answer to a level.

    Args:
        deal: what is dealt.
        level: whom to answer.
        whims: over how many whims it is averaged.
        least: how often, over all ranks, a line has to be taken to be followed.
    """

    def __init__(self, deal: Deal, level: str, whims: int, least: float) -> None:
        self._deal = deal
        self._level, self._whims, self._least = level, whims, least
        self.positions = 0

    def policy(self, calls: Sequence[int], seat: int, hand: Hand) -> dict[int, float]:
        """Say how likely the level does what."""
        found: dict[int, float] = {}
        table = Round(
            self._deal.sizes, False, [((seat + len(calls) - at) % 2, call) for at, call in enumerate(calls)]
        )
        cards = cards_at([rank + 13 * at for at, rank in enumerate(hand)])
        for whim in range(self._whims):
            judged = judge(table, seat, cards, (), random.Random(whim), self._level)
            shares = mix(judged, self._level)
            for one, share in zip(judged, shares, strict=True):
                call = one.choice.call
                found[call] = found.get(call, 0.0) + share / sum(shares) / self._whims
        return found

    def theirs(self, calls: tuple[int, ...], seat: int, reach: list[float]) -> Bounds:
        """Value a position in which the level is to act, at a seat; arguments as for ``mine``."""
        self.positions += 1
        hands, dealt = self._deal.hands, self._deal.dealt
        low, high = [0.0] * len(hands), [0.0] * len(hands)
        children: dict[int, list[float]] = {}
        for at, hand in enumerate(hands):
            if reach[at] * self._deal.share[at] * len(hands) < self._least:
                high = [most + row[at] * reach[at] for most, row in zip(high, dealt, strict=True)]
                continue
            for call, share in self.policy(calls, seat, hand).items():
                children.setdefault(call, [0.0] * len(hands))[at] = reach[at] * share
        for call, taken in children.items():
            if call == DOUBT:
                found = self._won(taken, calls[-1], True)
                bounds = found, found
            else:
                bounds = self.mine((*calls, call), seat, taken)
            low = list(map(add, low, bounds[0]))
            high = list(map(add, high, bounds[1]))
        return low, high

    def mine(self, calls: tuple[int, ...], seat: int, reach: list[float]) -> Bounds:
        """Value a position in which the best answer is to act.

        Args:
            calls: what was called.
            seat: the level's.
            reach: by its hand how likely the level played so far as it did.
        """
        if sum(map(mul, self._deal.share, reach)) < self._least:
            return [0.0] * len(reach), [sum(map(mul, row, reach)) for row in self._deal.dealt]
        options = [
            self.theirs((*calls, call), seat, reach)
            for call in self._deal.calls
            if not calls or call > calls[-1]
        ]
        if calls:
            found = self._won(reach, calls[-1], False)
            options.append((found, found))
        low, high = (list(map(max, zip(*side, strict=True))) for side in zip(*options, strict=True))
        return low, high

    def _won(self, reach: Sequence[float], call: int, if_good: bool) -> list[float]:
        """Say how likely a challenged call is good, or is not, by one's own hand."""
        return [
            sum(
                share * taken for share, taken, good in zip(row, reach, goods, strict=True) if good == if_good
            )
            for row, goods in zip(self._deal.dealt, self._deal.good[call], strict=True)
        ]


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--level", default="expert")
    parser.add_argument("--cards", type=int, default=1, choices=(1, 2))
    parser.add_argument("--whims", type=int, default=8)
    parser.add_argument("--least", type=float, default=0.002)
    args = parser.parse_args()
    deal = Deal(args.cards)
    for name, begins in (("the level", True), ("the best answer", False)):
        answer = Answer(deal, args.level, args.whims, args.least)
        start = answer.theirs if begins else answer.mine
        low, high = (sum(map(mul, deal.share, side)) for side in start((), 0, [1.0] * len(deal.hands)))
        print(
            f"{args.level}, {name} begins: {low:.4f} to {high:.4f} ({answer.positions} positions)", flush=True
        )


if __name__ == "__main__":
    main()
