"""How Porker Bull is shown, without words."""

from __future__ import annotations

import pytest

from games.bull.words import call_text
from games.core.match import Match
from games.core.menu import MenuPath, menu_path
from games.core.presentation import Face
from games.core.words import Cards, Rank, Seat, Suit, Text, text
from tests.games.bull.tables import BULL, deal, lose, new, view_of

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


def values(found: MenuPath) -> list[str]:
    return [choice.value for choice in found.menus[-1].question.choices]


def test_headline_is_the_last_call(match: Match) -> None:
    """Who called what; before the first call, who begins."""
    headline = FACE.table(match.view(None)).headline
    assert headline == Text("bull-headline-call", {"seat": Seat(0), "call": call_text("call pair K")})
    fresh = new(3, first=2)
    deal(fresh)
    assert FACE.table(fresh.view(None)).headline == Text("bull-headline-first", {"seat": Seat(2)})


def test_seats_are_in_the_order_of_calling(match: Match) -> None:
    """From the first caller on; a seat that is out says so."""
    lose(fresh := new(3, first=1), 2)
    assert [seat for seat, _ in FACE.table(fresh.view(None)).seats] == [0, 1, 2]
    assert [seat for seat, _ in FACE.table(match.view(None)).seats] == [0, 1, 2]
    late = new(3)
    for _ in range(5):
        lose(late, 1)
    lines = dict(FACE.table(late.view(None)).seats)
    assert lines[1].key == "bull-seat-out"
    assert lines[0].args == {"cards": 1, "losses": 0}


def test_the_challenge_is_a_public_button_only_when_there_is_a_call(match: Match) -> None:
    """Nothing to doubt before the first call of a round, or when the game is over."""
    assert [button.move for button in FACE.table(match.view(None)).public] == ["challenge"]
    match.play(1, "challenge")
    assert FACE.table(match.view(None)).public == ()


def test_a_showdown_shows_all_hands_with_what_counted(match: Match) -> None:
    """The cards that speak for the call are marked, the loser noted."""
    match.play(1, "challenge")
    scene = FACE.table(match.view(None))
    assert scene.board is not None
    titles = [row.title for row in scene.board.rows]
    assert titles == [text("bull-shown-hand", seat=Seat(seat), round=1) for seat in range(3)]
    assert scene.board.rows[1].cards == (Face("Ks", "hot"), Face("Kd", "hot"))
    assert scene.board.rows[1].note == Text("bull-note-loser")
    assert scene.board.rows[0].cards == (Face("Ah"), Face("2s"))
    told = FACE.say(match.view(None).news[0], match.view(None))
    assert told is not None
    assert told.key == "bull-showdown-good"
    assert told.args["loser"] == told.args["challenger"] == Seat(1)
    assert told.args["evidence"] == Cards(("Ks", "Kd"), "standard")


def test_a_panel_shows_the_hand_by_rank(match: Match) -> None:
    """High ranks first, in text and picture, and how many cards lie on the table."""
    scene = FACE.panel(match.view(0), ())
    assert scene.board is not None
    assert [face.card for face in scene.board.rows[0].cards] == ["Ah", "2s"]
    assert scene.lines[0].args["cards"] == Cards(("Ah", "2s"), "standard")
    assert scene.lines[1].args == {"count": 6, "own": 2}
    assert scene.shortcuts == ()


def test_a_panel_on_turn_offers_challenge_and_the_lowest_call(match: Match) -> None:
    """Both by one tap."""
    scene = FACE.panel(match.view(1), match.legal(1))
    assert [shortcut.move for shortcut in scene.shortcuts] == ["challenge", "call pair A"]


def test_who_has_no_hand_is_told_so() -> None:
    """Between rounds and when out."""
    assert FACE.panel(new().view(0), ()).lines == (Text("bull-no-hand"),)


def test_menus_offer_only_higher_calls(match: Match) -> None:
    """After a pair of kings: kinds from pair on; of pairs only the ace, which is then chosen by itself."""
    kinds = ["pair", "twopair", "trips", "full", "quads", "sflush"]
    assert values(path(match, 1)) == kinds
    assert str(path(match, 1, "pair").move) == "call pair A"
    assert str(path(match, 1, "twopair", "J", "3").move) == "call twopair J 3"
    assert values(path(match, 1, "twopair", "4")) == ["2", "3"]
    assert str(path(match, 1, "sflush", "9", "h").move) == "call sflush h 9"


def test_menus_forget_choices_that_are_gone(match: Match) -> None:
    """An old path never leads to an illegal move."""
    found = path(match, 1, "single", "5")
    assert found.move is None
    assert len(found.menus) == 1
    assert found.menus[0].chosen is None


def test_menus_that_leave_no_choice_are_passed_over(match: Match) -> None:
    """Two pairs with threes above can only be threes and twos: nothing more to ask."""
    assert str(path(match, 1, "twopair", "3").move) == "call twopair 3 2"


def test_the_first_menu_is_always_shown() -> None:
    """Even if it has a single choice, so that one sees what one is about to do."""
    match = new(2)
    deal(match)
    match.play(0, "call sflush s Q")
    found = path(match, 1)
    assert [choice.value for choice in found.menus[0].question.choices] == ["sflush"]
    assert values(found) == ["K", "A"]


def test_no_menu_without_calls() -> None:
    """After the highest call only the challenge is left, which is a button."""
    match = new(2)
    deal(match)
    match.play(0, "call sflush s A")
    assert path(match, 1) == MenuPath((), None)


def test_calls_in_words_name_rank_second_rank_and_suit() -> None:
    """As values that a front end prints."""
    assert call_text("call full 2 8").args == {"rank": Rank("2", "standard"), "second": Rank("8", "standard")}
    assert call_text("call sflush h 5").args == {"rank": Rank("5", "standard"), "suit": Suit("h", "standard")}
    assert call_text("call single T") == Text("bull-call-single", {"rank": Rank("T", "standard")})


def test_the_outcome_names_the_survivor_or_who_went_out() -> None:
    """By the option ``end``."""
    for end, key in (("last", "bull-outcome-last"), ("first", "bull-outcome-first")):
        match = new(2, end=end)
        for _ in range(5):
            lose(match, 0)
        result = match.result()
        assert result is not None
        assert [told.key for told in FACE.outcome(view_of(match, None), result)] == [key]
