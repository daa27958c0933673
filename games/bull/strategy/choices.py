"""The choices of a computer player in Porker Bull, with the chance that each call is true.

Calls are numbered by strength, from 0. The number -1 stands for a challenge, or for no call.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import permutations
from typing import NamedTuple

import msgspec

from games.bull.moves import CALL_ORDERS
from games.bull.possible import (
    FLUSH,
    OF_A_RANK,
    PLANS,
    STRAIGHT,
    TWO_RANKS,
    TWOS,
    CallerSizes,
    CardSet,
    Plan,
    chance,
)

DOUBT = -1
"""The number that stands for a challenge."""

NEAR, FAR = 3, 14
"""Sizes of two ranges of next higher calls.

From each range one random call is drawn as a bluff.
"""
FLOOR = 0.08
"""The search through kinds of calls, from low to high, stops once the best calls of two successive kinds are
less likely than this.
"""
BACKING = 0.6
"""Number of cards in hand that another seat's call of a rank is worth when ranks are compared."""
SWAY = 0.4
"""Largest random change of a rank's value, in cards, so that equal ranks alternate."""
RIVALS = sorted(permutations(range(4), 2), key=sum)
"""Pairs of positions among the best four ranks, the best pairs first, for calls that name two ranks."""

_NO_CARDS = CardSet(())


def ranks_of(plan: Plan) -> tuple[int, ...]:
    """Return the ranks that a call names, as numbers; empty for straights and flushes."""
    if plan[0] == OF_A_RANK:
        return (plan[1],)
    return (plan[1], plan[3]) if plan[0] == TWO_RANKS else ()


def _main_ranks(plan: Plan) -> tuple[int, ...]:
    if plan[0] not in (OF_A_RANK, TWO_RANKS) or plan[2] == 1:
        return ()
    return (plan[1],) if plan[2] == 3 else ranks_of(plan)


MAIN_RANKS = {wild: tuple(map(_main_ranks, plans)) for wild, plans in PLANS.items()}
"""For each call the ranks of which a bluffer holds at least one card, if any; without and with wild twos.

They are the ranks of a pair, of two pairs, of trips and so on, and the rank of a full house's three cards.
"""


class CallKind(NamedTuple):
    """All calls of one kind, such as pairs. A call's number is its index in the list of all calls."""

    plan_type: int  # which cards these calls need, such as ``OF_A_RANK``
    first: int  # the number of the lowest call of the kind
    end: int  # the number after that of the highest call
    numbers: dict[tuple[int, ...], int]  # the calls' numbers, by the ranks that a call names


def _kinds(wild: bool) -> tuple[CallKind, ...]:
    numbers: dict[str, list[int]] = {}
    for at, call in enumerate(CALL_ORDERS[wild].bids):
        numbers.setdefault(call.kind, []).append(at)
    plans = PLANS[wild]
    return tuple(
        CallKind(plans[at[0]][0], at[0], at[-1] + 1, {ranks_of(plans[call]): call for call in at})
        for at in numbers.values()
    )


KINDS = {wild: _kinds(wild) for wild in CALL_ORDERS}
NEXT = {wild: (*map(order.index_above, order.bids), 0) for wild, order in CALL_ORDERS.items()}
"""For each call the number of the lowest higher call; the last entry, for no call yet, is 0."""


class Candidate(msgspec.Struct, frozen=True):
    """A call, or a challenge of the last call, with probabilities that the call is true."""

    call: int  # the number of the call; ``DOUBT`` for a challenge
    hand_chance: float  # probability from the seat's own cards alone
    chance: float  # probability from the seat's own cards and the calls of other seats
    public_chance: float  # probability for a spectator, who knows all calls but no cards


class Round:
    """The public facts of a round: hand sizes, whether twos are wild, and the calls with their callers."""

    __slots__ = ("calls", "named", "sizes", "total", "wild")

    def __init__(self, sizes: Sequence[int], wild: bool, calls: Sequence[tuple[int, int]] = ()) -> None:
        self.sizes, self.wild, self.total = sizes, wild, sum(sizes)
        self.calls: list[tuple[int, int]] = []
        self.named: list[tuple[int, tuple[int, ...]]] = []
        for seat, call in calls:
            self.add(seat, call)

    @property
    def last(self) -> int:
        """The number of the last call; -1 if no call has been made."""
        return self.calls[-1][1] if self.calls else -1

    def add(self, seat: int, call: int) -> None:
        """Add a seat's call, given by its number."""
        self.calls.append((seat, call))
        self.named.append((seat, ranks_of(PLANS[self.wild][call])))


class CallEstimator:
    """Estimates how likely each call is to be true, from the view of one seat.

    Args:
        listens: whether the calls of other seats are considered.
    """

    def __init__(self, table: Round, seat: int, hand: CardSet, listens: bool = True) -> None:
        self.table, self.seat, self.hand, sizes = table, seat, hand, table.sizes
        self._said = dict.fromkeys([(caller, rank) for caller, ranks in table.named for rank in ranks])
        self._spoken: list[tuple[int, ...]] = [()] * 13
        heard = self._spoken.copy()
        # Hand sizes by called rank: for spectators of all seats, for this seat of the others.
        for caller, rank in self._said:
            self._spoken[rank] += (sizes[caller],)
            if listens and caller != seat:
                heard[rank] += (sizes[caller],)
        self.heard: CallerSizes = tuple(heard)
        self._hears = any(heard)

    def candidate(self, call: int) -> Candidate:
        """Return a call, given by its number, with the probabilities that it is true.

        Args:
            call: ``DOUBT`` for a challenge, which gets the probabilities of the last call.
        """
        table, hand = self.table, self.hand
        wild, unseen = table.wild, table.total - hand.size
        caller, called = table.calls[-1] if call == DOUBT else (self.seat, call)
        plan = PLANS[wild][called]
        own = chance(plan, hand, unseen, wild, ())
        likely = chance(plan, hand, unseen, wild, self.heard) if self._hears else own
        # Once it is made its caller speaks for its ranks, too.
        backing = {rank: self._spoken[rank] for rank in ranks_of(plan)}
        for rank in backing:
            if (caller, rank) not in self._said:
                backing[rank] += (table.sizes[caller],)
        return Candidate(call, own, likely, chance(plan, _NO_CARDS, table.total, wild, backing))

    def candidates(self, random: Callable[[], float]) -> list[Candidate]:
        """Return the calls worth considering: those that the hand supports, and up to two random bluffs.

        Args:
            random: a function like ``random.random``.
        """
        wild = self.table.wild
        options = {choice.call: choice for choice in self.supported_calls(random)}
        for reach in (NEAR, FAR):
            call = NEXT[wild][self.table.last] + int(random() * reach)
            if call < len(PLANS[wild]) and call not in options and not self._is_far_fetched(call):
                options[call] = self.candidate(call)
        return list(options.values())

    def _is_far_fetched(self, call: int) -> bool:
        # The hand has no card of the call's main ranks, but another legal call of the same kind has main
        # ranks of which the hand has a card.
        wild, counts = self.table.wild, self.hand.counts
        main_ranks = MAIN_RANKS[wild]
        if not main_ranks[call] or any(counts[rank] for rank in main_ranks[call]):
            return False
        kind = next(kind for kind in KINDS[wild] if call < kind.end)
        lowest = max(kind.first, NEXT[wild][self.table.last])
        return any(counts[rank] for other in range(lowest, kind.end) for rank in main_ranks[other])

    def supported_calls(self, random: Callable[[], float]) -> list[Candidate]:
        """Return the best supported legal call of each kind, from low to high. Unlikely kinds are left out.

        Args:
            random: a function like ``random.random``, which decides between ranks with similar support.
        """
        low = NEXT[self.table.wild][self.table.last]
        counts, heard = self.hand.counts, self.heard
        # Ranks in order of support: cards in hand, plus a part for each seat that has called the rank.
        supports = [counts[rank] + BACKING * len(heard[rank]) for rank in range(13)]
        scored = sorted(
            [(-support - SWAY * random(), rank) for rank, support in enumerate(supports) if support]
        )
        ranks = [rank for _, rank in scored]
        options: list[Candidate] = []
        for kind in KINDS[self.table.wild]:
            if kind.end > low:
                options.append(self.candidate(self._best_call(kind, ranks, low)))
                if len(options) > 1 and max(options[-1].chance, options[-2].chance) < FLOOR:
                    break
        return options

    def _best_call(self, kind: CallKind, preferred_ranks: Sequence[int], lowest: int) -> int:
        # A kind that names ranks: take the first combination of preferred ranks that is allowed.
        start = max(kind.first, lowest)
        if kind.plan_type in (OF_A_RANK, TWO_RANKS):
            wanted: Iterable[tuple[int, ...]] = ((rank,) for rank in preferred_ranks)
            if kind.plan_type == TWO_RANKS:
                wanted = (
                    (preferred_ranks[i], preferred_ranks[j])
                    for i, j in RIVALS
                    if i < len(preferred_ranks) > j
                )
            return next((at for named in wanted if (at := kind.numbers.get(named, -1)) >= lowest), start)
        wild = self.table.wild
        held = self.hand.bits & ~TWOS if wild else self.hand.bits
        # Suits do not matter for a straight: merge the four suits into one set of ranks.
        if kind.plan_type == STRAIGHT:
            held = (held | held >> 13 | held >> 26 | held >> 39) & 8191
        best, most = start, 1
        for at in range(start, kind.end):
            plan = PLANS[wild][at]
            have = (held & plan[1]).bit_count()
            if kind.plan_type == FLUSH:
                have += min(4, (held & plan[2]).bit_count())
            if have > most:
                best, most = at, have
        return best
