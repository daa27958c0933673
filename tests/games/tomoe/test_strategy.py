"""Tests of card counting, the tree search, and the value of points in a match."""

from __future__ import annotations

import random
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.core.cards import TOMOE
from games.core.strategy import search
from games.tomoe.possible import (
    BIT,
    CARD_OF,
    ONES,
    HandBits,
    bits,
    missing_suits,
    possible_deals,
    winning_third_cards,
)
from games.tomoe.rules import decide_trick, playable
from games.tomoe.strategy import (
    SHIFT,
    MatchEstimator,
    TomoeWorld,
    assess,
    deal_probabilities,
    point_shares,
)
from tests.games.tomoe.tables import RULES, play, position, some_position

POSITIONS = st.tuples(st.integers(0, 10**6), st.integers(1, 36), st.sampled_from(["off", "on"]))


def test_number_of_worlds_is_number_of_possible_deals() -> None:
    """Six unseen cards have 20 deals; with metals eight cards have 70."""
    for metals, ways in (("off", 20), ("on", 70)):
        state = some_position(1, 1, metals=metals).state
        for seat in range(3):
            assert len(set(possible_deals(RULES.view(state, seat)))) == ways


@settings(max_examples=60, deadline=None)
@given(POSITIONS)
def test_worlds_contain_real_deal_and_no_card_twice(at: tuple[int, int, str]) -> None:
    """The real deal is among the possible deals, and each deal has the right cards."""
    seed, moves, metals = at
    state = some_position(seed, moves, metals=metals).state
    hands = [bits(state.open[seat] + state.hidden[seat]) for seat in range(3)]
    for seat in range(3):
        deals = possible_deals(RULES.view(state, seat))
        true = tuple(hands[(seat + step) % 3] for step in range(3))
        assert true in deals
        for world in deals:
            assert sum(world) == sum(hands)
            assert [hand.bit_count() for hand in world] == [hand.bit_count() for hand in true]


def test_missing_suits_follow_from_played_cards() -> None:
    """A played back suit shows that the front suit is missing; any other card shows that both are missing."""
    state = play(position("3r 1k", "5a 2p", "6g 3p"), "3r", "5a", "6g")
    assert missing_suits(RULES.view(state, 0)) == (frozenset(), {"r"}, {"r", "a"})


def test_last_player_of_lost_trick_probably_lacks_winning_card() -> None:
    state = position(
        "1r 3a 4a 5a 6a 3g 4g 5g 6g",
        "2r 5r 2o 3o 4o 5o 6o 2k 3k",
        "6r 4k 5k 6k 2p 3p 4p 5p 6p",
        hidden=("4r 2a 2g", "3r 1a 1g", "1o 1k 1p"),
    )
    view = RULES.view(play(state, "1r", "5r", "6r"), 0)  # between 1r and 5r lies 3r: it would have won
    deals = possible_deals(view)
    odds = deal_probabilities(view, deals)
    assert sum(odds) == pytest.approx(1.0)
    probability = sum(odd for odd, hands in zip(odds, deals, strict=True) if hands[1] & BIT["3r"])
    right = sum(odd for odd, hands in zip(odds, deals, strict=True) if hands[2] & BIT["3r"])
    assert probability > 2 * right > 0


def test_values_of_three_seats_add_up() -> None:
    """The shares of three seats add up to 1.5, and a lead before the last game keeps its value."""
    rng = random.Random(3)
    for _ in range(50):
        estimator = MatchEstimator([rng.randrange(40) / 2 for _ in range(3)], rng.randrange(3))
        points = sum(rng.randrange(24) << SHIFT * seat for seat in range(3))
        assert sum(estimator.values(points)) == pytest.approx(1.5)
    ahead = MatchEstimator((14.0, 12.0, 10.0), 0).values(0)
    assert ahead[0] > 0.95 > ahead[1] > 0.4 > 0.05 > ahead[2]
    assert MatchEstimator((14.0, 12.0, 10.0), 2).values(0)[0] < 0.9


def judged(points: tuple[float, ...]) -> dict[str, float]:
    """Return the worth of seat 0's two cards in the match's last trick but one."""
    start = position("1r 4r", "2r 6g", "5r 6k", lead=1, points=points, games=1)
    state = play(start, "2r", "5r")
    estimates = assess(RULES.view(state, 0), RULES.legal(state, 0), (), random.Random(1), 0.01)
    return {str(estimate.move): estimate.expected_share for estimate in estimates}


def test_trick_value_depends_on_its_effect_on_match() -> None:
    """Between equals the winning card is worth far more; far behind, both cards are worth nothing."""
    even, lost = judged((3.0, 3.0, 3.0)), judged((0.0, 5.0, 5.0))
    assert next(iter(even)) == "play 4r"
    assert even["play 4r"] > even["play 1r"] + 0.2
    assert max(lost.values()) < 0.05


def test_winner_table_of_search_agrees_with_rules() -> None:
    rng = random.Random(1)
    for cards in rng.sample(list(permutations(TOMOE.cards, 3)), 2000):
        first, second, third = (BIT[card] for card in cards)
        thirds = winning_third_cards(first)[second]
        place = 2 if third & thirds.third_wins else 1 if third & thirds.second_wins else 0
        trick = decide_trick(0, cards)
        assert cards[place] == trick.card
        assert bool(BIT[trick.card] & ONES) == (TOMOE.rank[trick.card] == "1")


def visits(hands: HandBits, trick: list[int], ace: float, lines: int) -> dict[int, int]:
    """Search one deal for the game's points alone; return the number of visits of each card."""
    rng = random.Random(0)
    worlds = (TomoeWorld(hands, trick, point_shares, int(2 * ace), rng.random) for _ in range(lines))
    return {card: node.visits for card, node in search(worlds, 0.3, rng.random).items()}


def best(hands: list[str], trick: str = "", ace: float = 1.0) -> str:
    mine, left, right = (bits(hand.split()) for hand in hands)
    visit_counts = visits((mine, left, right), [BIT[card] for card in trick.split()], ace, 400)
    return CARD_OF[max(visit_counts, key=visit_counts.__getitem__)]


def test_search_values_one_according_to_option() -> None:
    """If ones count double, the search wins its only trick with the one instead of the two."""
    assert best(["1a 2a", "4g", "5g"], "3r 6g", ace=2.0) == "1a"


Outcome = tuple[int, int, int]


def outcomes(hands: tuple[frozenset[str], ...], trick: tuple[str, ...], seat: int) -> set[Outcome]:
    """Return the possible outcomes of best play, by brute force over all ways to break ties."""
    if not hands[seat]:
        return {(0, 0, 0)}
    return without_certain_losses(replies(hands, trick, seat), seat)


def replies(hands: tuple[frozenset[str], ...], trick: tuple[str, ...], seat: int) -> dict[str, set[Outcome]]:
    by_move: dict[str, set[Outcome]] = {}
    for card in playable(tuple(sorted(hands[seat])), trick):
        hands_left = tuple(hand - {card} for hand in hands)
        if len(trick) < 2:
            by_move[card] = outcomes(hands_left, (*trick, card), (seat + 1) % 3)
            continue
        winner = decide_trick((seat + 1) % 3, (*trick, card)).winner
        by_move[card] = {
            (o[0] + (winner == 0), o[1] + (winner == 1), o[2] + (winner == 2))
            for o in outcomes(hands_left, (), winner)
        }
    return by_move


def without_certain_losses(by_move: dict[str, set[Outcome]], seat: int) -> set[Outcome]:
    """Return the outcomes in which the seat gets at least the points that it can guarantee."""
    sure = max(min(o[seat] for o in some) for some in by_move.values())
    return {o for some in by_move.values() for o in some if o[seat] >= sure}


def test_search_finds_uniquely_best_moves() -> None:
    """In endgames of two or three cards the search finds each uniquely best move."""
    rng = random.Random(7)
    decided = 0
    for size in (2, 3) * 40:
        cards = rng.sample(TOMOE.cards, 3 * size)
        hands = tuple(frozenset(cards[size * seat : size * (seat + 1)]) for seat in range(3))
        by_move = replies(hands, (), 0)
        for card, some in by_move.items():
            others = [o[0] for other, more in by_move.items() if other != card for o in more]
            if min(o[0] for o in some) > max(others, default=9):
                decided += 1
                world = (bits(sorted(hands[0])), bits(sorted(hands[1])), bits(sorted(hands[2])))
                weights = visits(world, [], 1.0, 600)
                assert CARD_OF[max(weights, key=weights.__getitem__)] == card
    assert decided >= 10
