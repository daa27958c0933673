"""Likely moves are legal, few and safe; and the way to a play is no tell."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from games.core.match import Match
from games.lost import LOST_POKER
from games.lost.hands import JOKER
from games.lost.offers import openings, reliefs, safest
from games.lost.state import LostState
from tests.games.asking import question, values
from tests.games.lost.tables import FIELDS, HANDS, RULES, cards, new_match, play_on, position, random_move

PRESENTER = LOST_POKER.presenter


def turn(seed: int) -> Match | None:
    """Play at random to somebody's turn with two cards at least; ``None`` if the game ends before."""
    rng = random.Random(seed)
    match = play_on(new_match(3 + seed % 2, rng, str(seed % 6)), rng, 3 + rng.randrange(25))
    while not match.is_over:
        state: LostState = match.state
        if any(state.fields) and state.play is None and len(state.hands[state.turn]) > 1:
            return match
        random_move(match, rng)
    return None


# --- what is offered ------------------------------------------------------------------------------------


def test_first_fields() -> None:
    """Six of them without the joker, in which nearly no two cards go together."""
    offered = openings(new_match(4, random.Random(5)).state.hands[0])
    assert len(offered) == len({*offered}) == 6
    assert JOKER not in {card for three in offered for card in three}
    for three in offered:
        ranks = sorted("A23456789T".index(card[0]) for card in three)
        together = [high - low < 4 for low, high in pairwise(ranks)]
        assert len({card[1] for card in three}) + together.count(False) >= 4


def test_a_first_field_keeps_away_from_the_rest_of_the_hand() -> None:
    """Of fields that are alike in themselves the one is better with which fewer of one's own cards go."""
    first = openings(cards("As 2s 3s 4s 5s 6s 7s Th Td Tc 5h 5c 9d"))[0]
    assert sum(card[1] == "s" for card in first) <= 1


def test_cards_to_be_laid() -> None:
    """The safest come first, those that would be the end last."""
    assert safest(cards("3d 6s 2c"), cards("Ad 5d 8d"))[0] == "6s"
    assert safest(cards("3d 6s 2c"), cards("Ad 5d 8d"))[-1] == "3d"


def test_the_joker_back_and_a_lost_that_relieves() -> None:
    """With the cards that do least harm; a lost only for a field that is one away; not with the last card."""
    joker = position(["2s 9c Ts 4d", *HANDS[1:]], ["As 4h Jk Td", *FIELDS[1:]], losts=0)
    assert [*map(str, reliefs(RULES.view(joker, 0)))] == ["back Ts 4d"]
    near = position(["2s 9c Ts 4d", *HANDS[1:]], ["As 4s 7s", *FIELDS[1:]])
    assert [*map(str, reliefs(RULES.view(near, 0)))] == ["lost field 7s place 9c"]
    assert not reliefs(RULES.view(position(HANDS, FIELDS), 0))
    assert not reliefs(RULES.view(position(["2s", *HANDS[1:]], ["As 4s 7s", *FIELDS[1:]]), 0))


@pytest.mark.parametrize("seed", range(12))
def test_what_relieves_is_legal_and_nobodys_own_end(seed: int) -> None:
    """In whole games."""
    rng = random.Random(seed)
    match = new_match(3 + seed % 2, rng, str(seed % 6))
    while not match.is_over:
        state: LostState = match.state
        if any(state.fields) and state.play is None and isinstance(match.to_act, tuple):
            seat = match.to_act[0]
            for move in reliefs(RULES.view(state, seat)):
                assert move in match.legal(seat)
                assert seat not in RULES.apply(state, seat, move).out
        random_move(match, rng)


# --- no tell ----------------------------------------------------------------------------------------------


seeds = st.integers(0, 2**32)
some = settings(max_examples=60, deadline=None)


@given(seed=seeds, other=seeds)
@some
def test_the_way_to_a_claim_does_not_depend_on_hidden_cards(seed: int, other: int) -> None:
    """Other cards in the hands: the claims of every card stand in the same places, in the same style."""
    match = turn(seed)
    if match is None:
        return
    state: LostState = match.state
    shown = [claims(state), claims(dealt_anew(state, other))]
    assert shown[0] == shown[1]


def claims(state: LostState) -> set[tuple[object, ...]]:
    """List how the claims of the cards but the joker are asked for, by target; one way for all of them."""
    view = RULES.view(state, state.turn)
    found = set()
    for target in {str(seat) for seat in range(view.seats)} & {*values(question(LOST_POKER, view))}:
        for card in values(question(LOST_POKER, view, target)):
            if card != JOKER:
                asked = question(LOST_POKER, view, target, card)
                looks = tuple([(one.value, one.group and one.group.key, one.style) for one in asked.choices])
                found.add((target, asked.likely, looks))
    assert len({one[1:] for one in found}) <= 1
    return found


def dealt_anew(state: LostState, seed: int) -> LostState:
    """Shuffle the hands together; a joker stays where it is."""
    hidden = [card for hand in state.hands for card in hand if card != JOKER]
    random.Random(seed).shuffle(hidden)
    hands = []
    for hand in state.hands:
        fixed = [card for card in hand if card == JOKER]
        drawn = [hidden.pop() for _ in range(len(hand) - len(fixed))]
        hands.append(cards(" ".join(drawn + fixed)))
    return replace(state, hands=tuple(hands))


def test_the_joker_takes_as_many_taps_as_any_card() -> None:
    """It can be claimed as nothing else, and is asked for all the same."""
    state = position(["2s Jk", *HANDS[1:]], FIELDS)
    assert values(question(LOST_POKER, RULES.view(state, 0), "1", "Jk")) == ["joker"]
    assert str(PRESENTER.ask(RULES.view(state, 0), ("1", "Jk", "joker"))) == "play Jk to 1 as joker"
