"""What a hand can do, told by how likely each call is good and how it looks to others.

Calls are counted by their place in the ladder; -1 stands for the challenge, or for no call yet.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import permutations
from typing import NamedTuple

import msgspec

from games.bull.moves import LADDERS
from games.bull.possible import (
    FLUSH,
    OF_A_RANK,
    PLANS,
    STRAIGHT,
    TWO_RANKS,
    TWOS,
    Backing,
    Cards,
    Plan,
    chance,
)

DOUBT = -1

NEAR, FAR = 3, 14
"""Number of next higher calls of which two random ones are always considered, as bluffs."""
FLOOR = 0.08
"""A kind so unlikely need not be looked beyond, when the one before was no likelier."""
BACKING = 0.8
"""How many cards in hand somebody's call of a rank is worth, when ranks are compared."""
SWAY = 0.4
"""By how much of a card ranks are misjudged at random, so that equals take turns."""
RIVALS = sorted(permutations(range(4), 2), key=sum)
"""Places among the ranks that are supported best, of which two are called together."""

_NO_CARDS = Cards(())


def ranks_of(plan: Plan) -> tuple[int, ...]:
    """List the ranks that a call speaks for; none of those with runs and suits."""
    if plan[0] == OF_A_RANK:
        return (plan[1],)
    return (plan[1], plan[3]) if plan[0] == TWO_RANKS else ()


class Kind(NamedTuple):
    """The calls of one kind: what plan they have, where in the ladder they stand, and each by its ranks."""

    code: int
    start: int
    end: int
    places: dict[tuple[int, ...], int]


def _kinds(wild: bool) -> tuple[Kind, ...]:
    found: dict[str, list[int]] = {}
    for at, call in enumerate(LADDERS[wild].bids):
        found.setdefault(call.kind, []).append(at)
    plans = PLANS[wild]
    return tuple(
        Kind(plans[at[0]][0], at[0], at[-1] + 1, {ranks_of(plans[call]): call for call in at})
        for at in found.values()
    )


KINDS = {wild: _kinds(wild) for wild in LADDERS}
NEXT = {wild: (*map(ladder.start_above, ladder.bids), 0) for wild, ladder in LADDERS.items()}
"""For each call the place of the lowest that is higher; at last, for no call, of the lowest."""


class Choice(msgspec.Struct, frozen=True):
    """A call, or the doubt of the last one, which is told by the call that is doubted.

    Args:
        own: how likely the call is good by one's own cards alone.
        chance: how likely it is good if others have what they speak for more often than not.
        look: the same for somebody who sees no card.
    """

    call: int
    own: float
    chance: float
    look: float


class Round:
    """What is open in a round: all hand sizes, whether twos are wild, the calls with their callers."""

    __slots__ = ("calls", "named", "sizes", "total", "wild")

    def __init__(self, sizes: Sequence[int], wild: bool, calls: Sequence[tuple[int, int]] = ()) -> None:
        self.sizes, self.wild, self.total = sizes, wild, sum(sizes)
        self.calls: list[tuple[int, int]] = []
        self.named: list[tuple[int, tuple[int, ...]]] = []
        for seat, call in calls:
            self.add(seat, call)

    @property
    def last(self) -> int:
        """The call to beat."""
        return self.calls[-1][1] if self.calls else -1

    def add(self, seat: int, call: int) -> None:
        """Note a call."""
        self.calls.append((seat, call))
        self.named.append((seat, ranks_of(PLANS[self.wild][call])))


class Mind:
    """What a seat makes of calls: by its hand and, where it ``listens``, by what the others have called."""

    def __init__(self, table: Round, seat: int, hand: Cards, listens: bool = True) -> None:
        self.table, self.seat, self.hand, sizes = table, seat, hand, table.sizes
        self._said = dict.fromkeys([(who, rank) for who, ranks in table.named for rank in ranks])
        self._spoken: list[tuple[int, ...]] = [()] * 13
        heard = self._spoken.copy()
        for who, rank in self._said:
            self._spoken[rank] += (sizes[who],)
            if listens and who != seat:
                heard[rank] += (sizes[who],)
        self.heard: Backing = tuple(heard)
        self._hears = any(heard)

    def described(self, call: int) -> Choice:
        """Describe a call, or the doubt."""
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
        return Choice(call, own, likely, chance(plan, _NO_CARDS, table.total, wild, backing))

    def raises(self, whim: Callable[[], float]) -> list[Choice]:
        """Describe the raises that come to mind, with a source of random numbers below 1: two are bluffs."""
        wild = self.table.wild
        found = {choice.call: choice for choice in self.supported(whim)}
        for reach in (NEAR, FAR):
            call = NEXT[wild][self.table.last] + int(whim() * reach)
            if call < len(PLANS[wild]) and call not in found:
                found[call] = self.described(call)
        return list(found.values())

    def supported(self, whim: Callable[[], float]) -> list[Choice]:
        """Describe of each kind the raise that hand and others' calls speak for most."""
        low = NEXT[self.table.wild][self.table.last]
        counts, heard = self.hand.counts, self.heard
        worths = [counts[rank] + BACKING * len(heard[rank]) for rank in range(13)]
        scored = sorted([(-worth - SWAY * whim(), rank) for rank, worth in enumerate(worths) if worth])
        ranks = [rank for _, rank in scored]
        found: list[Choice] = []
        for kind in KINDS[self.table.wild]:
            if kind.end > low:
                found.append(self.described(self._best(kind, ranks, low)))
                if len(found) > 1 and max(found[-1].chance, found[-2].chance) < FLOOR:
                    break
        return found

    def _best(self, kind: Kind, ranks: Sequence[int], low: int) -> int:
        """Find the call of a kind that is supported best, by its ranks or by the cards of its run or suit."""
        start = max(kind.start, low)
        if kind.code in (OF_A_RANK, TWO_RANKS):
            wanted: Iterable[tuple[int, ...]] = ((rank,) for rank in ranks)
            if kind.code == TWO_RANKS:
                wanted = ((ranks[i], ranks[j]) for i, j in RIVALS if i < len(ranks) > j)
            return next((at for one in wanted if (at := kind.places.get(one, -1)) >= low), start)
        wild = self.table.wild
        held = self.hand.bits & ~TWOS if wild else self.hand.bits
        if kind.code == STRAIGHT:
            held = (held | held >> 13 | held >> 26 | held >> 39) & 8191
        best, most = start, 1
        for at in range(start, kind.end):
            plan = PLANS[wild][at]
            have = (held & plan[1]).bit_count()
            if kind.code == FLUSH:
                have += min(4, (held & plan[2]).bit_count())
            if have > most:
                best, most = at, have
        return best
