"""Moments of truth: the end of a battle stands alone, and tells every seat what it means for it."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from games.trick3 import TRICK3
from games.trick3.state import Trick3State
from tests.games import asking
from tests.games.printing import say
from tests.games.trick3.tables import at, play, third

NINE, OUT = "2h 9c | 4d | 3h | 6d 6h", "2c Kc | Kd | 3c"
FIGHT = third("7s Qs | 4h | 3d | 6s 5s", NINE, OUT, folded=(2,))
TIE = third("6c Qs | 4h | 3d | 5s 5c", "2c 9c | 4d | 3h | 6d 6h", pot="As")
HANDLESS = third("Qs | 4h | 3d | 5s 2d", "9c | 4d | 3h | 6d 2h", "2c | Kh | 3c", folded=(2,))
ALONE = third("Qs 2c 5c | 4h | 3d | 5s 2d", "9c Tc | 4d | 3h", "2h Kd | Kh | 3c", folded=(1, 2))
RARE = third("Qs Qc 5c | 4h | 3d | 5s 5d", "9c Tc | 4d | 3h", folded=(1,))
FLUSH = "Qs 9h 5c | 4h | 3d | 5h 2h"
HAUL = third(FLUSH, "9c Tc | 4d | 3h | 7d 7c", pot="As Ad Ac Ah Ks Kd")
NARROW = third(FLUSH, "9c Tc | 4d | 3h | 7d 8d")
LAST = third("7s | 4h | | 6s 5s", NINE)
OUT_OF_CARDS = third("7s | 4h | | 6s 5s", NINE, "2c | Kd | 3c", folded=(2,))
FOLDING = at("7s Qs | 4h 2d | 3d", "2h 9c | 4d 2c | 3h")


@pytest.mark.parametrize(
    ("state", "moves", "headline", "line", "verdicts"),
    [
        (FIGHT, "0 play 7s, 0 refill none, 1 play 9c, 1 refill none",
         "Straight flush! P0 takes 6 cards", "No hand of this deck is stronger!",
         {0: "You win the battle with Straight flush: +6 cards.",
          1: "Your One pair isn’t enough: P0 wins with Straight flush.",
          2: "Without you: P0 takes 6 cards with Straight flush."}),
        (TIE, "0 play Qs, 1 play 9c, 1 refill none",
         "P0, P1 tie with One pair: 3 cards each, 1 stays in the pot", "",
         {0: "You tie with P1, One pair each: +3 cards."}),
        (HANDLESS, "0 play Qs, 1 play 9c, 1 refill none", "Nobody has a hand: 6 cards lie in the pot", "",
         {0: "You have no hand, and nobody else has one: all goes to the pot, now 6 cards.",
          2: "Nobody had a hand: all goes to the pot, now 6 cards."}),
        (ALONE, "0 play Qs, 0 refill none",
         None, "All the others had folded. Any hand would have done – and P0 had none.",
         {0: "You have no hand: all goes to the pot, now 3 cards.",
          1: "P0 had no hand: all goes to the pot, now 3 cards."}),  # what the others folded nobody knows
        (ALONE, "0 play 2c, 0 refill none",
         None, "All the others had folded: One pair was enough for P0.", {}),
        (RARE, "0 play 5c, 0 refill none", None, "Just one hand of this deck is stronger.", {}),
        (HAUL, "0 play 9h, 0 refill none, 1 play 9c, 1 refill none",
         "Flush! P0 takes 12 cards", "12 cards in a single battle!", {}),
        (NARROW, "0 play 9h, 1 play Tc, 1 refill none",
         None, "By a single step: Flush just beats Run of two.", {}),
        (LAST, "0 play 7s, 1 play 9c, 1 refill none", "Straight flush! P0 takes 6 cards",
         "The game is over. The 4 cards that nobody had captured go to those who left: P0.",
         {0: "You win the battle with Straight flush: +6 cards. "
             "That ends the game for you with 10 points (6 won + 4 shared).",
          1: "Your One pair isn’t enough: P0 wins with Straight flush. "
             "That ends the game for you with 0 points."}),
        (OUT_OF_CARDS, "0 play 7s, 1 play 9c, 1 refill none", None, None,
         {0: "You win the battle with Straight flush: +6 cards. "
             "Your cards have run out: you leave the game."}),
        (FOLDING, "0 fold Qs, 1 fold 9c, 1 refill none", "Everybody has folded: 2 cards lie in the pot", "",
         dict.fromkeys((0, 1), "Everybody has folded; 2 cards wait in the pot.")),
    ],
)  # fmt: skip
def test_the_end_of_a_battle_is_told(
    state: Trick3State, moves: str, headline: str | None, line: str | None, verdicts: Mapping[int, str]
) -> None:
    """To all what happened and what makes it great, to each seat what it means for it."""
    state = play(state, *moves.split(", "))
    told, great = say(asking.moment(TRICK3, state).headline), asking.moment_line(TRICK3, state)
    assert (told, great) == (headline or told, great if line is None else line)
    found = asking.verdicts(TRICK3, state)
    assert {seat: found[seat] for seat in verdicts} == verdicts


def test_all_have_folded_and_the_pot_has_been_shared() -> None:
    over = play(at("7s Qs | 4h 2d | 3d", "9c | 4d"), "0 fold Qs", "1 fold 9c")
    assert say(asking.moment(TRICK3, over).headline) == "Everybody has folded"
    assert asking.moment_line(TRICK3, over).startswith("The game is over.")
    assert asking.verdicts(TRICK3, over)[0].startswith("Everybody has folded. ")
