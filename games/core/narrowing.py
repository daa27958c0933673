"""Menus that select one of thousands of poker hands in a few taps, with at most nine answers at a time.

The hands are sorted by rank, from high to low, and each question divides them into ranges. The hands of a
range have the same first ranks, or a range joins several low ranks ("6-2").

The most readable division is used: it joins few ranks, and only low ranks. The lowest hands may be listed in
a menu instead.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from games.core.poker import RANKS
from games.core.questions import AT_A_GLANCE

MENU, MENU_TAPS = 25, 2
"""Largest number of hands in a menu, and the number of taps that choosing from a menu takes."""

_MOST = (1, AT_A_GLANCE, AT_A_GLANCE**2 + MENU, AT_A_GLANCE**3 + AT_A_GLANCE * MENU)
"""By number of taps: the largest number of hands among which these taps can choose one."""

_DEEPER, _LISTED = 10, 14
"""Penalties when divisions are compared: for each answer that names two ranks at once, and for a menu."""


class Stretch(NamedTuple):
    """An answer to a question of ``Narrowing``: a range of hands, each written as its ranks.

    Args:
        settled: how many first ranks are known from earlier answers.
        shared: how many first ranks all hands of the range have in common.
        is_all: whether the range has all hands that begin with these common ranks.
        first: the ranks of the highest hand.
        last: the ranks of the lowest hand; equal to ``first`` for a single hand.
        is_listed: whether the answer is a single hand in a menu.
    """

    settled: int
    shared: int
    is_all: bool
    first: str
    last: str
    is_listed: bool = False


class _Divided(NamedTuple):
    """A division of a list of hands into ranges, one range for each answer to a question.

    Args:
        badly: penalty for answers that are hard to read.
        begins: the index of the first hand of each range.
        menu: index of the first hand that is listed in a menu; -1 without a menu.
    """

    badly: float
    begins: tuple[int, ...] = ()
    menu: int = -1


_NEVER = _Divided(float("inf"))
"""The result for hands that cannot be divided within the limits."""


class Narrowing:
    """Questions by which a person selects one of many poker hands of one kind.

    The attribute ``ways`` maps each hand to the answers that lead to it, in order.

    Args:
        hands: the ranks of each hand; the highest hand is first.
        taps: largest number of questions for one hand.

    Raises:
        ValueError: there are too many hands for this number of questions.
    """

    def __init__(self, hands: Sequence[str], taps: int) -> None:
        self._hands = hands
        self._divided = cache(self._divide)
        self._solved = cache(self._solve)
        self.ways: dict[str, tuple[Stretch, ...]] = {}
        self._walk(0, len(hands), taps, ())

    def _walk(self, low: int, high: int, taps: int, way: tuple[Stretch, ...]) -> None:
        """Store in ``ways`` the answers that lead to each hand with an index from ``low`` to ``high - 1``.

        Args:
            low: index of the first hand.
            high: index after the last hand.
            taps: largest number of further questions.
            way: the answers so far, which lead to all these hands.
        """
        if high - low == 1:
            self.ways[self._hands[low]] = way
            return
        division = self._solved(low, high, taps)
        if not division.begins:
            raise ValueError(f"{high - low} hands are too many for {taps} taps")
        settled = self._shared(low, high)
        menu = high if division.menu < 0 else division.menu
        # Each answer stands for the hands from its beginning to the next answer's.
        for begin, end in zip(division.begins, (*division.begins[1:], menu), strict=True):
            shared = self._shared(begin, end)
            # The stretch is complete if neither neighbour begins with the same ranks.
            before, after = begin - 1, end
            is_all = shared > settled and not any(
                low <= at < high and self._hands[at][:shared] == self._hands[begin][:shared]
                for at in (before, after)
            )
            step = Stretch(settled, shared, is_all, self._hands[begin], self._hands[end - 1])
            self._walk(begin, end, taps - 1, (*way, step))
        # Hands in the menu are answers of their own.
        for at in range(menu, high):
            hand = self._hands[at]
            self.ways[hand] = (*way, Stretch(settled, len(hand), True, hand, hand, True))

    def _solve(self, low: int, high: int, taps: int) -> _Divided:
        """Return the most readable division of the hands with the indexes ``low`` to ``high - 1`` into
        answers.

        Args:
            low: index of the first hand.
            high: index after the last hand.
            taps: largest number of questions for one hand.
        """
        if high - low <= AT_A_GLANCE:
            return _Divided(0, tuple(range(low, high)))
        at = self._shared(low, high)
        menu = MENU if taps == MENU_TAPS else 0
        division = self._divided(low, high, at, taps, AT_A_GLANCE, menu)
        is_first_alone = division.begins[1:2] == (low + 1,)
        return division if is_first_alone else self._divided(low, high, at, taps, AT_A_GLANCE - 1, menu)

    def _divide(
        self, low: int, high: int, at: int, taps: int, keys: int, menu: int, is_rest: bool = False
    ) -> _Divided:
        """Return the most readable division of a range of hands into answers, by the rank at one index.

        Args:
            low: index of the first hand.
            high: index after the last hand.
            at: index of the rank by which the hands are divided.
            taps: largest number of questions for one hand.
            keys: largest number of buttons for answers.
            menu: largest number of hands in a menu; 0 for no menu.
            is_rest: whether higher hands already have answers. Only then may a menu take the whole range.
        """
        if low == high:
            return _Divided(0)
        # Even full answers could not hold that many hands.
        if high - low > keys * _MOST[taps - 1] + menu:
            return _NEVER
        best = _Divided(_LISTED + (high - low) // 3, (), low) if is_rest and high - low <= menu else _NEVER
        # Try every first answer with the best division of the rest, and keep the most readable combination.
        for parts, first in self._firsts(low, high, at, taps, keys):
            rest = self._divided(first.menu, high, at, taps, keys - parts, menu, True)
            best = min(best, _Divided(first.badly + rest.badly, (*first.begins, *rest.begins), rest.menu))
        return best

    def _firsts(self, low: int, high: int, at: int, taps: int, keys: int) -> Iterator[tuple[int, _Divided]]:
        """Yield ways to begin a division of the hands with the indexes ``low`` to ``high - 1``.

        Args:
            low: index of the first hand.
            high: index after the last hand.
            at: index of the rank by which the hands are divided.
            taps: largest number of questions for one hand.
            keys: largest number of buttons.

        Yields:
            The number of buttons used, and a division of the first hands. Its field ``menu`` is the index of
            the next hand.
        """
        if not keys:
            return
        hands, badly = self._hands, 0
        # The indexes where the hands' next rank changes.
        ends = [end for end in range(low + 1, high) if hands[end][at] != hands[end - 1][at]] + [high]
        for end in ends:
            if not self._is_reached(low, end, taps - 1):
                break
            # Joining ranks costs 6 for each, and more the higher they are. A single rank costs nothing.
            badly += 6 + RANKS.index(hands[end - 1][at])
            yield 1, _Divided(0 if end == ends[0] else badly, (low,), end)
        # Too many hands have this rank: ask for the next two ranks at once.
        if not badly:
            for parts in range(2, keys + 1):
                both = self._divided(low, ends[0], at + 1, taps, parts, 0)
                if both.begins:
                    yield parts, _Divided(both.badly + _DEEPER * parts, both.begins, ends[0])
                    break

    def _is_reached(self, low: int, high: int, taps: int) -> bool:
        return high - low == 1 or (high - low <= _MOST[taps] and self._solved(low, high, taps) < _NEVER)

    def _shared(self, low: int, high: int) -> int:
        """Return how many leading ranks the hands with the indexes ``low`` to ``high - 1`` have in common."""
        # Hands are sorted, so comparing the first and the last hand is enough.
        first, last = self._hands[low], self._hands[high - 1]
        return next((at for at, (a, b) in enumerate(zip(first, last, strict=True)) if a != b), len(first))
