"""Every rule about the joker, and the pass (lost.md, On one's turn)."""

from __future__ import annotations

import pytest

from games.lost.events import CardJudged, Eliminated, LostVoided
from games.lost.hands import JOKER
from tests.games.lost.tables import (
    HANDS,
    HARMLESS,
    RULES,
    cards,
    do,
    events,
    legal,
    position,
    refusal,
)

JOKER_HANDS = ["2s 5h Jk", "3s 6h 8c", "2d 3d 4c"]


def test_joker_must_be_claimed_as_joker() -> None:
    """The joker is played only as joker; other cards may falsely be claimed to be it."""
    state = position(JOKER_HANDS, HARMLESS)
    played = {move for move in legal(state) if move.startswith("play Jk")}
    assert played == {"play Jk to 1 as joker", "play Jk to 2 as joker"}
    assert "play 2s to 1 as joker" in legal(state)
    assert refusal(state, "play Jk to 1 as s") == "joker-is-joker"


@pytest.mark.parametrize("near", ["As 4s 7s", "4d 4h 4s", "2s 3h 5d"])
def test_joker_not_to_a_field_that_is_one_away(near: str) -> None:
    """The joker is refused before a field that it would complete; a false claim of it is allowed there."""
    state = position(JOKER_HANDS, [HARMLESS[0], near, HARMLESS[2]])
    assert "play Jk to 1 as joker" not in legal(state)
    assert "play Jk to 2 as joker" in legal(state)
    assert "play 2s to 1 as joker" in legal(state)
    assert refusal(state, "play Jk to 1 as joker") == "one-away"


def test_joker_rightly_judged_goes_to_the_hand() -> None:
    """A trusted joker joins the judge's hand, not its player's field, and everybody knows it is there."""
    state = do(position(JOKER_HANDS, HARMLESS), "play Jk to 1 as joker", "trust")
    assert JOKER in state.hands[1]
    assert state.fields == position(JOKER_HANDS, HARMLESS).fields
    assert state.joker_in == 1
    assert events(state, CardJudged) == [CardJudged(0, 1, "joker", "trust", JOKER, True, 1)]


def test_joker_wrongly_judged_goes_to_the_field() -> None:
    """A doubted joker lies in the judge's field."""
    state = do(position(JOKER_HANDS, HARMLESS, joker_in=0), "play Jk to 1 as joker", "doubt")
    assert state.fields[1][-1] == JOKER
    assert JOKER not in state.hands[1]
    assert state.joker_in is None


def test_joker_can_never_be_lost() -> None:
    """Neither from the hand nor from the field."""
    state = position(JOKER_HANDS, HARMLESS)
    assert refusal(state, "lost hand Jk") == "joker-stays"
    state = position(HANDS, ["As 6h Jk", HARMLESS[1], HARMLESS[2]])
    assert refusal(state, "lost field Jk place 2s") == "joker-stays"
    assert "lost field As place 2s" in legal(state)


def test_joker_lost_is_void_and_costs_a_card() -> None:
    """Decision: the joker goes to the judge's field, a card is placed too, and the lost is not counted."""
    state = do(position(JOKER_HANDS, HARMLESS, losts=1), "play Jk to 1 as joker", "lost")
    assert events(state, LostVoided) == [LostVoided(0, 1, "joker")]
    assert state.fields[1][-1] == JOKER
    assert state.piles[1] == ()
    assert legal(state) == {"place 3s", "place 6h", "place 8c"}
    state = do(state, "place 8c")
    assert state.to_act == (1,)
    assert "lost hand 3s" in legal(state)  # the one lost is still there
    assert "void-lost" in RULES.decisions


def test_joker_void_lost_needs_one_left() -> None:
    """Decision: without a lost left it cannot even be declared."""
    state = do(position(JOKER_HANDS, HARMLESS, losts=0), "play Jk to 1 as joker")
    assert legal(state) == {"trust", "doubt"}


def test_joker_void_lost_may_eliminate_by_the_card_placed() -> None:
    """The elimination is judged after the card has been placed."""
    state = position(["2s Jk", "3s 9d", "2d 3d"], [HARMLESS[0], "6d 8d Ac", HARMLESS[2]])
    state = do(state, "play Jk to 1 as joker", "lost")
    assert state.to_act == (1,)
    assert do(state, "place 3s").to_act == (1,)
    after = do(state, "place 9d")
    assert after.out == (1,)
    assert events(after, Eliminated) == [Eliminated(1, "flush", cards("6d 8d 9d Jk"))]


def test_joker_may_be_placed() -> None:
    """Any card of the hand may be laid with ``place``, the joker too."""
    state = position(["2s 5h", "3s 6h Jk", "2d 3d"], HARMLESS, joker_in=1)
    state = do(state, "play 2s to 1 as h", "lost")
    assert "place Jk" in legal(state)
    state = do(state, "place Jk")
    assert state.fields[1][-1] == JOKER
    assert state.joker_in is None
    state = position(JOKER_HANDS, HARMLESS, joker_in=0)
    assert "lost field As place Jk" in legal(state)
    assert do(state, "lost field As place Jk").joker_in is None


def test_joker_back() -> None:
    """Two cards of the hand go to the field, the joker to the hand; that is the whole turn."""
    state = position(HANDS, ["As 6h Jk", HARMLESS[1], HARMLESS[2]])
    backs = {move for move in legal(state) if move.startswith("back")}
    assert backs == {"back 2s 5h", "back 2s 9c", "back 2s Td", "back 5h 9c", "back 5h Td", "back Td 9c"}
    state = do(state, "back Td 5h")
    assert set(state.fields[0]) == {"As", "6h", "5h", "Td"}
    assert state.hands[0] == cards("2s 9c Jk")
    assert state.joker_in == 0
    assert state.to_act == (1,)


def test_joker_back_refusals() -> None:
    """Back needs the joker in one's own field and two cards in hand."""
    assert refusal(position(HANDS, HARMLESS), "back 2s 5h") == "no-joker-in-field"
    state = position(["2s", *HANDS[1:]], ["As 6h Jk", HARMLESS[1], HARMLESS[2]])
    assert refusal(state, "back 2s 5h") == "two-needed"
    state = position(HANDS, ["As 6h Jk", HARMLESS[1], HARMLESS[2]])
    assert refusal(state, "back 2s 3s") == "not-in-hand"
    assert refusal(state, "back 2s 2s") == "same-card-twice"


# --- Pass -------------------------------------------------------------------------------------------


def test_pass_only_when_nothing_else_is_legal() -> None:
    """Decision: the joker alone in hand, every other field one away, no lost left."""
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
