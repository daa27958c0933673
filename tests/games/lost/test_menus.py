"""Menus that lead to every move, and warnings of those that eliminate oneself."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import chain, combinations

import pytest

from games.core.menu import is_shown, menu_path
from games.core.moves import Move
from games.core.questions import Question
from games.lost import LOST_POKER
from games.lost.moves import ANSWERS, PASS
from games.lost.state import LostState, LostView
from tests.games.lost.tables import FIELDS, HANDS, RULES, do, new_match, position, random_move
from tests.games.printing import say

FACE = LOST_POKER.presenter

# --- warnings ---------------------------------------------------------------------------------------


def warned(state: LostState) -> dict[str, str]:
    assert isinstance(state.to_act, tuple)
    seat = state.to_act[0]
    view = RULES.view(state, seat)
    found = {str(move): FACE.warning(move, view) for move in RULES.legal(state, seat)}
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
            sure = FACE.warning(move, view)
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


# --- menus ------------------------------------------------------------------------------------------


def ways(view: LostView, chosen: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Move]]:
    """Go all ways; give each move with the answers that lead to it."""
    asked = FACE.ask(view, chosen)
    if asked is None or isinstance(asked, Move):
        return iter([(chosen, asked)] if asked else [])
    if asked.is_pick:
        answers = [asked.value_of(cards) for cards in combinations(asked.cards, asked.sizes[0])]
    else:
        answers = [choice.value for choice in asked.choices]
    assert len(set(answers)) == len(answers)
    assert len(asked.cards) <= 25
    assert all(len(choices) <= 25 for _, choices in asked.parts)
    assert all(len(answer) <= 60 for answer in answers)
    return chain.from_iterable(ways(view, (*chosen, answer)) for answer in answers)


@pytest.mark.parametrize("seed", range(8))
def test_menus_lead_to_every_move(seed: int) -> None:
    """Each move but answers and a pass is reached in one way, and no other."""
    rng = random.Random(seed)
    match = new_match(3 + seed % 2, rng, str(seed % 4))
    while not match.is_over:
        for seat in range(match.setup.seats):
            found = list(ways(match.view(seat)))
            legal = [move for move in match.legal(seat) if move not in (*ANSWERS, PASS)]
            assert len(found) == len(legal)
            assert {move for _, move in found} == set(legal)
            assert all(len(way) <= 3 for way, _ in found)
            for way, move in found[::40]:
                assert menu_path(FACE, match.view(seat), shown(match.view(seat), way)).move == move
        random_move(match, rng)


def shown(view: LostView, way: tuple[str, ...]) -> list[str]:
    """Keep the answers to questions that are shown: the first, and those with an alternative."""
    asked = [FACE.ask(view, way[:at]) for at in range(len(way))]
    return [
        answer
        for at, (answer, question) in enumerate(zip(way, asked, strict=True))
        if isinstance(question, Question) and is_shown(question, way[:at])
    ]


@pytest.mark.parametrize(
    "way",
    [
        ["nothing"],
        ["As 1"],
        ["5h 0"],
        ["5h 3"],
        ["5h 1", "joker", "s"],
        ["Jk 2", "joker"],
        ["Jk 1", "s"],
        ["lost-hand", "Jk"],
        ["lost-field 5h"],
        ["lost-field", "As"],
        ["back", "2s 5h"],
    ],
)
def test_menus_do_not_follow_what_is_not_legal(way: list[str]) -> None:
    """Cards of others, oneself as target, the joker before a field that is one away, the joker lost."""
    state = position(["2s 5h Jk", *HANDS[1:]], [*FIELDS[:2], "2c 5c 9c"])
    assert FACE.ask(RULES.view(state, 0), tuple(way)) is None


def test_menus_pick_three_cards_at_once() -> None:
    """The opening is one choice of three cards, in the order of the hand."""
    match = new_match(3, random.Random(0))
    view = match.view(0)
    menus = menu_path(FACE, view, ()).menus
    assert len(menus) == 1
    assert menus[0].question.is_pick
    assert menus[0].question.sizes == (3, 3)
    assert menus[0].question.plays
    assert menus[0].question.cards == match.state.hands[0]
    first, second, third = match.state.hands[0][:3]
    assert str(FACE.ask(view, (f"{first} {second} {third}",))) == f"field {first} {second} {third}"
    for answer in (f"{second} {first} {third}", f"{first} {first} {second}", f"{first} {second}"):
        assert FACE.ask(view, (answer,)) is None


def test_menus_ask_for_two_cards_for_the_joker() -> None:
    """Each two are a choice, with a large hand in several menus, by the first of them."""
    state = position(HANDS, ["As 4h Jk", *FIELDS[1:]])
    question = FACE.ask(RULES.view(state, 0), ("back",))
    assert isinstance(question, Question)
    assert [choice.value for choice in question.choices] == [
        "2s 5h",
        "2s Td",
        "2s 9c",
        "5h Td",
        "5h 9c",
        "Td 9c",
    ]
    assert len(question.parts) == 1
    large = position(["2s 3s 5s 6h 8h Td 9c 8c", *HANDS[1:]], ["As 4h Jk", *FIELDS[1:]])
    question = FACE.ask(RULES.view(large, 0), ("back",))
    assert isinstance(question, Question)
    firsts = [list(dict.fromkeys(one.value.split()[0] for one in choices)) for _, choices in question.parts]
    assert firsts == [["2s", "3s", "5s", "6h", "8h"], ["Td", "8c"]]
    assert [say(part.title) for part, _ in question.parts][1] == "Two cards for the joker, one of Td 8c"


# --- what menus say -----------------------------------------------------------------------------------


def choices(state: LostState, *chosen: str) -> dict[str, str]:
    """Give the choices of a question with the keys of their details."""
    question = FACE.ask(RULES.view(state, 0), chosen)
    assert isinstance(question, Question)
    return {choice.value: choice.detail.key if choice.detail else "" for choice in question.choices}


def test_menus_say_what_a_play_may_bring() -> None:
    """An end for the target, for oneself, for either; a target that would be one away."""
    state = position(["2s 5h 9c Td", *HANDS[1:]], ["As 4s 7s", "Ad 5d 8d", "2c Tc 9h"])
    found = choices(state)
    assert found["Td 1"] == "lost-detail-hit"
    assert found["2s 2"] == "lost-detail-risk"
    assert found["5h 2"] == ""
    assert found["9c 2"] == "lost-detail-near"
    either = position(["2d 5h", *HANDS[1:]], ["As 3s 4h", "Ad 5d 8d", "2c 3c 9h"])
    assert choices(either)["2d 1"] == "lost-detail-duel"


def test_a_lost_takes_two_keys() -> None:
    """A card of the field, then the one that takes its place; or that one of the hand is lost, then which."""
    state = position(["2s 5h Jk", *HANDS[1:]], ["As 4h 7d Jk", *FIELDS[1:]])
    found = choices(state)
    assert list(found)[-5:] == ["lost-hand", "back", "lost-field As", "lost-field 4h", "lost-field 7d"]
    assert list(choices(state, "lost-field As")) == ["2s", "5h", "Jk"]
    assert list(choices(state, "lost-hand")) == ["2s", "5h"]
    for way in (["lost-field As", "Jk"], ["lost-hand", "5h"]):
        assert menu_path(FACE, RULES.view(state, 0), way).at_once is not None
    assert not [way for way in choices(position(HANDS, FIELDS, losts=0)) if way.startswith("lost")]


def claims(state: LostState, *chosen: str) -> list[str]:
    """Print the keys of a question."""
    question = FACE.ask(RULES.view(state, 0), chosen)
    assert isinstance(question, Question)
    return [say(choice.label) for choice in question.choices]


def test_claims_stand_in_the_same_places_and_say_how_they_are() -> None:
    """What is true, and what nobody can believe: a rank of which all lie open, the joker where it is not."""
    fields = ["As 4h 7d", "Ad 5c 8s", "Ah 5s Ac"]
    state = position(HANDS, fields, joker_in=2)
    assert claims(state, "5h 1") == [
        *("♠︎", "✓ ♥︎", "♦︎", "♣︎", "✗ joker"),
        *("✗ A", "2", "3", "4", "✓ 5", "6", "7", "8", "9", "T"),
    ]
    assert claims(position(HANDS, FIELDS), "5h 1")[4] == "joker"


def test_cards_that_would_be_the_end_come_last() -> None:
    """When one is to be laid for a lost that was declared."""
    fields = [FIELDS[0], "As 4s 7s", FIELDS[2]]
    state = do(position([HANDS[0], "2s 9c Td", HANDS[2]], fields), "play 5h to 1 as d", "lost")
    question = FACE.ask(RULES.view(state, 1), ())
    assert isinstance(question, Question)
    assert [choice.value for choice in question.choices][-1] == "2s"
    assert say(question.choices[-1].detail) == "You would be out"
