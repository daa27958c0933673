"""Questions that lead to every move, and warnings of those that eliminate oneself."""

from __future__ import annotations

import random

import pytest

from games.lost import LOST_POKER
from games.lost.state import LostState
from tests.games.asking import groups, labels, likely, question, values
from tests.games.lost.tables import FIELDS, HANDS, RULES, do, new_match, position, random_move

PRESENTER = LOST_POKER.presenter

# --- warnings ---------------------------------------------------------------------------------------


def warned(state: LostState) -> dict[str, str]:
    seat = state.to_act[0]
    view = RULES.view(state, seat)
    found = {str(move): PRESENTER.warning(move, view) for move in RULES.legal(state, seat)}
    return {move: warning.key for move, warning in found.items() if warning is not None}


def test_warnings_on_a_turn() -> None:
    """Moves that eliminate oneself are warned of, and plays that would if they were judged rightly."""
    state = position(HANDS, ["Ah 4h 7h", *FIELDS[1:]])
    found = warned(state)
    assert found["play 5h to 1 as s"] == "lost-warn-risk"
    assert "play 2s to 1 as s" not in found
    assert "lost field Ah place 5h" not in found  # the five replaces a heart
    state = position(HANDS, ["Ah 4h 7h Ts", *FIELDS[1:]])
    assert warned(state)["lost field Ts place 5h"] == "lost-warn-made"


def test_warnings_of_the_last_card() -> None:
    """Every move with the last card is warned of."""
    state = position(["5h", *HANDS[1:]], FIELDS)
    assert set(warned(state)) == {str(move) for move in RULES.legal(state, 0)}


@pytest.mark.parametrize("seed", range(8))
def test_warnings_are_true_and_complete(seed: int) -> None:
    """Each move that eliminates its own seat at once is warned of, and no safe one as if it did."""
    rng = random.Random(seed)
    match = new_match(3, rng, str(seed % 6))
    while not match.is_over:
        seat = match.to_act[0]
        options = RULES.legal(match.state, seat)
        view = match.view(seat)
        for move in options:
            after = RULES.step(match.state, seat, move)
            sure = PRESENTER.warning(move, view)
            kind = type(move).__name__
            if kind not in ("Play", "Trust", "Doubt", "DeclareLost"):
                assert (seat in after.out) == (sure is not None)
        random_move(match, rng)


def test_warnings_of_answers() -> None:
    """An answer that surely eliminates if it is wrong is warned of, and a lost that leaves nothing."""
    fields = [FIELDS[0], "Ad 5d 8d", FIELDS[2]]
    state = do(position(HANDS, fields), "play 5h to 1 as d")
    assert warned(state) == {"doubt": "lost-warn-wrong"}
    state = do(position([HANDS[0], "3s", HANDS[2]], FIELDS), "play 5h to 1 as d")
    assert warned(state) == {"lost": "lost-warn-last"}
    state = do(position([HANDS[0], "3d 4d", HANDS[2]], fields), "play 5h to 1 as 5")
    assert warned(state)["lost"] == "lost-warn-place"


def test_warnings_of_a_void_place() -> None:
    """The card placed beside a joker may complete a hand."""
    state = position(["2s Jk", "3s 9d", "2d 3d"], [FIELDS[0], "6d 8d Ac", FIELDS[2]])
    assert warned(do(state, "play Jk to 1 as joker", "lost")) == {"place 9d": "lost-warn-made"}


# --- questions ----------------------------------------------------------------------------------------


def ask(state: LostState, *way: str) -> list[str]:
    """List what may be answered."""
    return values(question(LOST_POKER, RULES.view(state, 0), *way))


def test_the_opening_is_three_cards_at_once() -> None:
    """Likely ones as buttons, any others picked, in the order of the hand."""
    match = new_match(3, random.Random(0))
    view = match.view(0)
    asked = question(LOST_POKER, view)
    assert (asked.cards, asked.sizes, asked.likely) == (match.state.hands[0], (3, 3), 6)
    first, second, third = match.state.hands[0][:3]
    assert str(PRESENTER.ask(view, (f"{first} {second} {third}",))) == f"field {first} {second} {third}"
    for answer in (f"{second} {first} {third}", f"{first} {first} {second}", f"{first} {second}"):
        assert PRESENTER.ask(view, (answer,)) is None


def test_a_turn_asks_for_a_likely_play_whom_to_play_to_or_ones_own_field() -> None:
    """Nine answers at most; of the plays those of which most may come."""
    state = position(["2s 5h 9c Td", *HANDS[1:]], ["As 4s 7s", "Ad 5d 8d", "2c Tc 9h"])
    assert ask(state)[:2] == ["Td 1", "9c 2"]
    assert {"1", "2", "lose hand", "lose field"} <= {*ask(state)}
    assert len(ask(state)) <= 9
    assert ask(position(HANDS, FIELDS, losts=0))[-2:] == ["1", "2"]


def test_cards_stand_by_what_a_play_may_bring() -> None:
    """An end for the target, for oneself, for either; a target that would be one away."""
    state = position(["2s 5h 9c Td", *HANDS[1:]], ["As 4s 7s", "Ad 5d 8d", "2c Tc 9h"])
    view = RULES.view(state, 0)
    assert groups(question(LOST_POKER, view, "1")) == {
        "Ends it for them if it stays": ["Td"],
        "Nothing yet": ["5h", "9c"],
        "You are out if it comes back": ["2s"],
    }
    assert groups(question(LOST_POKER, view, "2"))["One away if it stays"] == ["9c"]
    either = position(["2d 5h", *HANDS[1:]], ["As 3s 4h", "Ad 5d 8d", "2c 3c 9h"])
    assert groups(question(LOST_POKER, RULES.view(either, 0), "1"))["Ends it for one of you"] == ["2d"]


def test_a_lost_takes_a_card_of_the_hand_or_one_of_the_field_and_its_replacement() -> None:
    """The joker is never lost, but may take a place."""
    state = position(["2s 5h Jk", *HANDS[1:]], ["As 4h 7d Jk", *FIELDS[1:]])
    assert ask(state)[-3:] == ["lose hand", "lose field", "joker back"]
    assert ask(state, "lose field") == ["As", "4h", "7d"]
    assert ask(state, "lose field", "As") == ["2s", "5h", "Jk"]
    assert ask(state, "lose hand") == ["2s", "5h"]
    assert not [way for way in ask(position(HANDS, FIELDS, losts=0)) if way.startswith("lo")]


def test_two_cards_for_the_joker_are_one_choice() -> None:
    """With a large hand under the first of them."""
    state = position(HANDS, ["As 4h Jk", *FIELDS[1:]])
    assert ask(state, "joker back") == ["2s 5h", "2s Td", "2s 9c", "5h Td", "5h 9c", "Td 9c"]
    large = position(["2s 3s 5s 6h 8h Td 9c 8c", *HANDS[1:]], ["As 4h Jk", *FIELDS[1:]])
    asked = question(LOST_POKER, RULES.view(large, 0), "joker back")
    assert [*groups(asked)] == [f"{card} and …" for card in ("2s", "3s", "5s", "6h", "8h", "Td", "8c")]


def test_claims_stand_in_the_same_places_and_say_how_they_are() -> None:
    """What is true, and what nobody can believe: a rank of which all lie open, the joker where it is not."""
    fields = ["As 4h 7d", "Ad 5c 8s", "Ah 5s Ac"]
    asked = question(LOST_POKER, RULES.view(position(HANDS, fields, joker_in=2), 0), "1", "5h")
    assert [*labels(asked).values()] == [
        *("♠︎", "✓ ♥︎", "♦︎", "♣︎", "✗ joker"),
        *("✗ A", "2", "3", "4", "✓ 5", "6", "7", "8", "9", "T"),
    ]
    assert likely(asked) == ["s", "h", "d", "c", "joker"]


def test_cards_that_would_be_the_end_come_last() -> None:
    """When one is to be laid for a lost that was declared; they are warned of."""
    fields = [FIELDS[0], "As 4s 7s", FIELDS[2]]
    state = do(position([HANDS[0], "2s 9c Td", HANDS[2]], fields), "play 5h to 1 as d", "lost")
    assert values(question(LOST_POKER, RULES.view(state, 1)))[-1] == "2s"
    assert warned(state) == {"place 2s": "lost-warn-made"}


def test_answers_are_asked_for_at_the_table_too() -> None:
    """Whoever is asked may answer there; a lost as long as one is left."""
    state = do(position(HANDS, FIELDS), "play 5h to 1 as s")
    assert values(question(LOST_POKER, RULES.view(state, None))) == ["trust", "doubt", "lost"]
    none_left = do(position(HANDS, FIELDS, losts=0), "play 5h to 1 as s")
    assert values(question(LOST_POKER, RULES.view(none_left, None))) == ["trust", "doubt"]
    for over in ("lost", "trust"):
        assert PRESENTER.ask(RULES.view(do(state, over), None), ()) is None
