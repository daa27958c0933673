"""Tests of true declarations (netsuzo.md), against a brute-force evaluator."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from functools import cache
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.core.cards import STANDARD
from games.netsuzo.hands import (
    BY_NOTATION,
    DECLARATION_ORDER,
    best,
    cards_making,
    count_cards,
    deciding_cards,
    is_true,
    makes,
)

ORDER = "23456789TJQKA"
NATURAL = [card for card in STANDARD.cards if card != "Jk"]


@cache
def exact_name(cards: tuple[str, ...]) -> str:
    """Return the name of a five-card hand, perhaps with a card twice, without using the tested code."""
    counts = Counter(ORDER.index(card[0]) for card in cards)
    groups = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    shape = sorted(counts.values(), reverse=True)
    letters = [ORDER[rank] for rank in groups]
    one_suit = len({card[1] for card in cards}) == 1
    if shape == [5]:
        return f"five {letters[0]}"
    spread = sorted(counts)
    top = ""
    if len(spread) == 5:
        top = ORDER[spread[4]] if spread[4] - spread[0] == 4 else "5" if spread == [0, 1, 2, 3, 12] else ""
    if one_suit and top:
        return f"sflush {cards[0][1]} {top}"
    if shape == [4, 1]:
        return f"quads {letters[0]} {letters[1]}"
    if shape == [3, 2]:
        return f"full {letters[0]} {letters[1]}"
    if one_suit:  # with two alike this is a flush that cannot be declared
        return " ".join(["flush", cards[0][1], *sorted((card[0] for card in cards), key=ORDER.index)[::-1]])
    if top:
        return f"straight {top}"
    if shape == [3, 1, 1]:
        return f"trips {letters[0]} {letters[1]}"
    if shape == [2, 2, 1]:
        return f"twopair {' '.join(letters)}"
    return f"pair {letters[0]} {letters[1]}" if shape[0] == 2 else f"high {letters[0]}"


def true_declarations(cards: Iterable[str]) -> set[str]:
    """Return all true declarations, by trying all sets of five cards and every card for the joker."""
    declarations = set()
    for five in combinations(sorted(cards), 5):
        if "Jk" in five:
            rest = tuple(card for card in five if card != "Jk")
            declarations |= {exact_name(tuple(sorted((*rest, card)))) for card in NATURAL}
        else:
            declarations.add(exact_name(five))
    return {f"declare {name}" for name in declarations} & BY_NOTATION.keys()


def check(cards: list[str]) -> None:
    """Compare every declaration, both kinds of honesty, the best hand and the evidence with brute force."""
    expected = true_declarations(cards)
    have = count_cards(cards)
    assert {str(claim) for claim in DECLARATION_ORDER.bids if makes(claim, have)} == expected, cards
    highest = max(DECLARATION_ORDER.index_above(BY_NOTATION[name]) for name in expected)
    assert DECLARATION_ORDER.index_above(best(have)) == highest
    assert str(best(have)) in expected
    for claim in random.Random("".join(cards)).sample(DECLARATION_ORDER.bids, 60):
        assert is_true(claim, have, exact=True) == (str(claim) in expected)
        assert is_true(claim, have, exact=False) == (DECLARATION_ORDER.index_above(claim) <= highest)
    for name in sorted(expected)[::7]:
        five = cards_making(BY_NOTATION[name], cards)
        assert len(set(five)) == 5
        assert set(five) <= set(cards)
        assert name in true_declarations(five)


CROWDED = [card for card in STANDARD.cards if card[0] in "A2345JK"]
"""A deck of few ranks, in which pairs, full houses, low straights and flushes are frequent."""


@settings(max_examples=85, deadline=None)
@given(
    st.sampled_from([STANDARD.cards, CROWDED]).flatmap(
        lambda cards: st.lists(st.sampled_from(cards), min_size=5, max_size=8, unique=True)
    )
)
def test_exact_truth_agrees_with_brute_force_on_small_hands(cards: list[str]) -> None:
    check(cards)


@pytest.mark.parametrize("joker", [[], ["Jk"]])
@pytest.mark.parametrize("suit", ["s", "c"])
def test_exact_truth_agrees_with_brute_force_on_crowded_suits(suit: str, joker: list[str]) -> None:
    """Nearly all cards have one suit; a true straight or high card then needs a card of another suit."""
    rng = random.Random(f"crowded {suit} {joker}")
    suited = [card for card in NATURAL if card[1] == suit]
    for size in (5, 6, 7, 8):
        others = [card for card in NATURAL if card[1] != suit]
        check([*rng.sample(suited, size - 1), rng.choice(others), *joker])
        check(rng.sample(suited, size))


@pytest.mark.parametrize("with_joker", [False, True])
@pytest.mark.parametrize("size", range(9, 15))
def test_exact_truth_agrees_with_evaluator_up_to_14_cards(size: int, with_joker: bool) -> None:
    rng = random.Random(f"long {size} {with_joker}")
    check(rng.sample(NATURAL, size - with_joker) + ["Jk"] * with_joker)


def test_equal_flush_in_another_suit_is_equally_high_other_hand() -> None:
    have, twin = count_cards(["Kc", "Qc", "7c", "3c", "2c"]), BY_NOTATION["declare flush s K Q 7 3 2"]
    assert is_true(twin, have, exact=False)
    assert not is_true(twin, have, exact=True)


def test_whole_deck_makes_every_declaration_true() -> None:
    have = count_cards(STANDARD.cards)
    assert all(makes(claim, have) for claim in DECLARATION_ORDER.bids)


@pytest.mark.parametrize(
    ("claim", "cards", "made", "among"),
    [
        ("high J", "5s 9h 5h Jd 8c 2s", "high J", "Jd"),
        ("five A", "5s 9h 5h Jd 8c 2s", "pair 5 J", "5s 5h Jd"),
        ("straight 9", "9h 8c 7d 6s Jk 2d", "straight 9", "Jk"),
        ("straight 9", "9s 8s 7s 6s 5s Jk", "straight 9", "Jk"),
        ("high K", "Ks 9s 7s 5s 3s 9h", "high K", "Ks 9h"),
        ("high K", "Ks 9s 7s 5s 3s 2h", "high K", "Ks 2h"),
    ],
)
def test_evidence_shows_declared_hand_or_best_hand(claim: str, cards: str, made: str, among: str) -> None:
    """The joker is the missing card of the evidence, and the evidence is no flush unless one was declared."""
    evidence_cards, five = deciding_cards(BY_NOTATION[f"declare {claim}"], cards.split())
    assert str(evidence_cards) == f"declare {made}"
    assert {*among.split()} < {*five}
