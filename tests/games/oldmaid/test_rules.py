"""Tests of the rules of Old Maid, by section of oldmaid.md."""

from __future__ import annotations

import pytest

from games.core.cards import STANDARD
from games.core.match import Match
from games.core.rules import CHANCE, OVER
from tests.examples import OLD_MAID
from tests.examples.oldmaid.rules import OldMaidState, pairs_in
from tests.games.play import refused


def dealt(*hands: str, first: int = 0) -> Match:
    """Deal given cards to the top of each seat's block, and the rest in order; return the match."""
    match = Match(OLD_MAID.rules, OLD_MAID.rules.setup(len(hands), {}, first))
    named = " ".join(hands).split()
    spare = [card for card in STANDARD.cards if card not in named]
    deck: list[str] = []
    for turn in range(len(hands)):
        size = len(range(turn, len(STANDARD.cards), len(hands)))
        own = hands[(first + turn) % len(hands)].split()
        deck += own + [spare.pop(0) for _ in range(size - len(own))]
    match.play(CHANCE, f"deal {' '.join(deck)}")
    return match


@pytest.mark.parametrize(("seats", "sizes"), [(2, {27, 26}), (3, {18, 17}), (5, {11, 10}), (8, {7, 6})])
def test_the_deal_1_first_seats_get_remaining_cards(seats: int, sizes: set[int]) -> None:
    """The remaining cards go to the seats from ``first`` on."""
    state = dealt(*[""] * seats, first=1).state
    held = [len(hand) + len(laid) for hand, laid in zip(state.hands, state.laid, strict=True)]
    assert sum(held) == 53
    assert set(held) == sizes
    assert held[1] == max(sizes)


def test_the_deal_2_pairs_are_laid_down() -> None:
    """Four of a rank are two pairs, the joker pairs with nothing, and the rest keeps its order."""
    hand = ["Kd", "Jk", "5c", "5s", "9h", "5d", "Ks", "As", "Ah", "Ad", "Ac"]
    assert " ".join(pairs_in(hand)) == "As Ah Ad Ac 5s 5d Ks Kd"
    state = dealt("9h Jk 5c 7h 5s 5d", *[""] * 7).state
    assert state.laid[0] == ("5s", "5d")
    assert state.hands[0][:4] == ("9h", "Jk", "5c", "7h")


def test_a_turn_1_and_4_left_seat_is_drawn_from_and_acts_next() -> None:
    """A seat draws from the next seat clockwise that has cards; that seat acts next."""
    match = dealt("", "", "", first=2)
    assert match.to_act == (2,)
    assert len(match.legal(2)) == len(match.state.hands[0])
    match.play(2, "draw 1")
    if match.to_act == CHANCE:
        match.play(CHANCE, f"reshuffle {' '.join(match.state.hands[2])}")
    assert match.to_act == (0,)
    assert match.view(None).owner == 1


def test_a_turn_1_missing_place_is_refused() -> None:
    match = dealt("", "")
    count = len(match.legal(0))
    assert refused(OLD_MAID.rules, match.state, f"draw {count + 1}") == "not-legal"


def two_left(mine: str, theirs: str) -> Match:
    """Return a match in which two seats hold these cards and all other cards are laid down."""
    match = dealt("", "")
    gone = tuple(card for card in STANDARD.cards if card not in f"{mine} {theirs}".split())
    hands = tuple(mine.split()), tuple(theirs.split())
    match.state = OldMaidState(to_act=(0,), setup=match.setup, hands=hands, laid=(gone, ()))
    return match


def test_a_turn_2_a_pair_is_laid_down_at_once() -> None:
    """The pair is public at once, and no shuffle follows."""
    match = two_left("5s 6s", "Jk 5h 6d")
    match.play(0, "draw 2")
    assert match.to_act == (1,)
    assert match.state.hands == (("6s",), ("Jk", "6d"))
    drawn = match.view(None).drawn
    assert (drawn.card, drawn.pair) == ("5h", ("5s", "5h"))


def test_a_turn_2_unpaired_card_is_shuffled_into_hand() -> None:
    """After the shuffle, the former owner does not know the place of the drawn card."""
    match = two_left("5s 6s", "Jk 5h 6d")
    match.play(0, "draw 1")
    assert match.to_act == CHANCE
    assert match.rules.chance(match.state).cards == ("5s", "6s", "Jk")
    seen = [drawn.card for seat in (0, 1, None) if (drawn := match.view(seat).drawn)]
    assert seen == ["Jk", "Jk", ""]
    match.play(CHANCE, "reshuffle 6s Jk 5s")
    assert match.state.hands == (("6s", "Jk", "5s"), ("5h", "6d"))
    assert match.to_act == (1,)


def test_a_turn_3_seat_left_with_joker_loses() -> None:
    """The game ends when one seat holds cards; that seat is last, and all others win."""
    match = two_left("5s", "Jk 5h")
    match.play(0, "draw 2")
    assert match.to_act == OVER
    result = match.result()
    assert result.ranking == ((0,), (1,))
    assert result.scores == (26.0, 0.0)
