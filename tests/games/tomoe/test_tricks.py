"""What may be played and who wins a trick (tomoe.md, Play and Who wins a trick)."""

from __future__ import annotations

import re
from itertools import permutations

import pytest

from bot.language.catalogue import LANGUAGES, rules_text
from games.core.cards import TOMOE
from games.tomoe.tricks import ACES, BACK, CASES, SUIT, judge, playable
from tests.games.tomoe.tables import play, position

PARTNER = {"r": "a", "a": "r", "g": "o", "o": "g", "k": "p", "p": "k"}
STRENGTH_OF_METALS = {"Cu": 1, "Ag": 2, "Au": 3}


def rank(card: str) -> int:
    return STRENGTH_OF_METALS.get(card) or int(card[0])


def suit(card: str) -> str:
    return "metal" if card in STRENGTH_OF_METALS else card[1]


def by_the_table(cards: tuple[str, ...]) -> tuple[str, str]:
    """Judge by the source's list of cases alone, without comparing strengths across suits."""
    front = suit(cards[0])
    fronts = sorted((c for c in cards if suit(c) == front), key=rank)
    backs = sorted((c for c in cards if suit(c) == PARTNER.get(front)), key=rank)
    lowers = sorted((c for c in cards if c not in fronts and c not in backs), key=rank)
    match len(fronts), len(backs), len(lowers):
        case 3, 0, 0:
            return "all-front", fronts[1]
        case 2, 1, 0:
            return "one-back", fronts[1]
        case 1, 2, 0:
            return "two-back", backs[0]
        case 2, 0, 1:
            return "one-lower", fronts[0]
        case 1, 1, 1:
            return "back-lower", backs[0]
        case 1, 0, 2 if suit(lowers[0]) == suit(lowers[1]):
            return "lower-pair", lowers[1]
        case 1, 0, 2:
            return "two-lower", fronts[0]
    raise AssertionError(cards)


EXAMPLES = [
    ("all-front", "2r 5r 4r", "4r"),
    ("one-back", "3r 5r 1a", "5r"),
    ("two-back", "3r 5a 2a", "2a"),
    ("one-lower", "3r 5r 6g", "3r"),
    ("two-lower", "3r 6g 6k", "3r"),
    ("lower-pair", "3r 6g 2g", "6g"),
    ("back-lower", "3r 1a 6g", "1a"),
]


@pytest.mark.parametrize("leader", [0, 1, 2])
@pytest.mark.parametrize(("case", "cards", "best"), EXAMPLES)
def test_who_wins_a_trick_examples_in_every_order_of_play(
    case: str, cards: str, best: str, leader: int
) -> None:
    """Each case holds whichever front card is led, whoever follows first, and whoever leads."""
    three = tuple(cards.split())
    orders = [order for order in permutations(three) if suit(order[0]) == suit(three[0])]
    assert len(orders) >= 2
    for order in orders:
        trick = judge(leader, order)
        assert (trick.case, trick.card) == (case, best)
        assert trick.winner == (leader + order.index(best)) % 3
        assert (trick.leader, trick.cards) == (leader, order)


def test_who_wins_a_trick_always_as_the_table_of_cases_says() -> None:
    """All 54,834 orders of three cards, metals included, agree with the list of cases."""
    seen = set()
    for cards in permutations(TOMOE.cards, 3):
        trick = judge(0, cards)
        assert (trick.case, trick.card) == by_the_table(cards)
        seen.add(trick.case)
    assert seen == set(CASES)


def test_metals_when_led_only_four_cases_arise() -> None:
    """With a metal led only 甲, 丁, 戊 and 己 can happen (source 6.2)."""
    led = {judge(0, cards).case for cards in permutations(TOMOE.cards, 3) if cards[0] in TOMOE.extras}
    assert led == {"all-front", "one-lower", "two-lower", "lower-pair"}


def test_ace_bonus_a_one_wins_only_in_four_cases() -> None:
    """A card of rank 1 can win only in 丙, 丁, 戊 and 庚 (source 6.1)."""
    won = {judge(0, c).case for c in permutations(TOMOE.cards, 3) if judge(0, c).card in ACES}
    assert won == {"two-back", "one-lower", "two-lower", "back-lower"}


def test_material_suits_come_in_pairs() -> None:
    """Front and back are partners both ways; metals have none and no rank 1."""
    assert {s: b for s, b in BACK.items() if s} == PARTNER
    assert BACK[SUIT["Au"]] is None
    assert sorted(ACES) == ["1a", "1g", "1k", "1o", "1p", "1r"]


@pytest.mark.parametrize(
    ("hand", "led", "expected"),
    [
        ("1r 5a 2g", "", "1r 5a 2g"),
        ("1r 6r 5a 2g", "3r", "1r 6r"),
        ("5a 2g 6p", "3r", "5a"),
        ("2g 6p Au", "3r", "2g 6p Au"),
        ("2g 6p Au", "Cu", "Au"),
        ("1r 5a 2g", "Cu", "1r 5a 2g"),
        ("4o 1r", "2g", "4o"),
        ("4g 1r", "2o", "4g"),
    ],
)
def test_play_front_suit_else_back_suit_else_any(hand: str, led: str, expected: str) -> None:
    """Front suit must be followed, then the back suit, and only without both is the choice free."""
    assert playable(tuple(hand.split()), tuple(led.split())) == tuple(expected.split())


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_the_rules_hold_the_seven_cases(language: str) -> None:
    """The rules for people give the source's cases with their winners."""
    rules = rules_text("tomoe", language)
    lines = [line for line in rules.splitlines() if re.match(r"- [甲乙丙丁戊己庚]?\s?`\d", line)]
    assert len(lines) == 7
    for line in lines:
        cards, best = line.split("`")[1], line.split("`")[3]
        first, second, third = cards.split()
        state = play(position(f"{first} 1k", f"{second} 2p", f"{third} 3p"), first, second, third)
        assert state.tricks[0].card == best
