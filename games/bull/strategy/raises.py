"""Which raises a hand suggests: for each kind the call that the hand, and the others' calls, speak for most.

Calls are counted by their place in the ladder; -1 stands for no call.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from games.bull.moves import LADDERS
from games.bull.possible import OF_A_RANK, PLANS, TWO_RANKS, Backing, Cards, Plan, chance
from games.core.poker import RANKS

FLOOR = 0.08
"""A kind so unlikely need not be looked beyond, when the one before was no likelier."""


class Kind:
    """The calls of one kind.

    Args:
        code: what kind of plan they have.
        start: place of the lowest in the ladder.
        end: place behind the highest.
        plans: what each needs, from the lowest.
    """

    __slots__ = ("code", "end", "name", "places", "plans", "start")

    def __init__(self, name: str, start: int, end: int, wild: bool) -> None:
        self.name = name
        self.start, self.end = start, end
        self.plans = PLANS[wild][start:end]
        self.code = self.plans[0][0]
        self.places = {
            (plan[1], plan[3]) if self.code == TWO_RANKS else plan[1]: start + at
            for at, plan in enumerate(self.plans)
        }


def _kinds(wild: bool) -> tuple[Kind, ...]:
    names = [call.kind for call in LADDERS[wild].bids]
    return tuple(
        Kind(name, names.index(name), names.index(name) + names.count(name), wild)
        for name in dict.fromkeys(names)
    )


KINDS: dict[bool, tuple[Kind, ...]] = {wild: _kinds(wild) for wild in LADDERS}
NEXT: dict[bool, tuple[int, ...]] = {
    wild: tuple(ladder.start_above(call) for call in ladder.bids) for wild, ladder in LADDERS.items()
}
"""For each call the place of the lowest that is higher."""


def backing_for(seat: int, sizes: Sequence[int], named: Sequence[tuple[int, tuple[int, ...]]]) -> Backing:
    """Gather who else has called which rank.

    Args:
        seat: who looks.
        sizes: the hand sizes of all seats.
        named: the calls of the round: seat and ranks.
    """
    backers: list[tuple[int, ...]] | None = None
    seen = set()
    for who, ranks in named:
        if who == seat:
            continue
        for rank in ranks:
            if (who, rank) not in seen:
                seen.add((who, rank))
                if backers is None:
                    backers = [()] * 13
                backers[rank] = (*backers[rank], sizes[who])
    return tuple(backers) if backers else ()


def ranks_of(plan: Plan) -> tuple[int, ...]:
    """List the ranks that a call speaks for; none of those with runs and suits."""
    if plan[0] == OF_A_RANK:
        return (plan[1],)
    return (plan[1], plan[3]) if plan[0] == TWO_RANKS else ()


def support(cards: Cards, wild: bool, backing: Backing, whim: Callable[[], float]) -> list[int]:
    """List the ranks that are held or backed, the best supported first, equals in any order."""
    counts = cards.counts
    scored = []
    for rank in range(13):
        worth = counts[rank] + (0.8 * len(backing[rank]) if backing else 0.0)
        if worth:
            scored.append((-worth - 0.4 * whim(), rank))
    scored.sort()
    return [rank for _, rank in scored]


def raises(
    cards: Cards, unseen: int, last: int, wild: bool, backing: Backing, whim: Callable[[], float]
) -> list[tuple[int, float]]:
    """List for each kind the raise that is spoken for most, with the chance that it is good.

    Args:
        cards: the hand.
        unseen: how many cards are dealt besides.
        last: the call to beat.
        wild: whether twos are wild.
        backing: what the others have called.
        whim: a source of random numbers below 1, for choices between equals.
    """
    low = NEXT[wild][last] if last >= 0 else 0
    ranks = support(cards, wild, backing, whim)
    found: list[tuple[int, float]] = []
    poor = 0
    plans = PLANS[wild]
    for kind in KINDS[wild]:
        if kind.end <= low:
            continue
        at = _best(kind, ranks, low, cards, wild)
        if at < 0:
            continue
        likely = chance(plans[at], cards, unseen, wild, backing)
        found.append((at, likely))
        poor = poor + 1 if likely < FLOOR else 0
        if poor == 2:
            break
    return found


def _best(kind: Kind, ranks: list[int], low: int, cards: Cards, wild: bool) -> int:
    places = kind.places
    if kind.code == OF_A_RANK:
        for rank in ranks:
            at = places.get(rank, -1)
            if at >= low:
                return at
        return max(kind.start, low)
    if kind.code == TWO_RANKS:
        best = -1
        rivals = ranks[:4]
        least = 9
        for i, first in enumerate(rivals):
            for j, second in enumerate(rivals):
                at = places.get((first, second), -1)
                if at >= low and i + j < least:
                    best, least = at, i + j
        return best if best >= 0 else max(kind.start, low)
    held = cards.bits & ~TWOS_BIT if wild else cards.bits
    start = max(kind.start, low)
    if kind.name == "straight":
        held = (held | held >> 13 | held >> 26 | held >> 39) & 8191
    best, most = -1, 1
    for at in range(start, kind.end):
        plan = kind.plans[at - kind.start]
        have = (held & plan[1]).bit_count()
        if kind.name == "flush":
            have = have + min(4, (held & plan[2]).bit_count())
        if have > most:
            best, most = at, have
    return best if best >= 0 else start


TWOS_BIT = sum(1 << (13 * suit + RANKS.index("2")) for suit in range(4))
