"""The menus that lead to a call: two at most, each choice described as far as the hand tells."""

from __future__ import annotations

import pytest

from games.bull.moves import LADDERS
from games.core.match import Match
from games.core.menu import MenuPath, menu_path
from games.core.questions import Choice, Question
from games.core.words import text
from tests.games.bull.tables import BULL, deal, new
from tests.games.printing import say

FACE = BULL.presenter


@pytest.fixture
def match() -> Match:
    """Three seats with two cards each; seat 0 has called a pair of kings."""
    match = new(3, start="2")
    deal(match, {0: "2s Ah", 1: "Kd Ks", 2: "9s 8h"})
    match.play(0, "call pair K")
    return match


def path(match: Match, seat: int, *chosen: str) -> MenuPath:
    return menu_path(FACE, match.view(seat), chosen)


def choices(match: Match, seat: int, *chosen: str) -> tuple[Choice, ...]:
    asked = FACE.ask(match.view(seat), chosen)
    assert isinstance(asked, Question)
    return asked.choices


def values(match: Match, seat: int, *chosen: str) -> list[str]:
    return [choice.value for choice in choices(match, seat, *chosen)]


def test_menus_offer_only_higher_calls(match: Match) -> None:
    """After a pair of kings: kinds from pair on; of pairs only the ace, which is then chosen by itself."""
    kinds = ["pair", "twopair-34567", "twopair-89T", "twopair-JQ", "twopair-KA", "trips"]
    kinds += ["full-2", "full-34", "full-56", "full-78", "full-9T", "full-JQ", "full-KA"]
    assert values(match, 1) == [*kinds, "quads", "sflush-56789T", "sflush-JQKA"]
    assert str(path(match, 1, "pair").move) == "call pair A"
    assert str(path(match, 1, "twopair-JQ", "J3").move) == "call twopair J 3"
    assert values(match, 1, "twopair-34567")[:3] == ["32", "42", "43"]
    assert str(path(match, 1, "sflush-56789T", "9h").move) == "call sflush h 9"


@pytest.mark.parametrize("wild", ["none", "twos"])
def test_every_call_is_two_menus_away(wild: str) -> None:
    """So the long way is five taps: two to open menus, two to choose, one to confirm."""
    match = new(2, wild=wild)
    deal(match)
    reached = set()
    for kind in values(match, 0):
        for hand in values(match, 0, kind):
            found = path(match, 0, kind, hand)
            assert len(found.menus) <= 2
            reached.add(found.move)
    assert reached == {*LADDERS[wild == "twos"].bids}


def test_kinds_that_take_more_cards_than_are_in_play_come_last() -> None:
    """They may be called, but not before the others, and the menu says what they are."""
    match = new(3)
    deal(match)
    told = choices(match, 0)
    assert [choice.value for choice in told[:4]] == ["single", "pair", "trips", "twopair-34567"]
    assert told[2].detail == text("bull-about-trips")
    assert [choice.detail for choice in told[3:7]] == [text("bull-too-few", needed=4, count=3)] * 4
    assert told[-1].value == "sflush-JQKA"


def test_hands_say_how_much_of_them_one_holds(match: Match) -> None:
    """Nothing where one holds nothing; a wild two counts for anything."""
    told = {choice.value: choice.detail for choice in choices(match, 1, "trips")}
    assert told["K"] == text("bull-held", count=2)
    assert told["9"] is None
    wild = new(2, start="2", wild="twos")
    deal(wild, {0: "2s 7h"})
    held = {choice.value: choice.detail for choice in choices(wild, 0, "pair")}
    assert (held["7"], held["9"]) == (text("bull-held", count=2), text("bull-held", count=1))


def test_parts_of_a_kind_read_as_people_say_it(match: Match) -> None:
    """In both languages."""
    labels = {choice.value: choice.label for choice in choices(match, 1)}
    assert say(labels["twopair-JQ"]) == "Two pairs, J or Q high"
    assert say(labels["twopair-34567"]) == "Two pairs, 3 to 7 high"
    assert say(labels["full-2"]) == "Full house, three 2s"
    assert say(labels["full-KA"], "ja") == "フルハウス(3枚がKかA)"
    assert say(labels["twopair-34567"], "ja") == "ツーペア(高いほうが3〜7)"


def test_a_call_that_cannot_be_there_is_warned_of() -> None:
    """Before it is confirmed; no other call is."""
    match = new(2)
    deal(match)
    for call, is_warned in (("call single 2", False), ("call pair 2", False), ("call trips 2", True)):
        warning = FACE.warning(BULL.rules.parse(call), match.view(0))
        assert (warning is not None) == is_warned, call


def test_menus_forget_choices_that_are_gone(match: Match) -> None:
    """An old path never leads to an illegal move."""
    found = path(match, 1, "single", "5")
    assert found.move is None
    assert len(found.menus) == 1
    assert found.menus[0].chosen is None


def test_the_first_menu_is_always_shown() -> None:
    """Even if it has a single choice, so that one sees what one is about to do."""
    match = new(2)
    deal(match)
    match.play(0, "call sflush s Q")
    found = path(match, 1)
    assert [choice.value for choice in found.menus[0].question.choices] == ["sflush-JQKA"]
    assert [choice.value for choice in found.menus[1].question.choices][:2] == ["Ks", "Kh"]


def test_no_menu_without_calls() -> None:
    """After the highest call only the challenge is left, which is a button."""
    match = new(2)
    deal(match)
    match.play(0, "call sflush s A")
    assert path(match, 1) == MenuPath((), None)
