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
    """An answer to a question of ``Narrowing``: the hands from ``first`` (the highest) to ``last``.

    Args:
        known_count: number of leading ranks that are known from earlier answers.
        common_count: number of leading ranks that all hands of the range have in common.
        is_complete: whether the range has all hands that begin with these common ranks.
        is_listed: whether the answer is a single hand in a menu.
    """

    known_count: int
    common_count: int
    is_complete: bool
    first: str
    last: str
    is_listed: bool = False


class _Division(NamedTuple):
    """A division of a list of hands into ranges, one range for each answer.

    Args:
        penalty: how hard the answers are to read.
        starts: the index of the first hand of each range.
        menu_start: index of the first hand that is listed in a menu; -1 without a menu.
    """

    penalty: float
    starts: tuple[int, ...] = ()
    menu_start: int = -1


_IMPOSSIBLE = _Division(float("inf"))
"""The result for hands that cannot be divided within the limits."""


class Narrowing:
    """The questions by which a person selects one of many poker hands, each written as its ranks.

    The hands must be sorted, the highest first. The attribute ``ways`` maps each hand to the answers that
    lead to it.

    Raises:
        ValueError: there are too many hands for this number of questions.
    """

    # A range of hands is given by the index of its first hand (``low``), and the index after its last hand
    # (``high``).

    def __init__(self, hands: Sequence[str], max_questions: int) -> None:
        self._hands = hands
        self._cached_division = cache(self._divide)
        self._cached_answers = cache(self._find_answers)
        self.ways: dict[str, tuple[Stretch, ...]] = {}
        self._add_ways(0, len(hands), max_questions, ())

    def _add_ways(self, low: int, high: int, taps: int, way: tuple[Stretch, ...]) -> None:
        """Store in ``ways`` the answers that lead to each hand of a range. ``way`` has the answers so far."""
        if high - low == 1:
            self.ways[self._hands[low]] = way
            return
        division = self._cached_answers(low, high, taps)
        if not division.starts:
            raise ValueError(f"{high - low} hands are too many for {taps} taps")
        known = self._common_count(low, high)
        menu = high if division.menu_start < 0 else division.menu_start
        # Each answer stands for the hands from its beginning to the next answer's.
        for begin, end in zip(division.starts, (*division.starts[1:], menu), strict=True):
            common = self._common_count(begin, end)
            # The stretch is complete if neither neighbour starts with the same ranks.
            before, after = begin - 1, end
            is_complete = common > known and not any(
                low <= at < high and self._hands[at][:common] == self._hands[begin][:common]
                for at in (before, after)
            )
            step = Stretch(known, common, is_complete, self._hands[begin], self._hands[end - 1])
            self._add_ways(begin, end, taps - 1, (*way, step))
        # Hands in the menu are answers of their own.
        for at in range(menu, high):
            hand = self._hands[at]
            self.ways[hand] = (*way, Stretch(known, len(hand), True, hand, hand, True))

    def _find_answers(self, low: int, high: int, taps: int) -> _Division:
        """Return the most readable division of a range of hands, with buttons and perhaps a menu."""
        if high - low <= AT_A_GLANCE:
            return _Division(0, tuple(range(low, high)))
        at = self._common_count(low, high)
        menu = MENU if taps == MENU_TAPS else 0
        division = self._cached_division(low, high, at, taps, AT_A_GLANCE, menu)
        is_first_alone = division.starts[1:2] == (low + 1,)
        return (
            division if is_first_alone else self._cached_division(low, high, at, taps, AT_A_GLANCE - 1, menu)
        )

    def _divide(
        self, low: int, high: int, at: int, taps: int, buttons: int, menu: int, is_rest: bool = False
    ) -> _Division:
        """Return the most readable division of a range of hands by the rank at the index ``at``."""
        if low == high:
            return _Division(0)
        # Even full answers could not hold that many hands.
        if high - low > buttons * _MOST[taps - 1] + menu:
            return _IMPOSSIBLE
        best = (
            _Division(_LISTED + (high - low) // 3, (), low) if is_rest and high - low <= menu else _IMPOSSIBLE
        )
        # Try every first answer with the best division of the rest, and keep the most readable combination.
        for parts, first in self._first_ranges(low, high, at, taps, buttons):
            rest = self._cached_division(first.menu_start, high, at, taps, buttons - parts, menu, True)
            best = min(
                best, _Division(first.penalty + rest.penalty, (*first.starts, *rest.starts), rest.menu_start)
            )
        return best

    def _first_ranges(
        self, low: int, high: int, at: int, taps: int, buttons: int
    ) -> Iterator[tuple[int, _Division]]:
        """Yield ways to begin a division of a range of hands, each with the number of buttons that it uses.

        The field ``menu_start`` of each way is the index of the next hand.
        """
        if not buttons:
            return
        hands, penalty = self._hands, 0
        # The indexes where the hands' next rank changes.
        ends = [end for end in range(low + 1, high) if hands[end][at] != hands[end - 1][at]] + [high]
        for end in ends:
            if not self._is_reached(low, end, taps - 1):
                break
            # Joining ranks costs 6 for each, and more the higher they are. A single rank costs nothing.
            penalty += 6 + RANKS.index(hands[end - 1][at])
            yield 1, _Division(0 if end == ends[0] else penalty, (low,), end)
        # Too many hands have this rank: ask for the next two ranks at once.
        if not penalty:
            for parts in range(2, buttons + 1):
                both = self._cached_division(low, ends[0], at + 1, taps, parts, 0)
                if both.starts:
                    yield parts, _Division(both.penalty + _DEEPER * parts, both.starts, ends[0])
                    break

    def _is_reached(self, low: int, high: int, taps: int) -> bool:
        return high - low == 1 or (
            high - low <= _MOST[taps] and self._cached_answers(low, high, taps) < _IMPOSSIBLE
        )

    def _common_count(self, low: int, high: int) -> int:
        # Hands are sorted, so comparing the first and the last hand is enough.
        first, last = self._hands[low], self._hands[high - 1]
        return next((at for at, (a, b) in enumerate(zip(first, last, strict=True)) if a != b), len(first))
