"""Menus that narrow down a declaration, rank by rank."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from games.core.poker import RANKS
from games.core.presentation import AT_A_GLANCE

MENU = 25
MENU_TAPS = 2
"""Largest number of hands in a menu, and the number of taps that choosing from a menu takes."""

_MOST = (1, AT_A_GLANCE, AT_A_GLANCE**2 + MENU, AT_A_GLANCE**3 + AT_A_GLANCE * MENU)
"""By number of taps: the largest number of hands among which these taps can choose one."""

_DEEPER = 10
_LISTED = 14
"""Penalties when divisions are compared: for each answer that names two ranks at once, and for a menu."""


class HandRange(NamedTuple):
    """One answer to a question: all hands from ``first`` (the highest) to ``last``."""

    known_count: int  # number of leading ranks that earlier answers have fixed
    common_count: int  # number of leading ranks that all hands of the range share
    is_complete: bool  # whether no other hand begins with these common ranks
    first: str
    last: str
    is_listed: bool = False  # whether the answer is a single hand in a menu


class _Division(NamedTuple):
    # A division of a list of hands into ranges, one range for each answer.
    penalty: float  # how hard the answers are to read
    starts: tuple[int, ...] = ()  # the index of the first hand of each range
    menu_start: int = -1  # the index of the first hand that is listed in a menu; -1 without a menu


_IMPOSSIBLE = _Division(float("inf"))
"""The result for hands that cannot be divided within the limits."""


class HandQuestions:
    """The questions by which a person selects one of many poker hands.

    Args:
        hands: the ranks of each hand, such as ``KKQ32``, the highest hand first.

    Attributes:
        answers_to: the answers that select each hand.

    Raises:
        ValueError: there are too many hands for ``max_questions`` questions.
    """

    # A range of hands is given by the index of its first hand (``low``), and the index after its last hand
    # (``high``). ``taps_left`` includes the tap on an answer to the question at hand.

    def __init__(self, hands: Sequence[str], max_questions: int) -> None:
        self._hands = hands
        self._cached_division = cache(self._divide)
        self._cached_answers = cache(self._find_answers)
        self.answers_to: dict[str, tuple[HandRange, ...]] = {}
        self._add_answers(0, len(hands), max_questions, ())

    def _add_answers(
        self, low: int, high: int, taps_left: int, earlier_answers: tuple[HandRange, ...]
    ) -> None:
        if high - low == 1:
            self.answers_to[self._hands[low]] = earlier_answers
            return
        division = self._cached_answers(low, high, taps_left)
        if not division.starts:
            raise ValueError(f"{high - low} hands are too many for {taps_left} taps")
        known = self._common_count(low, high)
        menu = high if division.menu_start < 0 else division.menu_start
        # Each answer stands for the hands from its beginning to the next answer's.
        for begin, end in zip(division.starts, division.starts[1:] + (menu,), strict=True):
            common = self._common_count(begin, end)
            # The range is complete if neither neighbour starts with the same ranks.
            before = begin - 1
            after = end
            is_complete = common > known and not any(
                low <= at < high and self._hands[at][:common] == self._hands[begin][:common]
                for at in (before, after)
            )
            step = HandRange(known, common, is_complete, self._hands[begin], self._hands[end - 1])
            self._add_answers(begin, end, taps_left - 1, earlier_answers + (step,))
        # Hands in the menu are answers of their own.
        for at in range(menu, high):
            hand = self._hands[at]
            self.answers_to[hand] = earlier_answers + (HandRange(known, len(hand), True, hand, hand, True),)

    def _find_answers(self, low: int, high: int, taps_left: int) -> _Division:
        if high - low <= AT_A_GLANCE:
            return _Division(0, tuple(range(low, high)))
        rank_index = self._common_count(low, high)
        menu = MENU if taps_left == MENU_TAPS else 0
        division = self._cached_division(low, high, rank_index, taps_left, AT_A_GLANCE, menu)
        if division.starts[1:2] == (low + 1,):  # the first answer is a single hand
            return division
        return self._cached_division(low, high, rank_index, taps_left, AT_A_GLANCE - 1, menu)

    def _divide(
        self,
        low: int,
        high: int,
        rank_index: int,
        taps_left: int,
        max_buttons: int,
        max_listed: int,
        is_rest: bool = False,
    ) -> _Division:
        # Hands are divided by their ranks at ``rank_index``. If ``is_rest``, a menu may list the whole range.
        if low == high:
            return _Division(0)
        # Even full answers could not hold that many hands.
        if high - low > max_buttons * _MOST[taps_left - 1] + max_listed:
            return _IMPOSSIBLE
        best = _IMPOSSIBLE
        if is_rest and high - low <= max_listed:
            best = _Division(_LISTED + (high - low) // 3, (), low)
        # Try every first answer with the best division of the rest, and keep the most readable combination.
        for parts, first in self._first_ranges(low, high, rank_index, taps_left, max_buttons):
            rest = self._cached_division(
                first.menu_start, high, rank_index, taps_left, max_buttons - parts, max_listed, True
            )
            best = min(
                best, _Division(first.penalty + rest.penalty, first.starts + rest.starts, rest.menu_start)
            )
        return best

    def _first_ranges(
        self, low: int, high: int, rank_index: int, taps_left: int, max_buttons: int
    ) -> Iterator[tuple[int, _Division]]:
        # Each division of the highest hands comes with its number of buttons. Its ``menu_start`` is the index
        # of the first hand without a button.
        if not max_buttons:
            return
        hands = self._hands
        penalty = 0
        # The indexes where the hands' next rank changes.
        ends = [
            end for end in range(low + 1, high) if hands[end][rank_index] != hands[end - 1][rank_index]
        ] + [high]
        for end in ends:
            if not self._is_divisible(low, end, taps_left - 1):
                break
            # Joining ranks costs 6 for each, and more the higher they are. A single rank costs nothing.
            penalty += 6 + RANKS.index(hands[end - 1][rank_index])
            yield 1, _Division(0 if end == ends[0] else penalty, (low,), end)
        # Too many hands have this rank: ask for the next two ranks at once.
        if not penalty:
            for parts in range(2, max_buttons + 1):
                both = self._cached_division(low, ends[0], rank_index + 1, taps_left, parts, 0)
                if both.starts:
                    yield parts, _Division(both.penalty + _DEEPER * parts, both.starts, ends[0])
                    break

    def _is_divisible(self, low: int, high: int, taps_left: int) -> bool:
        return high - low == 1 or (
            high - low <= _MOST[taps_left] and self._cached_answers(low, high, taps_left) < _IMPOSSIBLE
        )

    def _common_count(self, low: int, high: int) -> int:
        # Hands are sorted, so comparing the first and the last hand is enough.
        first = self._hands[low]
        last = self._hands[high - 1]
        return next((at for at, (a, b) in enumerate(zip(first, last, strict=True)) if a != b), len(first))
