"""Tests of narrowing down hands by few answers."""

from __future__ import annotations

from itertools import combinations

import pytest

from games.core.poker import RANKS
from games.core.presentation import AT_A_GLANCE
from games.netsuzo.narrowing import MENU, HandQuestions, HandRange


def hands(ranks: str, count: int) -> list[str]:
    """Return all hands of some ranks, each once, from high to low."""
    return ["".join(hand) for hand in combinations(ranks, count)]


@pytest.mark.parametrize(("ranks", "count", "taps"), [("AKQJT98", 3, 2), (RANKS[:11][::-1], 4, 3)])
def test_every_hand_is_reached_within_tap_limit_by_short_menus(ranks: str, count: int, taps: int) -> None:
    """The answers reach every hand within ``taps`` taps, and no menu has more answers than fit."""
    stretches = HandQuestions(hands(ranks, count), taps).answers_to
    assert [*stretches] == hands(ranks, count)
    menus: dict[tuple[HandRange, ...], list[HandRange]] = {}
    for way in stretches.values():
        assert sum(2 if stretch.is_listed else 1 for stretch in way) <= taps
        for at, stretch in enumerate(way):
            if stretch not in menus.setdefault(way[:at], []):
                menus[way[:at]].append(stretch)
    for answers in menus.values():
        listed = [stretch for stretch in answers if stretch.is_listed]
        keys = [stretch for stretch in answers if not stretch.is_listed]
        assert len(listed) <= MENU
        assert len(keys) + (keys[0].first != keys[0].last) <= AT_A_GLANCE
        assert answers == [*keys, *listed]


def test_hand_range_has_common_first_ranks_of_its_hands() -> None:
    """All hands of a range share its first ``common_count`` ranks.

    ``is_complete`` is true if no other hands begin with these ranks.
    """
    stretches = HandQuestions(hands(RANKS[:11][::-1], 4), 3).answers_to
    for way in stretches.values():
        for before, stretch in zip((None, *way), way, strict=False):
            beyond = [hand for hand, other in stretches.items() if stretch in other]
            assert {hand[: stretch.common_count] for hand in beyond} == {
                stretch.first[: stretch.common_count]
            }
            assert (beyond[0], beyond[-1]) == (stretch.first, stretch.last)
            alike = [
                hand
                for hand, other in stretches.items()
                if hand.startswith(stretch.first[: stretch.common_count])
                and (before is None or before in other)
            ]
            assert stretch.is_complete is (stretch.common_count > stretch.known_count and alike == beyond)
        if way[0].is_complete and way[0].common_count == 1:
            break


def test_low_ranks_share_answer_if_there_are_too_many() -> None:
    """Of thirteen ranks, the lowest five share one of nine answers, or fill a menu on the last question."""
    first = {hand: way[0] for hand, way in HandQuestions([*RANKS[::-1]], 3).answers_to.items()}
    assert [hand for hand, stretch in first.items() if stretch.first == stretch.last] == [*"AKQJT987"]
    assert {(stretch.first, stretch.last) for stretch in first.values()} >= {("6", "2")}
    listed = [hand for hand, way in HandQuestions([*RANKS[::-1]], 2).answers_to.items() if way[-1].is_listed]
    assert listed == [*"65432"]


def test_too_many_hands_for_tap_limit_raise_error() -> None:
    with pytest.raises(ValueError, match="taps"):
        HandQuestions(hands(RANKS[::-1], 5), 2)
