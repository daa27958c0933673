"""What a hand can do, described by two numbers each: how likely it is good, and how it looks to others.

That is all that the learnt values (``values.py``) know of a choice, besides how many are still in.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from games.bull.possible import PLANS, Backing, Cards, Plan, chance
from games.bull.strategy.raises import NEXT, backing_for, raises, ranks_of

DOUBT = -1
"""Stands for the challenge, where calls are counted by their place in the ladder."""

NEAR = 3
FAR = 14
"""Number of next higher calls of which two random ones are always considered, as bluffs."""

_NO_CARDS = Cards(())


class Choice(msgspec.Struct, frozen=True):
    """A call, by its place in the ladder, or ``DOUBT``.

    Args:
        call: what is called; for a doubt the choice is told by the call that is doubted.
        own: how likely it is good by one's own cards alone.
        chance: how likely it is good if others have what they speak for more often than not.
        look: the same for somebody who sees no card.
    """

    call: int
    own: float
    chance: float
    look: float


class Round:
    """What is open in a round: hand sizes, and the calls with their callers.

    Args:
        sizes: the hand sizes of all seats.
        wild: whether twos are wild.
        calls: seats and calls, by their place in the ladder.
    """

    __slots__ = ("calls", "named", "sizes", "total", "wild")

    def __init__(self, sizes: Sequence[int], wild: bool, calls: Sequence[tuple[int, int]] = ()) -> None:
        self.sizes = sizes
        self.wild = wild
        self.total = sum(sizes)
        self.calls: list[tuple[int, int]] = []
        self.named: list[tuple[int, tuple[int, ...]]] = []
        for seat, call in calls:
            self.add(seat, call)

    @property
    def last(self) -> int:
        """The call to beat; -1 at the beginning."""
        return self.calls[-1][1] if self.calls else -1

    def add(self, seat: int, call: int) -> None:
        """Note a call."""
        self.calls.append((seat, call))
        self.named.append((seat, ranks_of(PLANS[self.wild][call])))

    def unheard(self) -> Round:
        """Make one in which nobody's calls speak for anything."""
        other = self.copy()
        other.named.clear()
        return other

    def copy(self) -> Round:
        """Make one that can go on differently."""
        other = Round(self.sizes, self.wild)
        other.calls = self.calls.copy()
        other.named = self.named.copy()
        return other


def doubt(table: Round, seat: int, hand: Cards) -> Choice:
    """Describe the challenge of the last call."""
    plan = PLANS[table.wild][table.last]
    heard = backing_for(seat, table.sizes, table.named)
    unseen = table.total - hand.size
    own = likely = chance(plan, hand, unseen, table.wild, ())
    if heard:
        likely = chance(plan, hand, unseen, table.wild, heard)
    look = chance(plan, _NO_CARDS, table.total, table.wild, backing_for(-1, table.sizes, table.named))
    return Choice(DOUBT, own, likely, look)


def calls(table: Round, seat: int, hand: Cards, whim: Callable[[], float]) -> list[Choice]:
    """Describe the raises that come to mind: of each kind one, and two bluffs."""
    wild, plans = table.wild, PLANS[table.wild]
    heard = backing_for(seat, table.sizes, table.named)
    unseen = table.total - hand.size
    found = raises(hand, unseen, table.last, wild, heard, whim)
    low = NEXT[wild][table.last] if table.calls else 0
    known = {call for call, _ in found}
    for reach in (NEAR, FAR):
        call = low + int(whim() * reach)
        if call < len(plans) and call not in known:
            known.add(call)
            found.append((call, chance(plans[call], hand, unseen, wild, heard)))
    spoken = backing_for(-1, table.sizes, table.named)
    return [
        Choice(
            call,
            chance(plans[call], hand, unseen, wild, ()) if heard else likely,
            likely,
            _look(table, seat, plans[call], spoken),
        )
        for call, likely in found
    ]


def described(table: Round, seat: int, hand: Cards, call: int) -> Choice:
    """Describe any one call."""
    plan = PLANS[table.wild][call]
    heard = backing_for(seat, table.sizes, table.named)
    unseen = table.total - hand.size
    likely = chance(plan, hand, unseen, table.wild, heard)
    own = chance(plan, hand, unseen, table.wild, ()) if heard else likely
    return Choice(call, own, likely, _look(table, seat, plan, backing_for(-1, table.sizes, table.named)))


def _look(table: Round, seat: int, plan: Plan, spoken: Backing) -> float:
    """Tell how a call looks once it is made: its caller speaks for its ranks, too."""
    ranks = ranks_of(plan)
    if not ranks:
        return chance(plan, _NO_CARDS, table.total, table.wild, ())
    mine = {rank for who, named in table.named if who == seat for rank in named}
    backing = {
        rank: (spoken[rank] if spoken else ()) + (() if rank in mine else (table.sizes[seat],))
        for rank in ranks
    }
    return chance(plan, _NO_CARDS, table.total, table.wild, backing)
