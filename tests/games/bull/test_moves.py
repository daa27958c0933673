"""Calls and their order (bull.md, Calls)."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.bull.moves import KINDS, LADDERS, Call, parse_words
from games.core.errors import NotationError
from games.core.moves import Ladder
from games.core.poker import RANKS

PLAIN = LADDERS[False]
WILD = LADDERS[True]


def call(text: str) -> Call:
    move = parse_words(f"call {text}".lower().split())
    assert isinstance(move, Call)
    return move


def is_higher(ladder: Ladder[Call], low: str, high: str) -> bool:
    return call(high) in ladder.above(call(low))


def test_calls_without_wilds_are_326() -> None:
    """13+13+78+13+156+13+40 calls, each once."""
    assert len(PLAIN.bids) == len(set(PLAIN.bids)) == 326
    counts = [sum(bid.kind == kind for bid in PLAIN.bids) for kind in KINDS]
    assert counts == [13, 13, 78, 13, 0, 0, 156, 13, 40, 0, 0, 0, 0]


def test_calls_with_wild_twos_are_420() -> None:
    """13+13+78+13+10+36+156+13+40 and four kinds of twelve ranks."""
    assert len(WILD.bids) == len(set(WILD.bids)) == 420
    counts = [sum(bid.kind == kind for bid in WILD.bids) for kind in KINDS]
    assert counts == [13, 13, 78, 13, 10, 36, 156, 13, 40, 12, 12, 12, 12]


@pytest.mark.parametrize("ladder", [PLAIN, WILD], ids=["plain", "wild"])
def test_kinds_follow_each_other_from_low_to_high(ladder: Ladder[Call]) -> None:
    """Every call of a kind is lower than every call of the next kind."""
    kinds = [bid.kind for bid in ladder.bids]
    assert kinds == sorted(kinds, key=KINDS.index)


@pytest.mark.parametrize("kind", ["single", "pair", "trips", "quads"])
def test_one_rank_kinds_go_by_rank(kind: str) -> None:
    """From the two up to the ace."""
    assert "".join(bid.ranks for bid in PLAIN.bids if bid.kind == kind) == RANKS


@pytest.mark.parametrize("kind", ["five", "six", "seven", "eight"])
def test_five_and_more_twos_cannot_be_called(kind: str) -> None:
    """Five or more twos cannot exist, so these kinds begin with the three."""
    assert "".join(bid.ranks for bid in WILD.bids if bid.kind == kind) == RANKS[1:]


def test_two_pairs_go_by_the_higher_pair_then_the_lower() -> None:
    """The source's own example: 10-6 < 10-9 < K-3."""
    assert is_higher(PLAIN, "twopair T 6", "twopair T 9")
    assert is_higher(PLAIN, "twopair T 9", "twopair K 3")
    assert not is_higher(PLAIN, "twopair K 3", "twopair T 9")
    bids = [bid.ranks for bid in PLAIN.bids if bid.kind == "twopair"]
    assert bids == sorted(bids, key=lambda ranks: [RANKS.index(rank) for rank in ranks])
    assert bids[0] == "32"
    assert bids[-1] == "AK"


def test_two_pairs_name_the_higher_rank_first() -> None:
    """``twopair J 3`` is jacks and threes; ``twopair 3 J`` is no call."""
    assert str(call("twopair J 3")) == "call twopair J 3"
    with pytest.raises(NotationError):
        call("twopair 3 J")
    with pytest.raises(NotationError):
        call("twopair J J")


def test_full_houses_go_by_the_three_then_the_pair() -> None:
    """Three twos and a pair of eights is lower than three threes and a pair of twos."""
    assert is_higher(PLAIN, "full 2 8", "full 3 2")
    assert is_higher(PLAIN, "full 2 8", "full 2 9")
    assert not is_higher(PLAIN, "full 3 2", "full 2 A")
    assert len([bid for bid in PLAIN.bids if bid.kind == "full"]) == 13 * 12


def test_straight_flushes_of_one_top_are_equal_in_all_suits() -> None:
    """The suit has no strength: the same top in another suit cannot be called over it."""
    for kind in ("sflush", "flush"):
        for one in "shdc":
            for other in "shdc":
                assert not is_higher(WILD, f"{kind} {one} Q", f"{kind} {other} Q")
            assert is_higher(WILD, f"{kind} {one} Q", f"{kind} c K")


def test_a_pair_of_twos_is_below_a_pair_of_sixes_and_three_twos() -> None:
    """The source's example of a higher call."""
    assert is_higher(PLAIN, "pair 2", "pair 6")
    assert is_higher(PLAIN, "pair 2", "trips 2")


def test_with_wilds_straight_and_flush_stand_between_trips_and_full_house() -> None:
    """Trips < straight < flush < full house; five of a kind is above a straight flush."""
    order = ["trips A", "straight 5", "straight A", "flush s 6", "flush h A", "full 2 3", "quads 2"]
    order += ["sflush s 5", "sflush d A", "five 3", "six 3", "seven 3", "eight 3", "eight A"]
    for low, high in pairwise(order):
        assert is_higher(WILD, low, high), (low, high)


def test_highest_calls_leave_nothing_higher() -> None:
    """Without wilds the four royal flushes, with wilds eight aces."""
    assert [str(bid) for bid in PLAIN.bids if PLAIN.is_top(bid)] == [f"call sflush {s} A" for s in "shdc"]
    assert [str(bid) for bid in WILD.bids if WILD.is_top(bid)] == ["call eight A"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "call",
        "call pair",
        "call pair 10",
        "call pair K K",
        "pair K",
        "call single Jk",
        "call five 2",
        "call flush A",
        "call sflush A s",
        "call full 3 3",
        "challenge him",
        "call sflush x A",
        "call pair ♠",
    ],
)
def test_what_is_no_move_is_refused(text: str) -> None:
    """Wrong words, wrong numbers of ranks, suits and ranks changed about."""
    with pytest.raises(NotationError):
        parse_words(text.lower().split())


@given(low=st.integers(0, 419), high=st.integers(0, 419))
def test_higher_is_a_strict_order_of_levels(low: int, high: int) -> None:
    """Of two calls exactly one is higher, unless they differ in suit only (or are the same)."""
    one, two = WILD.bids[low], WILD.bids[high]
    up, down = two in WILD.above(one), one in WILD.above(two)
    same = (one.kind, one.ranks) == (two.kind, two.ranks)
    assert (up, down) == ((False, False) if same else (low < high, high < low))


def test_there_are_no_runs_below_five_high() -> None:
    """None goes around over K-A-2, and a flush needs four cards below its top."""
    for text in ("straight 4", "straight 2", "sflush s 4", "flush s 5"):
        with pytest.raises(NotationError):
            call(text)
