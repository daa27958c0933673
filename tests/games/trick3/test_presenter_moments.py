"""Moments of truth: the end of a battle stands alone, and tells every seat what it means for it."""

from __future__ import annotations

from functools import partial

import pytest

from games.trick3 import TRICK3
from games.trick3.state import Trick3State
from tests.games import asking
from tests.games.printing import say
from tests.games.trick3.tables import at, play

FIGHT = at(
    "7s Qs | 4h | 3d | 6s 5s", "2h 9c | 4d | 3h | 6d 6h", "2c Kc | Kd | 3c", round_=3, way="up", folded=(2,)
)
LAST = ("0 refill none", "1 play 9c", "1 refill none")
moment = partial(asking.moment, TRICK3)
line = partial(asking.moment_line, TRICK3)
verdicts = partial(asking.verdicts, TRICK3)


def told(state: Trick3State) -> tuple[str, str]:
    """Print a moment's headline and line."""
    return say(moment(state).headline), line(state)


def test_a_battle_won() -> None:
    """The hand and what it takes; to the winner, the loser and who folded in their own terms."""
    state = play(FIGHT, "0 play 7s", *LAST)
    assert told(state) == (
        "Straight flush! P0 takes 6 cards",
        "No hand of this deck is stronger!",
    )
    assert verdicts(state) == [
        "You win the battle with Straight flush: +6 cards.",
        "Your One pair isn’t enough: P0 wins with Straight flush.",
        "Without you: P0 takes 6 cards with Straight flush.",
    ]


def test_a_battle_shared() -> None:
    """How many cards each, and what stays in the pot."""
    state = play(
        at("6c Qs | 4h | 3d | 5s 5c", "2c 9c | 4d | 3h | 6d 6h", round_=3, way="up", pot="As"),
        "0 play Qs", "1 play 9c", "1 refill none")  # fmt: skip
    assert told(state)[0] == "P0, P1 tie with One pair: 3 cards each, 1 stays in the pot"
    assert verdicts(state)[0] == "You tie with P1, One pair each: +3 cards."


def test_nobody_has_a_hand() -> None:
    """All cards go to the pot, as everybody is told."""
    state = play(
        at("Qs | 4h | 3d | 5s 2d", "9c | 4d | 3h | 6d 2h", "2c | Kh | 3c", round_=3, way="up", folded=(2,)),
        "0 play Qs", "1 play 9c", "1 refill none")  # fmt: skip
    assert told(state)[0] == "Nobody has a hand: 6 cards lie in the pot"
    assert (
        verdicts(state)[0] == "You have no hand, and nobody else has one: all goes to the pot, now 6 cards."
    )
    assert verdicts(state)[2] == "Nobody had a hand: all goes to the pot, now 6 cards."
    alone = play(ALONE, "0 play Qs", "0 refill none")
    assert verdicts(alone)[:2] == [
        "You have no hand: all goes to the pot, now 3 cards.",
        "P0 had no hand: all goes to the pot, now 3 cards.",
    ], "what the others folded nobody knows"


ALONE = at(
    "Qs 2c 5c | 4h | 3d | 5s 2d", "9c Tc | 4d | 3h", "2h Kd | Kh | 3c", round_=3, way="up", folded=(1, 2)
)


@pytest.mark.parametrize(
    ("state", "moves", "line"),
    [
        (ALONE, "play Qs", "All the others had folded. Any hand would have done – and P0 had none."),
        (ALONE, "play 2c", "All the others had folded: One pair was enough for P0."),
        (
            at("Qs Qc 5c | 4h | 3d | 5s 5d", "9c Tc | 4d | 3h", round_=3, way="up", folded=(1,)),
            "play 5c",
            "Just one hand of this deck is stronger.",
        ),
    ],
)
def test_great_moments_have_a_line(state: Trick3State, moves: str, line: str) -> None:
    """Alone without a hand, alone with a weak one, with a rare one."""
    state = play(state, f"0 {moves}", "0 refill none")
    assert told(state)[1] == line


def test_a_haul_and_a_narrow_win_have_a_line() -> None:
    """More cards than the hands of all; a hand that is one step above the next."""
    pot = "As Ad Ac Ah Ks Kd"
    sides = ("Qs 9h 5c | 4h | 3d | 5h 2h", "9c Tc | 4d | 3h | 7d 7c")
    rest = ("0 refill none", "1 play 9c", "1 refill none")
    haul = play(at(*sides, round_=3, way="up", pot=pot), "0 play 9h", *rest)
    assert told(haul) == ("Flush! P0 takes 12 cards", "12 cards in a single battle!")
    sides = ("Qs 9h 5c | 4h | 3d | 5h 2h", "9c Tc | 4d | 3h | 7d 8d")
    narrow = play(at(*sides, round_=3, way="up"), "0 play 9h", "1 play Tc", "1 refill none")
    assert told(narrow)[1] == "By a single step: Flush just beats Run of two."


def test_the_end_of_a_game_says_what_becomes_of_uncaptured_cards() -> None:
    """Who left shares them; who ends the game by leaving hears of its points."""
    state = play(
        at("7s | 4h | | 6s 5s", "2h 9c | 4d | 3h | 6d 6h", round_=3, way="up"),
        "0 play 7s", "1 play 9c", "1 refill none",
    )  # fmt: skip
    assert (
        told(state)[1] == "The game is over. The 4 cards that nobody had captured go to those who left: P0."
    )
    assert verdicts(state) == [
        "You win the battle with Straight flush: +6 cards. "
        "That ends the game for you with 10 points (6 won + 4 shared).",
        "Your One pair isn’t enough: P0 wins with Straight flush. That ends the game for you with 0 points.",
    ]


def test_who_runs_out_after_a_showdown_is_told() -> None:
    """The game goes on without that seat, which will get a share."""
    state = play(
        at("7s | 4h | | 6s 5s", "2h 9c | 4d | 3h | 6d 6h", "2c | Kd | 3c", round_=3, way="up", folded=(2,)),
        "0 play 7s", "1 play 9c", "1 refill none",
    )  # fmt: skip
    assert verdicts(state)[0].endswith("Your cards have run out: you leave the game.")


def test_all_have_folded() -> None:
    """No picture, since nothing came to light; the pot waits for the next battle."""
    state = play(at("7s Qs | 4h 2d | 3d", "2h 9c | 4d 2c | 3h"), "0 fold Qs", "1 fold 9c", "1 refill none")
    assert told(state) == ("Everybody has folded: 2 cards lie in the pot", "")
    assert verdicts(state) == ["Everybody has folded; 2 cards wait in the pot."] * 2
    over = play(at("7s Qs | 4h 2d | 3d", "9c | 4d"), "0 fold Qs", "1 fold 9c")
    headline, line = told(over)
    assert headline == "Everybody has folded", "the pot has been shared"
    assert line.startswith("The game is over.")
    assert verdicts(over)[0].startswith("Everybody has folded. ")
