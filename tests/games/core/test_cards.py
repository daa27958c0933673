"""Tests of cards and their canonical order (README.md of the rules, Cards)."""

from __future__ import annotations

import pytest

from games.core.cards import FAMILIES, MAHJONG, NUMBERS, STANDARD, TESCA, TOMOE, Family, find_card, without
from games.core.errors import NotationError
from games.core.poker import by_rank


def test_families_have_the_cards_of_the_rules() -> None:
    assert [len(family.cards) for family in (STANDARD, MAHJONG, TESCA, TOMOE)] == [53, 34, 52, 39]
    assert set(FAMILIES) == {"standard", "numbers", "mahjong", "tesca", "tomoe"}


def test_families_spell_some_ranks_differently() -> None:
    """Some families spell T as ``10`` or the ace as ``1``; other ranks are spelled as in notation."""
    assert [STANDARD.spell(rank) for rank in "AT9"] == ["A", "10", "9"]
    assert [NUMBERS.spell(rank) for rank in "AT9"] == ["1", "10", "9"]
    assert NUMBERS.cards == STANDARD.cards
    assert NUMBERS.symbols == STANDARD.symbols == STANDARD.name
    assert TESCA.spell("12") == "12"


def test_canonical_order_is_by_suit_then_by_rank() -> None:
    """Cards follow the order of the table; the joker and metals are last."""
    assert " ".join(STANDARD.cards[:14]) == "As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks Ah"
    assert STANDARD.cards[-1] == "Jk"
    assert STANDARD.sort(["Jk", "2c", "Kd", "Ac", "As"]) == ("As", "Kd", "Ac", "2c", "Jk")
    assert MAHJONG.sort(["1z", "9s", "1p", "5m"]) == ("5m", "1p", "9s", "1z")
    assert TESCA.sort(["7y", "12k", "2k", "0m", "10h"]) == ("2k", "12k", "10h", "0m", "7y")
    assert TOMOE.sort(["Cu", "Au", "6p", "1r", "1a"]) == ("1r", "1a", "6p", "Au", "Cu")


def test_poker_hands_are_sorted_by_rank_then_suit() -> None:
    """The joker is highest, then the ace; cards of one rank are in the canonical order of suits."""
    assert by_rank(["2s", "Tc", "Ah", "As", "Jk", "Kd"]) == ("Jk", "As", "Ah", "Kd", "Tc", "2s")


@pytest.mark.parametrize("family", FAMILIES.values(), ids=FAMILIES)
def test_cards_read_in_any_letter_case(family: Family) -> None:
    """Upper and lower case give the same card, rank and suit."""
    for card in family.cards:
        assert family.parse(card) == family.parse(card.upper()) == family.parse(card.lower()) == card
        if card not in family.extras:
            assert family.rank[card] + family.suit[card] == card


@pytest.mark.parametrize("text", ["", "10h", "1s", "A", "s", "sA", "Ａs", "A s", "joker", "Asx"])
def test_invalid_card_is_refused(text: str) -> None:
    """The error is a NotationError that quotes the text."""
    with pytest.raises(NotationError, match="no card"):
        STANDARD.parse(text)


def test_card_of_several_families_has_one_notation() -> None:
    """A text is read by the first family that contains it; a card of no family is refused."""
    families = (STANDARD, MAHJONG, TESCA)
    assert [find_card(text, families) for text in ("5S", "5p", "12Y")] == ["5s", "5p", "12y"]
    assert find_card("13k", families) is None


def test_removing_cards_removes_single_copies() -> None:
    """One copy is removed for each card, the rest keeps its order, and a missing card is an error."""
    assert without(("5m", "5m", "1p", "5m"), ["5m", "1p"]) == ("5m", "5m")
    with pytest.raises(ValueError, match="not in list"):
        without(("5m",), ["5m", "5m"])
