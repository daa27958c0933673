"""Why a card may not be played (tomoe.md, Material and Play)."""

from __future__ import annotations

import pytest

from games.core.errors import IllegalMove
from games.core.words import Cards, Suit, Text
from games.tomoe.moves import PLAYS
from tests.games.printing import say
from tests.games.tomoe.tables import RULES, new_match, play, position, some_position

METALS = {"metals": "on"}


def cards(text: str) -> Cards:
    return Cards(tuple(text.split()), "tomoe")


@pytest.mark.parametrize(
    ("hands", "hidden", "card", "code", "playable", "due", "sentence"),
    [
        # Metals are in the deck with the option alone, and a card has to be in either part of the hand.
        (
            ("3r 1g", "4r 5g"),
            "",
            "Au",
            "no-metals",
            "",
            "",
            "Au is only in the deck with the option metals=on.",
        ),
        (("3r 1g", "4r 5g"), "", "6p", "not-in-hand", "", "", "6p is not in your hand."),
        # The front suit is due first, from the hidden hand as well; without it the back suit is.
        (
            ("3r 1g", "1a 5g 4r"),
            "6r",
            "1a",
            "follow-front",
            "4r 6r",
            "r",
            "r was led and you hold it: play 4r, 6r.",
        ),
        (
            ("3r 1g", "1a 5g 4r"),
            "6r",
            "5g",
            "follow-front",
            "4r 6r",
            "r",
            "r was led and you hold it: play 4r, 6r.",
        ),
        (
            *(("3r 1g", "1a 5g"), "", "5g", "follow-back", "1a", "a"),
            "r was led; without it you have to play its partner a: 1a.",
        ),
        # Metals have no letter, so nothing names a suit.
        (
            ("Au 1g", "Cu 5g"),
            "",
            "5g",
            "follow-metal",
            "Cu",
            "",
            "A metal was led and you hold one: play Cu.",
        ),
    ],
)
def test_play_what_is_due_is_named(
    hands: tuple[str, str], hidden: str, card: str, code: str, playable: str, due: str, sentence: str
) -> None:
    """Cards and suits are values, so that every printer writes them its own way; a sentence for programs."""
    led = hands[0].split()[0]
    state = position(*hands, "6k 6p", hidden=("", hidden, ""), options=METALS if led == "Au" else None)
    state = play(state, led)
    with pytest.raises(IllegalMove) as caught:
        RULES.apply(state, 1, PLAYS[card])
    refusal = caught.value.refusal
    args: dict[str, object] = {"card": cards(card)}
    if playable:
        args["playable"] = cards(playable)
    if due:
        args |= {"front": Suit("r", "tomoe"), "due": Suit(due, "tomoe")}
    assert (refusal.code, refusal.args, refusal.sentence) == (code, args, sentence)
    assert say(Text(f"tomoe-refusal-{code}", refusal.args))


@pytest.mark.parametrize("match", [new_match(), some_position(1, 10**6)], ids=["begun", "over"])
def test_play_before_the_deal_and_after_the_end_is_refused(match) -> None:  # type: ignore[no-untyped-def]
    """Nobody is to act."""
    with pytest.raises(IllegalMove):
        match.play(0, "play 3r")
