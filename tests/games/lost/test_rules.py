"""Tests of the set-up, plays, answers, losts, the joker and the pass.

Source: lost.md, sections "Set-up" and "On one's turn".
"""

from __future__ import annotations

import random

import pytest

from games.lost.hands import JOKER
from games.lost.rules import CardJudged, CardTaken, Eliminated, LostVoided
from tests.games.lost.tables import (
    HANDS,
    HARMLESS,
    RULES,
    cards,
    do,
    events,
    legal,
    new_match,
    position,
    refusal,
)

# --- Options and Set-up -----------------------------------------------------------------------------


def test_setup_needs_three_different_cards_of_own_hand() -> None:
    """Before the first field is laid, no other move is legal."""
    state = new_match(3, random.Random(4)).state
    own, other = state.hands[0], state.hands[1]
    assert refusal(state, f"field {own[0]} {own[1]} {other[0]}", 0) == "not-legal"
    assert refusal(state, f"field {own[0]} {own[1]} {own[1]}", 0) == "not-legal"
    assert refusal(state, "trust", 0) == "not-legal"
    assert refusal(state, f"play {own[0]} to 1 as s", 0) == "not-legal"


# --- Play -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("claim", "answer", "owner"),
    [
        ("h", "trust", 0),  # source, example 1: true and trusted, the card comes back
        ("5", "doubt", 1),  # source, example 2: true and doubted, the doubter takes it
        ("s", "trust", 1),
        ("s", "doubt", 0),
        ("joker", "trust", 1),
        ("joker", "doubt", 0),
    ],
)
def test_play_card_goes_to_loser_of_judgement(claim: str, answer: str, owner: int) -> None:
    """A right answer sends the card to its player's field, a wrong answer to the judge's field."""
    state = do(position(HANDS, HARMLESS), f"play 5h to 1 as {claim}")
    assert state.to_act == (1,)
    assert state.hands[0] == cards("2s 9c Td")
    state = do(state, answer)
    grown = [len(field) > 3 for field in state.fields]
    assert grown == [seat == owner for seat in range(3)]
    assert state.fields[owner][-1] == "5h"
    (judged,) = events(state, CardJudged)
    assert judged == CardJudged(0, 1, claim, answer, "5h", owner == 0, owner)
    assert state.to_act == (1,)
    assert state.turn == 1


def test_play_only_target_answers() -> None:
    """The answers are ``trust``, ``doubt``, and ``lost`` while the target has discards left."""
    state = do(position(HANDS, HARMLESS, losts=1), "play 5h to 1 as h")
    assert legal(state) == {"trust", "doubt", "lost"}
    assert legal(state, 0) == legal(state, 2) == set()
    state = do(position(HANDS, HARMLESS, losts=1, piles=["", "2h", ""]), "play 5h to 1 as h")
    assert legal(state) == {"trust", "doubt"}
    assert refusal(state, "lost") == "not-legal"
    assert refusal(state, "play 3s to 0 as s") == "not-legal"
    assert refusal(state, "trust", 0) == "not-your-turn"


def test_play_needs_own_card_and_another_seat() -> None:
    """The card must be in the player's hand, and the target must be another seat."""
    state = position(HANDS, HARMLESS)
    assert refusal(state, "play 3s to 1 as s") == "not-legal"
    assert refusal(state, "play 2s to 0 as s") == "not-legal"
    assert refusal(state, "play 2s to 3 as s") == "not-legal"
    for move in ("trust", "doubt", "lost"):
        assert refusal(state, move) == "not-legal"
    assert refusal(state, "place 2s") == "not-legal"
    assert refusal(state, "field 2s 5h 9c") == "not-legal"
    assert refusal(state, "pass") == "not-legal"


# --- Lost -------------------------------------------------------------------------------------------


def test_discard_answer_takes_card_and_costs_one() -> None:
    """The judge puts the played card on their own pile, then places a card of their hand in their field."""
    state = do(position(HANDS, HARMLESS), "play 5h to 1 as h", "lost")
    assert events(state, CardTaken) == [CardTaken(0, 1, "h", "5h")]
    assert state.to_act == (1,)
    assert legal(state) == {"place 3s", "place 6h", "place 8c"}
    assert refusal(state, "trust") == "not-legal"
    assert refusal(state, "place 5h") == "not-legal"
    state = do(state, "place 8c")
    assert [lost.card for lost in state.piles[1]] == ["5h"]
    assert state.fields[1] == (*cards(HARMLESS[1]), "8c")
    assert state.hands[1] == cards("3s 6h")
    assert state.to_act == (1,)


def test_discard_limit_counts_every_kind() -> None:
    """All kinds of discards count together. At the limit no discard is legal."""
    state = position(HANDS, HARMLESS, losts=2, piles=["6c", "", ""])
    state = do(state, "play 5h to 1 as s", "lost", "place 3s")
    assert len(state.piles[1]) == 1
    state = position(HANDS, HARMLESS, losts=1, piles=["6c", "", ""])
    assert not [move for move in legal(state) if move.startswith("lost")]
    assert refusal(state, "lost hand 2s") == "not-legal"
    assert refusal(state, "lost field As place 2s") == "not-legal"
    assert not [move for move in legal(position(HANDS, HARMLESS, losts=0)) if move.startswith("lost")]


def test_discard_needs_card_that_player_has() -> None:
    state = position(HANDS, HARMLESS)
    assert refusal(state, "lost hand 3s") == "not-legal"
    assert refusal(state, "lost field 9c place 2s") == "not-legal"
    assert refusal(state, "lost field As place 3s") == "not-legal"


# --- the joker --------------------------------------------------------------------------------------

JOKER_HANDS = ["2s 5h Jk", "3s 6h 8c", "2d 3d 4c"]


def test_joker_must_be_claimed_as_joker() -> None:
    """The joker can be claimed only as joker; other cards may falsely be claimed as joker."""
    state = position(JOKER_HANDS, HARMLESS)
    played = {move for move in legal(state) if move.startswith("play Jk")}
    assert played == {"play Jk to 1 as joker", "play Jk to 2 as joker"}
    assert "play 2s to 1 as joker" in legal(state)
    assert refusal(state, "play Jk to 1 as s") == "not-legal"


@pytest.mark.parametrize("near", ["As 4s 7s", "4d 4h 4s", "2s 3h 5d"])
def test_joker_not_to_a_field_that_is_one_away(near: str) -> None:
    """The joker may not be played to a field that is one away; another card claimed as joker may."""
    state = position(JOKER_HANDS, [HARMLESS[0], near, HARMLESS[2]])
    assert "play Jk to 1 as joker" not in legal(state)
    assert "play Jk to 2 as joker" in legal(state)
    assert "play 2s to 1 as joker" in legal(state)
    assert refusal(state, "play Jk to 1 as joker") == "not-legal"


def test_joker_rightly_judged_goes_to_hand() -> None:
    """After trust the joker goes to the judge's hand, and all seats know where the joker is."""
    state = do(position(JOKER_HANDS, HARMLESS), "play Jk to 1 as joker", "trust")
    assert JOKER in state.hands[1]
    assert state.fields == position(JOKER_HANDS, HARMLESS).fields
    assert state.joker_in == 1
    assert events(state, CardJudged) == [CardJudged(0, 1, "joker", "trust", JOKER, True, 1)]


def test_joker_wrongly_judged_goes_to_field() -> None:
    """After doubt the joker goes to the judge's field."""
    state = do(position(JOKER_HANDS, HARMLESS, joker_in=0), "play Jk to 1 as joker", "doubt")
    assert state.fields[1][-1] == JOKER
    assert JOKER not in state.hands[1]
    assert state.joker_in is None


def test_joker_can_never_be_discarded() -> None:
    """The joker cannot be discarded from hand or field."""
    state = position(JOKER_HANDS, HARMLESS)
    assert refusal(state, "lost hand Jk") == "not-legal"
    state = position(HANDS, ["As 6h Jk", HARMLESS[1], HARMLESS[2]])
    assert refusal(state, "lost field Jk place 2s") == "not-legal"
    assert "lost field As place 2s" in legal(state)


def test_joker_discard_is_void_and_costs_a_card() -> None:
    """Decision: the joker goes to the judge's field, a card is placed too, and the discard does not count."""
    state = do(position(JOKER_HANDS, HARMLESS, losts=1), "play Jk to 1 as joker", "lost")
    assert events(state, LostVoided) == [LostVoided(0, 1, "joker")]
    assert state.fields[1][-1] == JOKER
    assert state.piles[1] == ()
    assert legal(state) == {"place 3s", "place 6h", "place 8c"}
    state = do(state, "place 8c")
    assert state.to_act == (1,)
    assert "lost hand 3s" in legal(state)  # the one lost is still there
    assert "void-lost" in RULES.decisions


def test_joker_void_discard_needs_discard_left() -> None:
    """Decision: a judge without discards left cannot declare the void discard of the joker either."""
    state = do(position(JOKER_HANDS, HARMLESS, losts=0), "play Jk to 1 as joker")
    assert legal(state) == {"trust", "doubt"}


def test_joker_void_discard_can_eliminate_by_placed_card() -> None:
    """The elimination is judged after the card has been placed."""
    state = position(["2s Jk", "3s 9d", "2d 3d"], [HARMLESS[0], "6d 8d Ac", HARMLESS[2]])
    state = do(state, "play Jk to 1 as joker", "lost")
    assert state.to_act == (1,)
    assert do(state, "place 3s").to_act == (1,)
    after = do(state, "place 9d")
    assert after.out == (1,)
    assert events(after, Eliminated) == [Eliminated(1, "flush", cards("6d 8d 9d Jk"))]


def test_joker_back_needs_joker_in_field_and_two_cards() -> None:
    assert refusal(position(HANDS, HARMLESS), "back 2s 5h") == "not-legal"
    state = position(["2s", *HANDS[1:]], ["As 6h Jk", HARMLESS[1], HARMLESS[2]])
    assert refusal(state, "back 2s 5h") == "not-legal"
    state = position(HANDS, ["As 6h Jk", HARMLESS[1], HARMLESS[2]])
    assert refusal(state, "back 2s 3s") == "not-legal"
    assert refusal(state, "back 2s 2s") == "not-legal"


# --- Pass -------------------------------------------------------------------------------------------


def test_pass_only_when_nothing_else_is_legal() -> None:
    """Decision: a pass needs the joker as only card, all other fields one away, and no discard left."""
    near = ["As 4h 7d", "As 4s 7s", "2c 3d 5c"]
    state = position(["Jk", "3s 6h", "2d 3d"], near, losts=0)
    assert legal(state) == {"pass"}
    state = do(state, "pass")
    assert state.to_act == (1,)
    assert state.hands[0] == ("Jk",)
    for hands, fields, losts in (
        (["Jk", "3s 6h", "2d 3d"], near, 1),
        (["Jk", "3s 6h", "2d 3d"], [*near[:2], "2c 5s 9h"], 0),
        (["2s Jk", "3s 6h", "2d 3d"], near, 0),
    ):
        assert "pass" not in legal(position(hands, fields, losts=losts))
    assert "pass" in RULES.decisions
