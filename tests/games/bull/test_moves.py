"""Calls and their order (bull.md, Calls)."""

from __future__ import annotations

from itertools import pairwise

import pytest

from games.bull.moves import KINDS, LADDERS, Call, parse_words
from games.core.errors import NotationError
from games.core.poker import RANKS

PLAIN, WILD = LADDERS[False], LADDERS[True]


def call(text: str) -> Call:
    return parse_words(f"call {text}".lower().split())


@pytest.mark.parametrize(
    ("wild", "counts"),
    [
        (False, [13, 13, 78, 13, 0, 0, 156, 13, 40, 0, 0, 0, 0]),
        (True, [13, 13, 78, 13, 10, 36, 156, 13, 40, 12, 12, 12, 12]),
    ],
)
def test_calls_are_326_or_with_wild_twos_420(wild: bool, counts: list[int]) -> None:
    """Each once, kind after kind."""
    bids = LADDERS[wild].bids
    assert len(bids) == len({*bids}) == sum(counts) == (420 if wild else 326)
    assert [sum(bid.kind == kind for bid in bids) for kind in KINDS] == counts
    assert [bid.kind for bid in bids] == sorted([bid.kind for bid in bids], key=KINDS.index)


@pytest.mark.parametrize(
    ("kinds", "ranks"),
    [(("single", "pair", "trips", "quads"), RANKS), (("five", "six", "seven", "eight"), RANKS[1:])],
)
def test_kinds_of_one_rank_go_by_it(kinds: tuple[str, ...], ranks: str) -> None:
    """From the two up to the ace; five twos and more cannot exist, so these kinds begin with the three."""
    for kind in kinds:
        assert "".join(bid.ranks for bid in WILD.bids if bid.kind == kind) == ranks


@pytest.mark.parametrize(
    "order",
    [
        ["pair 2", "pair 6", "twopair 3 2", "twopair T 6", "twopair T 9", "twopair K 3", "trips 2"],
        ["full 2 8", "full 2 9", "full 2 A", "full 3 2", "full A K"],
        ["trips A", "straight 5", "straight A", "flush s 6", "flush h A", "full 2 3", "quads 2"],
        ["quads A", "sflush s 5", "sflush d A", "five 3", "six 3", "seven 3", "eight 3", "eight A"],
    ],
)
def test_of_two_calls_the_later_one_is_higher(order: list[str]) -> None:
    """By the higher pair, then the lower; by the three, then the pair; the source's own examples."""
    for low, high in pairwise(map(call, order)):
        assert high in WILD.above(low)
        assert low not in WILD.above(high)


@pytest.mark.parametrize("kind", ["sflush", "flush"])
def test_the_same_top_in_another_suit_is_not_higher(kind: str) -> None:
    """The suit has no strength."""
    for one in "shdc":
        assert call(f"{kind} c K") in WILD.above(call(f"{kind} {one} Q"))
        for other in "shdc":
            assert call(f"{kind} {other} Q") not in WILD.above(call(f"{kind} {one} Q"))


def test_highest_calls_leave_nothing_higher() -> None:
    """Without wilds the four royal flushes, with wilds eight aces."""
    assert [str(bid) for bid in PLAIN.bids if PLAIN.is_top(bid)] == [f"call sflush {s} A" for s in "shdc"]
    assert [str(bid) for bid in WILD.bids if WILD.is_top(bid)] == ["call eight A"]


@pytest.mark.parametrize(
    "text",
    [
        *("", "call", "call pair", "call pair 10", "call pair K K", "pair K", "call single Jk"),
        *("call five 2", "call flush A", "call sflush A s", "call sflush x A", "call full 3 3"),
        *("challenge him", "call pair ♠"),
        *("call twopair 3 J", "call twopair J J"),  # the higher rank comes first
        *("call straight 4", "call straight 2", "call sflush s 4", "call flush s 5"),  # no such run
    ],
)
def test_what_is_no_move_is_refused(text: str) -> None:
    """Wrong words, wrong numbers of ranks, suits and ranks changed about."""
    with pytest.raises(NotationError):
        parse_words(text.lower().split())
