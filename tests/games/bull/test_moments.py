"""The moment of truth: what a challenge shows, and what it means for whom."""

from __future__ import annotations

from functools import partial

import pytest

from games.core.match import Match
from games.core.presentation import Chip, Face
from games.core.words import text
from tests.games import asking
from tests.games.bull.tables import BULL, deal, lose, new
from tests.games.printing import say

PRESENTER = BULL.presenter
moment = partial(asking.moment, BULL)
line = partial(asking.moment_line, BULL)
verdicts = partial(asking.verdicts, BULL)


def challenged(hands: dict[int, str], call: str, **options: str) -> Match:
    """Play a round of two cards each in which seat 0 calls and seat 1 challenges."""
    match = new(len(hands), start="2", **options)
    deal(match, hands)
    match.play(0, f"call {call}")
    match.play(1, "challenge")
    return match


def test_a_showdown_shows_all_hands_and_marks_what_counts() -> None:
    """The caller's call and the challenge stand beside the hands; who was right has won, who lost pays."""
    match = challenged({0: "2s Ah", 1: "Kd Ks", 2: "9s 8h"}, "pair K")
    board = moment(match).board
    caller, challenger, other = board.rows
    assert (caller.is_won, challenger.is_won, other.is_won) == (True, False, False)
    assert challenger.cards == (Face("Ks", "hot"), Face("Kd", "hot"))
    assert caller.cards == (Face("Ah"), Face("2s"))
    assert [chip.text.key for chip in caller.chips] == ["bull-tap-pair"]
    assert challenger.chips == (Chip(text("bull-challenge")),)
    assert challenger.note == text("bull-fate", cards=3)
    assert caller.note is other.note is None
    assert BULL.rules.moment_seconds(match.view(None)) == pytest.approx(3.6), "six cards to look at"


def test_the_verdict_is_a_sentence_and_everybody_has_one_of_their_own() -> None:
    """True: the challenger pays."""
    match = challenged({0: "2s Kh", 1: "Kd Ks", 2: "9s 8h"}, "pair K")
    assert say(moment(match).headline) == (
        "✅ Pair of Ks: it’s there, Ks Kh! P1 challenged P0 and loses the round."
    )
    assert verdicts(match) == [
        "Your call was good: P1 challenged in vain.",
        "P0 told the truth. You lose the round and play on with 3 cards.",
        "You’re safe: P1 loses the round.",
    ]
    assert PRESENTER.say(match.view(None).news[0], match.view(None)) == moment(match).headline


def test_a_bluff_that_is_caught() -> None:
    """Not there: the caller pays, with one card less when hands shrink."""
    match = challenged({0: "2s Kh", 1: "3d 3s"}, "pair K")
    assert say(moment(match).headline) == "❌ Pair of Ks: not there, only Kh! P1 challenged and caught P0."
    assert verdicts(match) == [
        "P1 caught you. You lose the round and play on with 3 cards.",
        "You caught P0!",
    ]
    shrinking = new(2, deal="down")
    lose(shrinking, 0, times=4)
    assert verdicts(shrinking)[0] == "P1 caught you. You lose the round and play on with 1 card."


def test_who_goes_out_is_told_so_and_who_is_left_has_won() -> None:
    """The last chance, with three and with two players."""
    match = new(3)
    lose(match, 1, times=5)
    assert line(match) == "P1 is out."
    assert verdicts(match)[1] == "P2 caught you. You’re out."
    lose(match, 0, times=5)
    assert line(match) == "P0 is out: only P2 is left!"
    assert verdicts(match) == ["P2 caught you. You’re out.", "", "You caught P0! The game is yours."]


@pytest.mark.parametrize(
    ("hands", "call", "expected"),
    [
        ({0: "2s 3h", 1: "Kd 9s", 2: "Ks 8h"}, "pair K", "P0 held none of it: a shot in the dark that hit."),
        ({0: "Ks 3h", 1: "Kd 9s"}, "pair K", "It was P1’s own Kd that made it good."),
        ({0: "Ks Kh", 1: "4d 9s"}, "pair K", ""),
        ({0: "2s 3h", 1: "4d 9s"}, "pair K", "Not a single card of it was on the table."),
        ({0: "Ks Kh", 1: "4d 9s"}, "trips K", "Just one card short."),
        ({0: "Ks 3h", 1: "4d 9s"}, "trips K", ""),
        ({0: "Ks 3h", 1: "4d 9s"}, "pair K", ""),
    ],
)
def test_great_moments_have_a_line(hands: dict[int, str], call: str, expected: str) -> None:
    """A blind hit, a challenger's own card, nothing at all, one card short; not every showdown is great."""
    assert line(challenged(hands, call)) == expected


@pytest.mark.parametrize(
    ("hands", "challenger"), [({0: "9c 3h", 1: "9s 4d", 2: "Kd 5h"}, 2), ({0: "9c 3h", 1: "9s 4d"}, 0)]
)
def test_a_card_that_others_hold_too_makes_no_moment_great(hands: dict[int, str], challenger: int) -> None:
    """Which of two nines is shown for a single 9 is chance: its caller holds one, no other is needed."""
    match = new(len(hands), start="2")
    deal(match, hands)
    for seat, move in ((0, "call single 3"), (1, "call single 9"), (challenger, "challenge")):
        match.play(seat, move)
    assert line(match) == ""
