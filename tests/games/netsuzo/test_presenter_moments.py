"""What a rejection brings to light, for all and for the two it is between (netsuzo.md, A hand, 5)."""

from __future__ import annotations

from functools import partial

from games.netsuzo import NETSUZO
from tests.games import asking
from tests.games.netsuzo.tables import accept_lowest, deal, lose, new, play, rows
from tests.games.printing import say

PRESENTER = NETSUZO.presenter
moment = partial(asking.moment, NETSUZO)
line = partial(asking.moment_line, NETSUZO)
verdicts = partial(asking.verdicts, NETSUZO)


def test_moment_of_a_truth_frames_the_cards_and_who_told_it() -> None:
    """The declarer wins; each of the two reads it in their own terms, the third nothing."""
    match = new(3)
    deal(match, {0: "5s"})
    play(match, "declare pair 5 J", "reject")
    found = moment(match)
    assert say(found.headline) == ("P1 rejects, but it was true: P0 has “Pair of 5s, J kicker”.")
    assert rows(found.board) == [
        "P0’s hand: 5s! (true) [Pair of 5s + J]",
        "Open cards: 5h! Jd! 8c! 2s!",
        "= P0: (red 2 · blue 0)",
        "P1: (red 1 · blue 0) [−1 red]",
    ]
    assert found.line is None
    assert verdicts(match) == [
        "You told the truth: P1 loses a red chip. You have: red 2 · blue 0",
        "P0 told the truth: you lose a red chip. You have: red 1 · blue 0",
        "",
    ]


def test_moment_of_a_lie_shows_the_best_it_could_make() -> None:
    """Five of six cards make it; the sixth is not framed; a bold lie gets a line."""
    match = new(3)
    deal(match, {0: "5s", 1: "9h"}, pile="As Ah")
    play(match, "declare high 7", "accept", "discard 9h", "declare five A", "reject")
    found = moment(match)
    assert say(found.headline) == (
        "P2 rejects, and it was a lie: P1 said “Five As” and has “Pair of 5s, A kicker” at best."
    )
    assert rows(found.board) == [
        "P1’s hand: Ah! 5s! (a lie) [Five As]",
        "Open cards: 5h! Jd! 8c! 2s",
        "P1: (red 1 · blue 0) [−1 red]",
        "= P2: (red 2 · blue 1) [+1 blue]",
    ]
    assert say(found.line) == "What a bluff! P1 had nothing like it."
    assert verdicts(match) == [
        "",
        "P2 caught you: you lose a red chip. You have: red 1 · blue 0",
        "You caught P1: +1 blue chip. You have: red 2 · blue 1",
    ]


def test_moment_under_atleast_says_that_there_was_more() -> None:
    """The declared hand cannot be made, a better one can."""
    match = new(3, honesty="atleast")
    deal(match, {0: "5s"})
    play(match, "declare high A", "reject")
    found = moment(match)
    assert "“A high” was modest: P0 has “Pair of 5s, J kicker”" in say(found.headline)


def test_moment_of_a_hand_above_what_was_said_is_told_as_it_is() -> None:
    """Exactly that hand was asked for: a better one is no lie's best, and no triumph."""
    match = new(3)
    deal(match, {0: "5s"}, middle="5h 5d Jd 8c")
    play(match, "declare pair 5 J", "reject")
    found = moment(match)
    assert say(found.headline) == (
        "P1 rejects, and it was a lie: P0 said “Pair of 5s, J kicker” and has more, “Three 5s, J kicker”."
    )
    deal(match, {0: "Jk"}, middle="Ks Kh Kd Kc")
    play(match, "declare pair K Q", "reject")
    found = moment(match)
    assert found.line is None or "really has it" not in say(found.line)


def test_the_joker_is_praised_only_where_it_is_needed() -> None:
    """Where a better hand is true, too, a pair without it makes a high ace true; exactly that does not."""
    for honesty, line in (("atleast", None), ("exact", "The joker makes it true.")):
        match = new(3, honesty=honesty)
        deal(match, {0: "5s", 1: "Jk"}, pile="3d 5c")
        play(match, "declare high 8", "accept", "discard 5s", "declare high A", "reject")
        found = moment(match)
        assert (found.line and say(found.line)) == line


def test_moment_of_the_last_red_chip_says_who_is_out() -> None:
    """To all in a line, to the one concerned in its own terms."""
    match = new(3, reds="1")
    lose(match, "lie")
    found = moment(match)
    assert say(found.line) == "No red chip left: P0 is out!"
    assert verdicts(match)[0] == "P1 takes your last red chip: you are out."


def test_moment_of_a_hand_of_five_of_the_joker_and_of_a_long_hand() -> None:
    """The game's few great moments."""
    match = new(3)
    deal(match, {0: "Jk"}, middle="Ks Kh Kd Kc")
    play(match, "declare five K", "reject")
    assert line(match) == "Five of a kind! P0 really has it."
    deal(match, {1: "Jk"})
    play(match, "declare pair J 8", "reject")
    assert line(match) == "The joker makes it true."
    match = new(3)
    deal(match)
    for state in accept_lowest(match):
        if len(state.declared) == 5:
            break
    play(match, "reject")
    assert line(match) == "5 declarations, 5 cards in one hand: somebody had to look."


def test_tension_is_while_a_declaration_waits_for_its_answer() -> None:
    """Then a computer player takes its time."""
    match = new(3)
    deal(match)
    assert not PRESENTER.is_tense(match.view(None))
    play(match, "declare high 7")
    assert PRESENTER.is_tense(match.view(None))
    play(match, "accept")
    assert not PRESENTER.is_tense(match.view(None))
