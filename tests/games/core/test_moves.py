"""Tests of ladders of bids, their lazy tails, and notation that all games share."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.errors import NotationError
from games.core.moves import BidOrder, Move, words_of


class MadeUpBid(Move, frozen=True):
    """A bid of a made-up game."""

    name: str

    def __str__(self) -> str:
        return self.name


class MadeUpPass(Move, frozen=True):
    """Another move of the made-up game."""

    def __str__(self) -> str:
        return "pass"


def ladder_of(strengths: list[int]) -> BidOrder[MadeUpBid]:
    return BidOrder([(MadeUpBid(f"b{i}"), strength) for i, strength in enumerate(strengths)])


@given(st.lists(st.integers(0, 6), min_size=1, max_size=20))
def test_above_lists_exactly_the_stronger_bids(strengths: list[int]) -> None:
    """Bids of equal strength are not above each other and keep the given order."""
    ladder = ladder_of(strengths)
    strength = {MadeUpBid(f"b{i}"): s for i, s in enumerate(strengths)}
    assert [strength[bid] for bid in ladder.bids] == sorted(strengths)
    for bid in ladder.bids:
        higher = [other for other in ladder.bids if strength[other] > strength[bid]]
        assert list(ladder.bids_above(bid)) == higher
        assert ladder.is_highest(bid) == (not higher)
    assert list(ladder.bids_above(None)) == list(ladder.bids)


@given(st.lists(st.integers(0, 6), min_size=1, max_size=12), st.integers(0, 11), st.booleans(), st.data())
def test_lazy_raises_behave_like_tuple(
    strengths: list[int], at: int, more: bool, data: st.DataObject
) -> None:
    """A lazy list of raises equals the tuple of its items in length, items, slices and membership."""
    ladder = ladder_of(strengths)
    bid = ladder.bids[at % len(strengths)]
    raises = ladder.bids_above(bid, extra=(MadeUpPass(),)) if more else ladder.bids_above(bid)
    plain = tuple(raises)
    assert len(raises) == len(plain)
    for i in range(-len(plain) - 2, len(plain) + 2):
        if -len(plain) <= i < len(plain):
            assert raises[i] == plain[i]
        else:
            with pytest.raises(IndexError):
                raises[i]
    part = data.draw(st.slices(len(plain) + 1))
    assert raises[part] == plain[part]
    assert (MadeUpPass() in raises) == more
    assert all((other in raises) == (other in plain) for other in ladder.bids)
    assert MadeUpBid("unheard of") not in raises
    assert bool(raises) == bool(plain)


def test_words_are_split_and_checked_for_characters() -> None:
    """Words are separated by any spaces; characters outside of all moves are refused."""
    assert words_of("  Call\t Pair \r\n K ") == ["call", "pair", "k"]
    for text in ("", "   ", "call pair Ｋ", "１", "\u3000", "é"):
        with pytest.raises(NotationError):
            words_of(text)
