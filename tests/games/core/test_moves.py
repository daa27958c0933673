"""Ladders of bids and their lazy tails; what every notation shares."""

from __future__ import annotations

from typing import ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import find_game
from games.core.errors import NotationError
from games.core.moves import CardMove, Deal, Ladder, Move, Reshuffle, shorten, words_of


class Bid(Move, frozen=True):
    """A bid of a made-up game."""

    name: str

    def __str__(self) -> str:
        return self.name


class Fold(CardMove, frozen=True):
    """Lay a card down."""

    verb: ClassVar[str] = "fold with"


class Pass(Move, frozen=True):
    """Something else to do."""

    def __str__(self) -> str:
        return "pass"


def ladder_of(strengths: list[int]) -> Ladder[Bid]:
    return Ladder([(Bid(f"b{i}"), strength) for i, strength in enumerate(strengths)])


@given(st.lists(st.integers(0, 6), min_size=1, max_size=20))
def test_above_lists_exactly_the_stronger_bids(strengths: list[int]) -> None:
    """Equals are on one level: not above each other, and kept in the order given."""
    ladder = ladder_of(strengths)
    strength = {Bid(f"b{i}"): s for i, s in enumerate(strengths)}
    assert [strength[bid] for bid in ladder.bids] == sorted(strengths)
    for bid in ladder.bids:
        higher = [other for other in ladder.bids if strength[other] > strength[bid]]
        assert list(ladder.above(bid)) == higher
        assert ladder.is_top(bid) == (not higher)
    assert list(ladder.above(None)) == list(ladder.bids)


@given(st.lists(st.integers(0, 6), min_size=1, max_size=12), st.integers(0, 11), st.booleans(), st.data())
def test_raises_behave_as_the_tuple_they_stand_for(
    strengths: list[int], at: int, more: bool, data: st.DataObject
) -> None:
    """Length, items from both ends, slices, membership, order."""
    ladder = ladder_of(strengths)
    bid = ladder.bids[at % len(strengths)]
    raises = ladder.above(bid, Pass()) if more else ladder.above(bid)
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
    assert (Pass() in raises) == more
    assert all((other in raises) == (other in plain) for other in ladder.bids)
    assert Bid("unheard of") not in raises
    assert bool(raises) == bool(plain)


def test_words_are_lower_case_and_plain() -> None:
    """Runs of any spaces part words; signs that no move has are refused."""
    assert words_of("  Call\t Pair \r\n K ") == ["call", "pair", "k"]
    for text in ("", "   ", "call pair Ｋ", "１", "\u3000", "é"):
        with pytest.raises(NotationError):
            words_of(text)


def test_quotes_are_short() -> None:
    """At most 60 characters of what was typed come back."""
    assert shorten("x" * 60) == "x" * 60
    assert shorten("x" * 61) == "x" * 57 + "..."


def test_chance_moves_print_and_read_their_cards_in_order() -> None:
    """The order is the shuffle, so it stays."""
    rules = find_game("bull").rules
    for text, move in (("deal Kd As", Deal(("Kd", "As"))), ("reshuffle As Kd", Reshuffle(("As", "Kd")))):
        assert rules.parse(text.upper()) == move
        assert str(move) == text
    with pytest.raises(NotationError):
        rules.parse("deal As 10h")


def test_moves_with_one_card_are_a_word_and_the_card() -> None:
    """And equal only to the same move with the same card."""
    assert str(Fold("As")) == "fold with As"
    assert Fold("As") == Fold("As") != Fold("Ks")
