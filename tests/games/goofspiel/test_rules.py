"""Rules of Goofspiel, by section of goofspiel.md."""

from __future__ import annotations

from games.core.match import Match
from games.core.rules import CHANCE, OVER
from tests.examples import GOOFSPIEL
from tests.examples.goofspiel.rules import PRIZES
from tests.games.play import new_match, play_random


def falling(seats: int = 2) -> Match:
    """Begin a game whose prizes come from the king down."""
    return new_match(GOOFSPIEL, seats, {"prizes": "falling"})


def bid(match: Match, *cards: str) -> None:
    """Let the seats bid in order."""
    for seat, card in enumerate(cards):
        match.play(seat, f"bid {card}")


def test_the_beginning_falling_prizes_need_no_chance() -> None:
    """The king is up; in a whole game chance never acts."""
    match = falling()
    assert match.to_act == (0, 1)
    assert (match.state.up, match.state.stock) == (("Kd",), PRIZES[-2::-1])
    assert all(actor != CHANCE for actor, _ in play_random(match, "no chance").moves)
    assert match.is_over


def test_a_round_prizes_stay_when_the_highest_bid_is_shared() -> None:
    """Even if somebody else bid less; the next round is for all of them."""
    match = falling(3)
    bid(match, "9s", "9h", "2c")
    assert match.state.won == ((), (), ())
    assert match.state.up == ("Kd", "Qd")
    bid(match, "As", "2h", "3c")
    assert match.state.won == ((), (), ("Kd", "Qd"))


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
