"""Menus for selecting one of thousands of poker hands in a few taps, with at most nine answers at a time.

The hands are sorted by rank, from high to low. Each question divides them into ranges. A range has the hands
that begin with the same ranks, or with one of several low ranks ("6-2").

The most readable division is used: few ranks share a range with others, and only low ranks do. The lowest
hands may instead be listed in a menu.
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


class HandRange(NamedTuple):
    """An answer to a question of ``HandQuestions``: the hands from ``first`` (the highest) to ``last``.

    Args:
        known_count: number of leading ranks that are known from earlier answers.
        common_count: number of leading ranks that all hands of the range have in common.
        is_complete: whether the range contains all hands that begin with these common ranks.
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
        menu_start: the index of the first hand that is listed in a menu; -1 without a menu.
    """

    penalty: float
    starts: tuple[int, ...] = ()
    menu_start: int = -1


_IMPOSSIBLE = _Division(float("inf"))
"""The result for hands that cannot be divided within the limits."""


class HandQuestions:
    """The questions by which a person selects one of many poker hands. A hand is written as its ranks.

    The hands must be sorted, the highest first. The attribute ``ways`` maps each hand to the answers that
    lead to it.

    Raises:
        ValueError: there are too many hands for ``max_questions`` questions.
    """

    # A range of hands is given by the index of its first hand (``low``), and the index after its last hand
    # (``high``).

    def __init__(self, hands: Sequence[str], max_questions: int) -> None:
        self._hands = hands
        self._cached_division = cache(self._divide)
        self._cached_answers = cache(self._find_answers)
        self.ways: dict[str, tuple[HandRange, ...]] = {}
        self._add_ways(0, len(hands), max_questions, ())

    def _add_ways(self, low: int, high: int, taps: int, way: tuple[HandRange, ...]) -> None:
        """Store the answers that choose each hand from ``low`` to ``high - 1``. They begin with ``way``."""
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
            step = HandRange(known, common, is_complete, self._hands[begin], self._hands[end - 1])
            self._add_ways(begin, end, taps - 1, (*way, step))
        # Hands in the menu are answers of their own.
        for at in range(menu, high):
            hand = self._hands[at]
            self.ways[hand] = (*way, HandRange(known, len(hand), True, hand, hand, True))

    def _find_answers(self, low: int, high: int, taps: int) -> _Division:
        """Return the most readable way to divide a range of hands into the answers to one question.

        ``taps`` is the number of taps left, including the tap on one of these answers.
        """
        if high - low <= AT_A_GLANCE:
            return _Division(0, tuple(range(low, high)))
        place = self._common_count(low, high)
        menu = MENU if taps == MENU_TAPS else 0
        division = self._cached_division(low, high, place, taps, AT_A_GLANCE, menu)
        if division.starts[1:2] == (low + 1,):  # the first answer is a single hand
            return division
        return self._cached_division(low, high, place, taps, AT_A_GLANCE - 1, menu)

    def _divide(
        self,
        low: int,
        high: int,
        place: int,
        taps: int,
        max_buttons: int,
        max_listed: int,
        is_rest: bool = False,
    ) -> _Division:
        """Return the most readable way to divide a range of hands by their ranks at the index ``place``.

        Each answer is a button, and ``taps`` includes the tap on it. If ``is_rest`` is true, a menu of at
        most ``max_listed`` hands may list the whole range instead.
        """
        if low == high:
            return _Division(0)
        # Even full answers could not hold that many hands.
        if high - low > max_buttons * _MOST[taps - 1] + max_listed:
            return _IMPOSSIBLE
        best = _IMPOSSIBLE
        if is_rest and high - low <= max_listed:
            best = _Division(_LISTED + (high - low) // 3, (), low)
        # Try every first answer with the best division of the rest, and keep the most readable combination.
        for parts, first in self._first_ranges(low, high, place, taps, max_buttons):
            rest = self._cached_division(
                first.menu_start, high, place, taps, max_buttons - parts, max_listed, True
            )
            best = min(
                best, _Division(first.penalty + rest.penalty, (*first.starts, *rest.starts), rest.menu_start)
            )
        return best

    def _first_ranges(
        self, low: int, high: int, place: int, taps: int, max_buttons: int
    ) -> Iterator[tuple[int, _Division]]:
        """Yield divisions of the highest hands of a range, each with its number of buttons.

        A division's ``menu_start`` is the index of the first hand without a button.
        """
        if not max_buttons:
            return
        hands, penalty = self._hands, 0
        # The indexes where the hands' next rank changes.
        ends = [end for end in range(low + 1, high) if hands[end][place] != hands[end - 1][place]] + [high]
        for end in ends:
            if not self._is_reached(low, end, taps - 1):
                break
            # Joining ranks costs 6 for each, and more the higher they are. A single rank costs nothing.
            penalty += 6 + RANKS.index(hands[end - 1][place])
            yield 1, _Division(0 if end == ends[0] else penalty, (low,), end)
        # Too many hands have this rank: ask for the next two ranks at once.
        if not penalty:
            for parts in range(2, max_buttons + 1):
                both = self._cached_division(low, ends[0], place + 1, taps, parts, 0)
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
