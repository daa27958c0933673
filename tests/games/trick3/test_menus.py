"""How a move is chosen: what is asked after what, and that it leads to all legal moves and nowhere else."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.core.menu import menu_path
from games.core.moves import Move
from games.core.questions import Question
from games.trick3 import TRICK3
from games.trick3.decks import DECKS
from games.trick3.state import Trick3State, Trick3View
from tests.games.printing import say
from tests.games.trick3.tables import RULES, THREE, at, dealt, play, random_states

FACE = TRICK3.presenter


def asked(state: Trick3State, *chosen: str, seat: int = 0) -> Question | Move | None:
    return FACE.ask(RULES.view(state, seat), chosen)


def answers(question: Question) -> list[str]:
    """List every answer to a question."""
    if not question.is_pick:
        return [choice.value for choice in question.choices]
    least, most = question.sizes
    picks = (cards for size in range(least, most + 1) for cards in combinations(question.cards, size))
    return list(dict.fromkeys(question.value_of(cards) for cards in picks))


def walked(view: Trick3View, way: tuple[str, ...] = ()) -> Iterator[Question | Move]:
    """Give every answer to every question; list the questions and the moves at the ends."""
    asked = FACE.ask(view, way)
    assert asked is not None, way
    yield asked
    if isinstance(asked, Question):
        for value in answers(asked):
            yield from walked(view, (*way, value))


def check(question: Question) -> None:
    """Few choices, each of its own value and its own words."""
    assert say(question.prompt)
    assert all(len(choices) <= 25 for _, choices in question.parts)
    assert len(question.cards) <= 25
    values = answers(question)
    assert values
    assert len(values) == len(set(values))
    assert all(0 < len(value) <= 60 for value in values)
    assert len({say(choice.label) for choice in question.choices}) == len(question.choices)
    assert all(say(choice.detail) for choice in question.choices if choice.detail)


@given(seed=st.integers(0, 2**32), deck=st.sampled_from(list(DECKS)))
@settings(max_examples=25, deadline=None)
def test_menus_lead_to_every_legal_move_in_one_way_and_to_nothing_else(seed: int, deck: str) -> None:
    """In any position of any deck, those with copies of cards among them."""
    family = DECKS[deck].family
    options = {"family": family, "deck": deck if len(DECKS[deck].cards) >= 72 else "auto"}
    states = random_states(seed, limit=100, **options)
    for state in states[seed % 7 :: 7]:
        for seat in state.to_act if isinstance(state.to_act, tuple) else ():
            met = list(walked(RULES.view(state, seat)))
            moves = [each for each in met if isinstance(each, Move)]
            assert sorted(map(str, moves)) == sorted(map(str, RULES.legal(state, seat)))
            for question in met:
                if isinstance(question, Question):
                    check(question)


ROUND_1 = at(*THREE)
ROUND_2 = at(*THREE, round_=2, way="up")
REFILL = at("5s 6s 7s Kd | 4c 9c | Ts As 2d | 2c", *THREE[1:], phase="refill", way="up")


@pytest.mark.parametrize(
    ("state", "chosen"),
    [
        (ROUND_1, "play"),  # no card
        (ROUND_1, "4s"),  # an exposed card, to be played in round 2
        (ROUND_1, "Ts"),  # a card of the stock
        (ROUND_1, "2s,none"),
        (ROUND_1, "2s,up,up"),
        (ROUND_1, "fold,Ts"),
        (ROUND_1, "fold,2s,2s"),
        (ROUND_2, "2s"),
        (ROUND_2, "4s,up"),
        (ROUND_2, "fold,4s"),
        (REFILL, "none,0"),
        (REFILL, "draw 0"),
        (REFILL, "draw 3"),  # six cards at most
        (REFILL, "draw 1,1"),
        (REFILL, "expose 1,"),
        (REFILL, "expose 1,5s 6s"),  # three exposed cards at most
        (REFILL, "expose 1,4c"),
        (REFILL, "expose 4,5s"),  # only three are in the stock
        (REFILL, "expose -1,5s"),
        (dealt().state, "none"),
    ],
)
def test_answers_that_are_none_lead_nowhere(state: Trick3State, chosen: str) -> None:
    """What was never offered makes no move, whoever writes it."""
    assert asked(state, *chosen.split(",")) is None


def test_cards_to_expose_are_picked_together() -> None:
    """Three of the nine first; not two, not in another order than shown, none that is not there."""
    state = dealt().state
    question = asked(state)
    assert isinstance(question, Question)
    assert (question.cards, question.sizes) == (RULES.view(state, 0).hand, (3, 3))
    one, two, three, *_ = question.cards
    assert str(asked(state, f"{one} {two} {three}")) == f"expose {one} {two} {three}"
    for answer in (f"{one} {two}", f"{two} {one} {three}", f"{one} {one} {two}", f"{one}  {two} {three}", ""):
        assert asked(state, answer) is None


def test_equal_cards_are_shown_as_often_as_they_may_be_picked() -> None:
    """Of three alike one, where only one more may be exposed; and then there is no choice."""
    state = at("5s 5s 5s | 4s 6s | ", "2h 5h 9s | 4h | 8c", deck="52D3", phase="refill", way="up")
    question = asked(state, "expose 0")
    assert isinstance(question, Question)
    assert ([choice.value for choice in question.choices], question.only) == (["5s"], "5s")


def test_sets_of_cards_are_choices_where_there_is_room_for_all() -> None:
    """Two of five make ten sets: one menu, not a card at a time; the 41 sets of six stand in three menus."""
    few = at("5s 6s 7s Kd 3h | 4c | Ts As 2d 8c", *THREE[1:], phase="refill", way="up")
    listed = asked(few, "expose 3")
    assert isinstance(listed, Question)
    assert not listed.is_pick
    assert len(listed.choices) == 10
    assert str(asked(few, "expose 3", listed.choices[0].value)).startswith("refill expose")
    many = at("5s 6s 7s Kd 3h 9c | | Ts As 2d 8c", *THREE[1:], phase="refill", way="up")
    by_size = asked(many, "expose 1")
    assert isinstance(by_size, Question)
    assert [(say(part.title), len(sets)) for part, sets in by_size.parts] == [
        ("Expose one card", 6),
        ("Expose 2 cards", 15),
        ("Expose 3 cards", 20),
    ]


def test_nobody_is_asked_out_of_turn() -> None:
    """Neither before one's turn nor when one has chosen and others have not."""
    assert asked(ROUND_1, seat=1) is None
    state = dealt().state
    hand = " ".join(RULES.view(state, 0).hand[:3])
    assert asked(play(state, f"0 expose {hand}"), hand) is None


@pytest.mark.parametrize(
    ("state", "chosen", "expected"),
    [
        (ROUND_1, (), [*RULES.view(ROUND_1, 0).hand, "fold"]),
        (ROUND_1, ("2s",), ["up", "down"]),
        (ROUND_1, ("fold",), [*RULES.view(ROUND_1, 0).hand, *RULES.view(ROUND_1, 0).exposed[0]]),
        (ROUND_2, (), [*RULES.view(ROUND_2, 0).exposed[0], "fold"]),
        (REFILL, (), ["draw 2", "draw 1", "none", "expose 3", "expose 2", "expose 1", "expose 0"]),
        (REFILL, ("expose 3",), [*RULES.view(REFILL, 0).hand]),
    ],
)
def test_answers_come_in_the_order_of_a_turn(
    state: Trick3State, chosen: tuple[str, ...], expected: list[str]
) -> None:
    """The cards as held, then folding; the usual refill before none and before exposing; the most first."""
    question = asked(state, *chosen)
    assert isinstance(question, Question)
    assert answers(question) == expected


def test_a_card_tells_what_it_leaves_possible() -> None:
    """Beside each card stands the best hand that playing it may still make."""
    state = at("7s Qs | 4h | 3d | 5s 6s", "2h 9c | 4d | 3h | 6d 6h", round_=3, way="up")
    question = asked(state)
    assert isinstance(question, Question)
    told = {choice.value: say(choice.detail) for choice in question.choices if choice.detail}
    assert told["7s"] == "At best: Straight flush"
    assert list(told) == ["7s", "Qs", "fold"]


def test_a_refill_is_chosen_in_two_menus() -> None:
    """That cards are exposed and how many are drawn, then which are exposed."""
    path = menu_path(FACE, RULES.view(REFILL, 0), ["expose 2", "5s"])
    assert str(path.move) == "refill expose 5s draw 2"
    assert [menu.chosen for menu in path.menus] == ["expose 2", "5s"]


def test_three_cards_are_exposed_and_some_drawn_by_five_taps() -> None:
    """The longest way there is: how, each card, and to send it."""
    state = at("5s 6s 7s Kd | | Ts As 2d | 2c", *THREE[1:], phase="refill", way="up")
    path = menu_path(FACE, RULES.view(state, 0), ["expose 3", "5s 6s 7s"])
    assert str(path.move) == "refill expose 5s 6s 7s draw 3"
    assert len(path.menus) == 2
