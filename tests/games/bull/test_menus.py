"""The way to a call: likely ones at once, then its kind and its hand, each described as far as known."""

from __future__ import annotations

import pytest

from games.core.match import Match
from games.core.questions import Question
from tests.games.asking import details, question, values
from tests.games.bull.tables import BULL, deal, kings, new

PRESENTER = BULL.presenter
match = pytest.fixture(kings)


def kinds(asked: Question) -> list[str]:
    """List the kinds, which come after the likely calls."""
    return [choice.value for choice in asked.choices[asked.likely :]]


def test_only_higher_calls_are_asked_for(match: Match) -> None:
    """After a pair of kings: kinds from pair on; of pairs only the ace is left."""
    wanted = ["pair", "twopair-34567", "twopair-89T", "twopair-JQ", "twopair-KA", "trips"]
    wanted += ["full-2", "full-34", "full-56", "full-78", "full-9T", "full-JQ", "full-KA"]
    view = match.view(1)
    assert kinds(question(BULL, view)) == [*wanted, "quads", "sflush-56789T", "sflush-JQKA"]
    assert values(question(BULL, view, "pair")) == ["A"]
    assert str(PRESENTER.ask(view, ("twopair-JQ", "J3"))) == "call twopair J 3"
    assert str(PRESENTER.ask(view, ("sflush-56789T", "9h"))) == "call sflush h 9"
    for way in ("call single 5", "call pair K", "call five K", "single"):
        assert PRESENTER.ask(view, (way,)) is None
    assert str(PRESENTER.ask(view, ("challenge",))) == "challenge"


def test_kinds_that_take_more_cards_than_are_in_play_come_last() -> None:
    """They may be called, but not before the others, and it is said what they are."""
    match = new(3)
    deal(match)
    asked = question(BULL, match.view(0))
    assert kinds(asked)[:4] == ["single", "pair", "trips", "twopair-34567"]
    told = details(asked)
    assert told["trips"] == "three cards of one rank"
    assert "takes 4 cards, only 3" in told["twopair-34567"]
    assert kinds(asked)[-1] == "sflush-JQKA"


def test_hands_say_how_much_of_them_one_holds(match: Match) -> None:
    """Nothing where one holds nothing; a wild two counts for anything."""
    told = details(question(BULL, match.view(1), "trips"))
    assert told == {"K": "you hold 2"}
    wild = new(2, start="2", wild="twos")
    deal(wild, {0: "2s 7h"})
    held = details(question(BULL, wild.view(0), "pair"))
    assert (held["7"], held["9"]) == ("you hold 2", "you hold 1")


def test_a_call_that_cannot_be_there_is_warned_of() -> None:
    """No other call is."""
    match = new(2)
    deal(match)
    for call, is_warned in (("call single 2", False), ("call pair 2", False), ("call trips 2", True)):
        warning = PRESENTER.warning(BULL.rules.parse(call), match.view(0))
        assert (warning is not None) == is_warned, call


def test_the_last_few_calls_are_all_asked_for_at_once() -> None:
    """No kind, no hand, and nothing twice; after the highest only the challenge is left."""
    match = new(2)
    deal(match)
    match.play(0, "call sflush s Q")
    asked = question(BULL, match.view(1))
    assert values(asked) == ["challenge", *map(str, match.legal(1)[:-1])]
    assert len(values(asked)) == 9
    match.play(1, "call sflush s A")
    assert values(question(BULL, match.view(0))) == ["challenge"]
