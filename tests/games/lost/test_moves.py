"""Tests of notation and of the lazy lists of legal moves (lost.md, section "On one's turn")."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.errors import NotationError
from games.core.moves import Move
from games.lost.hands import DECK, JOKER
from games.lost.moves import (
    CLAIMS,
    DOUBT,
    LOST,
    PASS,
    TRUST,
    DiscardFromHand,
    LayFirstCards,
    PlaceCard,
    Play,
    ReplaceFaceUpCard,
    TakeJokerBack,
    is_true,
)
from tests.games.lost.tables import RULES, cards, position

CARD = st.sampled_from(DECK)
MOVES = st.one_of(
    st.sampled_from([TRUST, DOUBT, LOST, PASS]),
    st.builds(Play, CARD, st.integers(0, 3), st.sampled_from(CLAIMS)),
    st.builds(PlaceCard, CARD),
    st.builds(DiscardFromHand, CARD),
    st.builds(ReplaceFaceUpCard, CARD, CARD),
    st.lists(CARD, min_size=3, max_size=3, unique=True).map(lambda c: LayFirstCards(cards(" ".join(c)))),
    st.lists(CARD, min_size=2, max_size=2, unique=True).map(lambda c: TakeJokerBack(cards(" ".join(c)))),
)


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("FIELD Jk 2h As", "field As 2h Jk"),
        ("back 9c 2s", "back 2s 9c"),
        ("play AS TO 1 AS S", "play As to 1 as s"),
        ("play as to 2 as as", None),
        ("play 4d to 0 as a", "play 4d to 0 as A"),
        ("play 4d to 0 as t", "play 4d to 0 as T"),
        ("play jk to 3 as JOKER", "play Jk to 3 as joker"),
        ("lost  HAND th", "lost hand Th"),
        ("lost field 6h place 4d", "lost field 6h place 4d"),
        ("lost", "lost"),
        ("field As 2h", None),
        ("field As 2h 3h 4h", None),
        ("back As", None),
        ("play Ks to 1 as s", None),
        ("play As to 4 as s", None),
        ("play As to 01 as s", None),
        ("play As to -1 as s", None),
        ("play As to 1 as K", None),
        ("play As to 1 as jk", None),
        ("play As to ١ as s", None),
        ("trust me", None),
        ("lost field 6h", None),
        ("place", None),
        ("", None),
    ],
)
def test_moves_parse_in_any_order_and_print_canonically(text: str, canonical: str | None) -> None:
    """Cards parse in any order and print in canonical order; an error quotes invalid text."""
    if canonical is None:
        with pytest.raises(NotationError):
            RULES.parse(text)
    else:
        assert str(RULES.parse(text)) == canonical


def test_claim_is_true_of_cards_that_have_it() -> None:
    """A claim is a suit, a rank or joker, and is true of the cards that have it."""
    assert len(CLAIMS) == 15
    for card in DECK:
        true = {claim for claim in CLAIMS if is_true(card, claim)}
        assert true == ({"joker"} if card == JOKER else {card[0], card[1]})


@given(MOVES)
def test_membership_agrees_with_iteration(move: Move) -> None:
    hands = ["2s 5h 9c Td", "3s 4h Jk", "6c 7d"]
    for joker, turn in (("Jk", 0), ("3c", 1)):
        fields = [f"As 6h {joker}", "2d 8s 9h", "3d 7s Th"]
        holding = [hand if joker == "3c" else hand.replace(" Jk", "") for hand in hands]
        options = RULES.legal(position(holding, fields, turn=turn, losts=2), turn)
        assert (move in options) == (move in list(options))


def test_moves_with_unordered_or_repeated_cards_are_not_legal() -> None:
    """A move object is legal only if its cards are different and in canonical order."""
    state = position(["2s 5h", "3s", "4s"], ["As 6h Jk", "2d 8s 9h", "3c 7s Th"])
    options = RULES.legal(state, 0)
    assert TakeJokerBack(("2s", "5h")) in options
    assert TakeJokerBack(("5h", "2s")) not in options
    assert TakeJokerBack(("2s", "2s")) not in options
