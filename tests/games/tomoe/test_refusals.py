"""Why a card may not be played (tomoe.md, Material and Play)."""

from __future__ import annotations

import pytest

from bot.language.catalogue import LANGUAGES
from games.core.errors import IllegalMove, Refusal
from games.core.words import Cards, Suit, Text
from games.tomoe.moves import PLAYS
from games.tomoe.state import TomoeState
from tests.games.printing import printed_in, say
from tests.games.tomoe.tables import RULES, new_match, play, position, some_position

SUITS = {"front": Suit("r", "tomoe"), "due": Suit("r", "tomoe")}


def refused(state: TomoeState, card: str) -> Refusal:
    """Let seat 1 try to play a card."""
    with pytest.raises(IllegalMove) as caught:
        RULES.apply(state, 1, PLAYS[card])
    return caught.value.refusal


def cards(*names: str) -> Cards:
    return Cards(names, "tomoe")


def test_material_a_metal_is_in_the_deck_only_with_the_option() -> None:
    """Without metals there is none to be played."""
    state = play(position("3r 1g", "4r 1a 5g", "6k 6p 2p"), "3r")
    refusal = refused(state, "Au")
    assert (refusal.code, refusal.args) == ("no-metals", {"card": cards("Au")})
    assert refusal.sentence == "Au is only in the deck with the option metals=on."


def test_play_a_card_has_to_be_in_the_hand() -> None:
    """In either part of it."""
    state = play(position("3r 1g", "4r 1a 5g", "6k 6p 2p"), "3r")
    refusal = refused(state, "6p")
    assert (refusal.code, refusal.args) == ("not-in-hand", {"card": cards("6p")})
    assert refusal.sentence == "6p is not in your hand."


@pytest.mark.parametrize("card", ["1a", "5g"])
def test_play_front_suit_is_due_first(card: str) -> None:
    """Even a back card is refused while a front card is held, in the hidden hand as well."""
    state = play(position("3r 1g", "1a 5g 4r", "6k 6p", hidden=("", "6r", "")), "3r")
    refusal = refused(state, card)
    assert refusal.code == "follow-front"
    assert refusal.args == {"card": cards(card), "playable": cards("4r", "6r"), **SUITS}
    assert refusal.sentence == "r was led and you hold it: play 4r, 6r."


def test_play_back_suit_is_due_without_the_front_suit() -> None:
    """A card of another pair is refused while a back card is held."""
    state = play(position("3r 1g", "1a 5g", "6k 6p"), "3r")
    refusal = refused(state, "5g")
    assert refusal.code == "follow-back"
    assert refusal.args == {
        "card": cards("5g"),
        "playable": cards("1a"),
        **SUITS,
        "due": Suit("a", "tomoe"),
    }
    assert refusal.sentence == "r was led; without it you have to play its partner a: 1a."


def test_play_a_metal_is_due_when_one_was_led() -> None:
    """The metals have no letter, so the refusal names no suit."""
    state = play(position("Au 1g", "Cu 5g", "6k 6p", options={"metals": "on"}), "Au")
    refusal = refused(state, "5g")
    assert (refusal.code, refusal.args) == ("follow-metal", {"card": cards("5g"), "playable": cards("Cu")})
    assert refusal.sentence == "A metal was led and you hold one: play Cu."


def test_refusals_are_printed_in_every_language_and_leave_everything_as_it_was() -> None:
    """Cards and suits are values, so that every printer writes them its own way."""
    metals = {"metals": "on"}
    state = play(position("3r 1g", "4r 5g", "6k 6p"), "3r")
    back = play(position("3r 1g", "4a 5g", "6k 6p"), "3r")
    metal = play(position("Au 1g", "Cu 5g", "6k 6p", options=metals), "Au")
    codes = set()
    for before, card in [(state, "Au"), (state, "6p"), (state, "5g"), (back, "5g"), (metal, "5g")]:
        refusal = refused(before, card)
        codes.add(refusal.code)
        assert not any(isinstance(arg, str) for arg in refusal.args.values())
        for language in LANGUAGES:
            printed_in(Text(f"tomoe-refusal-{refusal.code}", refusal.args), language)
        assert refused(before, card) == refusal
    assert len(codes) == 5


def test_refusals_name_the_cards_that_may_be_played() -> None:
    """In words."""
    state = play(position("3r 1g", "4r 5g 6r", "6k 6p"), "3r")
    refusal = refused(state, "5g")
    assert say(Text("tomoe-refusal-follow-front", refusal.args)) == (
        "r was led and you have it, so you have to follow suit: 4r 6r."
    )


def test_play_out_of_turn_is_refused() -> None:
    """Only the seat to act may play, and nobody before the deal or after the end."""
    assert refused(position("3r", "4r", "5r"), "4r").code == "not-your-turn"
    with pytest.raises(IllegalMove):
        new_match().play(0, "play 3r")
    over = some_position(1, 10**6)
    assert over.is_over
    with pytest.raises(IllegalMove):
        over.play(0, "play 3r")
