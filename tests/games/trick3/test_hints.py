"""What is reckoned of all moves at once is what it is for each of them (games/trick3/strategy/hints.py)."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.core.cards import without
from games.trick3.hands import classifier
from games.trick3.moves import Expose, Refill
from games.trick3.possible import best_of, full_draws, reach, unseen
from games.trick3.strategy.hints import HAND_WORTH, LOOKS_WORTH, expose_worths, menace
from tests.games.trick3.tables import RULES, dealt, random_states

FAMILIES = st.sampled_from(["trump", "mahjong", "tesca"])
few = settings(max_examples=10, deadline=None)


@given(seed=st.integers(0, 2**32), family=FAMILIES)
@few
def test_every_first_exposed_hand_is_valued(seed: int, family: str) -> None:
    """By the best hand of one of its cards and two others, and by what its pairs may become."""
    state = dealt(4, seed=seed, family=family).state
    view = RULES.view(state, 0)
    judge = classifier(view.deck)
    worths = expose_worths(view, judge)
    assert [Expose(cards) for cards in worths] == list(RULES.legal(state, 0))
    for cards, worth in worths.items():
        best = best_of(judge, (), cards, without(view.hand, cards)) / len(judge.deck.order)
        looks = max(menace(judge, pair) for pair in combinations(cards, 2))
        assert worth == pytest.approx(HAND_WORTH * best + LOOKS_WORTH * looks)


@given(seed=st.integers(0, 2**32), family=FAMILIES)
@few
def test_full_draws_are_the_legal_refills_that_draw_the_most(seed: int, family: str) -> None:
    """One for each set of cards that may be exposed, in the order of legal moves."""
    for state in random_states(seed, limit=150, family=family):
        if state.phase == "refill" and isinstance(state.to_act, tuple):
            (seat,) = state.to_act
            most: dict[tuple[str, ...], Refill] = {}
            for move in RULES.legal(state, seat):
                if move.cards not in most or move.draw > most[move.cards].draw:
                    most[move.cards] = move
            assert full_draws(RULES.view(state, seat)) == list(most.values())


@given(seed=st.integers(0, 2**32), family=FAMILIES)
@few
def test_reach_is_the_best_of_all_that_others_may_hold(seed: int, family: str) -> None:
    """For every seat at every moment: the strongest of all completions with cards that are not seen."""
    for state in random_states(seed, limit=16, family=family):
        view = RULES.view(state, 0)
        judge, pool = classifier(view.deck), unseen(view)
        for seat in range(1, len(view.played)):
            cards = view.played[seat]
            shown = view.exposed[seat] if len(cards) < 2 else ()
            fixed = [card for card in cards if card]
            expected = 0 if len(cards) < 2 and not shown else best_of(judge, fixed, shown, pool)
            assert reach(view, judge, seat) == expected


def test_menace_is_what_two_cards_may_still_become() -> None:
    """Neighbours of one suit look like a straight flush; strangers like little."""
    judge = classifier("52D1")
    assert menace(judge, ["5s", "6s"]) == 1.0
    assert menace(judge, ["5s", "Jd"]) < 0.5
    assert menace(judge, ["5s"]) == 0.0
