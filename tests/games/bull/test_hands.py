"""When a call is good (bull.md, Calls and With wild=twos)."""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.bull.hands import DECK, evidence, is_good
from games.bull.moves import COUNTS, LADDERS, Call, parse_words
from games.core.poker import RANKS

NEEDED = {"single": 1, "pair": 2, "trips": 3, "quads": 4, "five": 5, "six": 6, "seven": 7, "eight": 8}
CIRCLE = "A23456789TJQKA"


def call(text: str) -> Call:
    move = parse_words(f"call {text}".lower().split())
    assert isinstance(move, Call)
    return move


def good(text: str, cards: str, *, wild: bool = False) -> bool:
    return is_good(call(text), cards.split(), wild=wild)


# --- an oracle that knows nothing of counting wilds --------------------------------------------------


def is_there(bid: Call, cards: list[str]) -> bool:
    """Tell whether cards that all stand for themselves hold a combination; written from the rules' table."""
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
    """Try every card that each two could stand for; when the suit cannot matter, every rank."""
    natural = [card for card in cards if card[0] != "2"]
    twos = len(cards) - len(natural)
    possible = [card for card in DECK if card[1] == (bid.suit or "s")]
    return any(
        is_there(bid, natural + list(meant)) for meant in combinations_with_replacement(possible, twos)
    )


def deal(rng: Random, size: int, twos: int) -> list[str]:
    """Deal cards with a given number of twos, mostly close in rank or suit so that calls come near."""
    natural = [card for card in DECK if card[0] != "2"]
    narrow = [card for card in natural if card[1] in "sh" or card[0] in "A345"]
    cards = rng.sample(rng.choice([natural, narrow]), min(size - twos, len(narrow)))
    return cards + rng.sample(["2s", "2h", "2d", "2c"], twos)


@given(seed=st.integers(0, 2**32), size=st.integers(4, 40), bid=st.sampled_from(LADDERS[False].bids))
def test_without_wilds_a_call_is_good_when_the_cards_are_there(seed: int, size: int, bid: Call) -> None:
    """Every card, the twos too, stands for itself."""
    cards = Random(seed).sample(DECK, size)
    assert is_good(bid, cards, wild=False) == is_there(bid, cards)


@given(
    seed=st.integers(0, 2**32),
    size=st.integers(4, 14),
    twos=st.integers(0, 3),
    bid=st.sampled_from(LADDERS[True].bids),
)
def test_with_wilds_a_call_is_good_when_some_meaning_of_the_twos_makes_it(
    seed: int, size: int, twos: int, bid: Call
) -> None:
    """Counting wilds agrees with trying every card that each two could be."""
    cards = deal(Random(seed), size, twos)
    assert is_good(bid, cards, wild=True) == is_there_with_wilds(bid, cards)


@pytest.mark.parametrize("seed", range(6))
def test_all_calls_of_deals_with_all_four_twos(seed: int) -> None:
    """Every call of the ladder, with all the twos dealt among few other cards."""
    cards = deal(Random(seed), 4 + 2 * seed, 4)
    for bid in LADDERS[True].bids[seed::6]:
        assert is_good(bid, cards, wild=True) == is_there_with_wilds(bid, cards), bid


@given(
    seed=st.integers(0, 2**32),
    size=st.integers(2, 20),
    wild=st.booleans(),
    bid=st.sampled_from(LADDERS[True].bids),
)
def test_evidence_makes_the_call_whenever_the_table_does(seed: int, size: int, wild: bool, bid: Call) -> None:
    """The cards shown as evidence were dealt, are no more than the call needs, and make a good call alone."""
    if not wild and bid not in LADDERS[False].index:
        return
    cards = Random(seed).sample(DECK, size)
    shown = evidence(bid, cards, wild=wild)
    assert not Counter(shown) - Counter(cards)
    assert len(shown) <= COUNTS.get(bid.kind, 4 if bid.kind == "twopair" else 5)
    assert is_good(bid, shown, wild=wild) == is_good(bid, cards, wild=wild)


# --- worked examples --------------------------------------------------------------------------------


def test_three_aces_contain_a_pair_of_aces() -> None:
    """Source, Challenge: with three aces the call of a pair of aces is good."""
    assert good("pair A", "As Ah Ad 9c")


def test_a_pair_of_kings_does_not_make_good_on_a_pair_of_aces() -> None:
    """Source, Challenge: one ace and two kings; only the called combination counts."""
    assert not good("pair A", "As Kh Kd 9c")
    assert good("pair K", "As Kh Kd 9c")


def test_two_pairs_and_full_house_need_both_ranks() -> None:
    """J-3 needs two jacks and two threes; 2 and 8 needs three twos and two eights."""
    assert good("twopair J 3", "Js Jh 3d 3c")
    assert not good("twopair J 3", "Js Jh Jd 3c")
    assert good("full 2 8", "2s 2h 2d 8c 8d")
    assert not good("full 2 8", "2s 2h 8s 8c 8d")


def test_straight_flush_from_five_down_to_the_ace() -> None:
    """5-4-3-2-A of one suit; the ace counts below the two."""
    assert good("sflush h 5", "5h 4h 3h 2h Ah")
    assert not good("sflush h 5", "5h 4h 3h 2h As")
    assert not good("sflush h 5", "6h 5h 4h 3h 2h")


def test_no_run_goes_over_king_ace_two() -> None:
    """K-A-2 is no run: those cards make neither the lowest nor the highest straight flush."""
    cards = "Qs Ks As 2s 3s"
    assert not any(
        is_good(bid, cards.split(), wild=False) for bid in LADDERS[False].bids if bid.kind == "sflush"
    )
    natural = "Js Qs Ks As 3s"
    assert not good("straight 5", natural, wild=True)
    assert not good("straight A", natural, wild=True)


def test_flush_of_the_source() -> None:
    """A Q 10 9 6 4 of a suit, no two: tops A and Q are good, K (not there) and 10 (too few below) are not."""
    cards = "Ah Qh Th 9h 6h 4h Ks"
    assert good("flush h A", cards, wild=True)
    assert good("flush h Q", cards, wild=True)
    assert not good("flush h K", cards, wild=True)
    assert not good("flush h T", cards, wild=True)


def test_a_wild_two_stands_for_the_top_or_for_one_below() -> None:
    """With one two the king's flush and the ten's flush of the same cards are good as well."""
    cards = "Ah Qh Th 9h 6h 4h 2s"
    assert good("flush h K", cards, wild=True)
    assert good("flush h T", cards, wild=True)
    assert not good("flush h 9", cards, wild=True)
    assert good("flush h 9", cards + " 2d", wild=True)


def test_twos_stay_ordinary_without_the_variant() -> None:
    """A two makes nothing but itself when twos are not wild."""
    assert not good("pair A", "As 2h")
    assert good("pair A", "As 2h", wild=True)
    assert good("single 2", "As 2h")


def test_a_two_is_still_a_two_when_wild() -> None:
    """Twos asked for as twos are used up first: 2-2 and one wild make no A-A besides a lone ace's pair."""
    assert good("pair 2", "2s 2h", wild=True)
    assert not good("pair 2", "2s Kh", wild=True)
    assert good("twopair A 2", "As 2s 2h 2d", wild=True)
    assert not good("twopair A 2", "As 2s 2h", wild=True)
    assert not good("quads 2", "2s 2h 2d As", wild=True)


def test_single_of_a_missing_rank_is_good_with_a_wild() -> None:
    """One two stands for any rank, one at a time."""
    for rank in RANKS:
        assert good(f"single {rank}", "2c", wild=True)
    assert not good("pair 9", "2c", wild=True)


def test_low_straight_takes_a_two_for_its_two() -> None:
    """5-4-3-2-A needs a two for the rank 2, which uses it."""
    assert good("straight 5", "5h 4s 3h 2c Ad", wild=True)
    assert not good("straight 5", "5h 4s 2c Ad", wild=True)
    assert good("straight 5", "5h 4s 2c 2d Ad", wild=True)


def test_a_two_of_any_suit_serves_a_straight_flush() -> None:
    """The 2 of spades stands for the 2 of hearts."""
    assert good("sflush h 5", "5h 4h 3h 2s Ah", wild=True)
    assert not good("sflush h 5", "5h 4h 3h 2s Ah")


def test_eight_of_a_kind_takes_all_four_twos() -> None:
    """Four nines and four twos make eight nines; three twos make seven."""
    assert good("eight 9", "9s 9h 9d 9c 2s 2h 2d 2c", wild=True)
    assert not good("eight 9", "9s 9h 9d 9c 2s 2h 2d", wild=True)
    assert good("seven 9", "9s 9h 9d 9c 2s 2h 2d", wild=True)
