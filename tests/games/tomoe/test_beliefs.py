"""Counting cards: who lacks what, every deal that fits, and how likely it is."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.core.cards import TOMOE
from games.tomoe.strategy.beliefs import likelihoods, missing_suits, worlds
from games.tomoe.strategy.bits import BIT, bits
from tests.games.tomoe.tables import RULES, play, position, some_position

POSITIONS = st.tuples(st.integers(0, 10**6), st.integers(1, 36), st.sampled_from(["off", "on"]))


def test_worlds_after_a_deal_are_as_many_as_ways_to_share_the_unseen_cards() -> None:
    """Six unseen cards can lie in 20 ways; with metals eight, in 70."""
    for metals, ways in (("off", 20), ("on", 70)):
        state = some_position(1, 1, metals=metals).state
        for seat in range(3):
            assert len(set(worlds(RULES.view(state, seat)))) == ways


@settings(max_examples=60, deadline=None)
@given(POSITIONS)
def test_worlds_always_hold_the_true_deal_and_never_a_card_twice(at: tuple[int, int, str]) -> None:
    """What really lies hidden is among the deals, and each deal is of the right cards."""
    seed, moves, metals = at
    state = some_position(seed, moves, metals=metals).state
    hands = [bits(state.open[seat] + state.hidden[seat]) for seat in range(3)]
    for seat in range(3):
        found = worlds(RULES.view(state, seat))
        true = tuple(hands[(seat + step) % 3] for step in range(3))
        assert true in found
        for world in found:
            assert sum(world) == sum(hands)
            assert [hand.bit_count() for hand in world] == [hand.bit_count() for hand in true]


@settings(max_examples=60, deadline=None)
@given(POSITIONS)
def test_missing_suits_are_never_held(at: tuple[int, int, str]) -> None:
    """Who did not follow really has none of the suit any more."""
    seed, moves, metals = at
    state = some_position(seed, moves, metals=metals).state
    for seat, suits in enumerate(missing_suits(RULES.view(state, None))):
        assert not {TOMOE.suit[card] for card in state.open[seat] + state.hidden[seat]} & suits


def test_missing_suits_follow_from_what_was_played() -> None:
    """A back card shows that the front suit is missing, another card that both are."""
    state = play(position("3r 1k", "5a 2p", "6g 3p"), "3r", "5a", "6g")
    assert missing_suits(RULES.view(state, 0)) == (frozenset(), {"r"}, {"r", "a"})


def test_who_did_not_win_probably_could_not() -> None:
    """A player who comes last and lets a trick go is taken to lack the card that would have won it."""
    state = position(
        "1r 3a 4a 5a 6a 3g 4g 5g 6g",
        "2r 5r 2o 3o 4o 5o 6o 2k 3k",
        "6r 4k 5k 6k 2p 3p 4p 5p 6p",
        hidden=("4r 2a 2g", "3r 1a 1g", "1o 1k 1p"),
    )
    view = RULES.view(play(state, "1r", "5r", "6r"), 0)  # between 1r and 5r lies 3r: it would have won
    deals = worlds(view)
    odds = likelihoods(view, deals)
    assert sum(odds) == pytest.approx(1.0)
    left = sum(odd for odd, hands in zip(odds, deals, strict=True) if hands[1] & BIT["3r"])
    right = sum(odd for odd, hands in zip(odds, deals, strict=True) if hands[2] & BIT["3r"])
    assert left > 2 * right > 0
