"""Compute how well the computer players of a level of Porker Bull can be exploited by their best opponent.
The round has two players, who hold one or two cards each.

    python -m lab.learning.bull_exact [--level expert] [--cards 1] [--least 0.002] [--slack 0.003]

The best opponent (the best response) knows the probability of each call of the computer player with each
hand. Its value is the share of rounds that it wins. If this share is one half, the computer player cannot be
exploited.

The program prints a lower and an upper bound of the value. It begins with simple bounds for each raise of the
best response:

- The raise surely wins if it is true and is doubted, or if the computer player answers with a false call.
- The raise surely loses only if it is false and is doubted.

Then the program searches the play after the raises, which narrows the bounds. Two options make the search
shorter:

- ``--least``: sequences of calls with a lower probability are not searched.
- ``--slack``: the search stops when no raise can gain more than this number times the probability of the
  calls so far.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from functools import partial
from itertools import chain, combinations_with_replacement, product
from math import comb, prod
from operator import mul
from typing import NamedTuple, TypeAlias

from benchmarks import command
from games.bull.possible import OF_A_RANK, PLANS, TWO_RANKS, CardSet, Plan, cards_at
from games.bull.strategy import SPREADS
from games.bull.strategy.choices import BASIC_LAYOUT, DOUBT, FAR, LEARNT, NEAR, NEXT, ChoiceFeatures, Round
from games.core.strategy import load_models
from lab.learning.learner import choice_weights

RANKS = range(13)
COPIES = 4
"""Number of cards of each rank in the deck."""
ORDERS = 6
"""Number of random orders of the raises that a hand supports equally well."""
MAX_CACHED_SETS = 20_000
"""Largest number of sets of calls in the cache."""
TINY = 1e-6
"""Least probability of a sequence of calls and a hand for which the computer player's moves are computed."""

Hand: TypeAlias = tuple[int, ...]
"""The ranks of a seat's cards. Suits do not matter: flushes need more cards than are dealt."""
Reached: TypeAlias = dict[int, float]
"""The probability that the computer player makes its calls so far, by index of the hand that it holds."""
HandValues: TypeAlias = list[float]
"""For each hand of the best response: the probability that a sequence of calls is made and then won."""


class ValueBounds(NamedTuple):
    """A lower and an upper bound of the probability that the best response wins."""

    low: float
    high: float


class HandBounds(NamedTuple):
    """Lower and upper bounds of the best response's value, for each hand that it may hold."""

    low: HandValues
    high: HandValues


class PossibleHands:
    """The possible hands of two players in a round, and which calls are true with these hands.

    Args:
        cards: number of cards of each player, 1 or 2.
    """

    def __init__(self, cards: int) -> None:
        self.sizes = (cards, cards)
        self.hands = list(combinations_with_replacement(RANKS, cards))
        self.share = list(map(chance_to_deal, self.hands))
        self.against = list(map(self._chances_against, self.hands))
        """Probability of the computer player's hand (first index), given its opponent's (second index)."""
        self.good = list(map(self._truths, PLANS[False]))
        """Whether a call (first index) is true with the computer player's hand and its opponent's."""
        self.calls = [at for at, good in enumerate(self.good) if any(map(any, good))]

    def _chances_against(self, hand: Hand) -> list[float]:
        return list(map(partial(chance_to_deal, hand), self.hands))

    def _truths(self, plan: Plan) -> list[list[bool]]:
        truths = []
        for hand in self.hands:
            row = [is_made(plan, mine + hand) for mine in self.hands]
            truths.append(row)
        return truths

    def mean(self, values: HandValues) -> float:
        """Return the mean of a value over all hands, weighted by the probability of each hand."""
        return sum(map(mul, self.share, values), 0.0)

    def probability(self, reach: Reached) -> float:
        """Return the total probability of the computer player's calls so far.

        Args:
            reach: probability of the calls, by index of the computer player's hand.
        """
        return sum(self.share[hand] * taken for hand, taken in reach.items())

    def add(
        self,
        values: HandValues,
        hand: int,
        probability: float,
        call: int = DOUBT,
        is_good_wanted: bool = True,
    ) -> None:
        """Add the probability of a hand and its calls to the values of the opponent's hands.

        Args:
            values: one value for each hand of the opponent.
            hand: index of the computer player's hand.
            probability: probability of the computer player's calls, given ``hand``.
            call: change only values of hands that make this call true; ``DOUBT`` to change all.
            is_good_wanted: if false, change only values of hands that make the call false.
        """
        # Every hand of the best response is dealt with its own probability, given the computer player's hand.
        row = self.against[hand]
        if call == DOUBT:
            for at, share in enumerate(row):
                values[at] += probability * share
            return
        for at, is_good in enumerate(self.good[call][hand]):
            if is_good == is_good_wanted:
                values[at] += probability * row[at]


def chance_to_deal(hand: Hand, gone: Hand = ()) -> float:
    """Return the probability that a hand is dealt after other cards.

    Args:
        hand: the ranks of the hand's cards.
        gone: the ranks of the cards that were dealt before.
    """
    ways = prod(comb(max(0, COPIES - gone.count(rank)), hand.count(rank)) for rank in set(hand))
    return ways / comb(52 - len(gone), len(hand))


def is_made(plan: Plan, ranks: Hand) -> bool:
    """True if the dealt ranks include all cards that a call needs."""
    if plan[0] == OF_A_RANK:
        return bool(ranks.count(plan[1]) >= plan[2])
    if plan[0] != TWO_RANKS:
        return False
    return bool(ranks.count(plan[1]) >= plan[2] and ranks.count(plan[3]) >= plan[4])


def _cards_of(hand: Hand) -> CardSet:
    # Every card has a suit of its own. Suits do not matter, but two cards of a rank must be different.
    return cards_at([rank + 13 * suit for suit, rank in enumerate(hand)])


class FixedLevel:
    """A computer player of a fixed level, with the exact probabilities of its moves."""

    def __init__(self, deal: PossibleHands, name: str) -> None:
        self._deal = deal
        self._cards = list(map(_cards_of, deal.hands))
        known = load_models("games.bull.strategy", LEARNT[name])
        self._doubts = known["doubts"]
        self._worths = known["calls"]
        self._spread = SPREADS[name]
        self._choice_sets_by_position: dict[object, list[frozenset[int]]] = {}
        self.decisions = 0  # computed so far

    def policy(self, table: Round, seat: int, hand: int) -> dict[int, float]:
        """Return the probability of each call and of a challenge (``DOUBT``).

        Args:
            hand: index of the computer player's hand in ``PossibleHands.hands``.
        """
        self.decisions += 1
        features = ChoiceFeatures(
            table, seat, self._cards[hand], len(self._worths.weights) > BASIC_LAYOUT.starts[-1]
        )
        # The calls to consider depend only on these three, so that other positions share them.
        key = (hand, table.last, features.heard)
        if key not in self._choice_sets_by_position:
            if len(self._choice_sets_by_position) == MAX_CACHED_SETS:
                self._choice_sets_by_position.clear()
            self._choice_sets_by_position[key] = self._choice_sets(hand, features)
        choice_sets = self._choice_sets_by_position[key]
        # The value of each call, and of a doubt if there is a call to doubt.
        worths: dict[int, float] = {}
        for call in chain.from_iterable(choice_sets):
            if call not in worths:
                worths[call] = self._worths.chance(features.keys(features.candidate(call)))
        if table.calls:
            worths[DOUBT] = self._doubts.chance(features.keys(features.candidate(DOUBT)))
        weights = dict(zip(worths, choice_weights(worths.values(), self._spread), strict=True))
        policy = dict.fromkeys(weights, 0.0)
        doubted = weights.get(DOUBT, 0.0)
        # The computer player chooses by a softmax among one set of calls; each set is equally likely.
        for calls in choice_sets:
            part = 1 / len(choice_sets) / (doubted + sum(map(weights.__getitem__, calls)))
            for call in calls:
                policy[call] += weights[call] * part
            if doubted:
                policy[DOUBT] += doubted * part
        return policy

    def _choice_sets(self, hand: int, features: ChoiceFeatures) -> list[frozenset[int]]:
        # These sets of calls are equally likely. For each move, the computer player considers only the calls
        # of one of them.
        rng = random.Random(hand)
        low = NEXT[False][features.table.last]
        # The computer player draws candidates twice and joins both draws. A draw has the calls that the hand
        # supports, and two random calls as bluffs: one near the last call, one far above it. Its draws are
        # random; a few samples stand for all of their outcomes.
        orders = []
        for _ in range(ORDERS):
            supported = features.supported_calls(rng.random)
            orders.append({choice.call for choice in supported})
        draws: list[set[int]] = []
        for near, far in product(range(NEAR), range(FAR)):
            draw = set(rng.choice(orders))
            for bluff in (low + near, low + far):
                if bluff < len(PLANS[False]):
                    draw.add(bluff)
            draws.append(draw)
        # Each draw is joined with two others.
        draws *= 2
        others = list(draws)
        rng.shuffle(others)
        return list(map(frozenset, map(set.union, draws, others)))


class LevelAnswers:
    """The computer player's possible answers after some calls, with bounds of the best response's value."""

    def __init__(self, hands: int) -> None:
        # by hand of the best response
        self.low = [0.0] * hands
        self.high = [0.0] * hands
        self.raised: dict[int, Reached] = {}  # by call that the computer player may make next


class BestResponse:
    """Searches the strategy that wins most often against a computer player (the best response).

    Args:
        min_probability: sequences of calls with a lower probability are not searched.
        slack: largest possible gain that is not searched, relative to the probability of the calls.
    """

    def __init__(self, deal: PossibleHands, level: FixedLevel, min_probability: float, slack: float) -> None:
        self._deal = deal
        self._level = level
        self._min_probability = min_probability
        self._slack = slack
        self._any_hand: Reached = dict.fromkeys(range(len(deal.hands)), 1.0)

    def value_as_first(self) -> ValueBounds:
        """Return bounds of the probability that the best response wins if it calls first."""
        low, high = self._searched_bounds((), self._any_hand)
        return ValueBounds(self._deal.mean(low), self._deal.mean(high))

    def value_as_second(self) -> ValueBounds:
        """Return bounds of the probability that the best response wins if it acts second."""
        reply = self._reply((), self._any_hand)
        self._tighten((), reply, ())
        return ValueBounds(self._deal.mean(reply.low), self._deal.mean(reply.high))

    def _reply(self, calls: tuple[int, ...], reach: Reached) -> LevelAnswers:
        deal = self._deal
        reply = LevelAnswers(len(deal.hands))
        count = len(calls)
        table = Round(deal.sizes, False, [((count - at) % 2, call) for at, call in enumerate(calls)])
        for hand, taken in reach.items():
            if taken * deal.share[hand] < TINY:
                deal.add(reply.high, hand, taken)
                continue
            # A doubt ends the round. A raise may win anything, but surely wins where it is false.
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

    def _simple_bounds(self, calls: tuple[int, ...], reach: Reached) -> HandBounds:
        low = [0.0] * len(self._deal.hands)
        high = [0.0] * len(self._deal.hands)
        for hand, taken in reach.items():
            self._deal.add(high, hand, taken)
            if calls:
                self._deal.add(low, hand, taken, calls[-1], False)
        return HandBounds(low, high)

    def _searched_bounds(self, calls: tuple[int, ...], reach: Reached) -> HandBounds:
        # The best response acts next.
        deal = self._deal
        sure, most = self._simple_bounds(calls, reach)
        weight = deal.probability(reach)
        if weight < self._min_probability:
            return HandBounds(sure, most)
        replies = {
            call: self._reply(calls + (call,), reach) for call in deal.calls if not calls or call > calls[-1]
        }
        for reply in replies.values():
            sure = highest_values(sure, reply.low)
        # Search the raise that may gain most first, until no raise can gain more than the allowed gap.
        waiting = set(replies)
        while waiting:
            hopes = {call: self._largest_gain(replies[call], sure) for call in waiting}
            call = max(hopes, key=hopes.__getitem__)
            if hopes[call] < self._slack * weight:
                break
            waiting.remove(call)
            self._tighten(calls + (call,), replies[call], sure, self._slack * weight)
            sure = highest_values(sure, replies[call].low)
        high = sure
        for reply in replies.values():
            high = highest_values(high, reply.high)
        return HandBounds(sure, high)

    def _largest_gain(self, reply: LevelAnswers, sure: Sequence[float]) -> float:
        # ``sure`` has the value of each hand without this raise.
        return self._deal.mean([max(0.0, high - low) for high, low in zip(reply.high, sure, strict=True)])

    def _tighten(
        self, calls: tuple[int, ...], reply: LevelAnswers, sure: Sequence[float], slack: float = 0.0
    ) -> None:
        # Search what follows each raise of the computer player until the bounds are near enough.
        # Calls that the computer player hardly ever makes change the bounds least, so they come last.
        weights = {call: self._deal.probability(reach) for call, reach in reply.raised.items()}
        for call in sorted(weights, key=weights.__getitem__, reverse=True):
            if weights[call] < self._min_probability or (sure and self._largest_gain(reply, sure) < slack):
                return
            line = calls + (call,)
            known = self._simple_bounds(line, reply.raised[call])
            bounds = self._searched_bounds(line, reply.raised[call])
            # Replace the simple bounds of this raise, which the reply contains, by those found.
            for bound, now, before in zip((reply.low, reply.high), bounds, known, strict=True):
                for at, (new, old) in enumerate(zip(now, before, strict=True)):
                    bound[at] += new - old


def highest_values(first: Iterable[float], second: Iterable[float]) -> HandValues:
    """Return, for each hand, the higher of two values."""
    return list(map(max, first, second))


def main() -> None:
    """Run the command line: print bounds of the best response's value."""
    parser = command(__doc__)
    parser.add_argument("--level", default="expert")
    parser.add_argument("--cards", type=int, default=1, choices=(1, 2))
    parser.add_argument("--least", type=float, default=0.002)
    parser.add_argument("--slack", type=float, default=0.003)
    args = parser.parse_args()
    deal = PossibleHands(args.cards)
    level = FixedLevel(deal, args.level)
    response = BestResponse(deal, level, args.least, args.slack)
    for name, bounds in (
        ("the level", response.value_as_second),
        ("the best response", response.value_as_first),
    ):
        low, high = bounds()
        print(
            f"{args.level}, {name} begins: {low:.4f} to {high:.4f} ({level.decisions} decisions)", flush=True
        )


if __name__ == "__main__":
    main()
