"""How rounds go (bull.md, A round, Options, Result)."""

from __future__ import annotations

import pytest

from games.bull.moves import CHALLENGE
from games.bull.rules import Called, Eliminated, HandsDealt, Showdown
from games.core.errors import IllegalMove
from games.core.rules import CHANCE, OVER
from tests.games.bull.tables import deal, lose, new


def refusal(match, seat: int, move: str) -> str:  # type: ignore[no-untyped-def]
    before = match.state
    with pytest.raises(IllegalMove) as caught:
        match.play(seat, move)
    assert match.state is before
    return caught.value.refusal.code


# --- the deal ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "size"),
    [
        ({}, 1),
        ({"start": "2"}, 2),
        ({"deal": "down"}, 5),
        ({"deal": "down", "start": "2"}, 5),
    ],
)
def test_deal_starts_with_the_option_s_size(options: dict[str, str], size: int) -> None:
    """Up: one or two cards; down: five, whatever ``start`` says."""
    match = new(4, **options)
    assert match.state.sizes == (size,) * 4
    deal(match)
    assert [len(hand) for hand in match.state.hands] == [size] * 4


def test_deal_gives_blocks_from_the_first_caller_clockwise() -> None:
    """The first caller takes the top of the deck; each hand is one block, kept in canonical order."""
    match = new(3, first=2, start="2")
    deal(match, "Kd As 2c Th 9h 9s")
    assert match.state.hands == (("Th", "2c"), ("9s", "9h"), ("As", "Kd"))
    assert match.to_act == (2,)
    assert match.state.news == (HandsDealt(1, 2, (2, 2, 2)),)


def test_deal_goes_by_the_present_sizes() -> None:
    """After a loss the loser's block is one longer, and the next first caller takes the first block."""
    match = new(3)
    lose(match, 0)
    assert match.state.caller == 1
    deal(match, "Kd As 2c Th")
    assert match.state.hands == (("Th", "2c"), ("Kd",), ("As",))


# --- calling and challenging ------------------------------------------------------------------------


def test_the_first_player_of_a_round_must_call() -> None:
    """There is nothing to challenge yet: every call is legal, and only calls."""
    match = new()
    deal(match)
    assert len(match.legal(0)) == 326
    assert CHALLENGE not in match.legal(0)
    assert refusal(match, 0, "challenge") == "nothing-to-challenge"


def test_a_call_must_be_higher_than_the_one_before() -> None:
    """Equal and lower calls are refused; higher ones and the challenge are legal."""
    match = new()
    deal(match)
    match.play(0, "call pair K")
    assert refusal(match, 1, "call pair K") == "not-higher"
    assert refusal(match, 1, "call single A") == "not-higher"
    assert [str(move) for move in match.legal(1)][:2] == ["call pair A", "call twopair 3 2"]
    assert match.legal(1)[-1] == CHALLENGE


def test_the_same_top_in_another_suit_is_not_higher() -> None:
    """Source, Straight flush: 8 to Q cannot follow 8 to Q."""
    match = new()
    deal(match)
    match.play(0, "call sflush s Q")
    assert refusal(match, 1, "call sflush h Q") == "not-higher"
    match.play(1, "call sflush h K")


def test_the_highest_call_leaves_only_the_challenge() -> None:
    """Nothing is above a royal flush, or above eight aces with wild twos."""
    match = new()
    deal(match)
    match.play(0, "call sflush h A")
    assert list(match.legal(1)) == [CHALLENGE]
    match = new(wild="twos")
    deal(match)
    match.play(0, "call eight A")
    assert list(match.legal(1)) == [CHALLENGE]


def test_wild_kinds_exist_only_with_wild_twos() -> None:
    """A straight may be called when twos are wild, and is refused with its reason when not."""
    match = new()
    deal(match)
    assert refusal(match, 0, "call straight 9") == "not-without-wilds"
    match = new(wild="twos")
    deal(match)
    assert len(match.legal(0)) == 420
    match.play(0, "call straight 9")


def test_calling_passes_clockwise_over_who_is_out() -> None:
    """The left neighbour still in is next."""
    match = new(4, deal="down")
    for _ in range(5):
        lose(match, 2)
    deal(match)
    assert match.to_act == (0,)  # 2 is out, 3 deals
    match.play(0, "call single 5")
    match.play(1, "call single 6")
    assert match.to_act == (3,)
    assert match.state.news == (Called(1, "call single 6"),)


# --- showdowns --------------------------------------------------------------------------------------


def test_a_good_call_costs_the_challenger() -> None:
    """Source, Challenge: the cards are there, so who doubted loses."""
    match = new()
    deal(match, {0: "As", 1: "Ah", 2: "Ad"})
    match.play(0, "call pair A")
    match.play(1, "challenge")
    state = match.state
    assert state.losses == (0, 1, 0)
    assert state.shown == Showdown("call pair A", 0, 1, (("As",), ("Ah",), ("Ad",)), True, 1, ("As", "Ah"))


def test_a_bad_call_costs_the_caller_even_if_a_lower_one_were_good() -> None:
    """Source, Challenge: one ace and two kings do not make a pair of aces."""
    match = new()
    deal(match, {0: "As", 1: "Kh", 2: "Kd"})
    match.play(0, "call pair A")
    match.play(1, "challenge")
    state = match.state
    assert state.losses == (1, 0, 0)
    assert not state.shown.is_good
    assert state.shown.evidence == ("As",)


def test_the_last_call_counts_not_the_challenger_s_neighbour() -> None:
    """Who made the call that was challenged pays, wherever the calling began."""
    match = new(3, first=1)
    deal(match)
    match.play(1, "call single A")
    match.play(2, "call sflush s A")
    match.play(0, "challenge")
    assert match.state.losses == (0, 0, 1)


def test_the_loser_deals_so_the_left_neighbour_calls_first() -> None:
    """In the next round the seat left of the loser begins."""
    match = new(4)
    lose(match, 2)
    assert match.to_act == CHANCE
    assert match.state.caller == 3
    assert match.state.round == 2
    lose(match, 3)
    assert match.state.caller == 0


def test_when_the_loser_is_out_the_seat_to_the_left_deals() -> None:
    """So the seat after that one calls first (pagat)."""
    match = new(4)
    for _ in range(5):
        lose(match, 1)
    state = match.state
    assert state.out == (1,)
    assert state.sizes == (1, 0, 1, 1)
    assert state.caller == 3
    assert state.news[-1] == Eliminated(1)


def test_when_the_loser_is_out_seats_out_before_are_passed_over() -> None:
    """The dealer and the first caller are the next seats still in."""
    match = new(4, deal="down")
    for _ in range(5):
        lose(match, 2)
    for _ in range(5):
        lose(match, 1)
    assert match.state.out == (2, 1)
    assert match.state.caller == 0  # 3 deals


# --- hands grow or shrink ---------------------------------------------------------------------------


@pytest.mark.parametrize(("start", "losses"), [("1", 5), ("2", 4)])
def test_up_a_player_is_out_on_losing_with_five_cards(start: str, losses: int) -> None:
    """One more card for each loss; the loss with five cards ends it."""
    match = new(2, start=start)
    for count in range(1, losses):
        lose(match, 0)
        assert match.state.sizes == (int(start) + count, int(start))
    lose(match, 0)
    assert match.is_over
    assert match.state.sizes == (0, int(start))


def test_down_a_player_is_out_on_losing_with_one_card() -> None:
    """One card fewer for each loss; the loss with one card ends it."""
    match = new(2, deal="down")
    for size in (4, 3, 2, 1):
        lose(match, 0)
        assert match.state.sizes == (size, 5)
    lose(match, 0)
    assert match.is_over


# --- the end ----------------------------------------------------------------------------------------


def test_end_last_plays_until_one_is_left() -> None:
    """Ranking: the survivor, then by reversed order of elimination; scores are rounds lost."""
    match = new(3)
    lose(match, 1)
    for _ in range(5):
        lose(match, 2)
    assert match.result() is None
    for _ in range(5):
        lose(match, 0)
    result = match.result()
    assert match.to_act == OVER
    assert result.ranking == ((1,), (0,), (2,))
    assert result.scores == (5.0, 1.0, 5.0)


def test_end_first_stops_at_the_first_elimination() -> None:
    """All others tie for first; who went out is last."""
    match = new(4, end="first")
    lose(match, 3)
    for _ in range(5):
        lose(match, 1)
    result = match.result()
    assert result.ranking == ((0, 2, 3), (1,))
    assert result.scores == (0.0, 5.0, 0.0, 1.0)


def test_facts_count_claims_lies_and_challenges() -> None:
    """A lie is a call that was not good when made; a challenge is right when it caught one."""
    match = new(2)
    deal(match, {0: "As", 1: "Kh"})
    match.play(0, "call single A")
    match.play(1, "call pair K")
    match.play(0, "challenge")
    deal(match)
    match.play(0, "call single 2")
    facts = match.facts()
    assert {name for name, count in facts[1].items() if count} == {"claims", "lies", "lies_caught"}
    assert facts[0]["claims"] == 2
    assert facts[0]["challenges"] == facts[0]["challenges_right"] == 1
