"""Tests of the hands that eliminate, against a brute-force oracle.

Source: lost.md, section "Hands that eliminate".
"""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.lost.hands import (
    BIT,
    DECK,
    JOKER,
    RANKS,
    by_rank,
    by_suit,
    face_up_groups,
    find_hand,
    framed_cards,
    is_made,
    is_one_away,
    mask_of,
    outs,
)
from tests.games.lost.tables import cards

FIELDS = st.lists(st.sampled_from(DECK), min_size=1, max_size=9, unique=True)
PLAIN = [card for card in DECK if card != JOKER]


def four_make_a_hand(four: tuple[str, ...]) -> bool:
    """True if four plain cards are a hand, by the definitions in the rules."""
    ranks = sorted(RANKS.index(card[0]) for card in four)
    return (
        len({card[1] for card in four}) == 1
        or len(set(ranks)) == 1
        or ranks == list(range(ranks[0], ranks[0] + 4))
    )


def contains_hand(field: list[str]) -> bool:
    """True if some four cards of a field are a hand; every meaning of the joker is tried."""
    for four in combinations(field, 4):
        plain = tuple(card for card in four if card != JOKER)
        if len(plain) == 4:
            if four_make_a_hand(plain):
                return True
        elif any(four_make_a_hand((*plain, card)) for card in PLAIN):
            return True
    return False


@given(FIELDS)
def test_made_agrees_with_brute_force(field: list[str]) -> None:
    """A field is made if and only if four of its cards are a hand, with the joker as any card."""
    assert is_made(mask_of(field)) == contains_hand(field)
    assert (find_hand(field) is not None) == contains_hand(field)


@given(FIELDS)
def test_one_away_agrees_with_brute_force(field: list[str]) -> None:
    """A field is one away if and only if a joker added to it makes a hand."""
    if JOKER not in field:
        assert is_one_away(mask_of(field)) == contains_hand([*field, JOKER])


@given(FIELDS)
def test_outs_are_exactly_the_cards_that_make_a_hand(field: list[str]) -> None:
    if contains_hand(field):
        return
    suits, ranks = outs(field)
    for card in PLAIN:
        if card not in field:
            assert is_made(mask_of(field) | BIT[card]) == (card[1] in suits or card[0] in ranks)


@given(FIELDS)
def test_named_hand_consists_of_cards_of_the_field(field: list[str]) -> None:
    """The four named cards are in the field and form the hand."""
    named = find_hand(field)
    if named is not None:
        kind, four = named
        assert len(set(four)) == 4
        assert set(four) <= set(field)
        assert contains_hand(list(four))
        assert kind in ("flush", "straight", "quads")


@given(FIELDS)
def test_cards_are_marked_if_field_is_made_or_one_away(field: list[str]) -> None:
    near = (
        is_made(mask_of(field), 1)
        if JOKER not in field
        else bool("".join(outs(field))) or contains_hand(field)
    )
    assert bool(framed_cards(field)) == near
    assert framed_cards(field) <= set(field)


@pytest.mark.parametrize(
    ("field", "kind", "four"),
    [
        ("Ac 2h 6d 6h 8s 9h Th Td", "flush", "2h 6h 9h Th"),
        ("Ad 2s 2d 3d 5s 6c 7s 8h Tc", "straight", "5s 6c 7s 8h"),
    ],
)
def test_examples_of_source_are_hands(field: str, kind: str, four: str) -> None:
    """The source's examples of hands are recognised, such as four hearts and a straight among five cards."""
    assert is_made(mask_of(cards(field)))
    assert find_hand(cards(field)) == (kind, tuple(four.split()))


def test_marked_cards_of_straight_include_equal_ranks() -> None:
    """In 4-5-6-7 both fives are marked, and the ten is not."""
    assert framed_cards(cards("4s 5h 5d 6c Ts")) == set(cards("4s 5h 5d 6c"))


# --- how cards are laid out ---------------------------------------------------------------------------


def test_field_is_grouped_by_suit_if_flush_is_nearer() -> None:
    """Three spades among the face-up cards are shown together."""
    field = cards("As 9s 4s 5h 6d")
    assert face_up_groups(field) == (("As", "4s", "9s"), ("5h",), ("6d",))


def test_field_is_grouped_by_rank_if_straight_or_rank_is_nearer() -> None:
    """Neighbouring ranks are shown together, and the joker alone."""
    assert face_up_groups(cards("4h 5s 6d Tc")) == (("4h", "5s", "6d"), ("Tc",))
    assert face_up_groups(cards("8s 8h 8d 2c")) == (("2c",), ("8s", "8h", "8d"))
    assert by_rank(cards("4h Jk 5s")) == (("4h", "5s"), ("Jk",))
    assert by_suit(cards("4h Jk 5s")) == (("5s",), ("4h",), ("Jk",))
