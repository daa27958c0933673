"""Tests of the truth of calls (bull.md, sections "Calls" and "With wild=twos")."""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.bull.hands import CALL_ORDERS, COUNTS, DECK, Call, is_good, matching_cards
from games.bull.rules import parse_words

NEEDED = {"single": 1, "pair": 2, "trips": 3, "quads": 4, "five": 5, "six": 6, "seven": 7, "eight": 8}
CIRCLE = "A23456789TJQKA"


# --- an oracle that knows nothing of counting wilds --------------------------------------------------


def is_there_by_rules(bid: Call, cards: list[str]) -> bool:
    """True if the cards make a call good when twos are not wild, computed from the rules' table."""
    ranks = Counter(card[0] for card in cards)
    if bid.kind in NEEDED:
        return ranks[bid.ranks] >= NEEDED[bid.kind]
    if bid.kind == "twopair":
        return ranks[bid.ranks[0]] >= 2 and ranks[bid.ranks[1]] >= 2
    if bid.kind == "full":
        return ranks[bid.ranks[0]] >= 3 and ranks[bid.ranks[1]] >= 2
    top = CIRCLE.rindex(bid.ranks)
    run = CIRCLE[top - 4 : top + 1]
    if bid.kind == "straight":
        return all(ranks[rank] for rank in run)
    if bid.kind == "sflush":
        return all(rank + bid.suit in cards for rank in run)
    lower = [card for card in cards if card[1] == bid.suit and card[0] in CIRCLE[1:top]]
    return bid.ranks + bid.suit in cards and len(lower) >= 4


def is_there_with_wilds(bid: Call, cards: list[str]) -> bool:
    """True if a call is good for some choice of the cards that the wild twos stand for."""
    natural = [card for card in cards if card[0] != "2"]
    twos = len(cards) - len(natural)
    possible = [card for card in DECK if card[1] == (bid.suit or "s")]
    return any(
        is_there_by_rules(bid, natural + list(meant))
        for meant in combinations_with_replacement(possible, twos)
    )


def deal(rng: Random, size: int, twos: int) -> list[str]:
    """Deal cards with a given number of twos, mostly close in rank or suit so that calls are nearly good."""
    natural = [card for card in DECK if card[0] != "2"]
    narrow = [card for card in natural if card[1] in "sh" or card[0] in "A345"]
    cards = rng.sample(rng.choice([natural, narrow]), min(size - twos, len(narrow)))
    return cards + rng.sample(["2s", "2h", "2d", "2c"], twos)


@given(seed=st.integers(0, 2**32), size=st.integers(4, 40), bid=st.sampled_from(CALL_ORDERS[False].bids))
def test_call_is_good_if_its_cards_are_in_play_without_wild_twos(seed: int, size: int, bid: Call) -> None:
    """Without wild twos, a two counts only as a two."""
    cards = Random(seed).sample(DECK, size)
    assert is_good(bid, cards, wild=False) == is_there_by_rules(bid, cards)


@given(
    seed=st.integers(0, 2**32),
    size=st.integers(4, 14),
    twos=st.integers(0, 3),
    bid=st.sampled_from(CALL_ORDERS[True].bids),
)
def test_call_is_good_if_any_values_of_wild_twos_make_it(seed: int, size: int, twos: int, bid: Call) -> None:
    """Counting wild twos agrees with trying every card that each two could be."""
    cards = deal(Random(seed), size, twos)
    assert is_good(bid, cards, wild=True) == is_there_with_wilds(bid, cards)


@pytest.mark.parametrize("seed", range(6))
def test_all_calls_are_judged_correctly_with_all_four_twos(seed: int) -> None:
    """Every call is tried on small deals that contain all four twos."""
    cards = deal(Random(seed), 4 + 2 * seed, 4)
    for bid in CALL_ORDERS[True].bids[seed::6]:
        assert is_good(bid, cards, wild=True) == is_there_with_wilds(bid, cards), bid


@given(
    seed=st.integers(0, 2**32),
    size=st.integers(2, 20),
    wild=st.booleans(),
    bid=st.sampled_from(CALL_ORDERS[True].bids),
)
def test_evidence_of_good_call_makes_call_by_itself(seed: int, size: int, wild: bool, bid: Call) -> None:
    """The cards shown for a good call were dealt and make the call good without other cards."""
    if not wild and bid not in CALL_ORDERS[False].index:
        return
    cards = Random(seed).sample(DECK, size)
    evidence_cards = matching_cards(bid, cards, wild=wild)
    assert not Counter(evidence_cards) - Counter(cards)
    assert len(evidence_cards) <= COUNTS.get(bid.kind, 4 if bid.kind == "twopair" else 5)
    assert is_good(bid, evidence_cards, wild=wild) == is_good(bid, cards, wild=wild)


# --- worked examples --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "cards", "wild", "is_true"),
    [
        # Source, Challenge: only the called combination counts, and a greater one holds a smaller one.
        ("pair A", "As Ah Ad 9c", False, True),
        ("pair A", "As Kh Kd 9c", False, False),
        ("pair K", "As Kh Kd 9c", False, True),
        # Two pairs and a full house need both ranks.
        ("twopair J 3", "Js Jh 3d 3c", False, True),
        ("twopair J 3", "Js Jh Jd 3c", False, False),
        ("full 2 8", "2s 2h 2d 8c 8d", False, True),
        ("full 2 8", "2s 2h 8s 8c 8d", False, False),
        # The ace counts below the two, and no run goes over K-A-2.
        ("sflush h 5", "5h 4h 3h 2h Ah", False, True),
        ("sflush h 5", "5h 4h 3h 2h As", False, False),
        ("sflush h 5", "6h 5h 4h 3h 2h", False, False),
        ("straight 5", "Js Qs Ks As 3s", True, False),
        ("straight A", "Js Qs Ks As 3s", True, False),
        # A flush needs its top and four cards below it; a wild two stands for either.
        ("flush h A", "Ah Qh Th 9h 6h 4h Ks", True, True),
        ("flush h Q", "Ah Qh Th 9h 6h 4h Ks", True, True),
        ("flush h K", "Ah Qh Th 9h 6h 4h Ks", True, False),
        ("flush h T", "Ah Qh Th 9h 6h 4h Ks", True, False),
        ("flush h K", "Ah Qh Th 9h 6h 4h 2s", True, True),
        ("flush h T", "Ah Qh Th 9h 6h 4h 2s", True, True),
        ("flush h 9", "Ah Qh Th 9h 6h 4h 2s", True, False),
        ("flush h 9", "Ah Qh Th 9h 6h 4h 2s 2d", True, True),
        # Twos are ordinary without the variant; with it they are still twos, each used once.
        ("pair A", "As 2h", False, False),
        ("pair A", "As 2h", True, True),
        ("twopair A 2", "As 2s 2h 2d", True, True),
        ("twopair A 2", "As 2s 2h", True, False),
        ("sflush h 5", "5h 4h 3h 2s Ah", True, True),
        ("eight 9", "9s 9h 9d 9c 2s 2h 2d 2c", True, True),
        ("eight 9", "9s 9h 9d 9c 2s 2h 2d", True, False),
    ],
)
def test_calls_of_worked_examples_are_judged_correctly(
    text: str, cards: str, wild: bool, is_true: bool
) -> None:
    """The examples in the source and in the rules are judged as stated there."""
    move = parse_words(f"call {text}".lower().split())
    assert is_good(move, cards.split(), wild=wild) == is_true
