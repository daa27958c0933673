"""Work out how far a level of Porker Bull can be exploited heads up, with one or two cards each.

    python -m lab.learning.bull_exact [--level expert] [--cards 1] [--least 0.002] [--slack 0.003]

The best answer to a level knows how likely it does what with which cards, takes the best of all moves at
each turn, and so wins as much as anybody can: the share of rounds that it does not lose. If that is half of
them, over both seats, nothing is given away. What comes to the level's mind is averaged over its bluffs.

Two bounds are given. A raise is worth at most what is not doubted and false, and at least what is doubted
and true; and what the level raises to in turn can be doubted. So few raises have to be looked into: only
those that may be worth more than another surely is, over all hands, by ``--slack`` of how often the line
comes up. Nor is a line looked into that comes up less often than ``--least``. The best answer calls nothing
that cannot be true.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from itertools import combinations_with_replacement, product
from math import comb, exp, prod
from operator import mul
from typing import TypeAlias

from benchmarks import command
from games.bull.player import SPREADS
from games.bull.possible import OF_A_RANK, PLANS, TWO_RANKS, Plan, cards_at
from games.bull.strategy.choices import DOUBT, FAR, NEAR, NEXT, Round
from games.bull.strategy.features import FEW, Sight
from games.core.learner import learnt

RANKS = range(13)
COPIES = 4
"""Number of cards of a rank."""
ORDERS = 6
"""How often the raises that a hand speaks for are drawn; those that are supported alike take turns."""
MINDS = 20_000
"""How many such lists are remembered."""
TINY = 1e-6
"""A hand with which the level comes so far so seldom is not looked into."""

Hand: TypeAlias = tuple[int, ...]
"""The ranks of one's cards; suits matter for nothing that so few cards can make."""
Reach: TypeAlias = dict[int, float]
"""By the level's hand how likely it has played so far as it did."""
Worth: TypeAlias = list[float]
"""What is won, by the hand of who answers best."""


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
        self.against = [[ways(hand, mine) / rest for mine in self.hands] for hand in self.hands]
        """By the level's hand, then by one's own: how likely the level has it."""
        self.good = [
            [[fits(plan, (*mine, *hand)) for mine in self.hands] for hand in self.hands]
            for plan in PLANS[False]
        ]
        self.calls = [at for at, good in enumerate(self.good) if any(map(any, good))]

    def weigh(self, worth: Worth) -> float:
        """Average over one's own hands."""
        return sum(map(mul, self.share, worth), 0.0)

    def weight(self, reach: Reach) -> float:
        """Say how often the level comes here."""
        return sum(self.share[hand] * taken for hand, taken in reach.items())

    def add(self, to: Worth, hand: int, taken: float, call: int = DOUBT, if_good: bool = True) -> None:
        """Add what a hand of the level's brings; with a call, only where that is good, or is not."""
        row = self.against[hand]
        if call == DOUBT:
            for at, share in enumerate(row):
                to[at] += taken * share
            return
        for at, is_good in enumerate(self.good[call][hand]):
            if is_good == if_good:
                to[at] += taken * row[at]


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


class Level:
    """What a level does.

    Args:
        deal: what is dealt.
        name: which level.
    """

    def __init__(self, deal: Deal, name: str) -> None:
        self._deal = deal
        self._cards = [cards_at([rank + 13 * at for at, rank in enumerate(hand)]) for hand in deal.hands]
        known = learnt("games.bull.strategy", name)
        self._doubts, self._worths = known["doubts"], known["calls"]
        self._spread = SPREADS[name]
        self._minds: dict[object, list[frozenset[int]]] = {}
        self.asked = 0

    def policy(self, table: Round, seat: int, hand: int) -> dict[int, float]:
        """Say how likely it does what with a hand."""
        self.asked += 1
        sight = Sight(table, seat, self._cards[hand], len(self._worths.weights) > FEW)
        key = (hand, table.last, sight.heard)
        if key not in self._minds:
            if len(self._minds) == MINDS:
                self._minds.clear()
            self._minds[key] = self._come_to_mind(hand, sight)
        minds = self._minds[key]
        safe = {
            call: self._worths.chance(sight.keys(sight.described(call))) for call in frozenset().union(*minds)
        }
        if table.calls:
            safe[DOUBT] = self._doubts.chance(sight.keys(sight.described(DOUBT)))
        most = max(safe.values())
        weights = {call: exp((worth - most) / self._spread) for call, worth in safe.items()}
        found = dict.fromkeys(weights, 0.0)
        doubted = weights.get(DOUBT, 0.0)
        for calls in minds:
            part = 1 / len(minds) / (doubted + sum([weights[call] for call in calls]))
            for call in calls:
                found[call] += weights[call] * part
            if doubted:
                found[DOUBT] += doubted * part
        return found

    def _come_to_mind(self, hand: int, sight: Sight) -> list[frozenset[int]]:
        """List sets of calls that may come to mind: each near bluff with each far one, in pairs of draws."""
        rng = random.Random(hand)
        low = NEXT[False][sight.table.last]
        orders = [{choice.call for choice in sight.supported(rng.random)} for _ in range(ORDERS)]
        draws = [
            {*rng.choice(orders), *(low + at for at in bluffs if low + at < len(PLANS[False]))}
            for bluffs in product(range(NEAR), range(FAR))
        ]
        others = [*draws, *draws]
        rng.shuffle(others)
        return [frozenset(one | other) for one, other in zip([*draws, *draws], others, strict=True)]


class Reply:
    """What the level does about a line of calls, and what that line is worth to who answers best.

    Attributes:
        low: the least, as far as is known.
        high: the most.
        raised: what the level raises to, and with which hands.
    """

    def __init__(self, hands: int) -> None:
        self.low, self.high = [0.0] * hands, [0.0] * hands
        self.raised: dict[int, Reach] = {}


class Answer:
    """The best answer to a level.

    Args:
        deal: what is dealt.
        level: whom to answer.
        least: how often a line has to come up to be looked into.
        slack: how far the bounds may be apart, of how often the line comes up.
    """

    def __init__(self, deal: Deal, level: Level, least: float, slack: float) -> None:
        self._deal, self._level = deal, level
        self._least, self._slack = least, slack
        self._everybody: Reach = dict.fromkeys(range(len(deal.hands)), 1.0)

    def first(self) -> tuple[float, float]:
        """Give the bounds of what is won where the best answer begins."""
        low, high = self._answered((), self._everybody)
        return self._deal.weigh(low), self._deal.weigh(high)

    def second(self) -> tuple[float, float]:
        """Give the bounds where the level begins."""
        reply = self._reply((), self._everybody)
        self._follow((), reply, ())
        return self._deal.weigh(reply.low), self._deal.weigh(reply.high)

    def _reply(self, calls: tuple[int, ...], reach: Reach) -> Reply:
        """Ask the level, which is to act."""
        deal = self._deal
        reply = Reply(len(deal.hands))
        count = len(calls)
        table = Round(deal.sizes, False, [((count - at) % 2, call) for at, call in enumerate(calls)])
        for hand, taken in reach.items():
            if taken * deal.share[hand] < TINY:
                deal.add(reply.high, hand, taken)
                continue
            goes_on = 0.0
            for call, share in self._level.policy(table, 0, hand).items():
                if call == DOUBT:
                    deal.add(reply.low, hand, taken * share, calls[-1])
                    deal.add(reply.high, hand, taken * share, calls[-1])
                else:
                    reply.raised.setdefault(call, {})[hand] = taken * share
                    deal.add(reply.low, hand, taken * share, call, False)
                    goes_on += taken * share
            deal.add(reply.high, hand, goes_on)
        return reply

    def _known(self, calls: tuple[int, ...], reach: Reach) -> tuple[Worth, Worth]:
        """Bound what a position is worth in which the best answer is to act: it may doubt."""
        low, high = [0.0] * len(self._deal.hands), [0.0] * len(self._deal.hands)
        for hand, taken in reach.items():
            self._deal.add(high, hand, taken)
            if calls:
                self._deal.add(low, hand, taken, calls[-1], False)
        return low, high

    def _answered(self, calls: tuple[int, ...], reach: Reach) -> tuple[Worth, Worth]:
        """Value such a position, looking into raises."""
        deal = self._deal
        sure, most = self._known(calls, reach)
        weight = deal.weight(reach)
        if weight < self._least:
            return sure, most
        replies = {
            call: self._reply((*calls, call), reach) for call in deal.calls if not calls or call > calls[-1]
        }
        sure = best(sure, *[reply.low for reply in replies.values()])
        waiting = set(replies)
        while waiting:
            hopes = {call: self._hope(replies[call], sure) for call in waiting}
            call = max(hopes, key=hopes.__getitem__)
            if hopes[call] < self._slack * weight:
                break
            waiting.remove(call)
            self._follow((*calls, call), replies[call], sure, self._slack * weight)
            sure = best(sure, replies[call].low)
        return sure, best(sure, *[reply.high for reply in replies.values()])

    def _hope(self, reply: Reply, sure: Sequence[float]) -> float:
        """Say how much better a raise may be than what is sure, over all hands."""
        return self._deal.weigh([max(0.0, high - low) for high, low in zip(reply.high, sure, strict=True)])

    def _follow(
        self, calls: tuple[int, ...], reply: Reply, sure: Sequence[float], slack: float = 0.0
    ) -> None:
        """Look into what the level raises to, likeliest first, while the line may be the best."""
        weights = {call: self._deal.weight(reach) for call, reach in reply.raised.items()}
        for call in sorted(weights, key=weights.__getitem__, reverse=True):
            if weights[call] < self._least or (sure and self._hope(reply, sure) < slack):
                return
            line = (*calls, call)
            known = self._known(line, reply.raised[call])
            found = self._answered(line, reply.raised[call])
            for bound, now, before in zip((reply.low, reply.high), found, known, strict=True):
                for at, (new, old) in enumerate(zip(now, before, strict=True)):
                    bound[at] += new - old


def best(*worths: Iterable[float]) -> Worth:
    """Take the best for each hand."""
    return list(map(max, zip(*worths, strict=True))) if len(worths) > 1 else list(worths[0])


def main() -> None:
    """Read the command line."""
    parser = command(__doc__)
    parser.add_argument("--level", default="expert")
    parser.add_argument("--cards", type=int, default=1, choices=(1, 2))
    parser.add_argument("--least", type=float, default=0.002)
    parser.add_argument("--slack", type=float, default=0.003)
    args = parser.parse_args()
    deal = Deal(args.cards)
    level = Level(deal, args.level)
    answer = Answer(deal, level, args.least, args.slack)
    for name, bounds in (("the level", answer.second), ("the best answer", answer.first)):
        low, high = bounds()
        print(f"{args.level}, {name} begins: {low:.4f} to {high:.4f} ({level.asked} decisions)", flush=True)


if __name__ == "__main__":
    main()
