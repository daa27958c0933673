"""Tests of decks, their orders and the census of hands.

Source: trick3.md, sections "Decks" and "Hands of three cards".
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations_with_replacement, permutations
from math import comb, prod

import pytest

from games.trick3.hands import DECKS, classifier, find_deck
from tests.amounts import some

# --- an independent reading of the definitions, slow and plain --------------------------------------------

RANKS = {
    "52": "A 2 3 4 5 6 7 8 9 T J Q K",
    "48": "A 2 3 4 5 6 7 8 9 J Q K",
    "40": "A 2 3 4 5 6 7 J Q K",
    "36": "A 2 3 4 5 6 J Q K",
    "M9": "1 2 3 4 5 6 7 8 9",
    "M7": "2 3 4 5 6 7 8",
    "T52": "0 1 2 3 4 5 6 7 8 9 10 11 12",
    "T44": "0 1 2 3 4 5 6 7 8 9 10",
    "T36": "0 1 2 3 4 5 6 7 8",
}
SUITS = {"M": "mps", "T": "khmy"}


def one_copy(base: str) -> list[str]:
    plain = [rank + suit for suit in SUITS.get(base[0], "shdc") for rank in RANKS[base].split()]
    return plain + [f"{n}z" for n in range(1, 8)] if base[0] == "M" else plain


def ladders(base: str) -> list[list[str]]:
    """Return the sequences of ranks for runs."""
    ranks = RANKS[base].split()
    if base[0] == "M":
        return [ranks]
    if base[0] == "T":
        return [ranks + ranks[:2]]
    return [[*ranks, "A"]]


@cache
def straights(base: str) -> frozenset[frozenset[str]]:
    return frozenset(frozenset(line[at : at + 3]) for line in ladders(base) for at in range(len(line) - 2))


@cache
def neighbours(base: str) -> frozenset[tuple[str, str]]:
    pairs = {(line[at], line[at + 1]) for line in ladders(base) for at in range(len(line) - 1)}
    return frozenset(pairs | {(b, a) for a, b in pairs})


def hands_made_by(base: str, three: tuple[str, str, str]) -> set[str]:
    """Return every hand of any deck of this base that three cards make, copies allowed."""
    mahjong, tesca = base[0] == "M", base[0] == "T"
    suits = [card[-1] for card in three]
    ranks = [card[:-1] for card in three]
    tags = [card if card[-1] == "z" else card[:-1] for card in three]  # equal tags: a pair
    number = not (mahjong and "z" in suits)
    hands: set[str] = set()
    if not mahjong and not tesca and (set(suits) <= {"s", "c"} or set(suits) <= {"h", "d"}):
        hands.add("CLF")
    honour = {"M": "z", "T": "y"}.get(base[0], "?")
    if honour in suits and len(set(suits)) == 2:
        hands.add("HF")
    if mahjong and sorted(suits) == ["m", "p", "s"]:
        hands.add("MW")
    if tesca and sorted(suits) == ["h", "k", "m"]:
        hands.add("MW")
    if len(set(tags)) < 3:
        hands.add("P1")
    if len(set(tags)) == 1:
        hands.add("K3")
    runs = [
        (a, b)
        for a, b, _ in permutations(three)
        if a[-1] == b[-1] != "z" and (a[:-1], b[:-1]) in neighbours(base)
    ]
    if runs:
        hands.add("RN2")
    if runs and number and len(set(ranks)) == 2:
        hands.add("RaP")
    if len(set(suits)) == 1 and number:
        hands.add("FL")
    if number and len(set(ranks)) == 3 and frozenset(ranks) in straights(base):
        hands.add("ST")
    if {"FL", "ST"} <= hands:
        hands.add("SF")
    if mahjong and suits == ["z"] * 3:
        hands.add("CFL")
    if tesca and suits == ["y"] * 3:
        numbers = [int(rank) for rank in ranks]
        if all(n % 2 for n in numbers) or all(n > 0 and n % 2 == 0 for n in numbers):
            hands.add("BoW")
    if len(set(three)) < 3:
        hands.add("D2")
    if len(set(three)) == 1:
        hands.add("D3")
    return hands


@cache
def kinds(base: str) -> Counter[tuple[frozenset[str], tuple[tuple[str, int], ...]]]:
    """Count the sets of three cards by the hands they make and the copies they need."""
    counts: Counter[tuple[frozenset[str], tuple[tuple[str, int], ...]]] = Counter()
    for three in combinations_with_replacement(one_copy(base), 3):
        need = tuple(sorted(("z" if card[-1] == "z" else "n", n) for card, n in Counter(three).items()))
        counts[frozenset(hands_made_by(base, three)), need] += 1
    return counts


def brute_census(name: str) -> Counter[str]:
    """Count all sets of three cards of a deck by best hand, using only the definitions."""
    deck = DECKS[name]
    copies = {"n": int(name.split("D")[1][0]), "z": int(name[-1])}
    census: Counter[str] = Counter()
    for (hands, need), count in kinds(deck.base).items():
        ways = count * prod(comb(copies[kind], n) for kind, n in need)
        census[next((hand for hand in reversed(deck.order) if hand in hands), "")] += ways
    return census


def fast_census(name: str) -> Counter[str]:
    """Count all sets of three cards of a deck by best hand, using the tested classifier."""
    deck = DECKS[name]
    copies = Counter(deck.cards)
    judge = classifier(name)
    census: Counter[str] = Counter()
    for three in combinations_with_replacement(copies, 3):
        ways = prod(comb(copies[card], n) for card, n in Counter(three).items())
        if ways:
            census[judge.name(judge.strength(*three))] += ways
    return census


@pytest.mark.parametrize("name", some(sorted(DECKS), 2))
def test_cards_and_census_of_hands_of_every_deck(name: str) -> None:
    copies = {"n": int(name.split("D")[1][0]), "z": int(name[-1])}
    cards = {card: copies["z" if card[-1] == "z" else "n"] for card in one_copy(DECKS[name].base)}
    assert Counter(DECKS[name].cards) == cards
    census = fast_census(name)
    assert +census == +brute_census(name)
    assert sum(census.values()) == comb(len(DECKS[name].cards), 3)


CENSUSES = {
    "52D1": "CLF 2812 P1 3432 RN2 1428 FL 1096 ST 720 RaP 312 K3 52 SF 48 none 12200",
    "M9D1": "HF 1155 P1 525 MW 678 RN2 420 FL 231 ST 168 RaP 96 SF 21 K3 9 CFL 35 none 2646",
}


@pytest.mark.parametrize("name", CENSUSES)
def test_hands_census_agrees_with_rules(name: str) -> None:
    words = CENSUSES[name].split()
    figures = {hand.replace("none", ""): int(n) for hand, n in zip(words[::2], words[1::2], strict=True)}
    assert fast_census(name) == figures


# --- single hands -----------------------------------------------------------------------------------------


def test_hands_do_not_depend_on_the_order_of_the_cards() -> None:
    judge = classifier("M9D3")
    for three in combinations_with_replacement(judge.pairs, 3):
        if three[0] in ("5m", "1z"):
            assert len({judge.strength(*order) for order in permutations(three)}) == 1


# --- which deck is played with ----------------------------------------------------------------------------

SHARES = """
2 26 0 20 0 18 0 28 0 17 0 26 0 22 0
3 26 2 17 1 16 0 28 0 18 2 24 0 17 1
4 24 0 18 0 13 0 25 2 17 0 22 0 18 0
5 24 0 19 1 14 2 25 4 16 4 20 4 17 3
6 24 0 17 2 13 2 22 4 15 5 22 0 17 2
7 22 2 17 1 13 5 19 3 13 4 22 2 18 6
8 19 4 15 0 12 0 17 0 12 6 19 4 16 4
"""
COLUMNS = "trump long, trump mid, trump short, mahjong long, mahjong short, tesca long, tesca short"


def test_decks_recommended_give_hand_sizes_of_source() -> None:
    """Three players with the deck mid get 17 cards each with 1 left, which corrects the source's slip."""
    for line in SHARES.strip().splitlines():
        seats, *numbers = map(int, line.split())
        for column, each, rest in zip(COLUMNS.split(", "), numbers[::2], numbers[1::2], strict=True):
            family, length = column.split()
            deck = find_deck(seats, {"family": family, "length": length, "deck": "auto"})
            assert divmod(len(deck.cards), seats) == (each, rest)
