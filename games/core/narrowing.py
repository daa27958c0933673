"""How thousands of poker hands are told apart by a few taps, nine answers at a time.

Hands of a kind, from high to low, lie in order of their ranks, and every question divides those that are left
into stretches: the next rank, several of the lowest ones together ("6-2"), or, where too many hands begin
with a rank, the next two. Of all ways to do so that lead to every hand in time the one is taken that reads
most simply: few ranks together, and low ones. What is left over, the lowest hands, may stand in a menu.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from games.core.poker import RANKS
from games.core.questions import AT_A_GLANCE

MENU, MENU_TAPS = 25, 2
"""Hands that a menu holds at most, and the taps that it takes."""

_MOST = (1, AT_A_GLANCE, AT_A_GLANCE**2 + MENU, AT_A_GLANCE**3 + AT_A_GLANCE * MENU)
"""Number of hands that can be told apart, by the number of taps."""

_DEEPER, _LISTED = 10, 14
"""How badly a question reads that asks for two ranks at once, by each answer; and one with a menu."""


class Stretch(NamedTuple):
    """One answer: some hands that lie in order.

    Args:
        settled: how many ranks were chosen before.
        shared: how many ranks all of these hands have in common.
        is_all: these are all that begin so; otherwise the next rank is one of some.
        first: the ranks of the highest of them.
        last: the ranks of the lowest, which is the same where there is one.
        is_listed: it is one of the lowest hands, which stand in a menu.
    """

    settled: int
    shared: int
    is_all: bool
    first: str
    last: str
    is_listed: bool = False


class _Divided(NamedTuple):
    """Stretches as they begin, where the menu begins, and how badly it all reads."""

    badly: float
    begins: tuple[int, ...] = ()
    menu: int = -1


_NEVER = _Divided(float("inf"))


class Narrowing:
    """The questions that tell some hands of a kind apart.

    Args:
        hands: the ranks of each, from high to low.
        taps: so many at most lead to every one of them.

    Raises:
        ValueError: they are too many for that.
    """

    def __init__(self, hands: Sequence[str], taps: int) -> None:
        self._hands = hands
        self._divided = cache(self._divide)
        self._solved = cache(self._solve)
        self.ways: dict[str, tuple[Stretch, ...]] = {}
        self._walk(0, len(hands), taps, ())

    def _walk(self, low: int, high: int, taps: int, way: tuple[Stretch, ...]) -> None:
        """Write down which answers lead to each hand of a stretch."""
        if high - low == 1:
            self.ways[self._hands[low]] = way
            return
        found = self._solved(low, high, taps)
        if not found.begins:
            raise ValueError(f"{high - low} hands are too many for {taps} taps")
        settled = self._shared(low, high)
        menu = high if found.menu < 0 else found.menu
        for begin, end in zip(found.begins, (*found.begins[1:], menu), strict=True):
            shared = self._shared(begin, end)
            before, after = begin - 1, end
            is_all = shared > settled and not any(
                low <= at < high and self._hands[at][:shared] == self._hands[begin][:shared]
                for at in (before, after)
            )
            step = Stretch(settled, shared, is_all, self._hands[begin], self._hands[end - 1])
            self._walk(begin, end, taps - 1, (*way, step))
        for at in range(menu, high):
            hand = self._hands[at]
            self.ways[hand] = (*way, Stretch(settled, len(hand), True, hand, hand, True))

    def _solve(self, low: int, high: int, taps: int) -> _Divided:
        """Divide a stretch into as few answers as can be read at a glance.

        The strongest hand of all can be had at once; that is an answer, too, unless it has one anyway.
        """
        if high - low <= AT_A_GLANCE:
            return _Divided(0, tuple(range(low, high)))
        at = self._shared(low, high)
        menu = MENU if taps == MENU_TAPS else 0
        found = self._divided(low, high, at, taps, AT_A_GLANCE, menu)
        is_first_alone = found.begins[1:2] == (low + 1,)
        return found if is_first_alone else self._divided(low, high, at, taps, AT_A_GLANCE - 1, menu)

    def _divide(
        self, low: int, high: int, at: int, taps: int, keys: int, menu: int, is_rest: bool = False
    ) -> _Divided:
        """Divide hands by their ranks from one place on.

        Args:
            low: the first of them.
            high: the end of them.
            at: the place of the ranks.
            taps: so many lead to every one of them.
            keys: so many answers at most.
            menu: so many of the lowest hands may stand in a menu.
            is_rest: higher ones are divided already; not all hands may be in the menu.
        """
        if low == high:
            return _Divided(0)
        if high - low > keys * _MOST[taps - 1] + menu:
            return _NEVER
        found = _Divided(_LISTED + (high - low) // 3, (), low) if is_rest and high - low <= menu else _NEVER
        for parts, first in self._firsts(low, high, at, taps, keys):
            rest = self._divided(first.menu, high, at, taps, keys - parts, menu, True)
            found = min(found, _Divided(first.badly + rest.badly, (*first.begins, *rest.begins), rest.menu))
        return found

    def _firsts(self, low: int, high: int, at: int, taps: int, keys: int) -> Iterator[tuple[int, _Divided]]:
        """Yield what the first answers may be, with their number: one rank, several, a part of one.

        Where the rest begins stands in place of the menu.
        """
        if not keys:
            return
        hands, badly = self._hands, 0
        ends = [end for end in range(low + 1, high) if hands[end][at] != hands[end - 1][at]] + [high]
        for end in ends:
            if not self._is_reached(low, end, taps - 1):
                break
            badly += 6 + RANKS.index(hands[end - 1][at])
            yield 1, _Divided(0 if end == ends[0] else badly, (low,), end)
        if not badly:
            for parts in range(2, keys + 1):
                both = self._divided(low, ends[0], at + 1, taps, parts, 0)
                if both.begins:
                    yield parts, _Divided(both.badly + _DEEPER * parts, both.begins, ends[0])
                    break

    def _is_reached(self, low: int, high: int, taps: int) -> bool:
        return high - low == 1 or (high - low <= _MOST[taps] and self._solved(low, high, taps) < _NEVER)

    def _shared(self, low: int, high: int) -> int:
        """Count the ranks that all hands of a stretch begin with; it lies in order, so its ends tell."""
        first, last = self._hands[low], self._hands[high - 1]
        return next((at for at, (a, b) in enumerate(zip(first, last, strict=True)) if a != b), len(first))
