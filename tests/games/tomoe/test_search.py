"""The tree search: its cards as bits, and what it finds."""

from __future__ import annotations

import random
from itertools import permutations

from games.core.cards import TOMOE
from games.core.search import search
from games.tomoe.strategy.bits import BACKS, BIT, CARD_OF, CARDS, FRONT, ONES, Hands, bits, rows
from games.tomoe.strategy.line import Line
from games.tomoe.strategy.outlook import shares
from games.tomoe.tricks import BACK, SUIT, judge, playable


def test_bits_name_every_card_once_and_stronger_cards_are_higher() -> None:
    """39 cards, and inside a suit the order of the bits is the order of strength."""
    assert sorted(CARDS) == sorted(TOMOE.cards)
    assert BIT["Cu"] < BIT["Ag"] < BIT["Au"]
    assert BIT["1r"] < BIT["6r"]


def test_masks_are_the_suits_to_follow_with() -> None:
    """Front and back masks hold exactly the cards of the led suit and of its partner."""
    for led in TOMOE.cards:
        assert FRONT[BIT[led]] == bits([c for c in TOMOE.cards if SUIT[c] == SUIT[led]])
        assert BACKS[BIT[led]] == bits([c for c in TOMOE.cards if SUIT[c] == BACK[SUIT[led]]])


def test_rows_always_agree_with_the_judge() -> None:
    """Who wins a trick, by its first two cards and the third, is what the rules say."""
    rng = random.Random(1)
    for cards in rng.sample(list(permutations(TOMOE.cards, 3)), 2000):
        one, two, three = (BIT[card] for card in cards)
        pair = rows(one)[two]
        place = 2 if three & pair.third else 1 if three & pair.second else 0
        trick = judge(0, cards)
        assert cards[place] == trick.card
        assert bool(BIT[trick.card] & ONES) == (TOMOE.rank[trick.card] == "1")


def visits(hands: Hands, trick: list[int], ace: float, lines: int) -> dict[int, int]:
    """Search one deal, for the points of the game alone; tell how often each card was tried."""
    rng = random.Random(0)
    worlds = (Line(hands, trick, shares, int(2 * ace), rng.random) for _ in range(lines))
    return {card: node.visits for card, node in search(worlds, 0.3, rng.random).items()}


def best(hands: list[str], trick: str = "", ace: float = 1.0) -> str:
    mine, left, right = (bits(hand.split()) for hand in hands)
    found = visits((mine, left, right), [BIT[card] for card in trick.split()], ace, 400)
    return CARD_OF[max(found, key=found.__getitem__)]


def test_search_takes_the_last_trick_that_can_be_taken() -> None:
    """Playing last it slips between the two front cards (甲)."""
    assert best(["1r 4r", "6g", "6k"], "2r 5r") == "4r"


def test_search_values_a_one_by_the_option() -> None:
    """With ones counting double it wins the only trick to be had with the one rather than with the two."""
    assert best(["1a 2a", "4g", "5g"], "3r 6g", ace=2.0) == "1a"


Outcome = tuple[int, int, int]


def outcomes(hands: tuple[frozenset[str], ...], trick: tuple[str, ...], seat: int) -> set[Outcome]:
    """Work out by brute force what tricks best play can bring each seat, whichever way ties are broken."""
    if not hands[seat]:
        return {(0, 0, 0)}
    return sensible(replies(hands, trick, seat), seat)


def replies(hands: tuple[frozenset[str], ...], trick: tuple[str, ...], seat: int) -> dict[str, set[Outcome]]:
    found: dict[str, set[Outcome]] = {}
    for card in playable(tuple(sorted(hands[seat])), trick):
        left = tuple(hand - {card} for hand in hands)
        if len(trick) < 2:
            found[card] = outcomes(left, (*trick, card), (seat + 1) % 3)
            continue
        winner = judge((seat + 1) % 3, (*trick, card)).winner
        found[card] = {
            (o[0] + (winner == 0), o[1] + (winner == 1), o[2] + (winner == 2))
            for o in outcomes(left, (), winner)
        }
    return found


def sensible(found: dict[str, set[Outcome]], seat: int) -> set[Outcome]:
    """Leave out what a seat can surely better."""
    sure = max(min(o[seat] for o in some) for some in found.values())
    return {o for some in found.values() for o in some if o[seat] >= sure}


def test_search_finds_every_move_that_is_surely_best() -> None:
    """In endgames of two or three cards it agrees with brute force wherever one move beats all others."""
    rng = random.Random(7)
    decided = 0
    for size in (2, 3) * 40:
        cards = rng.sample(TOMOE.cards, 3 * size)
        hands = tuple(frozenset(cards[size * seat : size * (seat + 1)]) for seat in range(3))
        found = replies(hands, (), 0)
        for card, some in found.items():
            others = [o[0] for other, more in found.items() if other != card for o in more]
            if min(o[0] for o in some) > max(others, default=9):
                decided += 1
                world = (bits(sorted(hands[0])), bits(sorted(hands[1])), bits(sorted(hands[2])))
                weights = visits(world, [], 1.0, 600)
                assert CARD_OF[max(weights, key=weights.__getitem__)] == card
    assert decided >= 10
