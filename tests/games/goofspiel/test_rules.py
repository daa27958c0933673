"""Rules of Goofspiel, by section of goofspiel.md."""

from __future__ import annotations

import random

import pytest

from games.core.errors import IllegalMove
from games.core.match import Match
from games.core.rules import CHANCE, OVER
from tests.examples import GOOFSPIEL
from tests.examples.goofspiel.events import BidsShown, CardBid
from tests.examples.goofspiel.rules import PRIZES
from tests.games.play import new_match, play_random


def falling(seats: int = 2) -> Match:
    """Begin a game whose prizes come from the king down."""
    return new_match(GOOFSPIEL, seats, {"prizes": "falling"})


def bid(match: Match, *cards: str) -> None:
    """Let the seats bid in order."""
    for seat, card in enumerate(cards):
        match.play(seat, f"bid {card}")


def test_the_beginning_everybody_holds_a_suit() -> None:
    """Seat 0 the spades, 1 the hearts, 2 the clubs; the prizes are the diamonds."""
    match = falling(3)
    assert [{card[1] for card in hand} for hand in match.state.hands] == [{"s"}, {"h"}, {"c"}]
    assert all(len(hand) == 13 for hand in match.state.hands)
    assert {card[1] for card in PRIZES} == {"d"}


def test_the_beginning_falling_prizes_need_no_chance() -> None:
    """The king is up; in a whole game chance never acts."""
    match = falling()
    assert match.to_act == (0, 1)
    assert (match.state.up, match.state.stock) == (("Kd",), PRIZES[-2::-1])
    assert all(actor != CHANCE for actor, _ in play_random(match, "no chance").moves)
    assert match.is_over


def test_a_round_the_highest_bid_wins() -> None:
    """In any order of bidding; what was bid lies open, and the next prize is up."""
    match = falling()
    match.play(1, "bid 7h")
    match.play(0, "bid 6s")
    after = match.state
    assert after.won == ((), ("Kd",))
    assert after.spent == (("6s",), ("7h",))
    assert after.up == ("Qd",)
    assert after.news[-1] == BidsShown(("6s", "7h"), ("Kd",), 1)


def test_a_round_prizes_stay_when_the_highest_bid_is_shared() -> None:
    """Even if somebody else bid less; the next round is for all of them."""
    match = falling(3)
    bid(match, "9s", "9h", "2c")
    assert match.state.won == ((), (), ())
    assert match.state.up == ("Kd", "Qd")
    bid(match, "As", "2h", "3c")
    assert match.state.won == ((), (), ("Kd", "Qd"))


@pytest.mark.parametrize(
    ("seat", "move", "code"),
    [(0, "bid 5s", "not-held"), (0, "bid 6h", "not-held"), (1, "bid 6s", "not-held")],
)
def test_a_round_only_a_card_of_one_s_hand_is_bid(seat: int, move: str, code: str) -> None:
    """None that was bid before, none of another suit."""
    match = falling()
    bid(match, "5s", "5h")
    with pytest.raises(IllegalMove) as caught:
        match.play(seat, move)
    assert caught.value.refusal.code == code


def test_result_the_most_points_win() -> None:
    """The sum of the prizes; what lies up in the end is nobody's."""
    match = falling()
    for rank in "KQJT98765432":
        bid(match, f"{rank}s", f"{'A' if rank == '2' else rank}h")
    assert match.state.up == ("Ad",)
    assert match.state.won[0] == PRIZES[:0:-1]
    bid(match, "As", "2h")
    result = match.result()
    assert match.to_act == OVER
    assert (result.scores, result.ranking) == ((90.0, 1.0), ((0,), (1,)))


def test_result_nobody_s_prize_counts_for_nobody() -> None:
    """Who always bids the same wins nothing, and all are first."""
    match = falling(3)
    for rank in "A23456789TJQK":
        bid(match, f"{rank}s", f"{rank}h", f"{rank}c")
    result = match.result()
    assert (result.scores, result.ranking) == ((0.0, 0.0, 0.0), ((0, 1, 2),))


def test_what_is_open_a_bid_is_its_seat_s_until_all_have_bid() -> None:
    """The others see that it was made."""
    match = falling()
    match.play(0, "bid 5s")
    assert (match.view(0).bid, match.view(1).bid, match.view(None).bid) == ("5s", "", "")
    assert "5s" not in match.view(0).hand
    assert match.view(1).news == match.view(None).news == (CardBid(0, ""),)
    assert match.view(0).news == (CardBid(0, "5s"),)
    match.play(1, "bid 2h")
    assert match.view(None).spent == (("5s",), ("2h",))
    assert match.view(0).bid == ""


@pytest.mark.parametrize(("level", "width"), [("easy", 13), ("normal", 9), ("hard", 5)])
def test_player_bids_about_what_the_prizes_are_worth(level: str, width: int) -> None:
    """Of a whole hand for a seven: within two of it, within four, or any card."""
    match = new_match(GOOFSPIEL, 2)
    match.play(CHANCE, " ".join(["deal", "7d", *[card for card in PRIZES if card != "7d"]]))
    seen, legal = match.view(0), match.legal(0)
    bids = {str(GOOFSPIEL.advise(seen, legal, level, random.Random(seed))) for seed in range(200)}
    assert len(bids) == width
