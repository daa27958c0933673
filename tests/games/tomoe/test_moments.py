"""A trick that has just been won: who and why, the picture, what is worth a line, each seat's terms."""

from __future__ import annotations

from functools import partial

import pytest
from hypothesis import given, settings

from bot.language.catalogue import LANGUAGES
from games import find_game
from games.core.words import Seat, Text
from games.tomoe.pictures import strengths
from games.tomoe.state import TomoeState
from games.tomoe.tricks import judge
from tests.games import asking
from tests.games.contract import seeds
from tests.games.printing import printed_in, say
from tests.games.tomoe.tables import RULES, play, position, random_positions

TOMOE = find_game("tomoe")
moment = partial(asking.moment, TOMOE)
line = partial(asking.moment_line, TOMOE)
verdicts = partial(asking.verdicts, TOMOE)
few = settings(max_examples=10, deadline=None)

CASES = [
    ("2r 5r 4r", "甲", "4r", (3, 1, 2)),
    ("3r 5r 1a", "乙", "5r", (3, 2, 1)),
    ("3r 5a 2a", "丙", "2a", (3, 1, 2)),
    ("3r 5r 6g", "丁", "3r", (2, 1, 3)),
    ("3r 6g 5k", "戊", "3r", (1, 2, 2)),
    ("3r 6g 2g", "己", "6g", (1, 2, 3)),
    ("3r 1a 6g", "庚", "1a", (2, 1, 3)),
]
"""Cards in the order played, the case, which wins, how strong each is (tomoe.md, Who wins a trick)."""


def after(cards: str, *, hidden: tuple[str, str, str] = ("", "", ""), ace: str = "1") -> TomoeState:
    """Play a trick in seats 0, 1, 2 in the middle of a game."""
    first, second, third = cards.split()
    rest = [f"{card} {other}" for card, other in zip((first, second), ("1k", "2p"), strict=True)]
    last = "3p" if hidden[2] else f"{third} 3p"
    return play(position(*rest, last, hidden=hidden, options={"ace": ace}), first, second, third)


@pytest.mark.parametrize(("cards", "case", "best", "places"), CASES)
def test_a_trick_is_told_with_its_case_and_how_strong_each_card_was(
    cards: str, case: str, best: str, places: tuple[int, ...]
) -> None:
    """The headline names winner and card, its case by sign in Japanese; the picture owners, strengths."""
    found = moment(after(cards))
    for language in LANGUAGES:
        assert language == "en" or case in printed_in(found.headline, language)
    seat = cards.split().index(best)
    assert say(found.headline).startswith(f"P{seat} wins trick 1 with {best} (")
    (row,) = found.board.rows
    assert [face.card for face in row.cards] == cards.split()
    assert [face.card for face in row.cards if face.mark == "hot"] == [best]
    captions = [face.caption for face in row.cards]
    assert captions == [
        Text("tomoe-place", {"place": place, "seat": Seat(owner)}) for owner, place in enumerate(places)
    ]


@given(seed=seeds)
@few
def test_the_winning_card_is_always_second_strongest_or_of_three_suits_the_strongest(seed: int) -> None:
    """What the picture says of strengths is what the rules say of winners."""
    for match in random_positions(seed, metals="on"):
        for trick in match.state.tricks[-1:]:
            place = strengths(trick)[trick.cards.index(trick.card)]
            assert place == (1 if trick.case in ("two-lower", "back-lower") else 2)


def test_strengths_do_not_depend_on_who_led() -> None:
    """They stand in the order played."""
    assert strengths(judge(2, ("3r", "1a", "6g"))) == (2, 1, 3)


# --- each seat's own terms ------------------------------------------------------------------------------


def test_each_seat_is_told_whether_its_card_won_or_was_too_strong_or_too_weak() -> None:
    """In its own words."""
    assert verdicts(after("2r 5r 4r")) == [
        "Your 2r was too weak; P2 wins the trick.",
        "Your 5r was too strong; P2 wins the trick.",
        "You win the trick with 4r: 1 point.",
    ]


def test_the_bonus_of_a_one_is_told() -> None:
    """At the moment, and to the winner."""
    state = after("3r 1a 6g", ace="1.5")
    assert say(moment(state).headline).startswith("P1 wins trick 1 with 1a: 1.5 points (")
    assert verdicts(state)[1] == "You win the trick with 1a: 1.5 points."


def test_a_game_that_is_over_is_in_the_verdict() -> None:
    """With the points of the game and of the match."""
    state = play(position("2r", "5r", "4r", past=((4, 6, 2),), points=(5, 2, 4)), "2r", "5r", "4r")
    told = "Your 2r was too weak; P2 wins the trick. Game 2 is over, and you made 5 points in it (total 9)."
    assert verdicts(state)[0] == told


# --- what is worth a line -------------------------------------------------------------------------------


def test_most_tricks_speak_for_themselves() -> None:
    """No line, three seconds."""
    state = after("2r 5r 4r")
    assert (moment(state).line, RULES.moment_seconds(RULES.view(state, None))) == (None, 3.0)


def test_a_card_of_the_hidden_hand_that_decides_is_worth_a_line() -> None:
    """Only if it wins, was played last, and neither of the others could know where it was."""
    assert line(after("2r 5r 4r", hidden=("5o", "6o", "4r"))).startswith("It lay in P2’s hidden hand")
    assert line(after("2r 5r 6r", hidden=("5o", "6o", "6r"))) == ""
    assert line(after("2r 5r 4r", hidden=("5o", "", "4r"))) == ""


def test_a_lower_suit_that_wins_is_worth_a_line() -> None:
    """It happens in one case alone."""
    assert line(after("3r 6g 2g")).startswith("The only way for a lower suit to win")


def test_four_tricks_in_a_row_are_worth_a_line() -> None:
    """Three are not."""
    hands = ("2r 2a 2g 2k", "1r 1a 1g 1k", "3r 3a 3g 3k")
    state = play(position(*(f"{hand} {card}" for hand, card in zip(hands, ("1p", "2p", "3p"), strict=True))))
    for suit, told in zip("ragk", ("", "", "", "P0 has won 4 tricks in a row!"), strict=True):
        state = play(state, f"2{suit}", f"1{suit}", f"3{suit}")
        assert line(state) == told


def test_the_end_of_a_game_says_who_leads_the_match() -> None:
    """With the points of all games in the picture, for five seconds."""
    state = play(position("2r", "5r", "4r", past=((4, 6, 2),), points=(5, 2, 4)), "2r", "5r", "4r")
    found = moment(state)
    assert say(found.line) == "After game 2 P0 leads with 9 points."
    assert RULES.moment_seconds(RULES.view(state, None)) == 5.0
    assert [row.title for row in found.board.rows[1:]] == [Seat(0), Seat(1), Seat(2)]
    even = play(position("2r", "5r", "4r", past=((4, 5, 2),), points=(5, 4, 2)), "2r", "5r", "4r")
    assert line(even) == "After game 2 P0, P1 share first place with 9 points."


def test_the_end_of_the_match_says_who_has_won_or_that_it_goes_on() -> None:
    """A shared first place adds three games (tomoe.md, Score and end)."""
    past = ((4, 6, 2), (4, 6, 2))
    won = play(position("2r", "5r", "4r", past=past, points=(5, 2, 4)), "2r", "5r", "4r")
    assert line(won) == "P1 wins the match with 14 points in 3 games."
    tied = play(position("2r", "5r", "4r", past=past, points=(6, 2, 3)), "2r", "5r", "4r")
    assert line(tied) == "P0, P1 share first place: the match goes on to 6 games."
